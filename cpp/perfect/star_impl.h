/// Star1 and Star2: chance nodes inside a window (Ballard 1983).
#pragma once

#include "perfect/serial_search_impl.h"

namespace dodona {

template <SequentialGame G>
template <class Child>
double Search<G>::star(State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base,
                       Child&& child) {
  double lower = least_, upper = most_;  // of all that is still to come
  if (options_.chance == ChancePruning::star2 && depth > 1) {
    probe(s, alpha, beta, depth, ply, count, base, child);
    lower = upper = 0;
    for (int o = 0; o < count; ++o) {
      const Reach& reach = memory_.reach[base + index(o)];
      lower += probability(s, o) * reach.lower, upper += probability(s, o) * reach.upper;
    }
    if (lower >= beta || upper <= alpha) ++memory_.stats.cutoffs;
    if (lower >= beta) return lower;
    if (upper <= alpha) return upper;
  }
  double sum = 0;
  const int deeper = left(s, depth);
  for (int o = 0; o < count; ++o) {
    const double p = probability(s, o);
    const Reach reach = memory_.reach[base + index(o)];
    if (p <= 0) continue;
    lower -= p * reach.lower, upper -= p * reach.upper;
    const double a = (alpha - sum - upper) / p;
    // The narrowest windows would close by rounding, and a closed window has no answer.
    const double b = std::max((beta - sum - lower) / p, above(a));
    double v = reach.lower;
    if (a < reach.upper && b > reach.lower && reach.lower < reach.upper)
      v = play(s, o, [&](State& next) {
        return child(next, std::max(a, reach.lower), std::min(b, reach.upper), deeper, ply + 1);
      });
    else if (a >= reach.upper)
      v = reach.upper;
    // Rounding must not let a failed window look like a value inside it.
    if (v <= a || v >= b) ++memory_.stats.cutoffs;
    if (v <= a) return std::min(alpha, sum + p * v + upper);
    if (v >= b) return std::max(beta, sum + p * v + lower);
    sum += p * v;
  }
  return sum;
}

/// Star2's probing phase: one move of each successor bounds it from its mover's good side.
template <SequentialGame G>
template <class Child>
void Search<G>::probe(const State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base,
                      Child&& child) {
  double lower = least_, upper = most_;
  for (int o = 0; o < count; ++o) {
    const double p = probability(s, o);
    if (p <= 0) continue;
    State next = s;
    game_.apply(next, o);
    const int turn = game_.turn(next);
    // One move of player 0 may lift an outcome to beta, one of player 1 may press it to alpha; a window that is open
    // on that side cannot be left there.
    if (turn < 0 || (turn == 0 ? beta > most_ : alpha < least_)) continue;
    const int moves = actions(next, turn);
    if (moves < kWorthProbing) continue;
    TableEntry known;
    std::uint64_t hash = 0;
    recall(next, depth - 1, hash, known);
    const int move = ordered(next, turn, moves, known.move, ply + 1).front();
    game_.apply(next, move);
    Reach& reach = memory_.reach[base + index(o)];
    if (turn == 0) {
      const double need = std::min(most_, (beta - (lower - p * reach.lower)) / p);
      if (need <= reach.lower) return;
      const double v = child(next, reach.lower, need, depth - 2, ply + 2);
      Reach& now = memory_.reach[base + index(o)];  // the store may have moved
      if (v > now.lower) lower += p * (v - now.lower), now.lower = std::min(v, most_);
      if (lower >= beta) return;
    } else {
      const double need = std::max(least_, (alpha - (upper - p * reach.upper)) / p);
      if (need >= reach.upper) return;
      const double v = child(next, need, reach.upper, depth - 2, ply + 2);
      Reach& now = memory_.reach[base + index(o)];
      if (v < now.upper) upper += p * (v - now.upper), now.upper = std::max(v, least_);
      if (upper <= alpha) return;
    }
  }
}

}  // namespace dodona
