/// What the binding files share: one function per room or domain, all called by module.cpp.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "core/budget.h"
#include "games/rules.h"

namespace dodona {

namespace nb = nanobind;

/// Gives Python a chance to deliver signals; whoever calls it may have released the interpreter.
void deliver_signals();

/// A Python object whose last reference may go on a thread without the interpreter.
inline std::shared_ptr<nb::object> kept_object(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* own) {
            nb::gil_scoped_acquire hold;
            delete own;
          }};
}

/// Runs a walk over `rules` with the interpreter released unless they are Python's, and lets signals through.
template <class Work>
auto run_walk(const Rules& rules, Budget& budget, Work&& work) {
  const bool untrusted = rules.abilities().untrusted;
  budget.poll = deliver_signals;
  budget.interval = untrusted ? 1 : 4096;  // rules in Python may take any time for one node
  if (untrusted) return work();
  nb::gil_scoped_release release;
  return work();
}

}  // namespace dodona
