/// Unsynchronised deepening: the root's moves are divided among the workers, each of whom deepens on his own.
#pragma once

#include <algorithm>
#include <exception>
#include <vector>

#include "perfect/parallel/parallel_search.h"
#include "perfect/parallel/split_search.h"

namespace dodona {

/// What one worker has found of his share of the moves, by depth.
struct ShareStep {
  double best;
  bool complete;  ///< no line was cut short
  int action;
};

/// A share of the root's moves, searched to one depth after the other.
inline void deepen_share(Searcher& search, const Rules& rules, int turn, const std::vector<int>& moves, int from,
                         int depth, std::vector<ShareStep>& steps) {
  for (int d = from; d <= depth; ++d) {
    const std::int64_t horizon = search.memory().horizon;
    double best = -kInfinity;
    int action = -1;
    for (const int move : moves) {
      Position child = after(rules, rules.initial_position(), move);
      const auto [a, b] = window_of(turn, best, kInfinity);
      const double v = Searcher::from(turn, search.alphabeta(child, a, b, d - 1, 1));
      if (v > best) best = v, action = move;
    }
    const bool complete = search.memory().horizon == horizon;
    steps.push_back({best, complete, action});
    if (complete) return;
  }
}

/// The largest depth that all shares have finished; one that came to the end of the game stands for every larger depth.
inline ParallelSearch::Division join_shares(const std::vector<std::vector<ShareStep>>& shares, int turn,
                                            std::size_t reached) {
  ParallelSearch::Division result;
  result.complete = true;
  double best = -kInfinity;
  for (const auto& steps : shares) {
    const ShareStep& step = steps[std::min(reached, steps.size()) - 1];
    if (step.best > best) best = step.best, result.action = step.action;
    result.complete = result.complete && steps.back().complete;
  }
  result.value = Searcher::from(turn, best);
  return result;
}

inline ParallelSearch::Division divide_root(SplitSearch& split, int depth, bool deepening) {
  Searcher& first = split.search_of(0);
  Position s = split.rules.initial();
  const int turn = first.enter(s, 0);
  if (turn < 0) throw SolverError("the root has no moves to divide.");
  const int count = first.actions(s, turn);
  if (deepening)  // the first two iterations are everybody's; they put the moves in order
    for (int d = 1; d <= std::min(2, depth); ++d) first.alphabeta(s, -kInfinity, kInfinity, d, 0);
  const std::vector<int> moves = first.ordered(s, turn, count, -1, 0);
  std::vector<std::vector<int>> dealt(index(std::min(split.team.workers(), count)));
  for (std::size_t i = 0; i < moves.size(); ++i) dealt[i % dealt.size()].push_back(moves[i]);
  std::vector<std::vector<ShareStep>> shares(dealt.size());
  std::exception_ptr stopped;
  try {
    TaskScope scope(split.team, 0);
    for (std::size_t i = 0; i < dealt.size(); ++i)
      split.submit(scope, [&, i](int w) {
        deepen_share(split.search_of(w), split.rules, turn, dealt[i], deepening ? 1 : depth, depth, shares[i]);
      });
    scope.wait();
  } catch (const LimitReached&) {
    stopped = std::current_exception();
  }
  std::size_t reached = 0;
  for (const auto& steps : shares) reached = std::max(reached, steps.size());
  for (const auto& steps : shares)
    if (steps.empty() || !steps.back().complete) reached = std::min(reached, steps.size());
  if (reached == 0) std::rethrow_exception(stopped);
  ParallelSearch::Division result = join_shares(shares, turn, reached);
  result.depth = deepening ? static_cast<int>(reached) : depth;
  return result;
}

}  // namespace dodona
