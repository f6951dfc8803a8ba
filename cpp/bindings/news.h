/// News of running work for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "perfect/options.h"

namespace dodona {

/// Carries news of a search that has released the interpreter to a Python callable, if there is one.
inline OnSearch telling(const std::optional<OnSearch>& listener) {
  if (!listener) return {};
  return [&listener](int depth, double value, double lower, double upper) {
    nanobind::gil_scoped_acquire hold;
    (*listener)(depth, value, lower, upper);
  };
}

}  // namespace dodona
