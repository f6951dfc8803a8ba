/// From a position to an answer: one search, or one for every depth, within a budget.
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/budget.h"
#include "simultaneous/options.h"
#include "simultaneous/stage_search.h"

namespace dodona {

/// Solves a position within a budget; looks ahead step by step where `options.deepening` says so.
template <SimultaneousGame G>
StageResult solve_stages(const G& game, typename G::State root, const StageOptions& options,
                         const typename StageSearch<G>::Evaluate& evaluate, Budget& budget,
                         const OnSearch& on_search = {}) {
  StageResult result;
  StageSearch<G> search(game, options, evaluate, budget);
  if constexpr (BoundedGame<G>) result.lower = game.min_utility(), result.upper = game.max_utility();
  if (on_search && options.depth >= kNoHorizon && !options.deepening)
    search.on_bounds = [&](double lower, double upper) {
      on_search(0, lower, std::max(result.lower, lower), std::min(result.upper, upper));
    };
  const auto to_depth = [&](int depth) {
    search.look_ahead(depth);
    const std::int64_t estimates = search.horizon_count();
    std::pair<double, double> bounds{-kInfinity, kInfinity};
    typename G::State s = root;
    if (options.bounds && game.turn(s) != kTerminal) bounds = search.bounds(s);
    if (options.bounds && search.horizon_count() == estimates) {
      std::tie(result.lower, result.upper) = bounds;
      if (on_search) on_search(0, result.lower, result.lower, result.upper);
    }
    result.value = bounds.first >= bounds.second ? bounds.first : search.value(s);
    result.value = std::clamp(result.value, result.lower, result.upper);
    result.depth = depth >= kNoHorizon ? 0 : depth;
    const bool complete = search.horizon_count() == estimates;
    if (complete) {
      result.lower = std::max(result.lower, result.value - search.error());
      result.upper = std::min(result.upper, result.value + search.error());
    }
    result.complete = complete;
    if (on_search) on_search(result.depth, result.value, result.lower, result.upper);
    return complete;
  };
  try {
    for (int depth = options.deepening ? std::min(1, options.depth) : options.depth; depth <= options.depth; ++depth)
      if (to_depth(depth)) break;
  } catch (const LimitReached& limit) {
    result.stopped_by = limit.what();
    if (options.depth >= kNoHorizon && !options.deepening && game.turn(root) == kSimultaneous) {
      const auto [lower, upper] = search.proven();
      result.lower = std::max(result.lower, lower), result.upper = std::min(result.upper, upper);
    }
    if (result.depth == 0) result.value = result.lower + (result.upper - result.lower) / 2;
  }
  result.value = std::clamp(result.value, result.lower, result.upper) + 0.0;
  result.lower += 0.0, result.upper += 0.0;
  result.stats = search.counted();
  return result;
}

}  // namespace dodona
