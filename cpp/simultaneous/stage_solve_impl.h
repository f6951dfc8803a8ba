/// From a position to an answer: one search of stages, or one for every depth, within a budget.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "simultaneous/stage_profile_impl.h"
#include "simultaneous/stage_search_impl.h"
#include "simultaneous/stages.h"

namespace dodona {

/// One question to a search of stages.
template <SimultaneousGame G>
class StageDriver {
 public:
  using State = typename G::State;
  StageDriver(const G& game, const State& root, const StageOptions& options, const Evaluation* evaluation,
              Budget& budget, const OnSearch& on_search)
      : game_(game), root_(root), options_(options), on_search_(on_search), search_(game, options, evaluation, budget) {
    if constexpr (BoundedGame<G>) result_.lower = game.min_utility(), result_.upper = game.max_utility();
    search_.starts_with_stage = game.turn(root) == kSimultaneous && options.depth >= kNoHorizon && !options.deepening;
    if (on_search)
      search_.on_bounds = [this](double lower, double upper) {
        on_search_(0, lower, std::max(result_.lower, lower), std::min(result_.upper, upper));
      };
  }

  StageResult run() {
    try {
      for (int depth = options_.deepening ? std::min(1, options_.depth) : options_.depth; depth <= options_.depth;
           ++depth)
        if (to_depth(depth)) break;
    } catch (const LimitReached& limit) {
      result_.stopped_by = limit.what();
      keep_what_is_proven();
    }
    result_.value = std::clamp(result_.value, result_.lower, result_.upper) + 0.0;  // no negative zero
    result_.lower += 0.0, result_.upper += 0.0;
    result_.stats = search_.counted();
    return std::move(result_);
  }

 private:
  /// One search that looks so many stages ahead; whether no line was cut short.
  bool to_depth(int depth) {
    search_.look_ahead(depth);
    const std::int64_t estimates = search_.horizon_count();
    std::pair<double, double> bounds{-kInfinity, kInfinity};
    State s = root_;
    if (options_.bounds && game_.turn(s) != kTerminal) bounds = search_.bounds(s);
    if (options_.bounds && search_.horizon_count() == estimates) {
      std::tie(result_.lower, result_.upper) = bounds;
      if (on_search_) on_search_(0, result_.lower, result_.lower, result_.upper);
      if (result_.lower < result_.upper && result_.upper - result_.lower <= options_.gap) throw LimitReached("gap");
    }
    result_.value = bounds.first >= bounds.second ? bounds.first : search_.value(s);
    result_.value = std::clamp(result_.value, result_.lower, result_.upper);
    result_.depth = depth >= kNoHorizon ? 0 : depth;
    result_.complete = search_.horizon_count() == estimates;
    if (result_.complete) {
      result_.lower = std::max(result_.lower, result_.value - search_.error());
      result_.upper = std::min(result_.upper, result_.value + search_.error());
    }
    if (on_search_) on_search_(result_.depth, result_.value, result_.lower, result_.upper);
    return result_.complete;
  }

  void keep_what_is_proven() {
    if (search_.starts_with_stage) {
      const auto [lower, upper] = search_.proven();
      result_.lower = std::max(result_.lower, lower), result_.upper = std::min(result_.upper, upper);
    }
    if (result_.depth == 0) result_.value = result_.lower + (result_.upper - result_.lower) / 2;
  }

  const G& game_;
  const State& root_;
  const StageOptions& options_;
  const OnSearch& on_search_;
  StageSearch<G> search_;
  StageResult result_;
};

template <SimultaneousGame G>
StageResult solve_stages_impl(const G& game, const typename G::State& root, const StageOptions& options,
                              const Evaluation* evaluation, Budget& budget, const OnSearch& on_search) {
  return StageDriver<G>(game, root, options, evaluation, budget, on_search).run();
}

template <SimultaneousGame G>
StageReport solve_stage_impl(const G& game, const typename G::State& s, const StageOptions& options,
                             const Evaluation* evaluation, Budget& budget) {
  return StageSearch<G>(game, options, evaluation, budget).report(s);
}

template <SimultaneousGame G>
std::vector<std::vector<double>> stage_profile_impl(const G& game, const typename G::State& root, const GameTree& tree,
                                                    const StageOptions& options, Budget& budget) {
  StageSearch<G> search(game, options, nullptr, budget);
  StageProfile<G> profile(game, tree, search);
  profile.fill(root, NodeId{0});
  return std::move(profile.behaviours);
}

}  // namespace dodona
