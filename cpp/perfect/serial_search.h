/// One thread's search: minimax, alpha-beta, NegaScout and SCOUT, through chance nodes with Star1 and Star2, with
/// table, ordering and horizon. Values and windows are player 0's; a node looks at them from its mover's side, so that
/// movers need not alternate. The bodies are in serial_search_impl.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/budget.h"
#include "core/ids.h"
#include "core/table.h"
#include "games/playing.h"
#include "perfect/search_memory.h"

namespace dodona {

/// The next larger and smaller number: the narrowest window around a real value.
inline double above(double x) { return std::nextafter(x, kInfinity); }
inline double below(double x) { return std::nextafter(x, -kInfinity); }

/// It is made once and asked any number of times.
template <SequentialGame G>
class Search : public Playing<G> {
  using Base = Playing<G>;
  using Base::budget_, Base::game_, Base::least_, Base::most_, Base::untrusted, Base::watch_;

 public:
  using State = typename G::State;
  using Base::play;

  /// Recursion deeper than this might exhaust a thread's stack.
  static constexpr int kDeepest = 4000;

  Search(const G& game, const SearchOptions& options, const Evaluation* evaluation, Budget& budget,
         SearchMemory& memory);

  /// The value of a position, to a depth, without any pruning; with chance nodes, expectiminimax.
  double minimax(State& s, int depth, int ply);

  /// Fail-soft alpha-beta: the value where it lies strictly inside the window, an upper bound on it at most `alpha`,
  /// or a lower bound at least `beta`. With `Algorithm::negascout` younger brothers are first searched with the
  /// narrowest window.
  double alphabeta(State& s, double alpha, double beta, int depth, int ply);

  /// SCOUT (Pearl 1980): evaluate the first child, test whether another is better, and evaluate it only then.
  double scout(State& s, int depth, int ply);

  // --- the parts, which the parallel schemes put together in their own way ---------------------------------------

  /// Counts a node and says whose turn it is.
  int enter(const State& s, int ply) {
    ++memory_.stats.nodes;
    budget_.spend(memory_.stats.nodes, [] { return std::int64_t{0}; });
    memory_.clear_line(ply);
    const int turn = game_.turn(s);
    if (turn == kTerminal) return turn;
    if (untrusted()) watch_.turn(s, turn);
    if (ply >= kDeepest) too_deep();
    watch_.length(s, index(ply), budget_.max_depth);
    return turn;
  }

  int actions(const State& s, int turn) { return Base::count_actions(s, turn); }

  double utility(const State& s) {
    ++memory_.stats.leaves;
    return Base::utility_of(s);
  }

  /// The estimate of a position that the depth limit forbids to look into.
  double horizon(const State& s) {
    ++memory_.stats.evaluations;
    ++memory_.horizon;
    const double estimate = Base::estimate_of(s);
    memory_.evaluated_low = std::min(memory_.evaluated_low, estimate);
    memory_.evaluated_high = std::max(memory_.evaluated_high, estimate);
    return estimate;
  }

  /// The depth that is left after a move: one less, or where stages are counted only after the move that completes one.
  int left([[maybe_unused]] const State& s, int depth) const {
    if constexpr (requires { game_.completes_stage(s); })
      if (options_.count_stages) return depth - game_.completes_stage(s);
    return depth - 1;
  }

  /// The narrowest window above and below a number. Sums at chance nodes are rounded, so that windows there must be
  /// wider than the rounding.
  double up(double x) const { return std::max(above(x), x + step_); }
  double down(double x) const { return std::min(below(x), x - step_); }
  double step() const { return step_; }

  /// The same number from the mover's side; its own inverse.
  static double from(int turn, double value) { return turn == 0 ? value : -value; }

  /// Enters a chance node: how many outcomes it has.
  int outcomes(const State& s) {
    ++memory_.stats.chance_nodes;
    return Base::count_outcomes(s);
  }
  double probability(const State& s, int outcome) const { return Base::probability_of(s, outcome); }

  /// The mean over a chance node's outcomes.
  template <class Child>
  double mean(State& s, int ply, Child&& child) {
    const double sum = Base::mean_of(s, outcomes(s), child);
    memory_.clear_line(ply);  // what follows a chance move is no single line
    return sum;
  }

  /// A chance node inside a window: with utility bounds Star1 or Star2 (Ballard 1983), otherwise the plain mean.
  /// `child(state, alpha, beta, depth, ply)` searches an outcome.
  template <class Child>
  double expect(State& s, double alpha, double beta, int depth, int ply, Child&& child);

  /// Looks a position up. Answers with bounds only where they hold for this depth; the best move helps anyway.
  bool recall(const State& s, int depth, std::uint64_t& hash, TableEntry& known);

  /// Narrows the window by what is known; whether that closes it, with `value` then.
  bool narrow_window(const TableEntry& known, double& alpha, double& beta, double& value);

  /// Remembers what a search with a window has found. `nodes` and `horizon` are the counts from before it.
  void remember(const State& s, std::uint64_t hash, double alpha, double beta, double value, int move, int depth,
                std::int64_t nodes, std::int64_t horizon);

  std::vector<int> ordered(const State& s, int turn, int count, int table_move, int ply);

  /// Whether experience speaks for a move: the table's or a killer.
  bool promising(const State& s, int action, int table_move, int ply) const;

  void reward(const State& s, int turn, int action, int ply, std::int64_t effort);

  SearchMemory& memory() { return memory_; }
  const SearchMemory& memory() const { return memory_; }

 private:
  using Reach = SearchMemory::Reach;

  /// Alpha-beta where there is nothing to remember: no table, order, line or horizon. Small searches by the million
  /// spend their time on these.
  double plain(State& s, double alpha, double beta, int ply);

  /// The narrowest search that tells whether a move is better than `bar` for the mover.
  double test(State& s, int turn, int action, double bar, int depth, int ply);

  double decide(State& s, int turn, double alpha, double beta, int depth, int ply);

  /// One child, from the mover's side.
  double younger(State& s, int turn, int action, double low, double high, int depth, int ply, bool first);

  void order(const State& s, int turn, int count, int table_move, int ply);

  int move_id(const State& s, int action) const;

  template <class Child>
  double star(State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base, Child&& child);
  template <class Child>
  void probe(const State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base, Child&& child);

  void write_key(const State& s)
    requires KeyedGame<G>;

  [[noreturn]] void too_deep() const;

  static constexpr int kWorthProbing = 3;  ///< with fewer moves a probe costs as much as it may save

  const SearchOptions& options_;
  SearchMemory& memory_;
  TranspositionTable* table_ = nullptr;
  bool star_ = false;
  bool ordered_ = false;  ///< moves are put in order
  bool plain_ = false;    ///< there is nothing to remember
  double step_ = 0;
};

}  // namespace dodona
