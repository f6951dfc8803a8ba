#include <nanobind/nanobind.h>

#include <new>
#include <string>

#include "bindings/bindings.h"
#include "core/errors.h"

namespace dodona {

void bind_games(nb::module_& m);
void bind_tree(nb::module_& m);
void bind_sparse(nb::module_& m);
void bind_sequence_form(nb::module_& m);
void bind_extensive(nb::module_& m);
void bind_oracle(nb::module_& m);
void bind_flow(nb::module_& m);
void bind_multiplayer(nb::module_& m);
void bind_normal(nb::module_& m);
void bind_monte_carlo(nb::module_& m);
void bind_perfect(nb::module_& m);
void bind_sampling(nb::module_& m);
void bind_simultaneous(nb::module_& m);
void bind_python_game(nb::module_& m);
void bind_domains(nb::module_& m);  ///< every file in bindings/domains; CMake writes the list

void deliver_signals() {
  nb::gil_scoped_acquire hold;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

namespace {

/// Sets the Python error of the given class in dodona.model.errors.
void set_error(const char* name, const char* message) {
  nb::object type = nb::module_::import_("dodona.model.errors").attr(name);
  PyErr_SetString(type.ptr(), message);
}

/// Whatever leaves the core is an error of this library.
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
  } catch (const LimitReached&) {
    throw;  // a class of the core itself
  } catch (const std::bad_alloc&) {
    set_error("SolverError", "there is not enough memory for this; make it smaller, or set Limit(memory=...).");
  } catch (const std::exception& e) {
    set_error("SolverError", (std::string("something unexpected happened in the core: ") + e.what() +
                              "; please report it with the game and the method.")
                                 .c_str());
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
  bind_sparse(m);
  bind_sequence_form(m);
  bind_extensive(m);
  bind_oracle(m);
  bind_flow(m);
  bind_normal(m);
  bind_multiplayer(m);
  bind_monte_carlo(m);
  bind_perfect(m);
  bind_sampling(m);
  bind_simultaneous(m);
  bind_python_game(m);
  bind_domains(m);
}
