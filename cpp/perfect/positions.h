/// What is known of a position without searching it.
#pragma once

#include <cmath>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/watch.h"

namespace dodona {

/// Whether the game's own account of a position answers a window, with `value` then.
template <class G>
bool foreseen(const G& game, const typename G::State& s, double alpha, double beta, double& value) {
  if constexpr (OutlookGame<G>) {
    const auto [least, most] = game.outlook(s);
    value = most <= alpha && least < most ? most : least;
    return least >= most || least >= beta || most <= alpha;
  } else {
    return false;
  }
}

/// An evaluation's estimate of a position, which must be a utility that the game could have.
template <class G, class Evaluate>
double estimated(const G& game, const typename G::State& s, const Evaluate& evaluate, double least, double most) {
  const double estimate = evaluate(s);
  if (estimate >= least && estimate <= most && std::isfinite(estimate)) return estimate;
  throw SolverError(
      "the evaluation gave " + number_text(estimate) + " at " + game.describe(s) +
      "; it must estimate player 0's utility, a finite number" +
      (std::isfinite(most - least) ? " from " + number_text(least) + " to " + number_text(most) : std::string()) + ".");
}

}  // namespace dodona
