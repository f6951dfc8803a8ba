/// What the binding files share: one function per room or domain, all called by module.cpp.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>

#include "bindings/any_game.h"

namespace dodona {

namespace nb = nanobind;

void bind_games(nb::module_& m);
void bind_tree(nb::module_& m);
void bind_extensive(nb::module_& m);
void bind_oracle(nb::module_& m);
void bind_normal(nb::module_& m);
void bind_perfect(nb::module_& m);
void bind_simultaneous(nb::module_& m);
void bind_python_game(nb::module_& m);

void bind_matrix(nb::module_& m);
void bind_kuhn(nb::module_& m);
void bind_poker(nb::module_& m);
void bind_liars_dice(nb::module_& m);
void bind_goofspiel(nb::module_& m);
void bind_tic_tac_toe(nb::module_& m);
void bind_random_game(nb::module_& m);
void bind_random_tree(nb::module_& m);
void bind_connect_four(nb::module_& m);
void bind_breakthrough(nb::module_& m);
void bind_nim(nb::module_& m);
void bind_dice_race(nb::module_& m);
void bind_oshi_zumo(nb::module_& m);
void bind_tron(nb::module_& m);
void bind_pursuit_evasion(nb::module_& m);
void bind_random_simultaneous(nb::module_& m);
void bind_phantom_tic_tac_toe(nb::module_& m);
void bind_border_patrol(nb::module_& m);

/// Puts a domain behind the common face.
template <class G>
std::shared_ptr<AnyGame> host(G game) {
  return std::make_shared<HostedGame<G>>(std::move(game));
}

/// Carries news of a search that has released the interpreter to a Python callable, if there is one.
inline OnSearch telling(const std::optional<OnSearch>& listener) {
  if (!listener) return {};
  return [&listener](int depth, double value, double lower, double upper) {
    nb::gil_scoped_acquire hold;
    (*listener)(depth, value, lower, upper);
  };
}

/// Runs a walk over `game` with the interpreter released unless the rules are Python's, and lets signals through.
template <class Work>
auto run_walk(const AnyGame& game, Budget& budget, Work&& work) {
  budget.poll = [] {
    nb::gil_scoped_acquire hold;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  };
  budget.interval = game.untrusted() ? 1 : 4096;  // rules in Python may take any time for one node
  if (game.untrusted()) return work();
  nb::gil_scoped_release release;
  return work();
}

}  // namespace dodona
