#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/sparse.h"

using namespace dodona;

namespace {

CompressedRows compressed(std::size_t height, std::size_t width, const Triplets& entries) {
  return compress(height, width, entries.rows, entries.columns, entries.values);
}

/// The matrix written out, every place that occurs twice in a row being an error.
std::vector<std::vector<double>> dense(const CompressedRows& matrix, std::size_t width) {
  std::vector<std::vector<double>> cells;
  for (std::size_t r = 0; r + 1 < matrix.start.size(); ++r) {
    std::vector<double> row(width);
    for (auto k = static_cast<std::size_t>(matrix.start[r]); k < static_cast<std::size_t>(matrix.start[r + 1]); ++k) {
      double& cell = row.at(static_cast<std::size_t>(matrix.index.at(k)));
      REQUIRE(cell == 0);
      cell = matrix.value.at(k);
    }
    cells.push_back(row);
  }
  return cells;
}

}  // namespace

TEST_CASE("entries go to their rows, in whatever order they come") {
  Triplets entries;
  entries.add(2, 1, 5);
  entries.add(0, 2, 3);
  entries.add(2, 0, 4);
  const CompressedRows matrix = compressed(3, 3, entries);
  CHECK(matrix.start == std::vector<std::int32_t>{0, 1, 1, 3});
  CHECK(dense(matrix, 3) == std::vector<std::vector<double>>{{0, 0, 3}, {0, 0, 0}, {4, 5, 0}});
}

TEST_CASE("entries at the same place add up, and sums of zero are left out") {
  Triplets entries;
  entries.add(0, 0, 1), entries.add(0, 1, 2), entries.add(0, 0, -1), entries.add(0, 1, 0.5), entries.add(1, 1, 0);
  const CompressedRows matrix = compressed(2, 2, entries);
  CHECK(matrix.index == std::vector<std::int32_t>{1});
  CHECK(matrix.value == std::vector<double>{2.5});
  CHECK(matrix.start == std::vector<std::int32_t>{0, 1, 1});
}

TEST_CASE("a column that two rows use is summed apart in each") {
  Triplets entries;
  entries.add(0, 0, 1), entries.add(1, 0, 2), entries.add(1, 0, 3);
  CHECK(dense(compressed(2, 1, entries), 1) == std::vector<std::vector<double>>{{1}, {5}});
}

TEST_CASE("matrices without entries, rows or columns") {
  const Triplets none;
  CHECK(compressed(0, 0, none).start == std::vector<std::int32_t>{0});
  CHECK(compressed(0, 4, none).start == std::vector<std::int32_t>{0});
  CHECK(compressed(3, 0, none).start == std::vector<std::int32_t>{0, 0, 0, 0});
  CHECK(compressed(2, 2, none).index.empty());
}

TEST_CASE("random entries give the matrix that adding them to a table gives") {
  Random random(4);
  for (int round = 0; round < 300; ++round) {
    const int height = 1 + random.below(6), width = 1 + random.below(6);
    std::vector<std::vector<double>> expected(static_cast<std::size_t>(height),
                                              std::vector<double>(static_cast<std::size_t>(width)));
    Triplets entries;
    for (int e = random.below(30); e > 0; --e) {
      const int row = random.below(height), column = random.below(width);
      const double value = random.below(7) - 3;  // whole numbers, so that sums are exact and often zero
      entries.add(row, column, value);
      expected[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] += value;
    }
    const CompressedRows matrix = compressed(expected.size(), expected[0].size(), entries);
    REQUIRE(dense(matrix, expected[0].size()) == expected);
    for (const double value : matrix.value) REQUIRE(value != 0);

    const CompressedRows transposed = transpose(matrix, expected[0].size());
    for (std::size_t r = 0; r + 1 < transposed.start.size(); ++r)
      REQUIRE(std::is_sorted(transposed.index.begin() + transposed.start[r],
                             transposed.index.begin() + transposed.start[r + 1]));
    const std::vector<std::vector<double>> exchanged = dense(transposed, expected.size());
    REQUIRE(exchanged.size() == expected[0].size());
    for (std::size_t r = 0; r < expected.size(); ++r)
      for (std::size_t c = 0; c < exchanged.size(); ++c) REQUIRE(exchanged[c][r] == expected[r][c]);
  }
}
