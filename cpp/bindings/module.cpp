#include <nanobind/nanobind.h>

#include "bindings/bindings.h"
#include "core/errors.h"

namespace dodona {
namespace {

/// Sets the Python error of the given class in dodona.model.errors.
void set_error(const char* name, const char* message) {
  nb::object type = nb::module_::import_("dodona.model.errors").attr(name);
  PyErr_SetString(type.ptr(), message);
}

void translate(const std::exception_ptr& pending, void*) {
  try {
    std::rethrow_exception(pending);
  } catch (const GameDefinitionError& e) {
    set_error("GameDefinitionError", e.what());
  } catch (const IllegalMoveError& e) {
    set_error("IllegalMoveError", e.what());
  } catch (const UnsupportedGameError& e) {
    set_error("UnsupportedGameError", e.what());
  } catch (const SolverError& e) {
    set_error("SolverError", e.what());
  }
}

}  // namespace
}  // namespace dodona

NB_MODULE(_core, m) {
  using namespace dodona;
  // What an interpreter that ends by an exception still holds is no concern of the user.
  nb::set_leak_warnings(false);
  m.doc() = "The C++ core of Dodona.";
  m.attr("VERSION") = DODONA_VERSION;
  m.attr("CHANCE") = kChance;
  m.attr("TERMINAL") = kTerminal;
  m.attr("SIMULTANEOUS") = kSimultaneous;
  nb::exception<LimitReached>(m, "LimitReached");
  nb::register_exception_translator(translate);
  bind_games(m);
  bind_tree(m);
  bind_extensive(m);
  bind_oracle(m);
  bind_normal(m);
  bind_perfect(m);
  bind_simultaneous(m);
  bind_python_game(m);
  bind_matrix(m);
  bind_kuhn(m);
  bind_poker(m);
  bind_liars_dice(m);
  bind_goofspiel(m);
  bind_tic_tac_toe(m);
  bind_random_game(m);
  bind_random_tree(m);
  bind_connect_four(m);
  bind_breakthrough(m);
  bind_nim(m);
  bind_dice_race(m);
  bind_oshi_zumo(m);
  bind_tron(m);
  bind_pursuit_evasion(m);
  bind_random_simultaneous(m);
  bind_phantom_tic_tac_toe(m);
  bind_border_patrol(m);
}
