#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "bindings/plan_rows.h"
#include "core/errors.h"
#include "extensive/double_oracle.h"
#include "extensive/regret_matching.h"
#include "extensive/responses.h"
#include "games/state.h"

namespace dodona {
namespace {

/// The double oracle with the game it works on, which says whether the interpreter may be released.
struct HeldOracle {
  Rules game;
  std::unique_ptr<DoubleOracle> oracle;
};

int checked(int player) { return checked_player(player, 2); }

std::shared_ptr<const NamedActions> to_named(const std::vector<std::string>& labels,
                                             const std::vector<std::string>& actions) {
  auto named = std::make_shared<NamedActions>();
  for (std::size_t i = 0; i < labels.size(); ++i) named->emplace(labels[i], actions.at(i));
  return named;
}

std::shared_ptr<NamedPlan> make_plan(const std::vector<std::string>& labels, std::vector<std::string> actions,
                                     const std::vector<std::int64_t>& offsets, std::vector<double> probabilities,
                                     Fallback fallback, bool symmetry) {
  auto plan = std::make_shared<NamedPlan>();
  if (offsets.size() != labels.size() + 1 || actions.size() != probabilities.size() ||
      offsets.back() != static_cast<std::int64_t>(actions.size()) || !std::is_sorted(offsets.begin(), offsets.end()) ||
      offsets.front() != 0)
    throw GameDefinitionError("a plan needs one offset per label and one more, and a probability per action.");
  for (std::size_t i = 0; i < labels.size(); ++i)
    plan->rows.emplace(labels[i],
                       NamedPlan::Row{static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1])});
  plan->actions = std::move(actions), plan->probabilities = std::move(probabilities);
  plan->fallback = fallback, plan->symmetry = symmetry;
  return plan;
}

template <class Work>
auto held(HeldOracle& self, Budget& budget, Work&& work) {
  return run_walk(self.game, budget, [&] { return work(*self.oracle); });
}

/// What has been allowed, in flat arrays.
using LogOut = std::tuple<Flat<std::int32_t>, Flat<std::int32_t>, Flat<std::int32_t>, Flat<std::int64_t>, nb::bytes,
                          Flat<std::int64_t>, Flat<std::int32_t>>;
LogOut log_of(const HeldOracle& self) {
  std::vector<std::int32_t> players, actions, counts, orbits;
  std::vector<std::int64_t> key_ends, orbit_ends;
  std::string keys;
  for (const Growth& growth : self.oracle->log) {
    players.push_back(growth.player), actions.push_back(growth.action), counts.push_back(growth.actions);
    keys += growth.key;
    orbits.insert(orbits.end(), growth.orbits.begin(), growth.orbits.end());
    key_ends.push_back(static_cast<std::int64_t>(keys.size()));
    orbit_ends.push_back(static_cast<std::int64_t>(orbits.size()));
  }
  return {to_array(std::move(players)),  to_array(std::move(actions)),        to_array(std::move(counts)),
          to_array(std::move(key_ends)), nb::bytes(keys.data(), keys.size()), to_array(std::move(orbit_ends)),
          to_array(std::move(orbits))};
}

void repeat_log(HeldOracle& self, Given<std::int32_t> players, Given<std::int32_t> actions, Given<std::int32_t> counts,
                Given<std::int64_t> key_ends, const nb::bytes& keys, Given<std::int64_t> orbit_ends,
                Given<std::int32_t> orbits, Budget& budget) {
  const std::size_t size = players.size();
  if (actions.size() != size || counts.size() != size || key_ends.size() != size || orbit_ends.size() != size)
    throw GameDefinitionError("the checkpoint is damaged: start without it.");
  std::vector<Growth> log;
  std::int64_t key = 0, orbit = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t key_end = key_ends.data()[i], orbit_end = orbit_ends.data()[i];
    const auto own = orbit_end - orbit;
    if (key_end < key || key_end > static_cast<std::int64_t>(keys.size()) || own < 0 ||
        orbit_end > static_cast<std::int64_t>(orbits.size()) || players.data()[i] > 1 ||
        (own != 0 && own != counts.data()[i]))
      throw GameDefinitionError("the checkpoint is damaged: start without it.");
    log.push_back({players.data()[i],
                   std::string(keys.c_str() + key, static_cast<std::size_t>(key_end - key)),
                   counts.data()[i],
                   {orbits.data() + orbit, orbits.data() + orbit_end},
                   actions.data()[i]});
    key = key_end, orbit = orbit_end;
  }
  held(self, budget, [&](DoubleOracle& oracle) {
    for (const Growth& growth : log) oracle.repeat(growth, budget);
    return 0;
  });
}

void bind_options(nb::module_& m) {
  nb::enum_<TemporaryLeaves>(m, "TemporaryLeaves", "What ends the restricted game where no action is allowed.")
      .value("best_response", TemporaryLeaves::best_response)
      .value("defaults", TemporaryLeaves::defaults);
  nb::enum_<Fallback>(m, "Fallback", "What a plan does where it names nothing.")
      .value("error", Fallback::error)
      .value("uniform", Fallback::uniform)
      .value("first", Fallback::first)
      .value("promising", Fallback::promising);
  nb::class_<ResponseOptions>(m, "ResponseOptions", "How best responses are searched.")
      .def(nb::init<>())
      .def_rw("threads", &ResponseOptions::threads)
      .def_rw("split_actions", &ResponseOptions::split_actions)
      .def_rw("split_groups", &ResponseOptions::split_groups)
      .def_rw("everywhere", &ResponseOptions::everywhere)
      .def_rw("pruning", &ResponseOptions::pruning);
  nb::class_<OracleOptions>(m, "OracleOptions", "The parts of a double oracle.")
      .def(nb::init<>())
      .def_rw("leaves", &OracleOptions::leaves)
      .def_rw("response", &OracleOptions::response)
      .def_rw("symmetry", &OracleOptions::symmetry)
      .def_rw("promising", &OracleOptions::promising)
      .def(
          "set_default",
          [](OracleOptions& options, int player, const std::vector<std::string>& labels,
             const std::vector<std::string>& actions) {
            options.defaults[static_cast<std::size_t>(checked(player))] = to_named(labels, actions);
          },
          nb::arg("player"), nb::arg("labels"), nb::arg("actions"));
  nb::class_<Plan>(m, "Plan", "A strategy as the core reads it.");
  nb::class_<NamedPlan, Plan>(m, "NamedPlan", "A strategy by labels, with a rule for what it does not name.")
      .def(nb::new_(&make_plan), nb::arg("labels"), nb::arg("actions"), nb::arg("offsets"), nb::arg("probabilities"),
           nb::arg("fallback"), nb::arg("symmetry"));
}

void bind_form(nb::module_& m) {
  nb::class_<RestrictedForm>(m, "RestrictedForm", "The sequence form of a restricted game as it is now.")
      .def_ro("form", &RestrictedForm::form)
      .def(
          "program",
          [](const RestrictedForm& self, double unit) { return sequence_program(self.form, self.layout, unit); },
          nb::arg("unit"), "Its linear program; rows and columns keep their places as the game grows.")
      .def_prop_ro(
          "row_basic", [](const RestrictedForm& self) { return view(self, self.row_basic); },
          "Which of the rows that the last program did not have enter the basis.")
      .def_prop_ro("column_basic", [](const RestrictedForm& self) { return view(self, self.column_basic); })
      .def_prop_ro(
          "change_row", [](const RestrictedForm& self) { return view(self, self.changes.rows); },
          "Where the entries of the program have changed.")
      .def_prop_ro("change_column", [](const RestrictedForm& self) { return view(self, self.changes.columns); })
      .def_prop_ro(
          "change", [](const RestrictedForm& self) { return view(self, self.changes.values); },
          "What the entries were before, less what they are.");
}

void bind_double_oracle(nb::module_& m) {
  nb::class_<HeldOracle>(m, "DoubleOracle", "A restricted game that grows by best responses.")
      .def(nb::new_([](const Rules& game, const OracleOptions& options, Budget& budget) {
             auto oracle = run_walk(game, budget, [&] { return make_double_oracle(game, options, budget); });
             return std::make_unique<HeldOracle>(HeldOracle{game, std::move(oracle)});
           }),
           nb::arg("game"), nb::arg("options"), nb::arg("budget"))
      .def(
          "respond",
          [](HeldOracle& self, int player, Budget& budget) {
            return held(self, budget, [&](DoubleOracle& o) { return o.respond(checked(player), budget); });
          },
          nb::arg("player"), nb::arg("budget"))
      .def(
          "grow",
          [](HeldOracle& self, int player, Budget& budget) {
            return held(self, budget, [&](DoubleOracle& o) { return o.grow(checked(player), budget); });
          },
          nb::arg("player"), nb::arg("budget"))
      .def(
          "form",
          [](HeldOracle& self, Budget& budget) {
            return held(self, budget, [&](DoubleOracle& o) { return o.form(budget); });
          },
          nb::arg("budget"))
      .def(
          "set_plan",
          [](HeldOracle& self, int player, Given<double> plan) {
            self.oracle->game.set_plan(checked(player), {plan.data(), plan.size()});
          },
          nb::arg("player"), nb::arg("plan"))
      .def(
          "choose",
          [](HeldOracle& self, const GameTree& tree, const Given<double>& first, const Given<double>& second,
             double least, Budget& budget) {
            if (tree.players != 2 || first.size() != tree.num_sequences(0) || second.size() != tree.num_sequences(1))
              throw GameDefinitionError("a behaviour has one number per sequence of the tree.");
            held(self, budget, [&](DoubleOracle& oracle) {
              oracle.choose(tree, {std::span(first.data(), first.size()), std::span(second.data(), second.size())},
                            least, budget);
              return 0;
            });
          },
          nb::arg("tree"), nb::arg("first"), nb::arg("second"), nb::arg("least"), nb::arg("budget"),
          "What behaviours for the tree play takes the place of both players' responses.")
      .def(
          "set_incumbent", [](HeldOracle& self, int player) { self.oracle->set_incumbent(checked(player)); },
          nb::arg("player"))
      .def(
          "incumbent",
          [](HeldOracle& self, int player) {
            return to_array(self.oracle->incumbent[static_cast<std::size_t>(checked(player))]);
          },
          nb::arg("player"))
      .def(
          "restore_incumbent",
          [](HeldOracle& self, int player, Given<double> plan) {
            self.oracle->incumbent[static_cast<std::size_t>(checked(player))].assign(plan.data(),
                                                                                     plan.data() + plan.size());
          },
          nb::arg("player"), nb::arg("plan"))
      .def(
          "rows", [](HeldOracle& self, int player) { return to_tuple(self.oracle->rows(checked(player))); },
          nb::arg("player"))
      .def(
          "behaviour",
          [](HeldOracle& self, const GameTree& tree, int player) {
            return to_array(self.oracle->behaviour(tree, checked(player)));
          },
          nb::arg("tree"), nb::arg("player"))
      .def("log", &log_of)
      .def("repeat", &repeat_log, nb::arg("players"), nb::arg("actions"), nb::arg("counts"), nb::arg("key_ends"),
           nb::arg("keys"), nb::arg("orbit_ends"), nb::arg("orbits"), nb::arg("budget"))
      .def_prop_ro("nodes", [](const HeldOracle& self) { return self.oracle->nodes; })
      .def_prop_ro("oracle_nodes", [](const HeldOracle& self) { return self.oracle->oracle_nodes; })
      .def_prop_ro("leaves", [](const HeldOracle& self) { return self.oracle->leaves; })
      .def_prop_ro("magnitude", [](const HeldOracle& self) { return self.oracle->magnitudes.typical(); })
      .def_prop_ro("memory", [](const HeldOracle& self) { return self.oracle->game.memory(); })
      .def(
          "sequences",
          [](const HeldOracle& self, int player) {
            return self.oracle->game.players[static_cast<std::size_t>(checked(player))].sequences.size();
          },
          nb::arg("player"));
}

void bind_regret(nb::module_& m) {
  nb::class_<RegretMatching>(m, "RegretMatching", "Approximate plans of a restricted game, by CFR+.")
      .def(nb::init<>())
      .def(
          "load",
          [](RegretMatching& self, HeldOracle& held_oracle, Budget& budget) {
            const RestrictedForm form = held(held_oracle, budget, [&](DoubleOracle& o) { return o.form(budget); });
            self.load(form.form, form.layout.sequences);
          },
          nb::arg("oracle"), nb::arg("budget"))
      .def("improve", &RegretMatching::improve, nb::arg("target"), nb::arg("most"),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "give",
          [](const RegretMatching& self, HeldOracle& held_oracle, double cut) {
            for (const int player : {0, 1}) held_oracle.oracle->game.set_plan(player, self.plan(player), cut);
          },
          nb::arg("oracle"), nb::arg("cut"),
          "Makes its average plans those of the restricted game, without actions that are played less than the cut.");
}

}  // namespace

void bind_oracle(nb::module_& m) {
  bind_options(m);
  bind_form(m);
  bind_double_oracle(m);
  bind_regret(m);
  m.def(
      "respond",
      [](const Rules& game, int player, std::shared_ptr<Plan> plan, const ResponseOptions& options, Budget& budget) {
        ResponseResult result =
            run_walk(game, budget, [&] { return respond(game, checked(player), plan, options, budget); });
        return std::tuple(result.value, to_tuple(std::move(result.rows)), result.nodes);
      },
      nb::arg("game"), nb::arg("player"), nb::arg("plan"), nb::arg("options"), nb::arg("budget"));
  m.def(
      "plan_utilities",
      [](const Rules& game, const std::vector<std::shared_ptr<Plan>>& plans, Budget& budget) {
        if (plans.size() != index(game.traits().players))
          throw GameDefinitionError("a profile needs one strategy per player.");
        return run_walk(game, budget, [&] { return expected_utilities(game, {plans.begin(), plans.end()}, budget); });
      },
      nb::arg("game"), nb::arg("plans"), nb::arg("budget"),
      "Every player's expected utility under plans, without a tree.");
  m.def(
      "plan_behaviour",
      [](const Rules& game, const GameTree& tree, int player, std::shared_ptr<Plan> plan) {
        return to_array(plan_behaviour(game, tree, checked(player), std::move(plan)));
      },
      nb::arg("game"), nb::arg("tree"), nb::arg("player"), nb::arg("plan"));
  m.def(
      "plan_at",
      [](const State& state, int player, std::shared_ptr<Plan> plan) {
        return to_tuple(plan_at(state, state.checked_player(player), std::move(plan)));
      },
      nb::arg("state"), nb::arg("player"), nb::arg("plan"));
}

}  // namespace dodona
