#include "core/sparse.h"

#include <algorithm>

namespace dodona {
namespace {

std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }

/// The entries' numbers by row; `start` gets where each row begins.
std::vector<std::int32_t> by_row(std::size_t height, std::span<const std::int32_t> rows,
                                 std::vector<std::int32_t>& start) {
  start.assign(height + 1, 0);
  for (const std::int32_t row : rows) ++start[at(row) + 1];
  for (std::size_t r = 0; r < height; ++r) start[r + 1] += start[r];
  std::vector<std::int32_t> order(rows.size()), fill(start.begin(), start.end() - 1);
  for (std::size_t e = 0; e < rows.size(); ++e) order[at(fill[at(rows[e])]++)] = static_cast<std::int32_t>(e);
  return order;
}

}  // namespace

CompressedRows compress(std::size_t height, std::size_t width, std::span<const std::int32_t> rows,
                        std::span<const std::int32_t> columns, std::span<const double> values) {
  CompressedRows matrix;
  const std::vector<std::int32_t> order = by_row(height, rows, matrix.start);
  std::vector<double> sum(width);
  std::vector<std::int32_t> seen(width, -1), touched;
  matrix.index.reserve(rows.size()), matrix.value.reserve(rows.size());
  for (std::size_t r = 0; r < height; ++r) {
    const auto row = static_cast<std::int32_t>(r);
    touched.clear();
    for (std::int32_t k = matrix.start[r]; k < matrix.start[r + 1]; ++k) {
      const std::size_t entry = at(order[at(k)]), column = at(columns[entry]);
      if (seen[column] != row) {
        seen[column] = row, sum[column] = 0;
        touched.push_back(columns[entry]);
      }
      sum[column] += values[entry];
    }
    matrix.start[r] = static_cast<std::int32_t>(matrix.index.size());
    for (const std::int32_t column : touched)
      if (sum[at(column)] != 0) matrix.index.push_back(column), matrix.value.push_back(sum[at(column)]);
  }
  matrix.start[height] = static_cast<std::int32_t>(matrix.index.size());
  return matrix;
}

CompressedRows transpose(const CompressedRows& matrix, std::size_t width) {
  CompressedRows transposed;
  const std::vector<std::int32_t> order = by_row(width, matrix.index, transposed.start);
  std::vector<std::int32_t> row_of(matrix.index.size());
  for (std::size_t r = 0; r + 1 < matrix.start.size(); ++r)
    std::fill(row_of.begin() + matrix.start[r], row_of.begin() + matrix.start[r + 1], static_cast<std::int32_t>(r));
  transposed.index.reserve(order.size()), transposed.value.reserve(order.size());
  for (const std::int32_t entry : order)
    transposed.index.push_back(row_of[at(entry)]), transposed.value.push_back(matrix.value[at(entry)]);
  return transposed;
}

}  // namespace dodona
