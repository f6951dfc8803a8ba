/// Vectors handed over to NumPy, and views into what Python objects hold.
#pragma once

#include <nanobind/ndarray.h>

#include <initializer_list>
#include <utility>
#include <vector>

#include "core/ids.h"

namespace dodona {

namespace nb = nanobind;

template <class T>
using Flat = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using Vector = Flat<double>;
using Rows = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

/// An array that Python gives.
template <class T>
using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A read-only array that looks into an object that Python holds, and keeps that alive.
template <class T>
using View = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

template <class Owner, class T>
View<T> view(const Owner& owner, const std::vector<T>& items) {
  return View<T>(items.data(), {items.size()}, nb::find(owner));
}

/// Typed ids are seen as the numbers that they are.
template <class T, class Owner, class Id, class Item>
View<T> view(const Owner& owner, const Table<Id, Item>& table) {
  static_assert(sizeof(T) == sizeof(Item));
  return View<T>(reinterpret_cast<const T*>(table.data()), {table.size()}, nb::find(owner));
}

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
