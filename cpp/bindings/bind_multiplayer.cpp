#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/bindings.h"
#include "core/errors.h"
#include "core/ids.h"
#include "games/host.h"
#include "games/state.h"
#include "multiplayer/coalition.h"
#include "multiplayer/max_n.h"

namespace dodona {
namespace {

/// A Python callable that takes a position and gives one number per player; `identity` is the object that it asks.
std::shared_ptr<VectorEvaluation> vector_evaluation(nb::object callable, nb::handle identity) {
  auto evaluation = std::make_shared<VectorEvaluation>();
  evaluation->identity = identity.ptr();
  evaluation->of_position = [kept = kept_object(std::move(callable))](const Rules& rules, const Position& s,
                                                                      double* out) {
    nb::gil_scoped_acquire hold;
    const auto numbers = nb::cast<std::vector<double>>((*kept)(State(rules, s)));
    if (numbers.size() != index(rules.traits().players))
      throw SolverError("an evaluation gives one number per player.");
    std::ranges::copy(numbers, out);
  };
  return evaluation;
}

std::shared_ptr<LeafValues> leaf_values(int players, const std::vector<double>& outcomes, Decisions decisions) {
  return std::make_shared<LeafValues>(players, outcomes, decisions);
}

/// Whether some outcome gives every player more than her bound, by ranks; -1 stands for no bound.
bool possible(LeafValues& values, const std::vector<int>& bounds, const std::vector<double>& hopes) {
  const std::size_t players = index(values.players());
  if (bounds.size() != players || (!hopes.empty() && hopes.size() != players))
    throw SolverError("there is one bound, and one hope, per player.");
  std::vector<int> least(players), most(players);
  for (int p = 0; p < values.players(); ++p) {
    least[index(p)] = std::clamp(bounds[index(p)] + 1, 0, values.num_ranks(p));
    if (!hopes.empty()) most[index(p)] = values.ranks_up_to(p, hopes[index(p)]);
  }
  return values.possible(least.data(), hopes.empty() ? nullptr : most.data(), 0);
}

std::vector<std::vector<int>> ranks(const LeafValues& values) {
  std::vector<std::vector<int>> rows(index(values.size()));
  for (int row = 0; row < values.size(); ++row)
    for (int p = 0; p < values.players(); ++p) rows[index(row)].push_back(values.rank(row, p));
  return rows;
}

MaxNResult run_max_n(const Rules& rules, const MaxNOptions& options, std::shared_ptr<const VectorEvaluation> evaluation,
                     Budget& budget, const std::optional<OnMaxN>& on_search) {
  OnMaxN tell;
  if (on_search)
    tell = [&on_search](int depth) {
      nb::gil_scoped_acquire hold;
      (*on_search)(depth);
    };
  return run_walk(rules, budget, [&] { return max_n(rules, options, std::move(evaluation), budget, tell); });
}

void bind_leaf_values(nb::module_& m) {
  nb::enum_<Decisions>(m, "Decisions")
      .value("automatic", Decisions::automatic)
      .value("scan", Decisions::scan)
      .value("on_demand", Decisions::on_demand)
      .value("full", Decisions::full);
  nb::class_<LeafValues>(m, "LeafValues", "All outcomes of a game, with ranks by player.")
      .def("__len__", &LeafValues::size)
      .def_prop_ro("players", &LeafValues::players)
      .def_prop_ro("decisions", &LeafValues::decisions)
      .def_prop_ro("memory", &LeafValues::memory)
      .def_ro("asked", &LeafValues::asked)
      .def_ro("remembered", &LeafValues::remembered)
      .def_prop_ro("kept", &LeafValues::kept)
      .def("ranks", &ranks)
      .def("possible", &possible, nb::arg("bounds"), nb::arg("hopes") = std::vector<double>());
  m.def("leaf_values", &leaf_values, nb::arg("players"), nb::arg("outcomes"), nb::arg("decisions"));
  m.def("leaf_values_of", &leaf_values_of, nb::arg("game"), nb::arg("decisions"),
        nb::sig("def leaf_values_of(game: GameHandle, decisions: Decisions) -> LeafValues | None"));
}

void bind_options(nb::module_& m) {
  nb::enum_<Pruning>(m, "Pruning")
      .value("none", Pruning::none)
      .value("shallow", Pruning::shallow)
      .value("branch_and_bound", Pruning::branch_and_bound)
      .value("last_branch", Pruning::last_branch)
      .value("speculative", Pruning::speculative);
  nb::enum_<Ties>(m, "Ties")
      .value("first", Ties::first)
      .value("last", Ties::last)
      .value("spiteful", Ties::spiteful)
      .value("generous", Ties::generous);
  nb::class_<KeyedStore>(m, "VectorTable", "Values of positions met before, by exact key.");
  m.def("max_n_table", &max_n_table, nb::arg("players"), nb::arg("bytes"), nb::arg("key_bytes"));
  nb::class_<MaxNOptions>(m, "MaxNOptions", "What a max^n search is asked for.")
      .def(nb::init<>())
      .def_rw("pruning", &MaxNOptions::pruning)
      .def_rw("ties", &MaxNOptions::ties)
      .def_rw("hopes", &MaxNOptions::hopes)
      .def_rw("values", &MaxNOptions::values, nb::for_setter(nb::arg("values").none()))
      .def_rw("max_sum", &MaxNOptions::max_sum)
      .def_rw("least", &MaxNOptions::least)
      .def_rw("table", &MaxNOptions::table, nb::for_setter(nb::arg("table").none()))
      .def_rw("depth", &MaxNOptions::depth)
      .def_rw("deepening", &MaxNOptions::deepening)
      .def_rw("line", &MaxNOptions::line)
      .def_rw("attacker", &MaxNOptions::attacker)
      .def_rw("target", &MaxNOptions::target);
}

void bind_answers(nb::module_& m) {
  nb::class_<MaxNStats>(m, "MaxNStats", "What a max^n search has visited.")
      .def_ro("nodes", &MaxNStats::nodes)
      .def_ro("leaves", &MaxNStats::leaves)
      .def_ro("evaluations", &MaxNStats::evaluations)
      .def_ro("chance_nodes", &MaxNStats::chance_nodes)
      .def_ro("immediate_cuts", &MaxNStats::immediate)
      .def_ro("shallow_cuts", &MaxNStats::shallow)
      .def_ro("deep_cuts", &MaxNStats::deep)
      .def_ro("researches", &MaxNStats::researches)
      .def_ro("table_hits", &MaxNStats::table_hits)
      .def_ro("table_cutoffs", &MaxNStats::table_cutoffs);
  nb::class_<MaxNResult>(m, "MaxNResult", "The answer of a max^n search.")
      .def_ro("values", &MaxNResult::values)
      .def_ro("finished", &MaxNResult::finished)
      .def_ro("complete", &MaxNResult::complete)
      .def_ro("stopped_by", &MaxNResult::stopped_by)
      .def_ro("depth", &MaxNResult::depth)
      .def_ro("line", &MaxNResult::line)
      .def_ro("stats", &MaxNResult::stats);
}

}  // namespace

void bind_multiplayer(nb::module_& m) {
  nb::class_<VectorEvaluation>(m, "VectorEvaluation", "Estimates of positions that come from the user.");
  m.def("vector_evaluation", &vector_evaluation, nb::arg("callable"), nb::arg("identity"));
  bind_leaf_values(m);
  bind_options(m);
  bind_answers(m);
  m.def("max_n", &run_max_n, nb::arg("game"), nb::arg("options"), nb::arg("evaluation").none(), nb::arg("budget"),
        nb::arg("on_search") = nb::none());
  m.def(
      "coalition",
      [](const Rules& rules, int player, bool best_reply, std::shared_ptr<VectorEvaluation> evaluation) {
        return host(Coalition(rules, player, best_reply, std::move(evaluation)));
      },
      nb::arg("game"), nb::arg("player"), nb::arg("best_reply"), nb::arg("evaluation").none());
}

}  // namespace dodona
