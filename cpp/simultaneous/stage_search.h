/// Games of two players who move at once and see everything else: backward induction over stages, with serialized
/// bounds and double oracle as parts that may be left out (Bosansky et al. 2013; chapter 4 of Bosansky 2014).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/matrix_kernel.h"
#include "games/contract.h"
#include "games/watch.h"
#include "perfect/positions.h"
#include "simultaneous/dominance.h"
#include "simultaneous/options.h"
#include "simultaneous/serialized_bounds.h"
#include "simultaneous/stage_table.h"

namespace dodona {

/// Solves positions of one game. All values are player 0's; the row player of every stage is player 0.
///
/// Departures from the print, all of them corrections or savings that keep the value: a best response looks only for
/// actions that beat the restricted game's value, which is what can change the next iteration, and its bound is then
/// never the window (errata of Algorithm 3, lines 31 to 35); failed windows return the bound they have proven; a
/// serialized search is run when its bound is first asked for.
template <SimultaneousGame G>
class StageSearch {
 public:
  using State = typename G::State;
  using Evaluate = std::function<double(const State&)>;
  static constexpr int kDeepest = 2000;

  StageSearch(const G& game, const StageOptions& options, const Evaluate& evaluate, Budget& budget)
      : game_(game),
        options_(options),
        evaluate_(evaluate),
        budget_(budget),
        watch_(game, report_),
        serialized_(game, options, evaluate, budget),
        table_(game, options),
        depth_(options.depth),
        random_(options.seed) {
    if constexpr (BoundedGame<G>) least_ = game.min_utility(), most_ = game.max_utility();
    const double size = std::max(std::abs(least_), std::abs(most_));
    size_ = std::isfinite(size) ? std::max(1.0, size) : 1.0;
    slack_ = 1e-12 * size_;
  }

  /// The value of a position inside a window: exact where it lies strictly inside, otherwise a bound beyond the edge.
  double value(State& s, double alpha = -kInfinity, double beta = kInfinity, int ply = 0) {
    const int turn = game_.turn(s);
    if (turn == kTerminal) return utility(s);
    double known = 0;
    if (options_.outlook && foreseen(game_, s, alpha, beta, known)) return known;
    if (ply >= depth_) return horizon(s);
    if (turn == kSimultaneous) return stage(s, alpha, beta, ply);
    if constexpr (UntrustedGame<G>) watch_.turn(s, turn);
    if (line_ >= kDeepest) too_deep("moves");
    const int count = game_.num_actions(s);
    if constexpr (UntrustedGame<G>) watch_.actions(s, turn, count);
    return turn == kChance ? mean(s, count, ply) : decide(s, turn, count, alpha, beta, ply);
  }

  /// Serialized bounds around the value of a position that is not terminal.
  std::pair<double, double> bounds(State& s, int ply = 0) {
    ++stats.bounds;
    Cell cell{least_, most_};
    look(s, cell);
    if (cell.lower < cell.upper) cell.lower = serialized_.lower(s, cell.lower, cell.upper, depth_ - ply);
    if (cell.lower < cell.upper)
      cell.upper = std::max(cell.lower, serialized_.upper(s, cell.lower, cell.upper, depth_ - ply));
    stats.bounds_met += cell.lower >= cell.upper;
    return {cell.lower, cell.upper};
  }

  /// A stage with all of its subgames solved.
  StageReport report(State s) {
    if (game_.turn(s) != kSimultaneous)
      throw UnsupportedGameError("only a stage where both players move has a matrix.");
    StageReport result;
    result.rows = actions(s, 0), result.columns = actions(s, 1);
    for (int i = 0; i < result.rows; ++i)
      for (int j = 0; j < result.columns; ++j)
        result.matrix.push_back(descend(s, i, j, [&](State& next) { return value(next, -kInfinity, kInfinity, 1); }));
    result.row_strategy.resize(static_cast<std::size_t>(result.rows));
    result.column_strategy.resize(static_cast<std::size_t>(result.columns));
    result.value = kernel_
                       .solve(result.matrix.data(), result.rows, result.columns, result.row_strategy.data(),
                              result.column_strategy.data())
                       .value;
    return result;
  }

  /// What is known of the value of the stage that the search began with, whether or not it came to its end: the values
  /// of two matrices, of all lower and of all upper bounds on its cells.
  std::pair<double, double> proven() {
    std::pair<double, double> result{least_, most_};
    if (levels_.empty() || levels_[0]->cells.empty() || !std::isfinite(least_) || !std::isfinite(most_)) return result;
    Level& level = *levels_[0];
    const auto columns = static_cast<int>(level.cells.size()) / level.height;
    std::vector<double> matrix;
    for (const bool upper : {false, true}) {
      matrix.clear();
      for (const Cell& cell : level.cells)
        matrix.push_back(!cell.seen ? (upper ? most_ : least_) : upper ? cell.upper : cell.lower);
      level.x.resize(static_cast<std::size_t>(level.height)), level.y.resize(static_cast<std::size_t>(columns));
      const MatrixResult game = kernel_.solve(matrix.data(), level.height, columns, level.x.data(), level.y.data());
      (upper ? result.second : result.first) = upper ? game.upper : game.lower;
    }
    return result;
  }

  /// How far a value may be off: every stage adds what its matrix left open, what best responses overlook, and
  /// rounding.
  double error() const {
    const double each = doubt_ + 1e-15 * size_ + (options_.solver == StageSolver::matrix ? 0 : slack_);
    return static_cast<double>(stats.stages_by_depth.size()) * each;
  }

  /// Called with bounds on the first stage whenever they have changed.
  std::function<void(double lower, double upper)> on_bounds;

  /// Looks this many stages ahead from now on.
  void look_ahead(int depth) { depth_ = depth; }
  /// Positions so far whose value rests on an estimate.
  std::int64_t horizon_count() const { return horizon_ + serialized_.horizon_count(); }

  /// Counts of all searches so far.
  StageStats counted() const {
    StageStats all = stats;
    all.serialized_nodes = serialized_.nodes();
    all.evaluations = horizon_ + serialized_.evaluations();
    return all;
  }

  StageStats stats;

 private:
  /// What is known of the subgame after a pair of actions.
  struct Cell {
    double lower, upper;
    bool seen = false;                                    ///< somebody has asked for it
    bool searched_lower = false, searched_upper = false;  ///< its serialized bound is in
    bool open() const { return lower < upper; }
  };

  /// The workspace of one open stage; kept from stage to stage at the same depth.
  struct Level {
    explicit Level(int ply) : ply(ply) {}
    const int ply;
    int height = 0, width = 0;              ///< rows and columns
    int likely_row = 0, likely_column = 0;  ///< what was played most in the last stage of this depth
    std::vector<Cell> cells;
    std::vector<double> restricted, x, y;
    std::vector<int> rows, columns;  ///< in the restricted game
    std::vector<char> has_row, has_column;
    std::vector<std::pair<double, int>> order;
    Cell& at(int row, int column) {
      return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
    }
  };

  // --- positions ----------------------------------------------------------------------------------------------------

  double utility(const State& s) {
    std::array<double, 2> utilities{};
    game_.utilities(s, utilities.data());
    if constexpr (UntrustedGame<G>) {
      watch_.utilities(s, utilities.data());
      size_ = std::max(size_, std::abs(utilities[0]));  // it may not have said how large they get
    }
    return utilities[0];
  }

  /// The estimate of a position that the depth limit forbids to look into.
  double horizon(const State& s) {
    ++horizon_;
    return estimated(game_, s, evaluate_, least_, most_);
  }

  double mean(State& s, int count, int ply) {
    double sum = 0;
    if constexpr (ChanceGame<G>) {
      if constexpr (UntrustedGame<G>) watch_.chance(s, count);
      for (int o = 0; o < count; ++o) {
        const double p = game_.chance_probability(s, o);
        if (p > 0) sum += p * step(s, o, [&](State& next) { return value(next, -kInfinity, kInfinity, ply); });
      }
    }
    return sum;
  }

  /// A position where one player moves alone.
  double decide(State& s, int turn, int count, double alpha, double beta, int ply) {
    double best = turn == 0 ? -kInfinity : kInfinity;
    for (int a = 0; a < count && alpha < beta; ++a) {
      const double v = step(s, a, [&](State& next) { return value(next, alpha, beta, ply); });
      if (turn == 0)
        best = std::max(best, v), alpha = std::max(alpha, v);
      else
        best = std::min(best, v), beta = std::min(beta, v);
    }
    return best;
  }

  /// Plays a move of one player or of chance, asks `then` and takes it back.
  template <class Then>
  double step(State& s, int action, Then&& then) {
    ++line_;
    const double result = moved(s, [&](State& next) { game_.apply(next, action); }, then);
    --line_;
    return result;
  }
  /// The same for a pair of actions.
  template <class Then>
  double descend(State& s, int row, int column, Then&& then) {
    const std::array<int, 2> joint{row, column};
    return moved(s, [&](State& next) { game_.apply_joint(next, joint.data()); }, then);
  }
  template <class Move, class Then>
  double moved(State& s, Move&& move, Then&& then) {
    if constexpr (UndoGame<G>) {
      move(s);
      const double result = then(s);
      game_.undo(s);
      return result;
    } else {
      State next = s;
      move(next);
      return then(next);
    }
  }

  int actions(const State& s, int player) {
    const int count = game_.num_actions(s, player);
    if constexpr (UntrustedGame<G>) watch_.actions(s, player, count);
    return count;
  }

  // --- stages -------------------------------------------------------------------------------------------------------

  double stage(State& s, double alpha, double beta, int ply) {
    ++stats.stages;
    budget_.spend(stats.stages, [] { return std::int64_t{0}; });
    const auto depth = static_cast<std::size_t>(ply);
    if (depth >= stats.stages_by_depth.size()) deeper(ply);
    ++stats.stages_by_depth[depth];
    const int rows = actions(s, 0), columns = actions(s, 1);
    if (rows == 1 && columns == 1) {
      ++stats.pure_by_depth[depth];
      return descend(s, 0, 0, [&](State& next) { return value(next, alpha, beta, ply + 1); });
    }
    TableEntry known;
    typename StageTable<G>::Place place;
    if (table_.find(s, known, place)) {
      ++stats.table_hits;
      if (known.complete || known.depth == depth_ - ply) {
        horizon_ += !known.complete;
        if (known.lower >= known.upper || known.lower >= beta) return known.lower;
        if (known.upper <= alpha) return known.upper;
      } else {
        known = {};
      }
    }
    const std::int64_t before = stats.stages, estimates = horizon_count();
    TableEntry found;
    found.lower = known.lower, found.upper = known.upper;
    const double v = solve(s, rows, columns, alpha, beta, found, *levels_[depth]);
    found.depth = depth_ - ply, found.complete = horizon_count() == estimates;
    table_.store(s, found, stats.stages - before + 1);
    return v;
  }

  double solve(State& s, int rows, int columns, double alpha, double beta, TableEntry& found, Level& level) {
    level.height = rows, level.width = columns;
    if (options_.solver == StageSolver::matrix) {
      const double v = whole_matrix(s, rows, columns, level);
      found.lower = found.upper = v;
      return v;
    }
    level.cells.assign(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), Cell{least_, most_});
    return options_.solver == StageSolver::oracle ? double_oracle(s, alpha, beta, found, level)
                                                  : without_dominated(s, alpha, beta, found, level);
  }

  void deeper(int ply) {
    if (ply >= kDeepest) too_deep("stages");
    const auto size = static_cast<std::size_t>(ply) + 1;
    stats.stages_by_depth.resize(size), stats.pure_by_depth.resize(size), stats.mixed_by_depth.resize(size);
    while (levels_.size() < size) levels_.push_back(std::make_unique<Level>(static_cast<int>(levels_.size())));
  }

  [[noreturn]] static void too_deep(const char* what) {
    throw UnsupportedGameError("a line of this game has more than " + std::to_string(kDeepest) + " " + what +
                               ", deeper than these methods go.");
  }

  void count_stage(bool mixed, const Level& level) {
    ++(mixed ? stats.mixed_by_depth : stats.pure_by_depth)[static_cast<std::size_t>(level.ply)];
  }

  // --- backward induction (Algorithms 1 and 2) ----------------------------------------------------------------------

  double whole_matrix(State& s, int rows, int columns, Level& level) {
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    if (level.restricted.size() < size) level.restricted.resize(size);
    if (level.ply == 0) level.cells.assign(size, Cell{least_, most_});
    std::size_t at = 0;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        const double v = descend(s, i, j, [&](State& next) { return subgame(next, level.ply + 1); });
        if (level.ply == 0) level.cells[at] = {v, v, true};
        level.restricted[at++] = v;
      }
    return matrix_value(level.restricted.data(), rows, columns, level);
  }

  double subgame(State& s, int ply) {
    if (options_.bounds && game_.turn(s) != kTerminal) {
      const auto [lower, upper] = bounds(s, ply);
      if (lower >= upper) return lower;
    }
    return value(s, -kInfinity, kInfinity, ply);
  }

  double matrix_value(const double* cells, int rows, int columns, Level& level) {
    ++stats.matrices;
    if (rows == 1 || columns == 1) {
      count_stage(false, level);
      return rows == 1 ? *std::min_element(cells, cells + columns) : *std::max_element(cells, cells + rows);
    }
    if (rows == 2 && columns == 2) {
      const double a = cells[0], b = cells[1], c = cells[2], d = cells[3];
      const double maximin = std::max(std::min(a, b), std::min(c, d)),
                   minimax = std::min(std::max(a, c), std::max(b, d));
      count_stage(maximin < minimax, level);
      if (maximin >= minimax) return maximin;
      const double all = (a - b) + (d - c), x = (d - c) / all, y = (d - b) / all;
      const double lower = std::min(c + x * (a - c), d + x * (b - d)),
                   upper = std::max(b + y * (a - b), d + y * (c - d));
      doubt_ = std::max(doubt_, upper - lower);
      return lower + (upper - lower) / 2;
    }
    level.x.resize(static_cast<std::size_t>(rows)), level.y.resize(static_cast<std::size_t>(columns));
    const MatrixResult result = kernel_.solve(cells, rows, columns, level.x.data(), level.y.data());
    count_stage(result.pivots > 0, level);
    doubt_ = std::max(doubt_, result.upper - result.lower);
    return result.value;
  }

  // --- what is known of cells ---------------------------------------------------------------------------------------

  /// Narrows a cell by what the game itself says of its position.
  void look(const State& s, Cell& cell) const {
    if constexpr (OutlookGame<G>)
      if (options_.outlook) {
        const auto [least, most] = game_.outlook(s);
        cell.lower = std::max(cell.lower, least), cell.upper = std::min(cell.upper, most);
      }
    (void)s, (void)cell;
  }

  /// A cell as far as it is known without any search.
  Cell& seen(State& s, int row, int column, Level& level) {
    Cell& cell = level.at(row, column);
    if (cell.seen) return cell;
    descend(s, row, column, [&](State& next) {
      if (game_.turn(next) == kTerminal)
        cell.lower = cell.upper = utility(next);
      else
        look(next, cell);
      // Without any bound nothing can be left out.
      if (!options_.bounds && !(std::isfinite(cell.lower) && std::isfinite(cell.upper)))
        cell.lower = cell.upper = value(next, -kInfinity, kInfinity, level.ply + 1);
      return 0.0;
    });
    cell.seen = true;
    cell.searched_lower = cell.searched_upper = !options_.bounds;
    return cell;
  }

  /// Makes sure that a cell's bound is as good as a serialized search can make it.
  void bound(State& s, int row, int column, bool upper, Level& level) {
    Cell& cell = seen(s, row, column, level);
    bool& searched = upper ? cell.searched_upper : cell.searched_lower;
    if (searched || !cell.open()) return;
    searched = true;
    ++stats.bounds;
    const int depth = depth_ - level.ply - 1;
    descend(s, row, column, [&](State& next) {
      if (upper)
        cell.upper = std::max(cell.lower, serialized_.upper(next, cell.lower, cell.upper, depth));
      else
        cell.lower = std::min(cell.upper, serialized_.lower(next, cell.lower, cell.upper, depth));
      return 0.0;
    });
    stats.bounds_met += !cell.open();
  }

  /// Solves a cell's subgame inside a window and keeps what that proves.
  void search(State& s, int row, int column, double alpha, double beta, Level& level) {
    const double v = descend(s, row, column, [&](State& next) { return value(next, alpha, beta, level.ply + 1); });
    Cell& cell = level.at(row, column);
    if (v > alpha) cell.lower = std::max(cell.lower, v);
    if (v < beta) cell.upper = std::min(cell.upper, v);
    // Rounding may let the two cross by a hair.
    if (cell.lower > cell.upper) cell.lower = cell.upper = v;
  }

  double exact(State& s, int row, int column, Level& level) {
    bound(s, row, column, false, level);
    bound(s, row, column, true, level);
    Cell& cell = level.at(row, column);
    if (cell.open()) search(s, row, column, -kInfinity, kInfinity, level);
    return cell.lower;
  }

  // --- double oracle (Algorithms 3 and 4) ---------------------------------------------------------------------------

  /// What a best response gets, from the player's side: at least and at most.
  struct Response {
    int action = -1;  ///< one that beats the bar, or none
    double least = 0, most = 0;
  };

  /// `found` gets what is proven of the stage's value.
  double double_oracle(State& s, double alpha, double beta, TableEntry& found, Level& level) {
    begin(s, level);
    for (;;) {
      ++stats.iterations;
      const MatrixResult restricted = solve_restricted(s, level);
      const double v = restricted.value;
      const Response row = best_response(s, 0, v, level);
      const Response column = best_response(s, 1, -v, level);
      if (row.action < 0 && column.action < 0) {
        count_stage(restricted.pivots > 0, level);
        doubt_ = std::max(doubt_, restricted.upper - restricted.lower);
        found.lower = found.upper = v;
        level.likely_row =
            level.rows[static_cast<std::size_t>(std::max_element(level.x.begin(), level.x.end()) - level.x.begin())];
        level.likely_column =
            level.columns[static_cast<std::size_t>(std::max_element(level.y.begin(), level.y.end()) - level.y.begin())];
        return v;
      }
      found.upper = std::min(found.upper, std::max(row.most, restricted.upper));
      found.lower = std::max(found.lower, std::min(-column.most, restricted.lower));
      if (options_.tighten && found.upper <= alpha) return found.upper;
      if (options_.tighten && found.lower >= beta) return found.lower;
      if (level.ply == 0 && on_bounds) on_bounds(found.lower, found.upper);
      if (row.action >= 0) add(level.rows, level.has_row, row.action);
      if (column.action >= 0) add(level.columns, level.has_column, column.action);
    }
  }

  /// The first restricted game: one action of each player.
  void begin(const State& s, Level& level) {
    level.rows.clear(), level.columns.clear();
    level.has_row.assign(static_cast<std::size_t>(level.height), 0);
    level.has_column.assign(static_cast<std::size_t>(level.width), 0);
    add(level.rows, level.has_row, first_action(s, 0, level.height, level.likely_row));
    add(level.columns, level.has_column, first_action(s, 1, level.width, level.likely_column));
  }
  /// Any action at random, the one that the game itself would look at first, or the one that was played most in the
  /// last stage of the same depth.
  int first_action(const State& s, int player, int count, int likely) {
    if (options_.shuffle) return any(count);
    int best = std::min(likely, count - 1);
    if constexpr (StageOrderedGame<G>) {
      best = 0;
      for (int a = 1; a < count; ++a)
        if (game_.promise(s, player, a) > game_.promise(s, player, best)) best = a;
    }
    (void)s, (void)player;
    return best;
  }
  static void add(std::vector<int>& actions, std::vector<char>& has, int action) {
    actions.push_back(action), has[static_cast<std::size_t>(action)] = 1;
  }
  int any(int count) {
    if (!options_.shuffle) return 0;
    random_ += 0x9e3779b97f4a7c15ULL;
    return static_cast<int>(mix(random_) % static_cast<std::uint64_t>(count));
  }

  MatrixResult solve_restricted(State& s, Level& level) {
    level.restricted.resize(level.rows.size() * level.columns.size());
    std::size_t at = 0;
    for (const int i : level.rows)
      for (const int j : level.columns) level.restricted[at++] = exact(s, i, j, level);
    level.x.resize(level.rows.size()), level.y.resize(level.columns.size());
    ++stats.matrices;
    return kernel_.solve(level.restricted.data(), static_cast<int>(level.rows.size()),
                         static_cast<int>(level.columns.size()), level.x.data(), level.y.data());
  }

  /// An action of `player` that does better than `bar` against the opponent's strategy in the restricted game, the
  /// best one unless windows are tightened. Everything is seen from the player's side.
  Response best_response(State& s, int player, double bar, Level& level) {
    const std::vector<char>& known = player == 0 ? level.has_row : level.has_column;
    level.order.clear();
    for (std::size_t a = 0; a < known.size(); ++a)
      if (!known[a]) level.order.emplace_back(0.0, static_cast<int>(a));
    put_in_order(s, player, level);
    Response best{-1, bar, bar};
    for (const auto& [worth, action] : level.order) {
      const auto [least, most] = respond(s, player, action, best.least, level);
      best.most = std::max(best.most, most);
      if (least > best.least + slack_) best.least = least, best.action = action;
    }
    return best;
  }

  /// The order in which responses are tried: at random, as the game has it, or by what they may get.
  void put_in_order(State& s, int player, Level& level) {
    auto& order = level.order;
    if (options_.shuffle)
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[static_cast<std::size_t>(any(static_cast<int>(i)))]);
    if constexpr (StageOrderedGame<G>)
      if (!options_.shuffle)
        for (auto& [worth, action] : order) worth = game_.promise(s, player, action);
    if (options_.sorted)
      for (auto& [worth, action] : order) worth = optimistic(s, player, action, -kInfinity, level);
    if (options_.sorted || (StageOrderedGame<G> && !options_.shuffle))
      std::stable_sort(order.begin(), order.end(), [](auto a, auto b) { return a.first > b.first; });
  }

  /// Calls `visit(row, column, probability)` for the opponent's actions that are played.
  template <class Visit>
  void against(int player, int action, const Level& level, Visit&& visit) {
    const std::vector<int>& others = player == 0 ? level.columns : level.rows;
    const std::vector<double>& strategy = player == 0 ? level.y : level.x;
    for (std::size_t k = 0; k < others.size(); ++k)
      if (strategy[k] > 0 && !visit(player == 0 ? action : others[k], player == 0 ? others[k] : action, strategy[k]))
        return;
  }

  /// What a player gets in a cell at most and at least, from her side.
  static double hope(int player, const Cell& cell) { return player == 0 ? cell.upper : -cell.lower; }
  static double fear(int player, const Cell& cell) { return player == 0 ? cell.lower : -cell.upper; }

  /// What an action gets at most, or at least, by what is known.
  double expected(int player, int action, bool most, Level& level) {
    double sum = 0;
    against(player, action, level, [&](int i, int j, double p) {
      sum += p * (most ? hope(player, level.at(i, j)) : fear(player, level.at(i, j)));
      return true;
    });
    return sum;
  }

  /// What an action may get at most; serialized searches stop as soon as that is no more than `bar`.
  double optimistic(State& s, int player, int action, double bar, Level& level) {
    against(player, action, level, [&](int i, int j, double) {
      seen(s, i, j, level);
      return true;
    });
    double most = expected(player, action, true, level);
    if (!options_.bounds) return most;
    against(player, action, level, [&](int i, int j, double) {
      if (most <= bar + slack_) return false;
      bound(s, i, j, player == 0, level);
      most = expected(player, action, true, level);
      return true;
    });
    return most;
  }

  /// What an action gets at least and at most: exactly that if it is more than `best`, unless null windows leave it at
  /// being more.
  std::pair<double, double> respond(State& s, int player, int action, double best, Level& level) {
    double most = optimistic(s, player, action, best, level);
    if (most <= best + slack_) return {-kInfinity, most};
    double least = expected(player, action, false, level);
    against(player, action, level, [&](int i, int j, double p) {
      if (most <= best + slack_ || (options_.null_windows && least > best + slack_)) return false;
      if (!level.at(i, j).open()) return true;
      bound(s, i, j, player != 0, level);
      const Cell& cell = level.at(i, j);
      if (cell.open()) {
        most = expected(player, action, true, level), least = expected(player, action, false, level);
        refine(s, player, i, j, (best - (most - p * hope(player, cell))) / p,
               (best + 2 * slack_ - (least - p * fear(player, cell))) / p, level);
      }
      most = expected(player, action, true, level), least = expected(player, action, false, level);
      return true;
    });
    return {least, most};
  }

  /// Solves a subgame; with tightened windows only as far as it matters: at `need` or less the player's action is no
  /// improvement; with null windows `enough` or more is not looked into either, because it is one for sure.
  void refine(State& s, int player, int row, int column, double need, double enough, Level& level) {
    double alpha = -kInfinity, beta = kInfinity;
    if (options_.tighten) {
      const Cell& cell = level.at(row, column);
      if (!options_.null_windows) enough = kInfinity;
      const double low = player == 0 ? need : -enough, high = player == 0 ? enough : -need;
      // Bounds that are known must not close the window; where there are none it may be no number.
      if (low > cell.lower) alpha = low;
      if (high < cell.upper && high > low + slack_) beta = high;
    }
    search(s, row, column, alpha, beta, level);
  }

  // --- SMAB (Saffidine, Finnsson and Buro 2012) ---------------------------------------------------------------------

  /// Cell by cell, in growing squares from the first: an action that a mixture of others dominates by the bounds known
  /// so far is left out, and a cell is searched only between the values at which its row or column would be.
  double without_dominated(State& s, double alpha, double beta, TableEntry& found, Level& level) {
    level.rows.resize(static_cast<std::size_t>(level.height)),
        level.columns.resize(static_cast<std::size_t>(level.width));
    std::iota(level.rows.begin(), level.rows.end(), 0), std::iota(level.columns.begin(), level.columns.end(), 0);
    level.has_row.assign(level.rows.size(), 1), level.has_column.assign(level.columns.size(), 1);
    for (int k = 0; k < std::max(level.height, level.width); ++k) {
      for (int j = 0; j <= std::min(k, level.width - 1) && k < level.height; ++j) settle(s, k, j, alpha, beta, level);
      for (int i = 0; i < std::min(k, level.height) && k < level.width; ++i) settle(s, i, k, alpha, beta, level);
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

  void settle(State& s, int row, int column, double alpha, double beta, Level& level) {
    const auto alive = [&] {
      return level.has_row[static_cast<std::size_t>(row)] && level.has_column[static_cast<std::size_t>(column)];
    };
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

  void drop(std::vector<int>& actions, std::vector<char>& has, int action) {
    ++stats.dominated;
    actions.erase(std::find(actions.begin(), actions.end(), action));
    has[static_cast<std::size_t>(action)] = 0;
  }

  /// See `Dominance::threshold`; cells and the edge of the stage's window on her side are seen from the player's side.
  double threshold(int player, int action, int other, double bar, Level& level) {
    if (!std::isfinite(least_) || !std::isfinite(most_)) return -kInfinity;
    const auto cell = [&](int mine, int theirs) -> const Cell& {
      return player == 0 ? level.at(mine, theirs) : level.at(theirs, mine);
    };
    return dominance_.threshold(
        player == 0 ? level.rows : level.columns, player == 0 ? level.columns : level.rows, action, other, bar,
        [&](int a, int b) { return fear(player, cell(a, b)); }, [&](int a, int b) { return hope(player, cell(a, b)); },
        0.01 * slack_);
  }

  const G& game_;
  const StageOptions& options_;
  const Evaluate& evaluate_;
  Budget& budget_;
  ContractReport report_;
  Watch<G> watch_;
  SerializedBounds<G> serialized_;
  StageTable<G> table_;
  MatrixSolver kernel_;
  int depth_;
  std::uint64_t random_;
  std::int64_t horizon_ = 0;
  int line_ = 0;  ///< moves of chance and of single players that are open
  double least_ = -kInfinity, most_ = kInfinity;
  double size_ = 1;   ///< of the utilities
  double slack_ = 0;  ///< improvements that best responses overlook
  double doubt_ = 0;  ///< the widest interval around the value of a matrix
  std::vector<std::unique_ptr<Level>> levels_;
  Dominance dominance_;
};

}  // namespace dodona
