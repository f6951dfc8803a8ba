#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/news.h"
#include "core/table.h"
#include "games/state.h"
#include "perfect/backward_induction.h"
#include "perfect/search.h"
#include "perfect/uct.h"

namespace dodona {
namespace {

/// A Python callable that takes a position and gives a number; `identity` is the object that it asks.
std::shared_ptr<Evaluation> evaluation_by_callable(nb::object callable, nb::handle identity) {
  auto evaluation = std::make_shared<Evaluation>();
  evaluation->identity = identity.ptr();
  evaluation->of_position = [kept = kept_object(std::move(callable))](const Rules& rules, const Position& s) {
    nb::gil_scoped_acquire hold;
    return nb::cast<double>((*kept)(State(rules, s)));
  };
  return evaluation;
}

std::shared_ptr<Evaluation> evaluation_by_address(std::uintptr_t address) {
  auto evaluation = std::make_shared<Evaluation>();
  evaluation->identity = reinterpret_cast<const void*>(address);
  evaluation->of_key = reinterpret_cast<double (*)(const std::uint8_t*, std::int64_t)>(address);
  return evaluation;
}

SearchResult run_search(const Rules& rules, const SearchOptions& options, std::shared_ptr<const Evaluation> evaluation,
                        Budget& budget, const std::optional<OnSearch>& on_search) {
  const OnSearch tell = telling(on_search);
  return run_walk(rules, budget, [&] { return search(rules, options, std::move(evaluation), budget, tell); });
}

std::vector<Vector> induction(const GameTree& tree) {
  std::vector<std::vector<double>> behaviours;
  {
    nb::gil_scoped_release release;
    behaviours = backward_induction(tree);
  }
  std::vector<Vector> arrays;
  for (auto& own : behaviours) arrays.push_back(to_array(std::move(own)));
  return arrays;
}

void bind_options(nb::module_& m) {
  nb::enum_<Algorithm>(m, "Algorithm")
      .value("minimax", Algorithm::minimax)
      .value("alphabeta", Algorithm::alphabeta)
      .value("negascout", Algorithm::negascout)
      .value("scout", Algorithm::scout)
      .value("aspiration", Algorithm::aspiration)
      .value("mtdf", Algorithm::mtdf)
      .value("sss_star", Algorithm::sss_star)
      .value("dual_star", Algorithm::dual_star);
  nb::enum_<ChancePruning>(m, "ChancePruning")
      .value("none", ChancePruning::none)
      .value("star1", ChancePruning::star1)
      .value("star2", ChancePruning::star2);
  nb::enum_<Scheme>(m, "Scheme")
      .value("serial", Scheme::serial)
      .value("tree_splitting", Scheme::tree_splitting)
      .value("mandatory_work_first", Scheme::mandatory_work_first)
      .value("pv_splitting", Scheme::pv_splitting)
      .value("aspiration", Scheme::aspiration)
      .value("ybwc_weak", Scheme::ybwc_weak)
      .value("ybwc_strong", Scheme::ybwc_strong)
      .value("er", Scheme::er)
      .value("unsynchronised", Scheme::unsynchronised)
      .value("and_or", Scheme::and_or)
      .value("expectiminimax", Scheme::expectiminimax)
      .value("abdada", Scheme::abdada);

  nb::class_<Ordering>(m, "Ordering", "What decides which move is tried first.")
      .def(nb::init<>())
      .def_rw("table", &Ordering::table)
      .def_rw("killers", &Ordering::killers)
      .def_rw("history", &Ordering::history)
      .def_rw("domain", &Ordering::domain);
  nb::class_<SearchOptions>(m, "SearchOptions", "What a search is asked for.")
      .def(nb::init<>())
      .def_rw("algorithm", &SearchOptions::algorithm)
      .def_rw("chance", &SearchOptions::chance)
      .def_rw("ordering", &SearchOptions::ordering)
      .def_rw("table", &SearchOptions::table, nb::for_setter(nb::arg("table").none()))
      .def_rw("canonical", &SearchOptions::canonical)
      .def_rw("depth", &SearchOptions::depth)
      .def_rw("deepening", &SearchOptions::deepening)
      .def_rw("guess", &SearchOptions::guess)
      .def_rw("width", &SearchOptions::width)
      .def_rw("scheme", &SearchOptions::scheme)
      .def_rw("threads", &SearchOptions::threads)
      .def_rw("split_plies", &SearchOptions::split_plies)
      .def_rw("line", &SearchOptions::line);
}

void bind_answers(nb::module_& m) {
  nb::class_<SearchStats>(m, "SearchStats", "What a search has visited.")
      .def_ro("nodes", &SearchStats::nodes)
      .def_ro("leaves", &SearchStats::leaves)
      .def_ro("evaluations", &SearchStats::evaluations)
      .def_ro("chance_nodes", &SearchStats::chance_nodes)
      .def_ro("cutoffs", &SearchStats::cutoffs)
      .def_ro("first_cutoffs", &SearchStats::first_cutoffs)
      .def_ro("table_hits", &SearchStats::table_hits)
      .def_ro("table_cutoffs", &SearchStats::table_cutoffs)
      .def_ro("researches", &SearchStats::researches)
      .def_ro("tasks", &SearchStats::tasks)
      .def_ro("abandoned", &SearchStats::abandoned);
  nb::class_<SearchResult>(m, "SearchResult", "The answer of a search, for player 0.")
      .def_ro("value", &SearchResult::value)
      .def_ro("lower", &SearchResult::lower)
      .def_ro("upper", &SearchResult::upper)
      .def_ro("finished", &SearchResult::finished)
      .def_ro("stopped_by", &SearchResult::stopped_by)
      .def_ro("depth", &SearchResult::depth)
      .def_ro("line", &SearchResult::line)
      .def_ro("stats", &SearchResult::stats);
}

void bind_uct(nb::module_& m) {
  nb::class_<UctOptions>(m, "UctOptions", "What a Monte Carlo tree search of perfect information is asked for.")
      .def(nb::init<>())
      .def_rw("exploration", &UctOptions::exploration)
      .def_rw("proofs", &UctOptions::proofs)
      .def_rw("seed", &UctOptions::seed)
      .def_rw("playouts", &UctOptions::playouts);
  nb::class_<Uct>(m, "Uct", "A tree that grows by one leaf per simulation.")
      .def(nb::init<const Rules&, const UctOptions&>(), nb::arg("game"), nb::arg("options"))
      .def(
          "run",
          [](Uct& self, std::int64_t simulations, Budget& budget) {
            run_walk(self.rules(), budget, [&] { self.run(simulations, budget); });
          },
          nb::arg("simulations"), nb::arg("budget"))
      .def_prop_ro("is_proven", &Uct::is_proven)
      .def_prop_ro("lower", &Uct::lower)
      .def_prop_ro("upper", &Uct::upper)
      .def_prop_ro("values", &Uct::values)
      .def_prop_ro("root_visits", &Uct::root_visits)
      .def_prop_ro("line", &Uct::line)
      .def_prop_ro("simulations", &Uct::simulations)
      .def_prop_ro("positions", &Uct::positions)
      .def_prop_ro("nodes", &Uct::nodes);
}

}  // namespace

void bind_perfect(nb::module_& m) {
  nb::enum_<Replacement>(m, "Replacement").value("always", Replacement::always).value("effort", Replacement::effort);
  nb::class_<TranspositionTable>(m, "TranspositionTable", "Bounds of positions met before, by exact key.")
      .def(nb::init<std::size_t, std::size_t, Replacement>(), nb::arg("bytes"), nb::arg("key_bytes"),
           nb::arg("replacement") = Replacement::effort)
      .def("clear", &TranspositionTable::clear)
      .def_prop_ro("memory", &TranspositionTable::memory)
      .def_prop_ro("capacity", &TranspositionTable::capacity)
      .def_prop_ro("key_bytes", &TranspositionTable::key_bytes)
      .def("__len__", &TranspositionTable::count);
  nb::class_<Evaluation>(m, "Evaluation", "An estimate of positions that comes from the user.");
  m.def("evaluation_by_callable", &evaluation_by_callable, nb::arg("callable"), nb::arg("identity"));
  m.def("evaluation_by_address", &evaluation_by_address, nb::arg("address"));
  bind_options(m);
  bind_answers(m);
  bind_uct(m);
  m.def("backward_induction", &induction, nb::arg("tree"));
  m.def("search", &run_search, nb::arg("game"), nb::arg("options"), nb::arg("evaluation").none(), nb::arg("budget"),
        nb::arg("on_search") = nb::none());
}

}  // namespace dodona
