#include "bindings/move_labels.h"

#include <nanobind/stl/string.h>

#include <typeinfo>
#include <utility>

namespace dodona {

std::int32_t MoveLabels::of(nb::handle move) {
  nb::dict* known = PyUnicode_CheckExact(move.ptr()) ? &strings_ : PyLong_CheckExact(move.ptr()) ? &numbers_ : nullptr;
  if (known == nullptr) return intern(move);
  if (PyObject* id = PyDict_GetItemWithError(known->ptr(), move.ptr()))
    return static_cast<std::int32_t>(PyLong_AsLong(id));
  const std::int32_t id = intern(move);
  if (id >= 0) (*known)[move] = id;
  return id;
}

std::int32_t MoveLabels::intern(nb::handle move) {
  std::string text;
  try {
    text = nb::cast<std::string>(nb::str(move));
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    return -1;
  } catch (const std::bad_cast&) {
    return -1;
  }
  const auto [place, is_new] = ids_.emplace(std::move(text), static_cast<std::int32_t>(texts_.size()));
  if (is_new) texts_.push_back(place->first);
  return place->second;
}

}  // namespace dodona
