/// Games of two players who move at once and see everything else.
///
/// The functions here are the way in. Their bodies are in `stage_solve_impl.h`, compiled over `Rules` for every game
/// and over the type of a domain that names `StageKernel` in its binding.
#pragma once

#include <memory>
#include <vector>

#include "core/budget.h"
#include "games/evaluation.h"
#include "games/game_tree.h"
#include "games/rules.h"
#include "simultaneous/options.h"

namespace dodona {

/// Solves the rules from where they start; looks ahead step by step where `options.deepening` says so.
StageResult solve_stages(const Rules& rules, const StageOptions& options, std::shared_ptr<const Evaluation> evaluation,
                         Budget& budget, const OnSearch& on_search);

/// The stage at a position, with everything below it solved.
StageReport solve_stage(const Rules& rules, const Position& s, const StageOptions& options,
                        std::shared_ptr<const Evaluation> evaluation, Budget& budget);

/// Optimal strategies at every stage of a tree, as one behaviour per player.
std::vector<std::vector<double>> stage_profile(const Rules& rules, const GameTree& tree, const StageOptions& options,
                                               Budget& budget);

/// What a domain that names `StageKernel` offers: the same, compiled for its type.
class StageSolvers {
 public:
  virtual ~StageSolvers() = default;
  virtual StageResult solve(const Position& root, const StageOptions& options, const Evaluation* evaluation,
                            Budget& budget, const OnSearch& on_search) const = 0;
  virtual StageReport report(const Position& s, const StageOptions& options, const Evaluation* evaluation,
                             Budget& budget) const = 0;
  virtual std::vector<std::vector<double>> profile(const Position& root, const GameTree& tree,
                                                   const StageOptions& options, Budget& budget) const = 0;
};

}  // namespace dodona
