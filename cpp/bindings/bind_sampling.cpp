#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>

#include "bindings/bindings.h"
#include "bindings/plan_rows.h"
#include "core/errors.h"
#include "extensive/responses.h"
#include "extensive/sampling.h"
#include "games/state.h"

namespace dodona {
namespace {

/// A run of sampling with the game it was made for.
struct HeldSampling {
  HeldSampling(const Rules& rules, SamplingScheme scheme, bool plus, bool linear, double exploration,
               std::uint64_t seed)
      : game(rules), run(make_sampling(rules, {scheme, plus, linear, exploration}, seed)) {}
  Rules game;
  std::unique_ptr<Sampling> run;
};

/// A plan that asks a Python function, which gets a state and gives one probability per action.
std::shared_ptr<AskedPlan> make_asked(const Rules& rules, nb::object function) {
  const Rules own = hidden_form(rules);
  return std::make_shared<AskedPlan>([own, function = std::move(function)](const Rules* walked, const Position& s) {
    const nb::gil_scoped_acquire hold;
    return nb::cast<std::vector<double>>(function(State(walked != nullptr ? *walked : own, s)));
  });
}

}  // namespace

void bind_sampling(nb::module_& m) {
  nb::enum_<SamplingScheme>(m, "SamplingScheme", "Whose moves are sampled.")
      .value("external", SamplingScheme::external)
      .value("outcome", SamplingScheme::outcome)
      .value("chance", SamplingScheme::chance);
  nb::class_<KeyedPlan, Plan>(m, "KeyedPlan", "The average strategies of sampling, by exact keys.")
      .def(
          "sets",
          [](const KeyedPlan& plan, int player) {
            return plan.table->size(checked_player(player, plan.game.traits().players));
          },
          nb::arg("player"), "How many information sets of a player have been met.")
      .def(
          "rows",
          [](const KeyedPlan& plan, int player, Budget& budget) {
            checked_player(player, plan.game.traits().players);
            return to_tuple(run_walk(plan.game, budget, [&] { return rows_of(plan, player, budget); }));
          },
          nb::arg("player"), nb::arg("budget"), "Labels, actions, offsets and probabilities, from one walk.");
  nb::class_<AskedPlan, Plan>(m, "AskedPlan", "A function of a position that gives one probability per action.")
      .def(nb::new_(&make_asked), nb::arg("game"), nb::arg("function"));
  nb::class_<HeldSampling>(m, "Sampling", "Monte Carlo counterfactual regret minimisation.")
      .def(nb::init<const Rules&, SamplingScheme, bool, bool, double, std::uint64_t>(), nb::arg("game"),
           nb::arg("scheme"), nb::kw_only(), nb::arg("plus") = false, nb::arg("linear") = false,
           nb::arg("exploration") = 0.6, nb::arg("seed") = 0)
      .def(
          "play",
          [](HeldSampling& self, std::int64_t iterations, Budget& budget) {
            run_walk(self.game, budget, [&] { return self.run->play(iterations, budget), 0; });
          },
          nb::arg("iterations"), nb::arg("budget"))
      .def("plan",
           [](const HeldSampling& self) {
             return std::make_shared<KeyedPlan>(self.game, self.run->game(), self.run->table());
           })
      .def_prop_ro("iterations", [](const HeldSampling& self) { return self.run->iterations(); })
      .def_prop_ro("nodes", [](const HeldSampling& self) { return self.run->nodes(); })
      .def_prop_ro("mean_value", [](const HeldSampling& self) { return self.run->mean_value(); })
      .def_prop_ro("sets", [](const HeldSampling& self) { return self.run->table()->size(); })
      .def_prop_ro("memory", [](const HeldSampling& self) { return self.run->table()->memory(); });
}

}  // namespace dodona
