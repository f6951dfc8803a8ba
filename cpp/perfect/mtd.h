/// MTD, the memory-enhanced test driver (Plaat, Schaeffer, Pijls and de Bruin 1996).
#pragma once

#include <algorithm>

#include "games/playing.h"

namespace dodona {

struct MtdOptions {
  double first = 0;                             ///< the guess to begin with
  bool upward = false;                          ///< always ask whether the value is above what is known (DUAL*)
  double alpha = -kInfinity, beta = kInfinity;  ///< outside of this window the value need not be exact
};

/// A sequence of tests that closes in on a value between `lower` and `upper`, which are narrowed as the answers come
/// in. From plus infinity it is SSS* (Stockman 1979), from minus infinity DUAL* (Marsland et al. 1987). `ask(alpha,
/// bar)` searches with the narrowest window below the bar; `search` says how narrow that is.
template <class Search, class Ask>
double mtd(const Search& search, const MtdOptions& options, double& lower, double& upper, Ask&& ask) {
  double value = options.first;
  while (lower + search.step() < upper) {
    const bool more = options.upward || value <= lower;
    const double floor = std::max(value, lower);
    const double bar = more ? search.up(floor) : value;  // the question: does the value reach the bar?
    value = ask(more ? floor : search.down(bar), bar);
    (value < bar ? upper : lower) = value;
    if (lower >= options.beta || upper <= options.alpha) break;
  }
  return value;
}

}  // namespace dodona
