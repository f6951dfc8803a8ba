#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "extensive/excessive_gap.h"
#include "extensive/profile.h"
#include "extensive/self_play.h"

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

/// What every algorithm of rounds has in common: rounds, averages, and a state to go on from.
template <class Rounds>
void bind_rounds(nb::class_<Rounds>& bound) {
  bound
      .def(
          "play",
          [](Rounds& own, std::int64_t rounds, Budget& budget) {
            budget.poll = deliver_signals;
            nb::gil_scoped_release release;
            own.play(rounds, budget);
          },
          nb::arg("rounds"), nb::arg("budget"))
      .def_prop_ro("rounds", &Rounds::rounds)
      .def(
          "average",
          [](const Rounds& own, int player) { return to_array(own.average(checked_player(player, own.players()))); },
          nb::arg("player"), "A player's average realization plan.")
      .def(
          "best_value", [](Rounds& own, int player) { return own.best_value(checked_player(player, own.players())); },
          nb::arg("player"), "What a player gets at best against the others' average plans.")
      .def(
          "state",
          [](const Rounds& own) {
            std::vector<Vector> arrays;
            for (auto& items : own.state()) arrays.push_back(to_array(std::move(items)));
            return arrays;
          },
          "What the rounds go on from.")
      .def(
          "restore",
          [](Rounds& own, const std::vector<Given<double>>& state) {
            std::vector<std::span<const double>> spans;
            for (const auto& items : state) spans.emplace_back(items.data(), items.shape(0));
            own.restore(spans);
          },
          nb::arg("state"));
}

void bind_self_play(nb::module_& m) {
  nb::enum_<SelfPlayRule::Opponents>(m, "Opponents")
      .value("current", SelfPlayRule::Opponents::current)
      .value("average", SelfPlayRule::Opponents::average)
      .value("responses", SelfPlayRule::Opponents::responses);
  nb::enum_<SelfPlayRule::Update>(m, "Update")
      .value("regret", SelfPlayRule::Update::regret)
      .value("respond", SelfPlayRule::Update::respond)
      .value("mirror", SelfPlayRule::Update::mirror);
  nb::class_<SelfPlayRule>(m, "SelfPlayRule", "The parts that self-play is made of.")
      .def(nb::init<>())
      .def_rw("opponents", &SelfPlayRule::opponents)
      .def_rw("update", &SelfPlayRule::update)
      .def_prop_rw(
          "floor", [](const SelfPlayRule& own) { return own.regret.floor; },
          [](SelfPlayRule& own, bool floor) { own.regret.floor = floor; })
      .def_prop_rw(
          "predictive", [](const SelfPlayRule& own) { return own.regret.predictive; },
          [](SelfPlayRule& own, bool predictive) { own.regret.predictive = predictive; })
      .def_prop_rw(
          "positive_discount", [](const SelfPlayRule& own) { return own.regret.positive_discount; },
          [](SelfPlayRule& own, double power) { own.regret.positive_discount = power; })
      .def_prop_rw(
          "negative_discount", [](const SelfPlayRule& own) { return own.regret.negative_discount; },
          [](SelfPlayRule& own, double power) { own.regret.negative_discount = power; })
      .def_rw("alternating", &SelfPlayRule::alternating)
      .def_rw("averaging", &SelfPlayRule::averaging)
      .def_rw("step", &SelfPlayRule::step)
      .def_rw("correlate", &SelfPlayRule::correlate)
      .def_rw("threads", &SelfPlayRule::threads);
  nb::class_<SelfPlay> self_play(m, "SelfPlay", "Regret minimisation and its kin on a stored game.");
  self_play.def(nb::init<const GameTree&, const SelfPlayRule&>(), nb::arg("tree"), nb::arg("rule"));
  bind_rounds(self_play);
  self_play.def("restart", &SelfPlay::restart, "Averages begin anew.")
      .def_prop_ro("restarted", &SelfPlay::restarted, "The rounds before the last restart.")
      .def(
          "correlated",
          [](SelfPlay& own, int player) {
            checked_player(player, own.players());
            return std::pair{own.correlated_value(player), own.correlated_regret(player)};
          },
          nb::arg("player"), "What a player got over all rounds, and could have gained with one plan for all of them.");
  nb::class_<ExcessiveGap> excessive_gap(m, "ExcessiveGap", "The excessive gap technique on a stored game.");
  excessive_gap.def(nb::init<const GameTree&>(), nb::arg("tree"));
  bind_rounds(excessive_gap);
}

}  // namespace

void bind_extensive(nb::module_& m) {
  bind_self_play(m);
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
