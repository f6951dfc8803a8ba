#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <tuple>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "games/monte_carlo/information_search.h"
#include "games/monte_carlo/playouts.h"
#include "games/state.h"

namespace dodona {
namespace {

/// A policy that Python gives: a callable of a position and a player with one weight per action.
PolicyFunction policy_of(nb::object callable) {
  return [kept = kept_object(std::move(callable))](const Rules& rules, const Position& s, int player,
                                                   std::vector<double>& weights) {
    nb::gil_scoped_acquire hold;
    weights = nb::cast<std::vector<double>>((*kept)(State(rules, s), player));
  };
}

/// What a player knows at a state; nothing of hidden information is passed on but what she knows of it.
std::optional<Knowledge> known_at(const Rules& rules, const State* state, std::optional<int> player) {
  if (state == nullptr) return std::nullopt;
  const Position s = rules.adopted(state->rules(), state->position());
  return knowledge_of(rules, s, state->path(), state->checked_player(player.value_or(state->turn())));
}

template <class Search>
std::unique_ptr<Search> make(const Rules& rules, const InformationOptions& options, const State* state,
                             std::optional<int> player) {
  return std::make_unique<Search>(rules, options, known_at(rules, state, player));
}

std::tuple<std::vector<std::string>, std::vector<std::string>, Flat<std::int64_t>, Vector> rows_of(
    InformationSearch& self, int player) {
  LabelledRows rows = self.labelled(checked_player(player, self.rules().traits().players));
  return {std::move(rows.labels), std::move(rows.actions), to_array(std::move(rows.offsets)),
          to_array(std::move(rows.probabilities))};
}

/// The state after moves from the start of the rules, one number per player of a stage.
State replayed(const Rules& rules, const std::vector<int>& moves) {
  State state(rules, rules.initial());
  for (std::size_t i = 0; i < moves.size();) {
    const std::size_t parts = state.turn() == kSimultaneous ? static_cast<std::size_t>(rules.traits().players) : 1;
    state = state.play(
        Move(moves.begin() + static_cast<std::ptrdiff_t>(i), moves.begin() + static_cast<std::ptrdiff_t>(i + parts)));
    i += parts;
  }
  return state;
}

std::vector<std::pair<State, double>> determinizations_of(const InformationSearch& self) {
  std::vector<std::pair<State, double>> result;
  double sum = 0;
  for (const Determinization& one : self.determinizations()) sum += one.weight;
  for (const Determinization& one : self.determinizations())
    result.emplace_back(replayed(self.rules(), one.moves), one.weight / sum);
  return result;
}

std::vector<double> strategy_at(InformationSearch& self, const State& state, int player) {
  const Position s = self.rules().adopted(state.rules(), state.position());
  return self.strategy_at(s, state.checked_player(player));
}

std::optional<double> value_at(InformationSearch& self, const State& state, int player) {
  const Position s = self.rules().adopted(state.rules(), state.position());
  const double value = self.value_at(s, state.checked_player(player));
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

void bind_information(nb::module_& m) {
  nb::enum_<Selector>(m, "Selector", "How actions are chosen in simulations.")
      .value("uct", Selector::uct)
      .value("exp3", Selector::exp3)
      .value("regret_matching", Selector::regret_matching);
  nb::class_<InformationOptions>(m, "InformationOptions", "What a Monte Carlo search over what players know is asked.")
      .def(nb::init<>())
      .def_rw("selector", &InformationOptions::selector)
      .def_rw("exploration", &InformationOptions::exploration)
      .def_rw("targeting", &InformationOptions::targeting)
      .def_rw("seed", &InformationOptions::seed)
      .def_rw("playouts", &InformationOptions::playouts)
      .def_rw("labels", &InformationOptions::labels)
      .def_rw("listing", &InformationOptions::listing);
  nb::class_<InformationSearch>(m, "InformationSearch", "Trees of what players know, grown by simulations.")
      .def(
          "run",
          [](InformationSearch& self, std::int64_t simulations, Budget& budget) {
            run_walk(self.rules(), budget, [&] { self.run(simulations, budget); });
          },
          nb::arg("simulations"), nb::arg("budget"))
      .def("strategy_at", &strategy_at, nb::arg("state"), nb::arg("player"),
           "What a player should do where she knows what she knows at a state; empty where no simulation came there.")
      .def("value_at", &value_at, nb::arg("state"), nb::arg("player"),
           "What a player got on average in the simulations that came there.")
      .def(
          "behaviour",
          [](InformationSearch& self, const GameTree& tree, int player) {
            return to_array(self.behaviour(tree, checked_player(player, tree.players)));
          },
          nb::arg("tree"), nb::arg("player"))
      .def("rows", &rows_of, nb::arg("player"))
      .def("determinizations", &determinizations_of,
           "The positions that the player holds possible, as far as they were found, with their weights.")
      .def_prop_ro("values", &InformationSearch::values)
      .def_prop_ro("is_complete", &InformationSearch::is_complete)
      .def_prop_ro("simulations", &InformationSearch::simulations)
      .def_prop_ro("positions", &InformationSearch::positions)
      .def_prop_ro("information_sets", &InformationSearch::information_sets);
  nb::class_<SelectingSearch, InformationSearch>(m, "SelectingSearch", "Information-set Monte Carlo tree search.")
      .def(nb::new_(&make<SelectingSearch>), nb::arg("game"), nb::arg("options"), nb::arg("state").none() = nb::none(),
           nb::arg("player") = nb::none());
  nb::class_<OutcomeSearch, InformationSearch>(m, "OutcomeSearch", "Online outcome sampling.")
      .def(nb::new_(&make<OutcomeSearch>), nb::arg("game"), nb::arg("options"), nb::arg("state").none() = nb::none(),
           nb::arg("player") = nb::none());
}

}  // namespace

void bind_monte_carlo(nb::module_& m) {
  nb::enum_<PlayoutPolicy>(m, "PlayoutPolicy", "Who moves in playouts.")
      .value("uniform", PlayoutPolicy::uniform)
      .value("promising", PlayoutPolicy::promising)
      .value("given", PlayoutPolicy::given);
  nb::class_<PlayoutOptions>(m, "PlayoutOptions", "How positions are judged that a Monte Carlo search does not know.")
      .def(nb::init<>())
      .def_rw("policy", &PlayoutOptions::policy)
      .def_rw("evaluation", &PlayoutOptions::evaluation, nb::for_setter(nb::arg("evaluation").none()))
      .def_rw("moves", &PlayoutOptions::moves)
      .def_rw("sum", &PlayoutOptions::sum)
      .def(
          "set_policy",
          [](PlayoutOptions& self, nb::object callable) {
            self.policy = PlayoutPolicy::given;
            self.given = policy_of(std::move(callable));
          },
          nb::arg("callable"));
  bind_information(m);
}

}  // namespace dodona
