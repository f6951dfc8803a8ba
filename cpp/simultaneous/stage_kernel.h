/// Solvers of stages compiled for the type of a domain: `host<StageKernel>(Goofspiel(...))`. A matter of speed alone.
#pragma once

#include <vector>

#include "simultaneous/stage_solve_impl.h"

namespace dodona {

template <SimultaneousGame G>
class StageKernel final : public StageSolvers {
 public:
  using Interface = StageSolvers;
  explicit StageKernel(const G& game) : game_(game) {}

  StageResult solve(const Position& root, const StageOptions& options, const Evaluation* evaluation, Budget& budget,
                    const OnSearch& on_search) const override {
    return solve_stages_impl(game_, root.as<State>(), options, evaluation, budget, on_search);
  }
  StageReport report(const Position& s, const StageOptions& options, const Evaluation* evaluation,
                     Budget& budget) const override {
    return solve_stage_impl(game_, s.as<State>(), options, evaluation, budget);
  }
  std::vector<std::vector<double>> profile(const Position& root, const GameTree& tree, const StageOptions& options,
                                           Budget& budget) const override {
    return stage_profile_impl(game_, root.as<State>(), tree, options, budget);
  }

 private:
  using State = typename G::State;
  const G& game_;
};

}  // namespace dodona
