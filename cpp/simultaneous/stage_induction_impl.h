/// Backward induction over stages (Algorithms 1 and 2 of Bosansky 2014), and what a whole stage is worth.
#pragma once

#include "simultaneous/stage_search_impl.h"

namespace dodona {

template <SimultaneousGame G>
inline StageReport StageSearch<G>::report(State s) {
  if (game_.turn(s) != kSimultaneous) throw UnsupportedGameError("only a stage where both players move has a matrix.");
  StageReport result;
  result.rows = actions(s, 0), result.columns = actions(s, 1);
  for (int i = 0; i < result.rows; ++i)
    for (int j = 0; j < result.columns; ++j)
      result.matrix.push_back(descend(s, i, j, [&](State& next) { return value(next, -kInfinity, kInfinity, 1); }));
  result.row_strategy.resize(index(result.rows));
  result.column_strategy.resize(index(result.columns));
  result.value = kernel_
                     .solve(result.matrix.data(), result.rows, result.columns, result.row_strategy.data(),
                            result.column_strategy.data())
                     .value;
  return result;
}

/// The values of two matrices, of all lower and of all upper bounds on its cells; of large ones what pure strategies
/// secure, because this is asked when time is up.
template <SimultaneousGame G>
inline std::pair<double, double> StageSearch<G>::proven() {
  std::pair<double, double> result{least_, most_};
  if (levels_.empty() || levels_[0]->cells.empty() || !std::isfinite(least_) || !std::isfinite(most_)) return result;
  Level& level = *levels_[0];
  const int columns = static_cast<int>(level.cells.size()) / level.height;
  if (columns == 0) return result;
  std::vector<double> matrix, x(index(level.height)), y(index(columns));
  MatrixSolver kernel;
  for (const bool upper : {false, true}) {
    matrix.clear();
    for (const Cell& cell : level.cells)
      matrix.push_back(!cell.seen ? (upper ? most_ : least_) : upper ? cell.upper : cell.lower);
    if (level.cells.size() > kQuickCells) {
      (upper ? result.second : result.first) = pure_bound(matrix, columns, upper);
      continue;
    }
    const MatrixResult game = kernel.solve(matrix.data(), level.height, columns, x.data(), y.data());
    (upper ? result.second : result.first) = upper ? game.upper : game.lower;
  }
  return result;
}

/// The least that the row player's best pure strategy gets, or the most that the column player's best one concedes.
template <SimultaneousGame G>
inline double StageSearch<G>::pure_bound(const std::vector<double>& matrix, int columns, bool upper) {
  const std::size_t width = index(columns), height = matrix.size() / width;
  double bound = upper ? kInfinity : -kInfinity;
  for (std::size_t k = 0; k < (upper ? width : height); ++k) {
    double edge = upper ? -kInfinity : kInfinity;
    for (std::size_t other = 0; other < (upper ? height : width); ++other) {
      const double v = upper ? matrix[other * width + k] : matrix[k * width + other];
      edge = upper ? std::max(edge, v) : std::min(edge, v);
    }
    bound = upper ? std::min(bound, edge) : std::max(bound, edge);
  }
  return bound;
}

template <SimultaneousGame G>
inline double StageSearch<G>::whole_matrix(State& s, int rows, int columns, Level& level) {
  const auto size = index(rows) * index(columns);
  if (level.restricted.size() < size) level.restricted.resize(size);
  if (level.ply == 0) level.cells.assign(size, Cell{least_, most_});
  std::size_t at = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double v = descend(s, i, j, [&](State& next) { return subgame(next, level.ply + 1); });
      if (level.ply == 0) level.cells[at] = {v, v, true};
      level.restricted[at++] = v;
      if (level.ply == 0 && j + 1 == columns) check_gap();
    }
  return matrix_value(level.restricted.data(), rows, columns, level);
}

template <SimultaneousGame G>
inline double StageSearch<G>::subgame(State& s, int ply) {
  if (options_.bounds && game_.turn(s) != kTerminal) {
    const auto [lower, upper] = bounds(s, ply);
    if (lower >= upper) return lower;
  }
  return value(s, -kInfinity, kInfinity, ply);
}

template <SimultaneousGame G>
inline double StageSearch<G>::matrix_value(const double* cells, int rows, int columns, Level& level) {
  ++stats.matrices;
  if (rows == 1 || columns == 1) {
    count_stage(false, level);
    return rows == 1 ? *std::min_element(cells, cells + columns) : *std::max_element(cells, cells + rows);
  }
  if (rows == 2 && columns == 2) {
    const double a = cells[0], b = cells[1], c = cells[2], d = cells[3];
    const double maximin = std::max(std::min(a, b), std::min(c, d)), minimax = std::min(std::max(a, c), std::max(b, d));
    count_stage(maximin < minimax, level);
    if (maximin >= minimax) return maximin;
    const double all = (a - b) + (d - c), x = (d - c) / all, y = (d - b) / all;
    const double lower = std::min(c + x * (a - c), d + x * (b - d)), upper = std::max(b + y * (a - b), d + y * (c - d));
    doubt_ = std::max(doubt_, upper - lower);
    return lower + (upper - lower) / 2;
  }
  level.x.resize(index(rows)), level.y.resize(index(columns));
  const MatrixResult result = kernel_.solve(cells, rows, columns, level.x.data(), level.y.data());
  count_stage(result.pivots > 0, level);
  doubt_ = std::max(doubt_, result.upper - result.lower);
  return result.value;
}

}  // namespace dodona
