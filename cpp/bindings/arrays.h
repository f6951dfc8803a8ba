/// Vectors handed over to NumPy.
#pragma once

#include <nanobind/ndarray.h>

#include <initializer_list>
#include <utility>
#include <vector>

namespace dodona {

namespace nb = nanobind;

using Vector = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Rows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

/// An array that owns the values.
template <class Array = Vector>
Array to_array(std::vector<double> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<double>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Array(owned->data(), shape, owner);
}

inline Vector to_array(std::vector<double> values) {
  const std::size_t size = values.size();
  return to_array<Vector>(std::move(values), {size});
}

}  // namespace dodona
