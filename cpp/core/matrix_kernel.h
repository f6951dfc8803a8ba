#pragma once

#include <cstddef>
#include <vector>

#include "core/budget.h"

namespace dodona {

enum class MatrixStatus {
  Solved,      ///< `upper - lower` is within the tolerance.
  Inaccurate,  ///< The bounds hold, but they are further apart than the tolerance.
  NotFinite,   ///< An entry is infinite or not a number; nothing was computed.
  Empty,       ///< There are no rows or no columns; nothing was computed.
};

/// Largest accepted `upper - lower`, relative to the difference of the pure bounds minimax and maximin; the rounding of
/// the entries themselves comes on top.
inline constexpr double kMatrixTolerance = 1e-10;

struct MatrixResult {
  double value = 0;  ///< Midpoint of `lower` and `upper`.
  double lower = 0;  ///< What `x` secures for the row player against every column.
  double upper = 0;  ///< What `y` concedes at most, whatever the row.
  MatrixStatus status = MatrixStatus::Solved;
  int pivots = 0;  ///< Simplex pivots; 0 when a saddle point was found.
};

/// Value and optimal mixed strategies of dense zero-sum matrix games; the row player maximises.
///
/// 1. Look for a saddle point in pure strategies.
/// 2. Otherwise shift and scale the matrix so that its value lies between 1 and 3, and run the primal simplex method
///    on a condensed tableau, the player with fewer actions giving the constraints (Dantzig, "Linear Programming and
///    Extensions", 1963).
/// 3. Compute both bounds from the normalised strategies. If they do not meet, repeat step 2 with twice the digits.
///
/// One object serves one thread at a time. Its workspace grows to the largest matrix seen, so repeated calls do not
/// allocate.
class MatrixSolver {
 public:
  MatrixSolver();
  ~MatrixSolver();
  MatrixSolver(MatrixSolver&&) noexcept;
  MatrixSolver& operator=(MatrixSolver&&) noexcept;

  /// Lets large matrices listen to limits and to the host; LimitReached then comes out of `solve`. Null for none.
  void listen_to(Budget* budget) { budget_ = budget; }

  /// Solves the `rows` x `cols` game whose row `i` starts at `a + i * stride` (`stride` 0 means `cols`).
  /// `x` receives `rows` and `y` receives `cols` probabilities; both are left alone if the status is `NotFinite` or
  /// `Empty`.
  MatrixResult solve(const double* a, int rows, int cols, double* x, double* y, std::ptrdiff_t stride = 0);

 private:
  struct Game;
  struct Survey;
  struct DoubleDouble;
  template <class Real>
  struct Tableau;

  Survey survey(const Game& game);
  MatrixResult solve_scaled(const Game& game, const Survey& found, double* x, double* y);
  MatrixResult solve_simplex(const Game& game, const Survey& found, double* x, double* y);
  template <class Real>
  int run_simplex(Tableau<Real> tableau, const Game& game, const Survey& found, int cap, double* x, double* y);
  template <class Real>
  Tableau<Real> load(const Game& game, const Survey& found, double width, double zero_pivot, std::vector<Real>& cells);
  bool measure(const Game& game, const Survey& found, double* x, double* y, MatrixResult& result);

  Budget* budget_ = nullptr;
  std::vector<double> cells_;
  std::vector<DoubleDouble> safe_cells_;
  std::vector<double> columns_;
  std::vector<double> scaled_;
  std::vector<int> labels_;
};

}  // namespace dodona
