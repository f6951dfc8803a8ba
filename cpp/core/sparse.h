/// Sparse matrices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dodona {

/// Entries by row, column and value.
struct Triplets {
  std::vector<std::int32_t> rows, columns;
  std::vector<double> values;

  void add(std::int32_t row, std::int32_t column, double value) {
    rows.push_back(row), columns.push_back(column), values.push_back(value);
  }
};

/// Row i has its columns in index[start[i]] to index[start[i + 1] - 1], in no order, and its values beside them.
struct CompressedRows {
  std::vector<std::int32_t> start{0}, index;
  std::vector<double> value;
};

/// Entries at the same place add up; sums that are exactly zero are left out.
CompressedRows compress(std::size_t height, std::size_t width, std::span<const std::int32_t> rows,
                        std::span<const std::int32_t> columns, std::span<const double> values);

/// Rows and columns exchanged, for a matrix of a width; each row of the result has its columns in ascending order.
CompressedRows transpose(const CompressedRows& matrix, std::size_t width);

}  // namespace dodona
