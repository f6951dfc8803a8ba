#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/news.h"
#include "games/state.h"
#include "simultaneous/stages.h"

namespace dodona {
namespace {

std::vector<Vector> profile(const Rules& rules, const GameTree& tree, const StageOptions& options, Budget& budget) {
  auto behaviours = run_walk(rules, budget, [&] { return stage_profile(rules, tree, options, budget); });
  std::vector<Vector> arrays;
  for (auto& own : behaviours) arrays.push_back(to_array(std::move(own)));
  return arrays;
}

StageResult solve_game(const Rules& rules, const StageOptions& options, std::shared_ptr<const Evaluation> evaluation,
                       Budget& budget, const std::optional<OnSearch>& on_search) {
  const OnSearch tell = telling(on_search);
  return run_walk(rules, budget, [&] { return solve_stages(rules, options, std::move(evaluation), budget, tell); });
}

StageReport report(const Rules& rules, const State& state, const StageOptions& options,
                   std::shared_ptr<const Evaluation> evaluation, Budget& budget) {
  const Position s = rules.adopted(state.rules(), state.position());
  return run_walk(rules, budget, [&] { return solve_stage(rules, s, options, std::move(evaluation), budget); });
}

void bind_answers(nb::module_& m) {
  nb::class_<StageStats>(m, "StageStats", "What a solver of stages has visited.")
      .def_ro("stages", &StageStats::stages)
      .def_ro("matrices", &StageStats::matrices)
      .def_ro("bounds", &StageStats::bounds)
      .def_ro("bounds_met", &StageStats::bounds_met)
      .def_ro("serialized_nodes", &StageStats::serialized_nodes)
      .def_ro("iterations", &StageStats::iterations)
      .def_ro("dominated", &StageStats::dominated)
      .def_ro("evaluations", &StageStats::evaluations)
      .def_ro("table_hits", &StageStats::table_hits)
      .def_ro("stages_by_depth", &StageStats::stages_by_depth)
      .def_ro("pure_by_depth", &StageStats::pure_by_depth)
      .def_ro("mixed_by_depth", &StageStats::mixed_by_depth);
  nb::class_<StageResult>(m, "StageResult", "The answer of a solver of stages, for player 0.")
      .def_ro("value", &StageResult::value)
      .def_ro("lower", &StageResult::lower)
      .def_ro("upper", &StageResult::upper)
      .def_ro("depth", &StageResult::depth)
      .def_ro("complete", &StageResult::complete)
      .def_ro("stopped_by", &StageResult::stopped_by)
      .def_ro("stats", &StageResult::stats);
  nb::class_<StageReport>(m, "StageReport", "A stage with everything below it solved.")
      .def_ro("rows", &StageReport::rows)
      .def_ro("columns", &StageReport::columns)
      .def_ro("matrix", &StageReport::matrix)
      .def_ro("row_strategy", &StageReport::row_strategy)
      .def_ro("column_strategy", &StageReport::column_strategy)
      .def_ro("value", &StageReport::value);
}

}  // namespace

void bind_simultaneous(nb::module_& m) {
  nb::enum_<StageSolver>(m, "StageSolver", "How a stage is solved.")
      .value("matrix", StageSolver::matrix)
      .value("oracle", StageSolver::oracle)
      .value("dominance", StageSolver::dominance);
  nb::class_<StageOptions>(m, "StageOptions", "The parts of a solver of stages.")
      .def(nb::init<>())
      .def_rw("solver", &StageOptions::solver)
      .def_rw("bounds", &StageOptions::bounds)
      .def_rw("shuffle", &StageOptions::shuffle)
      .def_rw("seed", &StageOptions::seed)
      .def_rw("depth", &StageOptions::depth)
      .def_rw("gap", &StageOptions::gap)
      .def_rw("deepening", &StageOptions::deepening)
      .def_rw("sorted", &StageOptions::sorted)
      .def_rw("tighten", &StageOptions::tighten)
      .def_rw("null_windows", &StageOptions::null_windows)
      .def_rw("outlook", &StageOptions::outlook)
      .def_rw("canonical", &StageOptions::canonical)
      .def_rw("symmetry", &StageOptions::symmetry)
      .def_rw("table", &StageOptions::table, nb::for_setter(nb::arg("table").none()))
      .def_rw("search", &StageOptions::search)
      .def_rw("ordering", &StageOptions::ordering)
      .def(
          "set_serialized_tables",
          [](StageOptions& options, std::shared_ptr<TranspositionTable> first,
             std::shared_ptr<TranspositionTable> second) {
            options.serialized_tables[0] = std::move(first), options.serialized_tables[1] = std::move(second);
          },
          nb::arg("first").none(), nb::arg("second").none());
  bind_answers(m);
  m.def("solve_stages", &solve_game, nb::arg("game"), nb::arg("options"), nb::arg("evaluation").none(),
        nb::arg("budget"), nb::arg("on_search") = nb::none());
  m.def("stage", &report, nb::arg("game"), nb::arg("state"), nb::arg("options"), nb::arg("evaluation").none(),
        nb::arg("budget"));
  m.def("stage_profile", &profile, nb::arg("game"), nb::arg("tree"), nb::arg("options"), nb::arg("budget"));
}

}  // namespace dodona
