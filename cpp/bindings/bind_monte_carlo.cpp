#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
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
}

}  // namespace dodona
