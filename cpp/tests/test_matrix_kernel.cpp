#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/matrix_kernel.h"
#include "core/random.h"

using namespace dodona;
using Rows = std::vector<std::vector<double>>;

namespace {

struct Answer {
  MatrixResult result;
  std::vector<double> x, y;
};

Answer solve(const Rows& rows, MatrixSolver& solver) {
  std::vector<double> a;
  for (const std::vector<double>& row : rows) a.insert(a.end(), row.begin(), row.end());
  Answer answer{{}, std::vector<double>(rows.size(), -1), std::vector<double>(rows[0].size(), -1)};
  answer.result = solver.solve(a.data(), static_cast<int>(rows.size()), static_cast<int>(rows[0].size()),
                               answer.x.data(), answer.y.data());
  return answer;
}

Answer solve(const Rows& rows) {
  MatrixSolver solver;
  return solve(rows, solver);
}

bool is_distribution(const std::vector<double>& p) {
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  return std::all_of(p.begin(), p.end(), [](double q) { return q >= 0; }) && std::abs(sum - 1) < 1e-12;
}

/// What x secures and what y concedes, computed from the matrix alone.
std::pair<double, double> guaranteed(const Rows& rows, const Answer& answer) {
  double lower = std::numeric_limits<double>::infinity(), upper = -lower;
  for (std::size_t j = 0; j < rows[0].size(); ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) sum += answer.x[i] * rows[i][j];
    lower = std::min(lower, sum);
  }
  for (const std::vector<double>& row : rows)
    upper = std::max(upper, std::inner_product(row.begin(), row.end(), answer.y.begin(), 0.0));
  return {lower, upper};
}

/// Checks that the strategies are distributions which prove the bounds, and that the bounds meet.
void check_proof(const Rows& rows, const Answer& answer) {
  double size = 0;
  for (const std::vector<double>& row : rows)
    for (const double entry : row) size = std::max(size, std::abs(entry));
  REQUIRE(answer.result.status == MatrixStatus::Solved);
  REQUIRE(is_distribution(answer.x));
  REQUIRE(is_distribution(answer.y));
  const auto [lower, upper] = guaranteed(rows, answer);
  REQUIRE(answer.result.lower <= answer.result.value);
  REQUIRE(answer.result.value <= answer.result.upper);
  REQUIRE(std::abs(lower - answer.result.lower) <= 1e-13 * size);
  REQUIRE(std::abs(upper - answer.result.upper) <= 1e-13 * size);
  REQUIRE(upper - lower <= 3e-10 * size);
}

Rows drawn(Random& random, int height, int width, int entries) {
  Rows rows(static_cast<std::size_t>(height), std::vector<double>(static_cast<std::size_t>(width)));
  for (std::vector<double>& row : rows)
    for (double& entry : row) entry = entries > 0 ? random.below(entries) - entries / 2 : 2 * random.real() - 1;
  return rows;
}

}  // namespace

TEST_CASE("known games have their value and their only strategies") {
  struct Known {
    Rows rows;
    double value;
    std::vector<double> x, y;
  };
  const double third = 1.0 / 3;
  const std::vector<Known> games = {
      {{{1, -1}, {-1, 1}}, 0, {0.5, 0.5}, {0.5, 0.5}},  // matching pennies
      {{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, 0, {third, third, third}, {third, third, third}},
      {{{-2, 3}, {3, -4}}, 1.0 / 12, {7.0 / 12, 5.0 / 12}, {7.0 / 12, 5.0 / 12}},  // Ferguson, odd or even
      {{{3, -1}, {-2, 4}}, 1, {0.6, 0.4}, {0.5, 0.5}},
      {{{4, 0}, {0, 4}, {1, 1}}, 2, {0.5, 0.5, 0}, {0.5, 0.5}},  // a row worse than a mixture
      {{{1, -1, 5}, {-1, 1, 6}}, 0, {0.5, 0.5}, {0.5, 0.5, 0}},  // a column never played
  };
  for (const Known& game : games) {
    const Answer answer = solve(game.rows);
    check_proof(game.rows, answer);
    CHECK(answer.result.value == doctest::Approx(game.value).epsilon(1e-13));
    CHECK(answer.result.pivots > 0);
    for (std::size_t i = 0; i < game.x.size(); ++i) CHECK(answer.x[i] == doctest::Approx(game.x[i]).epsilon(1e-13));
    for (std::size_t j = 0; j < game.y.size(); ++j) CHECK(answer.y[j] == doctest::Approx(game.y[j]).epsilon(1e-13));
  }
}

TEST_CASE("a saddle point is found without a pivot, exactly") {
  const Answer answer = solve({{3, 1, 4}, {5, 2, 9}, {6, 0, 7}});
  CHECK(answer.result.pivots == 0);
  CHECK(answer.result.lower == 2);
  CHECK(answer.result.upper == 2);
  CHECK(answer.x == std::vector<double>{0, 1, 0});
  CHECK(answer.y == std::vector<double>{0, 1, 0});
}

TEST_CASE("one row, one column, one entry") {
  CHECK(solve({{3, -2, 7}}).result.value == -2);
  CHECK(solve({{3}, {-2}, {7}}).result.value == 7);
  CHECK(solve({{-4.5}}).result.value == -4.5);
}

TEST_CASE("a matrix without rows or columns is empty") {
  MatrixSolver solver;
  double x = 5, y = 6;
  const double entry = 1;
  CHECK(solver.solve(&entry, 0, 3, &x, &y).status == MatrixStatus::Empty);
  CHECK(solver.solve(&entry, 3, 0, &x, &y).status == MatrixStatus::Empty);
  CHECK(x == 5);
  CHECK(y == 6);
}

TEST_CASE("an entry that is not finite is reported wherever it is, and the strategies are left alone") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        Rows rows = {{1, 2}, {3, 4}, {5, 0}};
        rows[i][j] = bad;
        const Answer answer = solve(rows);
        CHECK(answer.result.status == MatrixStatus::NotFinite);
        CHECK(answer.x == std::vector<double>{-1, -1, -1});
        CHECK(answer.y == std::vector<double>{-1, -1});
      }
    }
  }
}

TEST_CASE("the rows of a larger matrix can be solved where they lie") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> wide = {1, -1, nan, nan, -1, 1, nan, nan};
  std::vector<double> x(2), y(2);
  MatrixSolver solver;
  const MatrixResult result = solver.solve(wide.data(), 2, 2, x.data(), y.data(), 4);
  CHECK(result.status == MatrixStatus::Solved);
  CHECK(result.value == doctest::Approx(0));
  CHECK(x[0] == doctest::Approx(0.5));
}

TEST_CASE("random games are proven by their strategies, with one solver for all") {
  Random random(7);
  MatrixSolver solver;
  for (int round = 0; round < 2000; ++round) {
    const int height = 1 + random.below(9), width = 1 + random.below(9);
    const Rows rows = drawn(random, height, width, 0);
    check_proof(rows, solve(rows, solver));
  }
}

TEST_CASE("degenerate games, with few different entries and equal rows, are proven too") {
  Random random(8);
  MatrixSolver solver;
  for (int round = 0; round < 2000; ++round) {
    const int height = 1 + random.below(9), width = 1 + random.below(9);
    Rows rows = drawn(random, height, width, 3);
    rows.push_back(rows.front());
    check_proof(rows, solve(rows, solver));
  }
}

TEST_CASE("large games are proven too") {
  Random random(9);
  for (const auto& [height, width] : {std::pair{60, 60}, {5, 200}, {200, 5}}) {
    const Rows rows = drawn(random, height, width, 0);
    check_proof(rows, solve(rows));
  }
}

TEST_CASE("swapping the players negates the value; shift and scale carry over") {
  Random random(10);
  for (int round = 0; round < 200; ++round) {
    const int height = 1 + random.below(6), width = 1 + random.below(6);
    const Rows rows = drawn(random, height, width, 0);
    Rows swapped(rows[0].size(), std::vector<double>(rows.size())), moved = rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows[0].size(); ++j) {
        swapped[j][i] = -rows[i][j];
        moved[i][j] = 8 * rows[i][j] + 3;
      }
    }
    const double value = solve(rows).result.value;
    REQUIRE(std::abs(solve(swapped).result.value + value) <= 1e-9);
    REQUIRE(std::abs(solve(moved).result.value - (8 * value + 3)) <= 1e-8);
  }
}

TEST_CASE("entries whose sums or products would leave the range of doubles are solved") {
  for (const double size : {1.7e308, 5e-320}) {
    const Answer answer = solve({{3 * (size / 4), -size / 4}, {-size / 2, size}});  // 3, -1, -2, 4 in quarters
    CHECK(answer.result.status == MatrixStatus::Solved);
    CHECK(answer.result.value / size == doctest::Approx(0.25).epsilon(1e-3));  // the smaller size has few digits
    CHECK(answer.x[0] == doctest::Approx(0.6).epsilon(1e-3));
    CHECK(answer.y[0] == doctest::Approx(0.5).epsilon(1e-3));
  }
}

TEST_CASE("a solver can be moved, with its workspace") {
  MatrixSolver first;
  const Rows rows = {{1, -1}, {-1, 1}};
  solve(rows, first);
  MatrixSolver second = std::move(first);
  check_proof(rows, solve(rows, second));
  MatrixSolver third;
  third = std::move(second);
  check_proof(rows, solve(rows, third));
}
