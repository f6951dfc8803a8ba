/// Games of two players who move at once and see everything else: backward induction over stages, with serialized
/// bounds and double oracle as parts that may be left out (Bosansky et al. 2013; chapter 4 of Bosansky 2014).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/ids.h"
#include "core/matrix_kernel.h"
#include "core/random.h"
#include "games/playing.h"
#include "simultaneous/dominance.h"
#include "simultaneous/options.h"
#include "simultaneous/serialized_bounds.h"
#include "simultaneous/stage_table.h"

namespace dodona {

/// Solves positions of one game. All values are player 0's; the row player of every stage is player 0.
///
/// Departures from the print, all of them corrections or savings that keep the value: a best response looks only for
/// actions that beat the restricted game's value, which is what can change the next iteration, and its bound is then
/// never the window (errata of Algorithm 3, lines 31 to 35); failed windows return the bound they have proven; a
/// serialized search is run when its bound is first asked for.
template <SimultaneousGame G>
class StageSearch : public Playing<G> {
  using Base = Playing<G>;
  using Base::budget_, Base::game_, Base::least_, Base::most_, Base::untrusted, Base::watch_;

 public:
  using State = typename G::State;
  static constexpr int kDeepest = 2000;

  StageSearch(const G& game, const StageOptions& options, const Evaluation* evaluation, Budget& budget)
      : Base(game, evaluation, budget),
        options_(options),
        ordered_(abilities_of(game).stage_order),
        serialized_(game, options, evaluation, budget),
        table_(game, options),
        depth_(options.depth),
        random_(options.seed) {
    const double size = std::max(std::abs(least_), std::abs(most_));
    size_ = std::isfinite(size) ? std::max(1.0, size) : 1.0;
    slack_ = 1e-12 * size_;
    kernel_.listen_to(&budget), dominance_.listen_to(&budget);
  }

  /// The value of a position inside a window: exact where it lies strictly inside, otherwise a bound beyond the edge.
  double value(State& s, double alpha = -kInfinity, double beta = kInfinity, int ply = 0) {
    const int turn = game_.turn(s);
    if (turn == kTerminal) return utility(s);
    double known = 0;
    if (options_.outlook && foreseen(game_, s, alpha, beta, known)) return known;
    if (ply >= depth_) return horizon(s);
    if (turn == kSimultaneous) return stage(s, alpha, beta, ply);
    if (untrusted()) watch_.turn(s, turn);
    if (line_ >= kDeepest) too_deep("moves");
    return turn == kChance ? mean(s, ply) : decide(s, turn, alpha, beta, ply);
  }

  /// Serialized bounds around the value of a position that is not terminal.
  std::pair<double, double> bounds(State& s, int ply = 0) {
    ++stats.bounds;
    Cell cell{least_, most_};
    look(s, cell);
    if (cell.lower < cell.upper) cell.lower = serialized_.lower(s, cell.lower, cell.upper, depth_ - ply);
    if (cell.lower < cell.upper)
      cell.upper = std::max(cell.lower, serialized_.upper(s, cell.lower, cell.upper, depth_ - ply));
    stats.bounds_met += cell.lower >= cell.upper;
    return {cell.lower, cell.upper};
  }

  /// A stage with all of its subgames solved.
  StageReport report(State s);
  /// What is known of the value of the stage that the search began with, whether or not it came to its end.
  std::pair<double, double> proven();

  /// How far a value may be off: every stage adds what its matrix left open, what best responses overlook, and
  /// rounding.
  double error() const {
    const double each = doubt_ + 1e-15 * size_ + (options_.solver == StageSolver::matrix ? 0 : slack_);
    return static_cast<double>(stats.stages_by_depth.size()) * each;
  }

  /// Whether what is proven of the first stage is proven of the game: it starts there and is searched to its end.
  bool starts_with_stage = false;
  /// Called with bounds on the first stage whenever they have changed.
  std::function<void(double lower, double upper)> on_bounds;

  /// Looks this many stages ahead from now on.
  void look_ahead(int depth) { depth_ = depth; }
  /// Positions so far whose value rests on an estimate.
  std::int64_t horizon_count() const { return horizon_ + serialized_.horizon_count(); }

  /// Counts of all searches so far.
  StageStats counted() const {
    StageStats all = stats;
    all.serialized_nodes = serialized_.nodes();
    all.evaluations = horizon_ + serialized_.evaluations();
    return all;
  }

  StageStats stats;

 private:
  /// What is known of the subgame after a pair of actions.
  struct Cell {
    double lower, upper;
    bool seen = false;                                    ///< somebody has asked for it
    bool searched_lower = false, searched_upper = false;  ///< its serialized bound is in
    bool open() const { return lower < upper; }
  };

  /// The workspace of one open stage; kept from stage to stage at the same depth.
  struct Level {
    explicit Level(int ply) : ply(ply) {}
    const int ply;
    int height = 0, width = 0;              ///< rows and columns
    int likely_row = 0, likely_column = 0;  ///< what was played most in the last stage of this depth
    std::vector<Cell> cells;
    std::vector<double> restricted, x, y;
    std::vector<int> rows, columns;  ///< in the restricted game
    std::vector<char> has_row, has_column;
    std::vector<std::pair<double, int>> order;
    Cell& at(int row, int column) { return cells[index(row) * index(width) + index(column)]; }
  };

  // --- positions ----------------------------------------------------------------------------------------------------

  double utility(const State& s) {
    const double u = Base::utility_of(s);
    if (untrusted()) size_ = std::max(size_, std::abs(u));  // it may not have said how large they get
    return u;
  }

  /// The estimate of a position that the depth limit forbids to look into.
  double horizon(const State& s) {
    ++horizon_;
    return Base::estimate_of(s);
  }

  double mean(State& s, int ply) {
    ++line_;
    const double sum =
        Base::mean_of(s, Base::count_outcomes(s), [&](State& next) { return value(next, -kInfinity, kInfinity, ply); });
    --line_;
    return sum;
  }

  /// A position where one player moves alone.
  double decide(State& s, int turn, double alpha, double beta, int ply) {
    double best = turn == 0 ? -kInfinity : kInfinity;
    const int count = Base::count_actions(s, turn);
    ++line_;
    for (int a = 0; a < count && alpha < beta; ++a) {
      const double v = Base::play(s, a, [&](State& next) { return value(next, alpha, beta, ply); });
      if (turn == 0)
        best = std::max(best, v), alpha = std::max(alpha, v);
      else
        best = std::min(best, v), beta = std::min(beta, v);
    }
    --line_;
    return best;
  }

  /// Plays a pair of actions, asks `then` and takes them back.
  template <class Then>
  double descend(State& s, int row, int column, Then&& then) {
    budget_.listen(1);
    const std::array<int, 2> joint{row, column};
    return Base::moved(s, [&](State& next) { game_.apply_joint(next, joint.data()); }, then);
  }

  int actions(const State& s, int player) {
    const int count = game_.num_actions(s, player);
    if (untrusted()) watch_.actions(s, player, count);
    return count;
  }

  // --- stages -------------------------------------------------------------------------------------------------------

  double stage(State& s, double alpha, double beta, int ply) {
    ++stats.stages;
    budget_.spend(stats.stages, [] { return std::int64_t{0}; });
    const auto depth = index(ply);
    if (depth >= stats.stages_by_depth.size()) deeper(ply);
    ++stats.stages_by_depth[depth];
    const int rows = actions(s, 0), columns = actions(s, 1);
    if (rows == 1 && columns == 1) {
      ++stats.pure_by_depth[depth];
      return descend(s, 0, 0, [&](State& next) { return value(next, alpha, beta, ply + 1); });
    }
    TableEntry known;
    typename StageTable<G>::Place place;
    if (table_.find(s, known, place)) {
      ++stats.table_hits;
      if (known.complete || static_cast<int>(known.depth) == depth_ - ply) {
        horizon_ += !known.complete;
        if (known.lower >= known.upper || known.lower >= beta) return known.lower;
        if (known.upper <= alpha) return known.upper;
      } else {
        known = {};
      }
    }
    const std::int64_t before = stats.stages, estimates = horizon_count();
    TableEntry found;
    found.lower = known.lower, found.upper = known.upper;
    const double v = solve(s, rows, columns, alpha, beta, found, *levels_[depth]);
    found.depth = static_cast<std::uint32_t>(depth_ - ply), found.complete = horizon_count() == estimates;
    table_.store(s, found, stats.stages - before + 1);
    return v;
  }

  double solve(State& s, int rows, int columns, double alpha, double beta, TableEntry& found, Level& level) {
    level.height = rows, level.width = columns;
    if (options_.solver == StageSolver::matrix) {
      const double v = whole_matrix(s, rows, columns, level);
      found.lower = found.upper = v;
      return v;
    }
    level.cells.assign(index(rows) * index(columns), Cell{least_, most_});
    return options_.solver == StageSolver::oracle ? double_oracle(s, alpha, beta, found, level)
                                                  : without_dominated(s, alpha, beta, found, level);
  }

  void deeper(int ply) {
    if (ply >= kDeepest) too_deep("stages");
    const auto size = index(ply) + 1;
    stats.stages_by_depth.resize(size), stats.pure_by_depth.resize(size), stats.mixed_by_depth.resize(size);
    while (levels_.size() < size) levels_.push_back(std::make_unique<Level>(static_cast<int>(levels_.size())));
  }

  [[noreturn]] static void too_deep(const char* what) {
    throw UnsupportedGameError("a line of this game has more than " + std::to_string(kDeepest) + " " + what +
                               ", deeper than these methods go.");
  }

  void count_stage(bool mixed, const Level& level) {
    ++(mixed ? stats.mixed_by_depth : stats.pure_by_depth)[index(level.ply)];
  }

  /// Tells whoever listens what is proven of the first stage, and ends the work where that is close enough.
  void check_gap(double lower, double upper) {
    if (!starts_with_stage) return;
    if (on_bounds) on_bounds(lower, upper);
    if (upper - lower <= options_.gap) throw LimitReached("gap");
  }
  void check_gap() {
    if (!starts_with_stage || options_.gap < 0) return;
    const auto [lower, upper] = proven();
    check_gap(lower, upper);
  }

  // --- backward induction (Algorithms 1 and 2), in stage_induction_impl.h -------------------------------------------

  double whole_matrix(State& s, int rows, int columns, Level& level);
  double subgame(State& s, int ply);
  double matrix_value(const double* cells, int rows, int columns, Level& level);
  static double pure_bound(const std::vector<double>& matrix, int columns, bool upper);
  static constexpr std::size_t kQuickCells = 10'000;  ///< a matrix of no more is solved in milliseconds

  // --- what is known of cells ---------------------------------------------------------------------------------------

  /// Narrows a cell by what the game itself says of its position.
  void look([[maybe_unused]] const State& s, [[maybe_unused]] Cell& cell) const {
    if constexpr (OutlookGame<G>)
      if (options_.outlook) {
        const auto [least, most] = game_.outlook(s);
        cell.lower = std::max(cell.lower, least), cell.upper = std::min(cell.upper, most);
      }
  }

  /// A cell as far as it is known without any search.
  Cell& seen(State& s, int row, int column, Level& level) {
    Cell& cell = level.at(row, column);
    if (!cell.seen) see(s, row, column, cell, level.ply);
    return cell;
  }
  void see(State& s, int row, int column, Cell& cell, int ply) {
    descend(s, row, column, [&](State& next) {
      if (game_.turn(next) == kTerminal)
        cell.lower = cell.upper = utility(next);
      else
        look(next, cell);
      // Without any bound nothing can be left out.
      if (!options_.bounds && !(std::isfinite(cell.lower) && std::isfinite(cell.upper)))
        cell.lower = cell.upper = value(next, -kInfinity, kInfinity, ply + 1);
      return 0.0;
    });
    cell.seen = true;
    cell.searched_lower = cell.searched_upper = !options_.bounds;
  }

  /// Makes sure that a cell's bound is as good as a serialized search can make it.
  void bound(State& s, int row, int column, bool upper, Level& level) {
    Cell& cell = seen(s, row, column, level);
    bool& searched = upper ? cell.searched_upper : cell.searched_lower;
    if (searched || !cell.open()) return;
    searched = true;
    ++stats.bounds;
    const int depth = depth_ - level.ply - 1;
    descend(s, row, column, [&](State& next) {
      if (upper)
        cell.upper = std::max(cell.lower, serialized_.upper(next, cell.lower, cell.upper, depth));
      else
        cell.lower = std::min(cell.upper, serialized_.lower(next, cell.lower, cell.upper, depth));
      return 0.0;
    });
    stats.bounds_met += !cell.open();
  }

  /// Solves a cell's subgame inside a window and keeps what that proves.
  void search(State& s, int row, int column, double alpha, double beta, Level& level) {
    const double v = descend(s, row, column, [&](State& next) { return value(next, alpha, beta, level.ply + 1); });
    Cell& cell = level.at(row, column);
    if (v > alpha) cell.lower = std::max(cell.lower, v);
    if (v < beta) cell.upper = std::min(cell.upper, v);
    // Rounding may let the two cross by a hair.
    if (cell.lower > cell.upper) cell.lower = cell.upper = v;
  }

  double exact(State& s, int row, int column, Level& level) {
    bound(s, row, column, false, level);
    bound(s, row, column, true, level);
    Cell& cell = level.at(row, column);
    if (cell.open()) search(s, row, column, -kInfinity, kInfinity, level);
    return cell.lower;
  }

  // --- double oracle (Algorithms 3 and 4), in stage_oracle_impl.h ----------------------------------------------------

  struct Response;
  double double_oracle(State& s, double alpha, double beta, TableEntry& found, Level& level);
  void begin(const State& s, Level& level);
  int first_action(const State& s, int player, int count, int likely);
  double promise(const State& s, int player, int action) const;
  MatrixResult solve_restricted(State& s, Level& level);
  Response best_response(State& s, int player, double bar, Level& level);
  void put_in_order(State& s, int player, Level& level);
  template <class Visit>
  void against(int player, int action, const Level& level, Visit&& visit);
  double expected(int player, int action, bool most, Level& level);
  double optimistic(State& s, int player, int action, double bar, Level& level);
  std::pair<double, double> respond(State& s, int player, int action, double best, Level& level);
  void refine(State& s, int player, int row, int column, double need, double enough, Level& level);

  static void add(std::vector<int>& actions, std::vector<char>& has, int action) {
    actions.push_back(action), has[index(action)] = 1;
  }
  int any(int count) {
    return options_.shuffle ? static_cast<int>(random_.next() % static_cast<std::uint64_t>(count)) : 0;
  }
  /// What a player gets in a cell at most and at least, from her side.
  static double hope(int player, const Cell& cell) { return player == 0 ? cell.upper : -cell.lower; }
  static double fear(int player, const Cell& cell) { return player == 0 ? cell.lower : -cell.upper; }

  // --- SMAB (Saffidine, Finnsson and Buro 2012), in stage_dominance_impl.h -------------------------------------------

  double without_dominated(State& s, double alpha, double beta, TableEntry& found, Level& level);
  void search_cell(State& s, int row, int column, double alpha, double beta, Level& level);
  void drop(std::vector<int>& actions, std::vector<char>& has, int action);
  double threshold(int player, int action, int other, double bar, Level& level);

  const StageOptions& options_;
  const bool ordered_;  ///< the game has an order of its own for the moves of a stage
  SerializedBounds<G> serialized_;
  StageTable<G> table_;
  MatrixSolver kernel_;
  int depth_;
  Random random_;
  std::int64_t horizon_ = 0;
  int line_ = 0;      ///< moves of chance and of single players that are open
  double size_ = 1;   ///< of the utilities
  double slack_ = 0;  ///< improvements that best responses overlook
  double doubt_ = 0;  ///< the widest interval around the value of a matrix
  std::vector<std::unique_ptr<Level>> levels_;
  Dominance dominance_;
};

}  // namespace dodona

#include "simultaneous/stage_dominance_impl.h"
#include "simultaneous/stage_induction_impl.h"
#include "simultaneous/stage_oracle_impl.h"
