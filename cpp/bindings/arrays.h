/// Vectors handed over to NumPy.
#pragma once

#include <nanobind/ndarray.h>

#include <initializer_list>
#include <utility>
#include <vector>

namespace dodona {

namespace nb = nanobind;

template <class T>
using Flat = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using Vector = Flat<double>;
using Rows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

/// An array that Python gives.
template <class T>
using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// An array that owns the values.
template <class Array, class T>
Array to_array(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array(owned->data(), shape, owner);
}

template <class T>
Flat<T> to_array(std::vector<T> values) {
  const std::size_t size = values.size();
  return to_array<Flat<T>>(std::move(values), {size});
}

}  // namespace dodona
