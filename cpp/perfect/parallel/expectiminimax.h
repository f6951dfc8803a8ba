/// Minimax whose chance nodes have their outcomes searched in parallel.
#pragma once

#include <algorithm>
#include <vector>

#include "perfect/parallel/split_search.h"

namespace dodona {

class ParallelExpectiminimax {
 public:
  explicit ParallelExpectiminimax(SplitSearch& split) : split_(split) {}

  double search(int worker, Position& s, int depth, int ply) {
    Searcher& own = split_.search_of(worker);
    if (ply >= split_.options.split_plies) return own.minimax(s, depth, ply);
    const int turn = own.enter(s, ply);
    if (turn == kTerminal) return own.utility(s);
    if (depth <= 0) return own.horizon(s);
    if (turn == kChance) return parallel_mean(worker, s, depth, ply);
    double best = -kInfinity;
    const int count = own.actions(s, turn);
    for (int a = 0; a < count; ++a)
      best = std::max(best, Searcher::from(turn, own.play(s, a, [&](Position& child) {
                        return search(worker, child, depth - 1, ply + 1);
                      })));
    return Searcher::from(turn, best);
  }

 private:
  double parallel_mean(int worker, Position& s, int depth, int ply) {
    Searcher& own = split_.search_of(worker);
    const int count = own.outcomes(s);
    std::vector<double> values(index(count));
    TaskScope scope(split_.team, worker);
    for (int o = 0; o < count; ++o) {
      if (own.probability(s, o) <= 0) continue;
      split_.submit(scope, [&, o](int w) {
        Position child = after(split_.rules, s, o);
        values[index(o)] = search(w, child, depth - 1, ply + 1);
      });
    }
    scope.wait();
    double sum = 0;  // in the order of the outcomes, whoever was first
    for (int o = 0; o < count; ++o)
      if (own.probability(s, o) > 0) sum += own.probability(s, o) * values[index(o)];
    return sum;
  }

  SplitSearch& split_;
};

}  // namespace dodona
