#include "core/matrix_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace dodona {

namespace {

constexpr int kLane = 4;  // Tableau rows are padded to a multiple of this, so that the inner loops have no remainder.

/// The power of two p with p <= magnitude < 2p, for a normal positive magnitude.
double power_below(double magnitude) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) & 0x7ff0000000000000ULL);
}

/// Grows and never shrinks; returns the data.
template <class T>
T* reserve(std::vector<T>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer.resize(size);
  return buffer.data();
}

void set_pure(double* p, int size, int action) {
  std::fill(p, p + size, 0.0);
  p[action] = 1;
}

/// Clears the negative entries and scales the rest to sum to one; false if nothing finite and positive is left.
bool normalise(double* p, int size) {
  double sum = 0;
  for (int i = 0; i < size; ++i) {
    p[i] = p[i] > 0 ? p[i] : 0;
    sum += p[i];
  }
  if (!(sum > 0 && sum <= std::numeric_limits<double>::max())) return false;
  for (int i = 0; i < size; ++i) p[i] /= sum;
  return true;
}

}  // namespace

/// The unevaluated sum of two doubles, some 32 decimal digits on every platform (Dekker 1971).
struct MatrixSolver::DoubleDouble {
  double high = 0;
  double low = 0;

  DoubleDouble() = default;
  DoubleDouble(double value) : high(value) {}
  DoubleDouble(double high, double low) : high(high), low(low) {}
  explicit operator double() const { return high; }

  /// The exact sum of any two doubles.
  static DoubleDouble sum(double a, double b) {
    const double total = a + b;
    const double part = total - a;
    return {total, (a - (total - part)) + (b - part)};
  }
  /// The exact sum if a is zero or not smaller than b in magnitude.
  static DoubleDouble ordered_sum(double a, double b) {
    const double total = a + b;
    return {total, b - (total - a)};
  }

  friend DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }
  friend DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
    DoubleDouble total = sum(a.high, b.high);
    const DoubleDouble rest = sum(a.low, b.low);
    total = ordered_sum(total.high, total.low + rest.high);
    return ordered_sum(total.high, total.low + rest.low);
  }
  friend DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }
  friend DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
    const double product = a.high * b.high;
    const double error = std::fma(a.high, b.high, -product);
    return ordered_sum(product, error + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
    const double first = a.high / b.high;
    DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    rest = rest - b * second;
    return ordered_sum(first, second) + rest.high / b.high;
  }
  friend bool operator<(DoubleDouble a, DoubleDouble b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
  }
  friend bool operator>(DoubleDouble a, DoubleDouble b) { return b < a; }
};

struct MatrixSolver::Game {
  const double* a;
  int rows;
  int cols;
  std::ptrdiff_t stride;

  const double* row(int i) const { return a + i * stride; }

  /// The player with fewer actions gives the rows of the tableau; flipped if that is the column player.
  bool flipped() const { return rows > cols; }
};

/// The extremes of the entries and both players' best pure strategies.
struct MatrixSolver::Survey {
  double least, most;
  double maximin = -std::numeric_limits<double>::infinity();
  double minimax = std::numeric_limits<double>::infinity();
  int row = 0, col = 0;  // Where maximin and minimax are attained.
  bool finite = true;

  double range() const { return most - least; }
  double size() const { return std::max(most, -least); }
};

/// Condensed simplex tableau of: maximise the sum of q subject to B q <= 1, q >= 0.
///
/// Row i < rows is a constraint, row `rows` holds the reduced costs. Column j < cols is a nonbasic variable, column
/// `cols` the right-hand side, and column `cols + 1` an infinitesimal random addition to the right-hand side: it
/// decides ties of the ratio test, so that degenerate games do not cycle (Charnes 1952). Labels below `rows` are slack
/// variables, the others columns of B.
template <class Real>
struct MatrixSolver::Tableau {
  // What counts as zero. B is scaled so that its value is between 1 and 3.
  static constexpr double kUnit = sizeof(Real) == sizeof(double) ? 0x1p-52 : 0x1p-104;
  static constexpr double kZeroCost = 500 * kUnit;
  static constexpr double kZeroStep = 5 * kUnit;

  Real* cells;
  int* basic;
  int* nonbasic;
  int rows;
  int cols;
  int stride;
  double zero_pivot;

  Real* row(int i) const { return cells + static_cast<std::ptrdiff_t>(i) * stride; }
  Real* costs() const { return row(rows); }

  /// Writes everything but B itself.
  void start() {
    std::uint64_t random = 1;
    for (int i = 0; i < rows; ++i) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      basic[i] = i;
      row(i)[cols] = 1;
      row(i)[cols + 1] = 1 + static_cast<double>(random >> 11) * 0x1p-53;
      std::fill(row(i) + cols + 2, row(i) + stride, Real(0));
    }
    for (int j = 0; j < cols; ++j) nonbasic[j] = rows + j;
    std::fill(costs(), costs() + cols, Real(-1));
    std::fill(costs() + cols, costs() + stride, Real(0));
  }

  /// The column with the most negative reduced cost; -1 at an optimum.
  int entering() const {
    const Real* cost = costs();
    int best = -1;
    Real least = -kZeroCost;
    for (int j = 0; j < cols; ++j) {
      best = cost[j] < least ? j : best;
      least = cost[j] < least ? cost[j] : least;
    }
    return best;
  }

  /// The row that limits the growth of the entering column; -1 if there is none.
  int leaving(int column) const {
    int best = -1;
    Real step = 0;
    Real tie_step = 0;
    for (int i = 0; i < rows; ++i) {
      const Real* cell = row(i);
      if (!(cell[column] > zero_pivot)) continue;
      const Real ratio = cell[cols] / cell[column];
      const Real slack = kZeroStep * (1 + ratio);
      if (best >= 0 && ratio > step + slack) continue;
      const Real tie_ratio = cell[cols + 1] / cell[column];
      if (best >= 0 && !(ratio < step - slack) && !(tie_ratio < tie_step)) continue;
      best = i;
      step = ratio;
      tie_step = tie_ratio;
    }
    return best;
  }

  /// Makes column c basic in row r. The common small widths get loops that the compiler unrolls, a fifth faster.
  void pivot(int r, int c) {
    switch (stride) {
      case 8:
        return eliminate<8>(r, c);
      case 12:
        return eliminate<12>(r, c);
      default:
        return eliminate<0>(r, c);
    }
  }

  /// `kWidth` is the stride, or 0 if it is only known at run time.
  template <int kWidth>
  void eliminate(int r, int c) {
    const int width = kWidth == 0 ? stride : kWidth;
    Real* __restrict pivot_row = row(r);
    const Real inverse = 1 / pivot_row[c];
    pivot_row[c] = 1;
    for (int j = 0; j < width; ++j) pivot_row[j] = pivot_row[j] * inverse;
    for (int i = 0; i <= rows; ++i) {
      if (i == r) continue;
      Real* __restrict other = row(i);
      const Real factor = other[c];
      other[c] = 0;
      for (int j = 0; j < width; j += kLane) {
        for (int k = 0; k < kLane; ++k) other[j + k] = other[j + k] - factor * pivot_row[j + k];
      }
    }
    std::swap(basic[r], nonbasic[c]);
  }

  /// Pivots from the given column on until optimal, or to a cap far above what games take without rounding errors.
  int run(int column, int cap, Budget* budget) {
    // A cell takes about a nanosecond, and twenty with twice the digits: nodes, in which budgets count, take a hundred.
    const std::int64_t work = static_cast<std::int64_t>(rows) * cols / (std::is_same_v<Real, double> ? 128 : 8);
    int pivots = 0;
    for (; column >= 0 && pivots < cap; ++pivots) {
      const int r = leaving(column);
      if (r < 0) break;
      if (budget != nullptr) budget->listen(work);
      pivot(r, column);
      column = entering();
    }
    return pivots;
  }

  /// Optimal q and the dual solution, not yet normalised.
  void read(double* primal, double* dual) const {
    std::fill(primal, primal + cols, 0.0);
    std::fill(dual, dual + rows, 0.0);
    for (int i = 0; i < rows; ++i) {
      if (basic[i] >= rows) primal[basic[i] - rows] = static_cast<double>(row(i)[cols]);
    }
    for (int j = 0; j < cols; ++j) {
      if (nonbasic[j] < rows) dual[nonbasic[j]] = static_cast<double>(costs()[j]);
    }
  }
};

MatrixSolver::MatrixSolver() = default;
MatrixSolver::~MatrixSolver() = default;
MatrixSolver::MatrixSolver(MatrixSolver&&) noexcept = default;
MatrixSolver& MatrixSolver::operator=(MatrixSolver&&) noexcept = default;

MatrixResult MatrixSolver::solve(const double* a, int rows, int cols, double* x, double* y, std::ptrdiff_t stride) {
  if (rows <= 0 || cols <= 0) return {.status = MatrixStatus::Empty};
  if (budget_ != nullptr) budget_->listen(static_cast<std::int64_t>(rows) * cols / 128);
  const Game game{a, rows, cols, stride == 0 ? cols : stride};
  const Survey found = survey(game);
  if (!found.finite) return {.status = MatrixStatus::NotFinite};
  if (found.maximin == found.minimax) {
    set_pure(x, rows, found.row);
    set_pure(y, cols, found.col);
    return {.value = found.maximin, .lower = found.maximin, .upper = found.maximin};
  }
  if (found.size() < 0x1p-400 || found.size() > 0x1p400) return solve_scaled(game, found, x, y);
  return solve_simplex(game, found, x, y);
}

MatrixSolver::Survey MatrixSolver::survey(const Game& game) {
  Survey found;
  double* most = reserve(columns_, game.cols);
  std::copy(game.a, game.a + game.cols, most);
  found.least = game.a[0];
  double check = 0;  // Becomes NaN as soon as an entry is not finite.
  for (int i = 0; i < game.rows; ++i) {
    const double* entry = game.row(i);
    double least = entry[0];
    for (int j = 0; j < game.cols; ++j) {
      least = entry[j] < least ? entry[j] : least;
      most[j] = entry[j] > most[j] ? entry[j] : most[j];
      check += entry[j] * 0;
    }
    found.least = std::min(found.least, least);
    if (least > found.maximin) found.maximin = least, found.row = i;
  }
  found.most = most[0];
  for (int j = 0; j < game.cols; ++j) {
    found.most = std::max(found.most, most[j]);
    if (most[j] < found.minimax) found.minimax = most[j], found.col = j;
  }
  found.finite = check == 0;
  return found;
}

/// Entries so large or small that sums and products would leave the range of doubles; a power of two loses nothing.
MatrixResult MatrixSolver::solve_scaled(const Game& game, const Survey& found, double* x, double* y) {
  const double scale = found.size() > 1 ? 0x1p-700 : 0x1p600;
  double* copy = reserve(scaled_, static_cast<std::size_t>(game.rows) * game.cols);
  for (int i = 0; i < game.rows; ++i) {
    std::transform(game.row(i), game.row(i) + game.cols, copy + static_cast<std::ptrdiff_t>(i) * game.cols,
                   [scale](double entry) { return entry * scale; });
  }
  MatrixResult result = solve(copy, game.rows, game.cols, x, y);
  for (double* bound : {&result.value, &result.lower, &result.upper}) {
    *bound = std::clamp(*bound / scale, found.least, found.most);
  }
  return result;
}

MatrixResult MatrixSolver::solve_simplex(const Game& game, const Survey& found, double* x, double* y) {
  MatrixResult result;
  const int cap = 100 + 20 * (game.rows + game.cols);
  // The gap between the pure bounds is the scale on which the value is decided, even beside far larger entries.
  const double range = found.range();
  const double width = std::max(found.minimax - found.maximin, range * 0x1p-200);
  result.pivots = run_simplex(load(game, found, width, 1e-10, cells_), game, found, cap, x, y);
  if (measure(game, found, x, y, result)) return result;
  // Which pivots are noise depends on how the entries cancel, so several thresholds and scales are tried with twice
  // the digits; the bounds judge each answer.
  const std::pair<double, double> attempts[] = {{range, 1e-22}, {width, 1e-18}, {range, 1e-26}, {width, 1e-14}};
  for (const auto& [safe_width, zero_pivot] : attempts) {
    result.pivots += run_simplex(load(game, found, safe_width, zero_pivot, safe_cells_), game, found, cap, x, y);
    if (measure(game, found, x, y, result)) return result;
  }
  result.status = MatrixStatus::Inaccurate;
  return result;
}

/// Starts with the best pure strategy of the player who owns the columns of the tableau. Returns the pivots.
template <class Real>
int MatrixSolver::run_simplex(Tableau<Real> tableau, const Game& game, const Survey& found, int cap, double* x,
                              double* y) {
  const int pivots = tableau.run(game.flipped() ? found.row : found.col, cap, budget_);
  tableau.read(game.flipped() ? x : y, game.flipped() ? y : x);
  return pivots;
}

/// A tableau of the entries, shifted and scaled so that the value is between 1 and 1 + 2 (minimax - maximin) / width.
template <class Real>
MatrixSolver::Tableau<Real> MatrixSolver::load(const Game& game, const Survey& found, double width, double zero_pivot,
                                               std::vector<Real>& cells) {
  const int rows = std::min(game.rows, game.cols);
  const int cols = std::max(game.rows, game.cols);
  const int stride = (cols + 2 + kLane - 1) / kLane * kLane;
  int* labels = reserve(labels_, static_cast<std::size_t>(rows) + cols);
  Real* data = reserve(cells, static_cast<std::size_t>(rows + 1) * stride);
  Tableau<Real> tableau{data, labels, labels + rows, rows, cols, stride, zero_pivot};
  const double scale = 1 / power_below(width);
  for (int i = 0; i < game.rows; ++i) {
    const double* entry = game.row(i);
    if (game.flipped()) {
      for (int j = 0; j < game.cols; ++j) tableau.row(j)[i] = (Real(found.minimax) - entry[j]) * scale + 1;
    } else {
      Real* cell = tableau.row(i);
      for (int j = 0; j < game.cols; ++j) cell[j] = (Real(entry[j]) - found.maximin) * scale + 1;
    }
  }
  tableau.start();
  return tableau;
}

/// Normalises the strategies and computes the bounds that they guarantee; true if the bounds meet. Sums run over
/// entries minus the maximin value, so that a large common offset costs no digits.
bool MatrixSolver::measure(const Game& game, const Survey& found, double* x, double* y, MatrixResult& result) {
  if (!normalise(x, game.rows)) set_pure(x, game.rows, found.row);
  if (!normalise(y, game.cols)) set_pure(y, game.cols, found.col);
  double* against = reserve(columns_, game.cols);
  std::fill(against, against + game.cols, 0.0);
  const double base = found.maximin;
  double upper = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < game.rows; ++i) {
    const double* entry = game.row(i);
    double sum = 0;
    for (int j = 0; j < game.cols; ++j) {
      const double excess = entry[j] - base;
      against[j] += x[i] * excess;
      sum += y[j] * excess;
    }
    upper = std::max(upper, sum);
  }
  const double lower = *std::min_element(against, against + game.cols);
  // Rounding alone may put lower above upper.
  result.lower = base + std::min(lower, upper);
  result.upper = base + std::max(lower, upper);
  result.value = base + (lower + upper) / 2;
  // Entries far beyond the pure bounds play no part, but where probabilities meet them they cannot be more exact than
  // doubles.
  return upper - lower <= kMatrixTolerance * (found.minimax - found.maximin) + 0x1p-48 * found.range();
}

}  // namespace dodona
