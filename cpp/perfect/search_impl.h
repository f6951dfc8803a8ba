/// One thread's search: minimax, alpha-beta, NegaScout and SCOUT, through chance nodes with Star1 and Star2, with
/// table, ordering and horizon. Values and windows are player 0's; a node looks at them from its mover's side, so that
/// movers need not alternate.
#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
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
         SearchMemory& memory)
      : Base(game, evaluation, budget), options_(options), memory_(memory) {
    if (abilities_of(game).keys) table_ = options.table.get();
    star_ = options.chance != ChancePruning::none && std::isfinite(least_) && std::isfinite(most_);
    if (game.traits().chance) {
      const double size = std::max(std::abs(least_), std::abs(most_));
      step_ = 1e-13 * (std::isfinite(size) ? std::max(1.0, size) : 1.0);
    }
    const Ordering& by = options.ordering;
    ordered_ =
        by.killers || by.history || by.shuffle || (by.table && table_) || (by.domain && abilities_of(game).order);
    plain_ = options.algorithm == Algorithm::alphabeta && !ordered_ && !table_ && !options.line;
  }

  /// The value of a position, to a depth, without any pruning; with chance nodes, expectiminimax.
  double minimax(State& s, int depth, int ply) {
    const int turn = enter(s, ply);
    if (turn == kTerminal) return utility(s);
    if (depth <= 0) return horizon(s);
    if (turn == kChance) return mean(s, ply, [&](State& child) { return minimax(child, depth - 1, ply + 1); });
    double best = turn == 0 ? -kInfinity : kInfinity;
    const int count = actions(s, turn);
    for (int action = 0; action < count; ++action) {
      const double v = play(s, action, [&](State& child) { return minimax(child, depth - 1, ply + 1); });
      if (turn == 0 ? v > best : v < best) best = v, memory_.extend_line(ply, action);
    }
    return best;
  }

  /// Fail-soft alpha-beta: the value where it lies strictly inside the window, an upper bound on it at most `alpha`,
  /// or a lower bound at least `beta`. With `Algorithm::negascout` younger brothers are first searched with the
  /// narrowest window.
  double alphabeta(State& s, double alpha, double beta, int depth, int ply) {
    if (plain_ && depth > kNoHorizon / 2) return plain(s, alpha, beta, ply);
    const int turn = enter(s, ply);
    if (turn == kTerminal) return utility(s);
    double known = 0;
    if (options_.outlook && foreseen(game_, s, alpha, beta, known)) return known;
    if (depth <= 0) return horizon(s);
    const auto deeper = [this](State& child, double a, double b, int d, int p) { return alphabeta(child, a, b, d, p); };
    if (turn == kChance) return expect(s, alpha, beta, depth, ply, deeper);
    return decide(s, turn, alpha, beta, depth, ply);
  }

  /// SCOUT (Pearl 1980): evaluate the first child, test whether another is better, and evaluate it only then.
  double scout(State& s, int depth, int ply) {
    const int turn = enter(s, ply);
    if (turn == kTerminal) return utility(s);
    if (depth <= 0) return horizon(s);
    if (turn == kChance) return mean(s, ply, [&](State& child) { return scout(child, depth - 1, ply + 1); });
    const int count = actions(s, turn);
    const std::vector<int> moves = ordered(s, turn, count, -1, ply);
    double best = -kInfinity;
    for (const int action : moves) {
      if (best > -kInfinity && from(turn, test(s, turn, action, best, depth, ply)) <= best) continue;
      memory_.stats.researches += best > -kInfinity;
      best = from(turn, play(s, action, [&](State& child) { return scout(child, depth - 1, ply + 1); }));
      memory_.extend_line(ply, action);
    }
    return from(turn, best);
  }

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
  double expect(State& s, double alpha, double beta, int depth, int ply, Child&& child) {
    const int deeper = left(s, depth);
    if (!star_) return mean(s, ply, [&](State& next) { return child(next, least_, most_, deeper, ply + 1); });
    const int count = outcomes(s);
    const std::size_t base = memory_.reach.size();
    memory_.reach.resize(base + index(count), {least_, most_});
    const double value = star(s, alpha, beta, depth, ply, count, base, child);
    memory_.reach.resize(base);
    memory_.clear_line(ply);
    return value;
  }

  /// Looks a position up. Answers with bounds only where they hold for this depth; the best move helps anyway.
  bool recall(const State& s, int depth, std::uint64_t& hash, TableEntry& known) {
    if (table_ == nullptr) return false;
    if constexpr (KeyedGame<G>) {
      write_key(s);
      hash = hash_bytes(memory_.key.view());
      if (!table_->find(hash, memory_.key.view(), known)) return false;
      ++memory_.stats.table_hits;
      return known.complete || static_cast<int>(known.depth) == depth;
    }
    return false;
  }

  /// Narrows the window by what is known; whether that closes it, with `value` then.
  bool narrow_window(const TableEntry& known, double& alpha, double& beta, double& value) {
    if (!known.complete) ++memory_.horizon;
    const bool closed = known.lower >= beta || known.upper <= alpha || known.lower >= known.upper;
    if (closed) {
      ++memory_.stats.table_cutoffs;
      value = known.lower >= beta || known.lower >= known.upper ? known.lower : known.upper;
    }
    alpha = std::max(alpha, known.lower), beta = std::min(beta, known.upper);
    return closed;
  }

  /// Remembers what a search with a window has found. `nodes` and `horizon` are the counts from before it.
  void remember(const State& s, std::uint64_t hash, double alpha, double beta, double value, int move, int depth,
                std::int64_t nodes, std::int64_t horizon) {
    if (table_ == nullptr) return;
    if constexpr (KeyedGame<G>) {
      TableEntry entry;
      if (value > alpha) entry.lower = value;
      if (value < beta) entry.upper = value;
      entry.move = move, entry.depth = static_cast<std::uint32_t>(depth), entry.complete = memory_.horizon == horizon;
      write_key(s);
      table_->store(hash, memory_.key.view(), entry, memory_.stats.nodes - nodes);
    }
  }

  std::vector<int> ordered(const State& s, int turn, int count, int table_move, int ply) {
    const std::size_t base = memory_.moves.size();
    order(s, turn, count, table_move, ply);
    std::vector<int> moves(memory_.moves.begin() + static_cast<std::ptrdiff_t>(base), memory_.moves.end());
    memory_.moves.resize(base);
    return moves;
  }

  /// Whether experience speaks for a move: the table's or a killer.
  bool promising(const State& s, int action, int table_move, int ply) const {
    return action == table_move || memory_.experience.killer(ply, move_id(s, action)) > 0;
  }

  void reward(const State& s, int turn, int action, int ply, std::int64_t effort) {
    memory_.experience.reward(ply, turn, move_id(s, action), effort);
  }

  SearchMemory& memory() { return memory_; }
  const SearchMemory& memory() const { return memory_; }

 private:
  using Reach = SearchMemory::Reach;

  /// Alpha-beta where there is nothing to remember: no table, order, line or horizon. Small searches by the million
  /// spend their time on these.
  double plain(State& s, double alpha, double beta, int ply) {
    ++memory_.stats.nodes;
    budget_.spend(memory_.stats.nodes, [] { return std::int64_t{0}; });
    const int turn = game_.turn(s);
    if (turn == kTerminal) return utility(s);
    double best = 0;
    if (options_.outlook && foreseen(game_, s, alpha, beta, best)) return best;
    if (untrusted()) watch_.turn(s, turn);
    if (ply >= kDeepest) too_deep();
    watch_.length(s, index(ply), budget_.max_depth);
    if (turn == kChance)
      return expect(s, alpha, beta, kNoHorizon, ply,
                    [this](State& child, double a, double b, int, int p) { return plain(child, a, b, p); });
    const int count = actions(s, turn);
    best = turn == 0 ? -kInfinity : kInfinity;
    for (int action = 0; action < count && alpha < beta; ++action) {
      const double v = play(s, action, [&](State& child) { return plain(child, alpha, beta, ply + 1); });
      if (turn == 0)
        best = std::max(best, v), alpha = std::max(alpha, v);
      else
        best = std::min(best, v), beta = std::min(beta, v);
    }
    memory_.stats.cutoffs += alpha >= beta;
    return best;
  }

  /// The narrowest search that tells whether a move is better than `bar` for the mover.
  double test(State& s, int turn, int action, double bar, int depth, int ply) {
    const double alpha = turn == 0 ? bar : -up(bar), beta = turn == 0 ? up(bar) : -bar;
    return play(s, action, [&](State& child) { return alphabeta(child, alpha, beta, depth - 1, ply + 1); });
  }

  double decide(State& s, int turn, double alpha, double beta, int depth, int ply) {
    const std::int64_t nodes = memory_.stats.nodes, horizon = memory_.horizon;
    TableEntry known;
    std::uint64_t hash = 0;
    double value = 0;
    if (recall(s, depth, hash, known) && narrow_window(known, alpha, beta, value)) return value;

    const double low = turn == 0 ? alpha : -beta, high = turn == 0 ? beta : -alpha;
    const int count = actions(s, turn);
    const std::size_t base = memory_.moves.size();
    const bool listed = ordered_ || memory_.busy != nullptr;
    if (listed) order(s, turn, count, known.move, ply);
    double best = -kInfinity;
    int best_action = -1;
    for (std::size_t i = base; i < (listed ? memory_.moves.size() : base + index(count)); ++i) {
      const int action = listed ? memory_.moves[i] : static_cast<int>(i - base);
      const bool first = i == base;
      const std::uint64_t busy_move =
          memory_.busy && ply <= options_.split_plies ? mix(hash + static_cast<unsigned>(action)) | 1 : 0;
      // Another thread is at this move: come back to it after the others.
      if (busy_move && !first && i < base + index(count) && memory_.busy->busy(busy_move)) {
        memory_.moves.push_back(action);
        continue;
      }
      if (busy_move) memory_.busy->begin(busy_move);
      const double v = younger(s, turn, action, std::max(low, best), high, depth, ply, first);
      if (busy_move) memory_.busy->end(busy_move);
      if (v > best) {
        best = v, best_action = action;
        if (v > low && v < high) memory_.extend_line(ply, action);
        // Where the table has closed the window, reaching its edge settles the value, but not how play goes on.
        if (v >= high && memory_.keeps_line) memory_.lines[index(ply)].assign(1, action);
        if (ply == 0 && v > low) memory_.best_at_root = v;
      }
      if (best >= high) {
        ++memory_.stats.cutoffs, memory_.stats.first_cutoffs += first;
        reward(s, turn, action, ply, memory_.stats.nodes - nodes);
        break;
      }
    }
    memory_.moves.resize(base);
    value = from(turn, best);
    remember(s, hash, alpha, beta, value, best_action, depth, nodes, horizon);
    return value;
  }

  /// One child, from the mover's side.
  double younger(State& s, int turn, int action, double low, double high, int depth, int ply, bool first) {
    const int deeper = left(s, depth);
    const auto search = [&](double a, double b) {
      return from(turn, play(s, action, [&](State& child) {
                    return turn == 0 ? alphabeta(child, a, b, deeper, ply + 1)
                                     : alphabeta(child, -b, -a, deeper, ply + 1);
                  }));
    };
    if (first || options_.algorithm != Algorithm::negascout || !(up(low) < high)) return search(low, high);
    const double v = search(low, up(low));
    if (v <= low || v >= high) return v;
    ++memory_.stats.researches;
    return search(low, high);
  }

  void order(const State& s, int turn, int count, int table_move, int ply) {
    const Ordering& by = options_.ordering;
    const std::size_t base = memory_.moves.size();
    memory_.moves.resize(base + index(count));
    for (int a = 0; a < count; ++a) memory_.moves[base + index(a)] = a;
    if (by.shuffle) shuffle(std::span(memory_.moves).subspan(base), memory_.random);
    const bool hint = by.table && table_move >= 0 && table_move < count;
    const bool domain = by.domain && abilities_of(game_).order;
    if (count < 2 || !ordered_ || !(hint || domain || by.killers || by.history)) return;
    memory_.scores.resize(index(count));
    for (int a = 0; a < count; ++a) {
      MoveScore& score = memory_.scores[index(a)];
      score = {};
      score.remembered = hint && a == table_move;
      if (by.killers || by.history) {
        const int id = move_id(s, a);
        if (by.killers) score.killer = memory_.experience.killer(ply, id);
        if (by.history) score.history = memory_.experience.history(turn, id);
      }
      if constexpr (OrderedGame<G>)
        if (domain) score.promise = game_.promise(s, a);
    }
    sort_by_score(std::span(memory_.moves).subspan(base), memory_.scores);
  }

  int move_id(const State& s, int action) const {
    if constexpr (MoveIdGame<G>) return game_.move_id(s, action);
    return action;
  }

  template <class Child>
  double star(State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base, Child&& child);
  template <class Child>
  void probe(const State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base, Child&& child);

  void write_key(const State& s)
    requires KeyedGame<G>
  {
    memory_.key.clear();
    game_.state_key(s, memory_.key);
    if constexpr (CanonicalGame<G>)
      if (options_.canonical) game_.canonical(memory_.key);
  }

  [[noreturn]] void too_deep() const {
    throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) +
                               " moves, deeper than searches go; set a depth limit with an evaluation, or use "
                               "backward_induction.");
  }

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

#include "perfect/star_impl.h"
