/// Games of two players who move at once and see everything else: backward induction over stages, with serialized
/// bounds and double oracle as parts that may be left out (Bosansky et al. 2013; chapter 4 of Bosansky 2014).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/keys.h"
#include "core/matrix_kernel.h"
#include "games/adapters.h"
#include "games/contract.h"
#include "games/watch.h"
#include "perfect/search.h"
#include "simultaneous/options.h"

namespace dodona {

/// Solves positions of one game. All values are player 0's; the row player of every stage is player 0.
///
/// Departures from the print, all of them corrections or savings that keep the value: a best response looks only for
/// actions that beat the restricted game's value, which is what can change the next iteration, and its bound is then
/// never the window (errata of Algorithm 3, lines 31 to 35); failed windows return the bound they have proven.
template <SimultaneousGame G>
class StageSearch {
 public:
  using State = typename G::State;
  static constexpr int kDeepest = 2000;

  StageSearch(const G& game, const StageOptions& options, Budget& budget)
      : game_(game),
        options_(options),
        budget_(budget),
        watch_(game, report_),
        views_{Serialized<G>(game, 0), Serialized<G>(game, 1)},
        search_options_{serial_options(0), serial_options(1)},
        searches_{{views_[0], search_options_[0], no_evaluation_, budget_},
                  {views_[1], search_options_[1], no_evaluation_, budget_}} {
    if constexpr (BoundedGame<G>) least_ = game.min_utility(), most_ = game.max_utility();
    const double size = std::max(std::abs(least_), std::abs(most_));
    slack_ = 1e-11 * (std::isfinite(size) ? std::max(1.0, size) : 1.0);
  }

  /// The value of a position inside a window: exact where it lies strictly inside, otherwise a bound beyond the edge.
  double value(const State& s, double alpha = -kInfinity, double beta = kInfinity, int ply = 0) {
    const int turn = game_.turn(s);
    if (turn == kSimultaneous) return stage(s, alpha, beta, ply);
    if (turn == kTerminal) return utility(s);
    if constexpr (UntrustedGame<G>) watch_.turn(s, turn);
    const int count = game_.num_actions(s);
    if constexpr (UntrustedGame<G>) watch_.actions(s, turn, count);
    if (turn == kChance) return mean(s, count, ply);
    return decide(s, turn, count, alpha, beta, ply);
  }

  /// Bounds of the two serialized games around a position's value (Corollary 4.3.2): whoever moves first is at a
  /// disadvantage.
  std::pair<double, double> bounds(const State& s) {
    ++stats.bounds;
    if constexpr (OutlookGame<G>)
      if (options_.outlook) {
        const std::pair<double, double> known = game_.outlook(s);
        stats.bounds_met += known.first >= known.second;
        if (known.first >= known.second) return known;
      }
    const double lower = serialized(0, s, least_, most_);
    const double upper = lower >= most_ ? lower : std::max(lower, serialized(1, s, lower, most_));
    stats.bounds_met += lower >= upper;
    return {lower, upper};
  }

  /// A stage with all of its subgames solved.
  StageReport report(const State& s) {
    if (game_.turn(s) != kSimultaneous)
      throw UnsupportedGameError("only a stage where both players move has a matrix.");
    StageReport result;
    result.rows = actions(s, 0), result.columns = actions(s, 1);
    for (int i = 0; i < result.rows; ++i)
      for (int j = 0; j < result.columns; ++j) result.matrix.push_back(value(child(s, i, j), -kInfinity, kInfinity, 1));
    result.row_strategy.resize(static_cast<std::size_t>(result.rows));
    result.column_strategy.resize(static_cast<std::size_t>(result.columns));
    result.value = kernel_
                       .solve(result.matrix.data(), result.rows, result.columns, result.row_strategy.data(),
                              result.column_strategy.data())
                       .value;
    return result;
  }

  /// Counts of all searches so far.
  StageStats counted() const {
    StageStats all = stats;
    for (const auto& search : searches_) all.serialized_nodes += search.stats.nodes;
    return all;
  }

  StageStats stats;

 private:
  /// The workspace of one open stage; kept from stage to stage at the same depth.
  struct Level {
    explicit Level(int ply) : ply(ply) {}
    const int ply;
    std::vector<double> lower, upper;  ///< of the subgames; NaN where nobody has asked
    std::vector<double> restricted, x, y;
    std::vector<int> rows, columns;
    std::vector<char> has_row, has_column;
    std::vector<std::pair<double, int>> order;
  };

  SearchOptions serial_options(int first) const {
    SearchOptions serial;
    serial.algorithm = options_.search;
    serial.ordering = options_.ordering;
    serial.table = options_.serialized_tables[first];
    serial.outlook = options_.outlook;
    serial.line = false;
    return serial;
  }

  /// The value of a serialized game that is known to lie from `low` to `high`.
  double serialized(int first, const State& s, double low, double high) {
    auto root = views_[static_cast<std::size_t>(first)].at(s);
    return searches_[static_cast<std::size_t>(first)].alphabeta(root, low, high, kNoHorizon, 0);
  }

  double utility(const State& s) {
    std::array<double, 2> utilities{};
    game_.utilities(s, utilities.data());
    if constexpr (UntrustedGame<G>) watch_.utilities(s, utilities.data());
    return utilities[0];
  }

  double mean(const State& s, int count, int ply) {
    double sum = 0;
    if constexpr (ChanceGame<G>) {
      if constexpr (UntrustedGame<G>) watch_.chance(s, count);
      for (int o = 0; o < count; ++o) {
        const double p = game_.chance_probability(s, o);
        if (p <= 0) continue;
        State next = s;
        game_.apply(next, o);
        sum += p * value(next, -kInfinity, kInfinity, ply);
      }
    }
    return sum;
  }

  /// A position where one player moves alone.
  double decide(const State& s, int turn, int count, double alpha, double beta, int ply) {
    double best = turn == 0 ? -kInfinity : kInfinity;
    for (int a = 0; a < count; ++a) {
      State next = s;
      game_.apply(next, a);
      const double v = value(next, alpha, beta, ply);
      best = turn == 0 ? std::max(best, v) : std::min(best, v);
      (turn == 0 ? alpha : beta) = turn == 0 ? std::max(alpha, best) : std::min(beta, best);
      if (alpha >= beta) break;
    }
    return best;
  }

  State child(const State& s, int row, int column) const {
    State next = s;
    const std::array<int, 2> joint{row, column};
    game_.apply_joint(next, joint.data());
    return next;
  }

  int actions(const State& s, int player) {
    const int count = game_.num_actions(s, player);
    if constexpr (UntrustedGame<G>) watch_.actions(s, player, count);
    return count;
  }

  double stage(const State& s, double alpha, double beta, int ply) {
    if constexpr (OutlookGame<G>)
      if (options_.outlook) {
        const auto [least, most] = game_.outlook(s);
        if (least >= most || most <= alpha) return most;
        if (least >= beta) return least;
      }
    ++stats.stages;
    budget_.spend(stats.stages, [] { return std::int64_t{0}; });
    const auto depth = static_cast<std::size_t>(ply);
    if (depth >= stats.stages_by_depth.size()) deeper(ply);
    ++stats.stages_by_depth[depth];
    const int rows = actions(s, 0), columns = actions(s, 1);
    if (rows == 1 && columns == 1) {
      ++stats.pure_by_depth[depth];
      return value(child(s, 0, 0), alpha, beta, ply + 1);
    }
    TableEntry known;
    bool mirrored = false;
    if (recall(s, known, mirrored)) {
      ++stats.table_hits;
      if (known.lower >= known.upper || known.lower >= beta) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }
    const std::int64_t before = stats.stages;
    TableEntry found;
    found.lower = known.lower, found.upper = known.upper, found.complete = true;
    double v;
    if (options_.oracle) {
      v = double_oracle(s, rows, columns, alpha, beta, found, ply);
    } else {
      v = whole_matrix(s, rows, columns, ply);
      found.lower = found.upper = v;
    }
    remember(s, found, mirrored, stats.stages - before + 1);
    return v;
  }

  void deeper(int ply) {
    if (ply >= kDeepest)
      throw UnsupportedGameError("a line of this game has more than " + std::to_string(kDeepest) +
                                 " stages, deeper than these methods go.");
    const auto size = static_cast<std::size_t>(ply) + 1;
    stats.stages_by_depth.resize(size), stats.pure_by_depth.resize(size), stats.mixed_by_depth.resize(size);
    while (levels_.size() < size) levels_.push_back(std::make_unique<Level>(static_cast<int>(levels_.size())));
  }

  // --- backward induction --------------------------------------------------------------------------------------------

  double whole_matrix(const State& s, int rows, int columns, int ply) {
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    Level& level = *levels_[static_cast<std::size_t>(ply)];
    if (level.lower.size() < size) level.lower.resize(size);
    std::size_t at = 0;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        const State next = child(s, i, j);
        double v;
        if (options_.bounds && game_.turn(next) != kTerminal) {
          const auto [lower, upper] = bounds(next);
          v = lower >= upper ? lower : value(next, -kInfinity, kInfinity, ply + 1);
        } else {
          v = value(next, -kInfinity, kInfinity, ply + 1);
        }
        level.lower[at++] = v;
      }
    return matrix_value(level.lower.data(), rows, columns, level, ply);
  }

  double matrix_value(const double* cells, int rows, int columns, Level& level, int ply) {
    const auto depth = static_cast<std::size_t>(ply);
    ++stats.matrices;
    if (rows == 1 || columns == 1) {
      ++stats.pure_by_depth[depth];
      return rows == 1 ? *std::min_element(cells, cells + columns) : *std::max_element(cells, cells + rows);
    }
    if (rows == 2 && columns == 2) {
      const double a = cells[0], b = cells[1], c = cells[2], d = cells[3];
      const double maximin = std::max(std::min(a, b), std::min(c, d)),
                   minimax = std::min(std::max(a, c), std::max(b, d));
      ++(maximin >= minimax ? stats.pure_by_depth : stats.mixed_by_depth)[depth];
      return maximin >= minimax ? maximin : std::clamp((a * d - b * c) / (a + d - b - c), maximin, minimax);
    }
    level.x.resize(static_cast<std::size_t>(rows)), level.y.resize(static_cast<std::size_t>(columns));
    const MatrixResult result = kernel_.solve(cells, rows, columns, level.x.data(), level.y.data());
    ++(result.pivots == 0 ? stats.pure_by_depth : stats.mixed_by_depth)[depth];
    return result.value;
  }

  // --- double oracle
  // ---------------------------------------------------------------------------------------------------

  /// A stage by double oracle (Algorithm 3). `found` gets what is proven of its value.
  double double_oracle(const State& s, int rows, int columns, double alpha, double beta, TableEntry& found, int ply) {
    Level& level = *levels_[static_cast<std::size_t>(ply)];
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    level.lower.assign(size, std::numeric_limits<double>::quiet_NaN());
    level.upper.assign(size, std::numeric_limits<double>::quiet_NaN());
    level.has_row.assign(static_cast<std::size_t>(rows), 0),
        level.has_column.assign(static_cast<std::size_t>(columns), 0);
    level.rows.assign(1, 0), level.columns.assign(1, 0);
    level.has_row[0] = level.has_column[0] = 1;
    for (;;) {
      ++stats.iterations;
      const MatrixResult restricted = solve_restricted(s, columns, level, ply);
      const double v = restricted.value;
      const auto [row, row_value] = best_response(s, 0, rows, columns, v, level, ply);
      const auto [column, column_value] = best_response(s, 1, rows, columns, v, level, ply);
      found.upper = std::min(found.upper, std::max(row_value, restricted.upper));
      found.lower = std::max(found.lower, std::min(column_value, restricted.lower));
      if (row < 0 && column < 0) {
        const bool mixed = restricted.pivots > 0;
        ++(mixed ? stats.mixed_by_depth : stats.pure_by_depth)[static_cast<std::size_t>(ply)];
        found.lower = found.upper = v;
        return v;
      }
      if (options_.tighten && found.upper <= alpha) return found.upper;
      if (options_.tighten && found.lower >= beta) return found.lower;
      if (row >= 0) level.rows.push_back(row), level.has_row[static_cast<std::size_t>(row)] = 1;
      if (column >= 0) level.columns.push_back(column), level.has_column[static_cast<std::size_t>(column)] = 1;
    }
  }

  MatrixResult solve_restricted(const State& s, int columns, Level& level, int ply) {
    level.restricted.resize(level.rows.size() * level.columns.size());
    std::size_t at = 0;
    for (const int i : level.rows)
      for (const int j : level.columns) level.restricted[at++] = exact(s, i, j, columns, level, ply);
    level.x.resize(level.rows.size()), level.y.resize(level.columns.size());
    ++stats.matrices;
    return kernel_.solve(level.restricted.data(), static_cast<int>(level.rows.size()),
                         static_cast<int>(level.columns.size()), level.x.data(), level.y.data());
  }

  static std::size_t cell(int row, int column, int columns) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }

  /// The bounds of a subgame, each computed when it is asked for the first time.
  double lower_of(const State& s, int row, int column, std::size_t at, Level& level) {
    if (std::isnan(level.lower[at])) bound(s, row, column, at, level, 0);
    return level.lower[at];
  }
  double upper_of(const State& s, int row, int column, std::size_t at, Level& level) {
    if (std::isnan(level.upper[at])) bound(s, row, column, at, level, 1);
    return level.upper[at];
  }
  /// What a player may hope for in a subgame, from her side.
  double hope(const State& s, int player, int row, int column, std::size_t at, Level& level) {
    return player == 0 ? upper_of(s, row, column, at, level) : -lower_of(s, row, column, at, level);
  }

  void bound(const State& s, int row, int column, std::size_t at, Level& level, int first) {
    const State next = child(s, row, column);
    double& lower = level.lower[at];
    double& upper = level.upper[at];
    if (game_.turn(next) == kTerminal) {
      lower = upper = utility(next);
    } else if (!options_.bounds && std::isfinite(least_) && std::isfinite(most_)) {
      lower = least_, upper = most_;
    } else if (!options_.bounds) {  // without any bound nothing can be left out
      lower = upper = value(next, -kInfinity, kInfinity, level.ply + 1);
    } else if (first == 0) {
      ++stats.bounds;
      const double most = std::isnan(upper) ? most_ : upper;
      lower = std::min(most, serialized(0, next, least_, most));
      if (lower >= most_) upper = lower;
    } else {
      ++stats.bounds;
      const double least = std::isnan(lower) ? least_ : lower;
      upper = std::max(least, serialized(1, next, least, most_));
      if (upper <= least_) lower = upper;
    }
    stats.bounds_met += lower >= upper;
  }

  double exact(const State& s, int row, int column, int columns, Level& level, int ply) {
    const std::size_t at = cell(row, column, columns);
    if (lower_of(s, row, column, at, level) < upper_of(s, row, column, at, level))
      level.lower[at] = level.upper[at] = value(child(s, row, column), -kInfinity, kInfinity, ply + 1);
    return level.lower[at];
  }

  /// The action of `player` that does best against the opponent's strategy in the restricted game (Algorithm 4), if it
  /// beats `bar`, else -1; and the value it gets, or the bar. Values stay player 0's.
  std::pair<int, double> best_response(const State& s, int player, int rows, int columns, double bar, Level& level,
                                       int ply) {
    const int count = player == 0 ? rows : columns;
    const double sign = player == 0 ? 1 : -1;
    const std::vector<char>& known = player == 0 ? level.has_row : level.has_column;
    double best = sign * bar;
    int response = -1;
    level.order.clear();
    for (int a = 0; a < count; ++a)
      if (!known[static_cast<std::size_t>(a)])
        level.order.emplace_back(options_.sorted ? optimistic(s, player, a, columns, level) : 0.0, a);
    if (options_.sorted)
      std::stable_sort(level.order.begin(), level.order.end(), [](auto a, auto b) { return a.first > b.first; });
    for (std::size_t k = 0; k < level.order.size(); ++k) {
      const int action = level.order[k].second;
      const double v = respond(s, player, action, columns, best, level, ply);
      if (v > best + slack_) best = v, response = action;
    }
    return {response, sign * best};
  }

  /// The opponent's actions in the restricted game and their probabilities.
  static const std::vector<int>& opposing(int player, const Level& level) {
    return player == 0 ? level.columns : level.rows;
  }
  static const std::vector<double>& strategy_against(int player, const Level& level) {
    return player == 0 ? level.y : level.x;
  }

  /// What an action may get at most, from the player's side.
  double optimistic(const State& s, int player, int action, int columns, Level& level) {
    double sum = 0;
    const auto& others = opposing(player, level);
    for (std::size_t k = 0; k < others.size(); ++k) {
      const double p = strategy_against(player, level)[k];
      if (p <= 0) continue;
      const int row = player == 0 ? action : others[k], column = player == 0 ? others[k] : action;
      sum += p * hope(s, player, row, column, cell(row, column, columns), level);
    }
    return sum;
  }

  /// What an action gets, from the player's side, or something at most `best` as soon as it cannot get more.
  double respond(const State& s, int player, int action, int columns, double best, Level& level, int ply) {
    double sum = optimistic(s, player, action, columns, level);
    const auto& others = opposing(player, level);
    for (std::size_t k = 0; k < others.size(); ++k) {
      if (sum <= best + slack_) return sum;
      const double p = strategy_against(player, level)[k];
      if (p <= 0) continue;
      const int row = player == 0 ? action : others[k], column = player == 0 ? others[k] : action;
      const std::size_t at = cell(row, column, columns);
      const double hoped = hope(s, player, row, column, at, level);
      if (lower_of(s, row, column, at, level) >= upper_of(s, row, column, at, level)) continue;
      refine(s, player, row, column, at, (best - (sum - p * hoped)) / p, level, ply);
      sum += p * (hope(s, player, row, column, at, level) - hoped);
    }
    return sum;
  }

  /// Solves a subgame; with tightened windows only as far as `need`, what the player must get there, asks for.
  void refine(const State& s, int player, int row, int column, std::size_t at, double need, Level& level, int ply) {
    const State next = child(s, row, column);
    double alpha = -kInfinity, beta = kInfinity;
    if (options_.tighten) {
      if (player == 0) alpha = std::max(need, level.lower[at] - slack_);
      if (player == 1) beta = std::min(-need, level.upper[at] + slack_);
    }
    const double v = value(next, alpha, beta, ply + 1);
    if (v > alpha) level.lower[at] = std::max(level.lower[at], v);
    if (v < beta) level.upper[at] = std::min(level.upper[at], v);
    // Rounding may let the two cross by a hair.
    if (level.lower[at] > level.upper[at]) level.lower[at] = level.upper[at] = v;
  }

  // --- the table
  // ---------------------------------------------------------------------------------------------------------

  /// Writes the key under which a position is kept: of it and its mirror image the smaller.
  void write_key(const State& s, bool& mirrored)
    requires KeyedGame<G>
  {
    key_.clear();
    game_.state_key(s, key_);
    mirrored = false;
    if constexpr (SymmetricGame<G>) {
      if (!options_.symmetry) return;
      mirror_.clear();
      game_.mirror_key(s, mirror_);
      const auto a = key_.view(), b = mirror_.view();
      mirrored = std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end());
      if (mirrored) std::swap(key_, mirror_);
    }
  }

  bool recall(const State& s, TableEntry& known, bool& mirrored) {
    if constexpr (KeyedGame<G>) {
      if (!options_.table) return false;
      write_key(s, mirrored);
      if (!options_.table->find(hash_bytes(key_.view()), key_.view(), known)) return false;
      if (mirrored) known = flipped(known);
      return true;
    } else {
      return false;
    }
  }

  void remember(const State& s, const TableEntry& found, bool mirrored, std::int64_t effort) {
    if constexpr (KeyedGame<G>) {
      if (!options_.table) return;
      write_key(s, mirrored);
      options_.table->store(hash_bytes(key_.view()), key_.view(), mirrored ? flipped(found) : found, effort);
    }
  }

  static TableEntry flipped(TableEntry entry) {
    std::tie(entry.lower, entry.upper) = std::pair{-entry.upper, -entry.lower};
    return entry;
  }

  const G& game_;
  const StageOptions& options_;
  Budget& budget_;
  ContractReport report_;
  Watch<G> watch_;
  typename Search<Serialized<G>>::Evaluate no_evaluation_;
  std::array<Serialized<G>, 2> views_;
  std::array<SearchOptions, 2> search_options_;
  Search<Serialized<G>> searches_[2];
  MatrixSolver kernel_;
  KeyWriter key_, mirror_;
  double least_ = -kInfinity, most_ = kInfinity, slack_ = 0;
  std::vector<std::unique_ptr<Level>> levels_;
};

/// Solves a position within a budget.
template <SimultaneousGame G>
StageResult solve_stages(const G& game, const typename G::State& root, const StageOptions& options, Budget& budget) {
  StageResult result;
  if constexpr (BoundedGame<G>) result.lower = game.min_utility(), result.upper = game.max_utility();
  StageSearch<G> search(game, options, budget);
  try {
    if (options.bounds && game.turn(root) != kTerminal) std::tie(result.lower, result.upper) = search.bounds(root);
    result.value = result.lower;
    if (result.lower < result.upper || !options.bounds) result.value = search.value(root);
    result.lower = result.upper = result.value;
  } catch (const LimitReached& limit) {
    result.stopped_by = limit.what();
    result.value = (result.lower + result.upper) / 2;
  }
  result.value += 0.0, result.lower += 0.0, result.upper += 0.0;
  result.stats = search.counted();
  return result;
}

}  // namespace dodona
