/// The double oracle inside a stage (Algorithms 3 and 4 of Bosansky 2014).
#pragma once

#include "simultaneous/stage_search_impl.h"

namespace dodona {

/// What a best response gets, from the player's side: at least and at most.
template <SimultaneousGame G>
struct StageSearch<G>::Response {
  int action = -1;  ///< one that beats the bar, or none
  double least = 0, most = 0;
};

/// `found` gets what is proven of the stage's value.
template <SimultaneousGame G>
inline double StageSearch<G>::double_oracle(State& s, double alpha, double beta, TableEntry& found, Level& level) {
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
      level.likely_row = level.rows[index(std::max_element(level.x.begin(), level.x.end()) - level.x.begin())];
      level.likely_column = level.columns[index(std::max_element(level.y.begin(), level.y.end()) - level.y.begin())];
      return v;
    }
    found.upper = std::min(found.upper, std::max(row.most, restricted.upper));
    found.lower = std::max(found.lower, std::min(-column.most, restricted.lower));
    if (options_.tighten && found.upper <= alpha) return found.upper;
    if (options_.tighten && found.lower >= beta) return found.lower;
    if (level.ply == 0) check_gap(found.lower, found.upper);
    if (row.action >= 0) add(level.rows, level.has_row, row.action);
    if (column.action >= 0) add(level.columns, level.has_column, column.action);
  }
}

/// The first restricted game: one action of each player.
template <SimultaneousGame G>
inline void StageSearch<G>::begin(const State& s, Level& level) {
  level.rows.clear(), level.columns.clear();
  level.has_row.assign(index(level.height), 0);
  level.has_column.assign(index(level.width), 0);
  add(level.rows, level.has_row, first_action(s, 0, level.height, level.likely_row));
  add(level.columns, level.has_column, first_action(s, 1, level.width, level.likely_column));
}
/// Any action at random, the one that the game itself would look at first, or the one that was played most in the
/// last stage of the same depth.
template <SimultaneousGame G>
inline int StageSearch<G>::first_action(const State& s, int player, int count, int likely) {
  if (options_.shuffle) return any(count);
  if (!ordered_) return std::min(likely, count - 1);
  int best = 0;
  for (int a = 1; a < count; ++a)
    if (promise(s, player, a) > promise(s, player, best)) best = a;
  return best;
}
template <SimultaneousGame G>
inline double StageSearch<G>::promise([[maybe_unused]] const State& s, [[maybe_unused]] int player,
                                      [[maybe_unused]] int action) const {
  if constexpr (StageOrderedGame<G>) return game_.promise(s, player, action);
  return 0;
}

template <SimultaneousGame G>
inline MatrixResult StageSearch<G>::solve_restricted(State& s, Level& level) {
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
template <SimultaneousGame G>
inline typename StageSearch<G>::Response StageSearch<G>::best_response(State& s, int player, double bar, Level& level) {
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
template <SimultaneousGame G>
inline void StageSearch<G>::put_in_order(State& s, int player, Level& level) {
  auto& order = level.order;
  if (options_.shuffle)
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[index(any(static_cast<int>(i)))]);
  if (ordered_ && !options_.shuffle)
    for (auto& [worth, action] : order) worth = promise(s, player, action);
  if (options_.sorted)
    for (auto& [worth, action] : order) worth = optimistic(s, player, action, -kInfinity, level);
  if (options_.sorted || (ordered_ && !options_.shuffle))
    std::stable_sort(order.begin(), order.end(), [](auto a, auto b) { return a.first > b.first; });
}

/// Calls `visit(row, column, probability)` for the opponent's actions that are played.
template <SimultaneousGame G>
template <class Visit>
inline void StageSearch<G>::against(int player, int action, const Level& level, Visit&& visit) {
  const std::vector<int>& others = player == 0 ? level.columns : level.rows;
  const std::vector<double>& strategy = player == 0 ? level.y : level.x;
  for (std::size_t k = 0; k < others.size(); ++k)
    if (strategy[k] > 0 && !visit(player == 0 ? action : others[k], player == 0 ? others[k] : action, strategy[k]))
      return;
}

/// What an action gets at most, or at least, by what is known.
template <SimultaneousGame G>
inline double StageSearch<G>::expected(int player, int action, bool most, Level& level) {
  double sum = 0;
  against(player, action, level, [&](int i, int j, double p) {
    sum += p * (most ? hope(player, level.at(i, j)) : fear(player, level.at(i, j)));
    return true;
  });
  return sum;
}

/// What an action may get at most; serialized searches stop as soon as that is no more than `bar`.
template <SimultaneousGame G>
inline double StageSearch<G>::optimistic(State& s, int player, int action, double bar, Level& level) {
  double most = 0;
  against(player, action, level, [&](int i, int j, double p) {
    most += p * hope(player, seen(s, i, j, level));
    return true;
  });
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
template <SimultaneousGame G>
inline std::pair<double, double> StageSearch<G>::respond(State& s, int player, int action, double best, Level& level) {
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
template <SimultaneousGame G>
inline void StageSearch<G>::refine(State& s, int player, int row, int column, double need, double enough,
                                   Level& level) {
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

}  // namespace dodona
