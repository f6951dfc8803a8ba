#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "extensive/cfr.h"
#include "extensive/profile.h"

namespace dodona {
namespace {

using Input = Given<double>;

void require_recall(const GameTree& tree) {
  if (!tree.recall_problem.empty()) throw GameDefinitionError(tree.recall_problem);
}

std::vector<std::vector<double>> to_profile(const GameTree& tree, const std::vector<Input>& behaviours) {
  require_recall(tree);
  if (behaviours.size() != static_cast<std::size_t>(tree.players))
    throw GameDefinitionError("a profile needs one strategy per player: " + std::to_string(tree.players) + ", not " +
                              std::to_string(behaviours.size()) + ".");
  std::vector<std::vector<double>> profile;
  for (int p = 0; p < tree.players; ++p) {
    const Input& own = behaviours[static_cast<std::size_t>(p)];
    if (own.shape(0) != tree.num_sequences(p))
      throw GameDefinitionError("the strategy of player " + std::to_string(p) + " has " + std::to_string(own.shape(0)) +
                                " entries where this game has " + std::to_string(tree.num_sequences(p)) +
                                " sequences.");
    profile.emplace_back(own.data(), own.data() + own.shape(0));
  }
  return profile;
}

Plans to_plans(const GameTree& tree, const std::vector<std::vector<double>>& profile) {
  Plans plans;
  for (int p = 0; p < tree.players; ++p)
    plans.push_back(realization_plan(tree.own(p), profile[static_cast<std::size_t>(p)]));
  return plans;
}

Vector plan_of(const GameTree& tree, int player, const Input& behaviour) {
  require_recall(tree);
  if (behaviour.shape(0) != tree.num_sequences(checked_player(player, tree.players)))
    throw GameDefinitionError("a behaviour needs one probability per sequence.");
  return to_array(realization_plan(tree.own(player), {behaviour.data(), behaviour.shape(0)}));
}

std::vector<double> expectation(const GameTree& tree, const std::vector<Input>& behaviours) {
  const auto profile = to_profile(tree, behaviours);
  nb::gil_scoped_release release;
  return expected_utilities(tree, to_plans(tree, profile)).utilities;
}

std::pair<double, Vector> response(const GameTree& tree, int player, const std::vector<Input>& behaviours) {
  const auto profile = to_profile(tree, behaviours);
  BestResponse best;
  {
    nb::gil_scoped_release release;
    best = best_response(tree, checked_player(player, tree.players), to_plans(tree, profile));
  }
  return {best.value, to_array(std::move(best.behaviour))};
}

/// Every player's best-response value and expected utility, and the size of utilities under the profile.
std::tuple<std::vector<double>, std::vector<double>, double> assessment(const GameTree& tree,
                                                                        const std::vector<Input>& behaviours) {
  const auto profile = to_profile(tree, behaviours);
  nb::gil_scoped_release release;
  const Plans plans = to_plans(tree, profile);
  std::vector<double> best;
  for (int p = 0; p < tree.players; ++p) best.push_back(best_response(tree, p, plans).value);
  Expectation expected = expected_utilities(tree, plans);
  return {std::move(best), std::move(expected.utilities), expected.size};
}

std::pair<Vector, Vector> set_values(const GameTree& tree, int player, const std::vector<Input>& behaviours) {
  const auto profile = to_profile(tree, behaviours);
  InfosetValues result;
  {
    nb::gil_scoped_release release;
    result = infoset_values(tree, checked_player(player, tree.players), profile);
  }
  return {to_array(std::move(result.reach)), to_array(std::move(result.value))};
}

Vector behaviour_of_plan(const GameTree& tree, int player, const Given<double>& plan) {
  const Treeplex& own = tree.own(checked_player(player, tree.players));
  if (plan.shape(0) != index(own.num_sequences))
    throw GameDefinitionError("a realization plan needs one probability per sequence.");
  return to_array(behaviour_of(own, {plan.data(), plan.shape(0)}));
}

Vector copy_of(const std::vector<double>& items) { return to_array(std::vector<double>(items)); }

void bind_cfr(nb::module_& m) {
  nb::class_<RegretRule>(m, "RegretRule", "The parts that counterfactual regret minimisation is made of.")
      .def(
          "__init__",
          [](RegretRule* made, bool floor, bool predictive, bool alternating, double positive_discount,
             double negative_discount, double averaging) {
            new (made) RegretRule{floor, predictive, alternating, positive_discount, negative_discount, averaging};
          },
          nb::kw_only(), nb::arg("floor") = false, nb::arg("predictive") = false, nb::arg("alternating") = true,
          nb::arg("positive_discount") = RegretRule::kNever, nb::arg("negative_discount") = RegretRule::kNever,
          nb::arg("averaging") = 0.0);
  nb::class_<Cfr>(m, "Cfr", "Counterfactual regret minimisation on a stored game.")
      .def(nb::init<const GameTree&, const RegretRule&>(), nb::arg("tree"), nb::arg("rule"))
      .def(
          "play",
          [](Cfr& own, std::int64_t rounds, Budget& budget) {
            budget.poll = deliver_signals;
            nb::gil_scoped_release release;
            own.play(rounds, budget);
          },
          nb::arg("rounds"), nb::arg("budget"))
      .def_prop_ro("rounds", &Cfr::rounds)
      .def(
          "average",
          [](const Cfr& own, int player) { return to_array(own.average(checked_player(player, own.players()))); },
          nb::arg("player"), "A player's average realization plan.")
      .def(
          "best_value", [](Cfr& own, int player) { return own.best_value(checked_player(player, own.players())); },
          nb::arg("player"), "What a player gets at best against the others' average plans.")
      .def(
          "state",
          [](const Cfr& own, int player) {
            const RegretPlayer& kept = own.player(checked_player(player, own.players()));
            return std::tuple{copy_of(kept.regret), copy_of(kept.behaviour), copy_of(kept.sum)};
          },
          nb::arg("player"), "A player's sums of regrets, her behaviour, and the sum of her plans.")
      .def(
          "restore",
          [](Cfr& own, int player, const Given<double>& regrets, const Given<double>& behaviour,
             const Given<double>& sums) {
            const auto span = [](const Given<double>& items) { return std::span(items.data(), items.shape(0)); };
            own.restore(checked_player(player, own.players()), span(regrets), span(behaviour), span(sums));
          },
          nb::arg("player"), nb::arg("regrets"), nb::arg("behaviour"), nb::arg("sums"))
      .def("restore_rounds", &Cfr::restore_rounds, nb::arg("rounds"));
}

}  // namespace

void bind_extensive(nb::module_& m) {
  bind_cfr(m);
  m.def("behaviour_of_plan", &behaviour_of_plan, nb::arg("tree"), nb::arg("player"), nb::arg("plan"),
        "The behaviour of a realization plan; uniform at information sets that the plan does not reach.");
  m.def("realization_plan", &plan_of, nb::arg("tree"), nb::arg("player"), nb::arg("behaviour"));
  m.def("expected_utilities", &expectation, nb::arg("tree"), nb::arg("behaviours"));
  m.def("best_response", &response, nb::arg("tree"), nb::arg("player"), nb::arg("behaviours"));
  m.def("assess", &assessment, nb::arg("tree"), nb::arg("behaviours"),
        "Best-response value and expected utility of every player, and the expected absolute utility.");
  m.def("infoset_values", &set_values, nb::arg("tree"), nb::arg("player"), nb::arg("behaviours"));
}

}  // namespace dodona
