/// SMAB inside a stage (Saffidine, Finnsson and Buro 2012).
#pragma once

#include "simultaneous/stage_search_impl.h"

namespace dodona {

/// Cell by cell, in growing squares from the first: an action that a mixture of others dominates by the bounds known
/// so far is left out, and a cell is searched only between the values at which its row or column would be.
template <SimultaneousGame G>
inline double StageSearch<G>::without_dominated(State& s, double alpha, double beta, TableEntry& found, Level& level) {
  level.rows.resize(index(level.height)), level.columns.resize(index(level.width));
  std::iota(level.rows.begin(), level.rows.end(), 0), std::iota(level.columns.begin(), level.columns.end(), 0);
  level.has_row.assign(level.rows.size(), 1), level.has_column.assign(level.columns.size(), 1);
  for (int k = 0; k < std::max(level.height, level.width); ++k) {
    for (int j = 0; j <= std::min(k, level.width - 1) && k < level.height; ++j)
      search_cell(s, k, j, alpha, beta, level);
    for (int i = 0; i < std::min(k, level.height) && k < level.width; ++i) search_cell(s, i, k, alpha, beta, level);
    if (level.ply == 0) check_gap();
  }
  if (level.rows.empty() || level.columns.empty()) {
    (level.rows.empty() ? found.upper : found.lower) = level.rows.empty() ? alpha : beta;
    return level.rows.empty() ? alpha : beta;
  }
  level.restricted.resize(level.rows.size() * level.columns.size());
  std::size_t at = 0;
  for (const int i : level.rows)
    for (const int j : level.columns) level.restricted[at++] = level.at(i, j).lower;
  const double v = matrix_value(level.restricted.data(), static_cast<int>(level.rows.size()),
                                static_cast<int>(level.columns.size()), level);
  if (v > alpha) found.lower = std::max(found.lower, v);
  if (v < beta) found.upper = std::min(found.upper, v);
  return std::clamp(v, alpha, beta);
}

template <SimultaneousGame G>
inline void StageSearch<G>::search_cell(State& s, int row, int column, double alpha, double beta, Level& level) {
  const auto alive = [&] { return level.has_row[index(row)] && level.has_column[index(column)]; };
  if (!alive()) return;
  seen(s, row, column, level);
  if (options_.bounds) bound(s, row, column, false, level), bound(s, row, column, true, level);
  Cell& cell = level.at(row, column);
  const double low = threshold(0, row, column, alpha, level), high = -threshold(1, column, row, -beta, level);
  if (cell.open() && low < cell.upper && high > cell.lower)
    search(s, row, column, low > cell.lower ? low : -kInfinity, high < cell.upper && high > low ? high : kInfinity,
           level);
  if (cell.upper <= low)
    drop(level.rows, level.has_row, row);
  else if (cell.lower >= high)
    drop(level.columns, level.has_column, column);
}

template <SimultaneousGame G>
inline void StageSearch<G>::drop(std::vector<int>& actions, std::vector<char>& has, int action) {
  ++stats.dominated;
  actions.erase(std::find(actions.begin(), actions.end(), action));
  has[index(action)] = 0;
}

/// See `Dominance::threshold`; cells and the edge of the stage's window on her side are seen from the player's side.
template <SimultaneousGame G>
inline double StageSearch<G>::threshold(int player, int action, int other, double bar, Level& level) {
  if (!std::isfinite(least_) || !std::isfinite(most_)) return -kInfinity;
  const auto cell = [&](int mine, int theirs) -> const Cell& {
    return player == 0 ? level.at(mine, theirs) : level.at(theirs, mine);
  };
  return dominance_.threshold(
      player == 0 ? level.rows : level.columns, player == 0 ? level.columns : level.rows, action, other, bar,
      [&](int a, int b) { return fear(player, cell(a, b)); }, [&](int a, int b) { return hope(player, cell(a, b)); },
      0.01 * slack_);
}

}  // namespace dodona
