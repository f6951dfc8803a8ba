#include "simultaneous/stages.h"

#include "core/errors.h"
#include "simultaneous/stage_solve_impl.h"

namespace dodona {
namespace {

/// What is compiled for the game's type, if that serves: an evaluation of positions as the user sees them takes rules.
const StageSolvers* typed(const Rules& rules, const Evaluation* evaluation) {
  return evaluation != nullptr && evaluation->of_position ? nullptr : rules.kernel<StageSolvers>();
}

void prepare(const Rules& rules, const StageOptions& options, const std::shared_ptr<const Evaluation>& evaluation) {
  const Traits traits = rules.traits();
  if (traits.players != 2 || !traits.simultaneous || !traits.perfect_information)
    throw UnsupportedGameError("this needs two players who move at once and see everything else.");
  if (options.table) options.table->open(rules.identity(), identity_of(evaluation));
  for (const auto& table : options.serialized_tables)
    if (table) table->open(rules.identity(), identity_of(evaluation));
}

}  // namespace

StageResult solve_stages(const Rules& rules, const StageOptions& options, std::shared_ptr<const Evaluation> evaluation,
                         Budget& budget, const OnSearch& on_search) {
  prepare(rules, options, evaluation);
  if (const StageSolvers* own = typed(rules, evaluation.get()))
    return own->solve(rules.initial_position(), options, evaluation.get(), budget, on_search);
  return solve_stages_impl(rules, rules.initial_position(), options, evaluation.get(), budget, on_search);
}

StageReport solve_stage(const Rules& rules, const Position& s, const StageOptions& options,
                        std::shared_ptr<const Evaluation> evaluation, Budget& budget) {
  prepare(rules, options, evaluation);
  if (const StageSolvers* own = typed(rules, evaluation.get()))
    return own->report(s, options, evaluation.get(), budget);
  return solve_stage_impl(rules, s, options, evaluation.get(), budget);
}

std::vector<std::vector<double>> stage_profile(const Rules& rules, const GameTree& tree, const StageOptions& options,
                                               Budget& budget) {
  prepare(rules, options, nullptr);
  if (const StageSolvers* own = typed(rules, nullptr))
    return own->profile(rules.initial_position(), tree, options, budget);
  return stage_profile_impl(rules, rules.initial_position(), tree, options, budget);
}

}  // namespace dodona
