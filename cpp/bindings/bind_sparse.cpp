#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <span>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "core/ids.h"
#include "core/sparse.h"

namespace dodona {
namespace {

template <class Array>
auto span_of(const Array& array) {
  return std::span(array.data(), array.shape(0));
}

void require_places(const Given<std::int32_t>& places, std::size_t size, std::size_t count) {
  const auto inside = [&](std::int32_t place) { return place >= 0 && index(place) < size; };
  if (places.shape(0) != count || !std::ranges::all_of(span_of(places), inside))
    throw SolverError("a matrix needs a row and a column within it for each of its entries.");
}

std::tuple<Flat<std::int32_t>, Flat<std::int32_t>, Vector> compress_entries(std::size_t height, std::size_t width,
                                                                            const Given<std::int32_t>& rows,
                                                                            const Given<std::int32_t>& columns,
                                                                            const Given<double>& values) {
  require_places(rows, height, values.shape(0)), require_places(columns, width, values.shape(0));
  CompressedRows matrix = compress(height, width, span_of(rows), span_of(columns), span_of(values));
  return {to_array(std::move(matrix.start)), to_array(std::move(matrix.index)), to_array(std::move(matrix.value))};
}

}  // namespace

void bind_sparse(nb::module_& m) {
  m.def("compress", &compress_entries, nb::arg("height"), nb::arg("width"), nb::arg("rows"), nb::arg("columns"),
        nb::arg("values"), "Entries by row; those at the same place add up, and sums of zero are left out.");
}

}  // namespace dodona
