#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "core/matrix_kernel.h"

namespace dodona {
namespace {

using Matrices = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

std::string describe_shape(const Matrices& a) {
  std::string text = "(";
  for (std::size_t d = 0; d < a.ndim(); ++d) text += (d ? ", " : "") + std::to_string(a.shape(d));
  return text + ")";
}

/// The number of actions on the given axis.
int count_actions(const Matrices& a, std::size_t axis) {
  const std::size_t size = a.shape(axis);
  if (size == 0) {
    throw GameDefinitionError("a matrix game needs at least one row and one column, but the array has shape " +
                              describe_shape(a) + "; give both players an action.");
  }
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 2) {
    throw GameDefinitionError("a matrix game of shape " + describe_shape(a) + " is too large for a dense tableau.");
  }
  return static_cast<int>(size);
}

/// Throws where there is no answer; bounds that stayed apart are an answer and speak for themselves. `where` names the
/// game within a batch.
void require_answer(const MatrixResult& result, const double* a, int rows, int cols, const std::string& where) {
  if (result.status != MatrixStatus::NotFinite) return;
  std::ptrdiff_t at = 0;
  while (at < static_cast<std::ptrdiff_t>(rows) * cols && std::isfinite(a[at])) ++at;
  throw GameDefinitionError("the payoff in row " + std::to_string(at / cols) + ", column " + std::to_string(at % cols) +
                            where + " is " + std::to_string(a[at]) + "; every payoff must be a finite number.");
}

std::tuple<double, double, double, Vector, Vector> solve_matrix(const Matrices& a, std::optional<Budget> budget) {
  if (a.ndim() != 2) {
    throw GameDefinitionError("solve_matrix takes an array of shape (rows, columns), but got shape " +
                              describe_shape(a) + "; pass one matrix.");
  }
  const int rows = count_actions(a, 0);
  const int cols = count_actions(a, 1);
  std::vector<double> x(rows), y(cols);
  MatrixResult result;
  {
    nb::gil_scoped_release release;
    MatrixSolver solver;
    if (budget) budget->poll = deliver_signals, solver.listen_to(&*budget);
    result = solver.solve(a.data(), rows, cols, x.data(), y.data());
  }
  require_answer(result, a.data(), rows, cols, "");
  return {result.value, result.lower, result.upper, to_array(std::move(x)), to_array(std::move(y))};
}

std::tuple<Vector, Vector, Vector, Rows, Rows> solve_matrices(const Matrices& a) {
  if (a.ndim() != 3) {
    throw GameDefinitionError("solve_matrices takes an array of shape (games, rows, columns), but got shape " +
                              describe_shape(a) + "; stack the matrices along the first axis.");
  }
  const std::size_t count = a.shape(0);
  const int rows = count_actions(a, 1);
  const int cols = count_actions(a, 2);
  const std::size_t m = rows, n = cols;
  std::vector<double> values(count), lowers(count), uppers(count), x(count * m), y(count * n);
  {
    nb::gil_scoped_release release;
    MatrixSolver solver;
    for (std::size_t k = 0; k < count; ++k) {
      const double* matrix = a.data() + k * m * n;
      const MatrixResult result = solver.solve(matrix, rows, cols, x.data() + k * m, y.data() + k * n);
      if (result.status == MatrixStatus::NotFinite)
        require_answer(result, matrix, rows, cols, " of game " + std::to_string(k));
      values[k] = result.value;
      lowers[k] = result.lower;
      uppers[k] = result.upper;
    }
  }
  return {to_array(std::move(values)), to_array(std::move(lowers)), to_array(std::move(uppers)),
          to_array<Rows>(std::move(x), {count, m}), to_array<Rows>(std::move(y), {count, n})};
}

}  // namespace

void bind_normal(nb::module_& m) {
  m.def("solve_matrix", &solve_matrix, nb::arg("a"), nb::arg("budget") = nb::none(),
        "Value, lower and upper bound, and both optimal strategies of the zero-sum game with payoffs ``a[row, column]``"
        " to the row player.");
  m.def("solve_matrices", &solve_matrices, nb::arg("a"),
        "What ``solve_matrix`` returns for each of the games ``a[0]``, ``a[1]``, ... of one shape, stacked in arrays.");
}

}  // namespace dodona
