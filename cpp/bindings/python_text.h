/// Python objects in the words of an error.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>
#include <typeinfo>

#include "games/contract.h"

namespace dodona {

namespace nb = nanobind;

/// What `make` gives; a __str__ or __repr__ that fails must not hide the problem being reported.
template <class Make>
std::string printed(Make&& make) {
  try {
    return nb::cast<std::string>(make());
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
  } catch (const std::bad_cast&) {
  }
  return "<unprintable>";
}

inline std::string text_of(nb::handle object) {
  return printed([&] { return nb::str(object); });
}

inline std::string repr_of(nb::handle object) {
  const std::string text = printed([&] { return nb::repr(object); });
  return text.size() > 300 ? text.substr(0, 300) + "..." : text;
}

inline std::string who(int player) { return player == kChance ? "chance" : "player " + std::to_string(player); }

}  // namespace dodona
