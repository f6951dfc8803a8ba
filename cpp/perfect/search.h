/// Depth-first search of two-player constant-sum games of perfect information: minimax, alpha-beta, NegaScout and
/// SCOUT, through chance nodes with Star1 and Star2, with table, ordering and horizon. Values and windows are player
/// 0's; a node looks at them from its mover's side, so that movers need not alternate.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/keys.h"
#include "games/contract.h"
#include "games/watch.h"
#include "perfect/options.h"
#include "perfect/ordering.h"
#include "perfect/positions.h"
#include "perfect/table.h"

namespace dodona {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The next larger and smaller number: the narrowest window around a real value.
inline double above(double x) { return std::nextafter(x, kInfinity); }
inline double below(double x) { return std::nextafter(x, -kInfinity); }

/// What other threads are searching at this moment, by position and move; only a hint (ABDADA, Weill 1996, in
/// Kerrigan's simpler form with a table of its own).
class BusyMoves {
 public:
  bool busy(std::uint64_t move) const { return slot(move).load(std::memory_order_relaxed) == move; }
  void begin(std::uint64_t move) { slot(move).store(move, std::memory_order_relaxed); }
  void end(std::uint64_t move) { slot(move).store(0, std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  std::atomic<std::uint64_t>& slot(std::uint64_t move) { return slots_[move % kSlots]; }
  const std::atomic<std::uint64_t>& slot(std::uint64_t move) const { return slots_[move % kSlots]; }
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
};

/// One thread's search. It is made once and asked any number of times.
template <SequentialGame G>
class Search {
 public:
  using State = typename G::State;
  using Evaluate = std::function<double(const State&)>;

  /// Recursion deeper than this might exhaust a thread's stack.
  static constexpr int kDeepest = 4000;

  Search(const G& game, const SearchOptions& options, const Evaluate& evaluate, Budget& budget)
      : game_(game), options_(options), evaluate_(evaluate), budget_(budget), watch_(game, report_) {
    if constexpr (BoundedGame<G>) min_utility_ = game.min_utility(), max_utility_ = game.max_utility();
    if constexpr (KeyedGame<G>) table_ = options.table.get();
    star_ = options.chance != ChancePruning::none && std::isfinite(min_utility_) && std::isfinite(max_utility_);
    if (game.traits().chance) {
      const double size = std::max(std::abs(min_utility_), std::abs(max_utility_));
      step_ = 1e-13 * (std::isfinite(size) ? std::max(1.0, size) : 1.0);
    }
    if (table_) evaluated_low = table_->evaluated_low, evaluated_high = table_->evaluated_high;
    const Ordering& by = options.ordering;
    ordered_ = by.killers || by.history || by.shuffle || (by.table && table_) || (by.domain && OrderedGame<G>);
    random_ = by.seed;
    plain_ = options.algorithm == Algorithm::alphabeta && !ordered_ && !table_ && !options.line;
  }

  Search(const Search&) = delete;  // its parts refer to each other
  Search& operator=(const Search&) = delete;

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
      if (turn == 0 ? v > best : v < best) best = v, extend_line(ply, action);
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
      stats.researches += best > -kInfinity;
      best = from(turn, play(s, action, [&](State& child) { return scout(child, depth - 1, ply + 1); }));
      extend_line(ply, action);
    }
    return from(turn, best);
  }

  // --- the parts, which the parallel schemes put together in their own way ---------------------------------------

  /// Counts a node and says whose turn it is.
  int enter(const State& s, int ply) {
    ++stats.nodes;
    budget_.spend(stats.nodes, [] { return std::int64_t{0}; });
    clear_line(ply);
    const int turn = game_.turn(s);
    if (turn == kTerminal) return turn;
    if constexpr (UntrustedGame<G>) watch_.turn(s, turn);
    if (ply >= kDeepest) too_deep();
    watch_.length(s, static_cast<std::size_t>(ply), budget_.max_depth);
    return turn;
  }

  int actions(const State& s, int turn) {
    const int count = game_.num_actions(s);
    if constexpr (UntrustedGame<G>) watch_.actions(s, turn, count);
    (void)turn;
    return count;
  }

  double utility(const State& s) {
    ++stats.leaves;
    std::array<double, 2> utilities;
    game_.utilities(s, utilities.data());
    if constexpr (UntrustedGame<G>) watch_.utilities(s, utilities.data());
    return utilities[0];
  }

  /// The estimate of a position that the depth limit forbids to look into.
  double horizon(const State& s) {
    ++stats.evaluations;
    ++horizon_;
    const double estimate = estimated(game_, s, evaluate_, min_utility_, max_utility_);
    evaluated_low = std::min(evaluated_low, estimate), evaluated_high = std::max(evaluated_high, estimate);
    return estimate;
  }

  /// The depth that is left after a move: one less, or where stages are counted only after the move that completes one.
  int left(const State& s, int depth) const {
    if constexpr (requires { game_.completes_stage(s); })
      if (options_.count_stages) return depth - game_.completes_stage(s);
    (void)s;
    return depth - 1;
  }

  /// Plays an action, asks `then` about the child and takes the action back.
  template <class Then>
  double play(State& s, int action, Then&& then) {
    if constexpr (UndoGame<G>) {
      game_.apply(s, action);
      const double value = then(s);
      game_.undo(s);
      return value;
    } else {
      if constexpr (requires { game_.reversible(s); })
        if (game_.reversible(s)) {
          const int pending = s.pending;
          game_.apply(s, action);
          const double value = then(s);
          game_.take_back(s, pending);
          return value;
        }
      State child = s;
      game_.apply(child, action);
      return then(child);
    }
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
    ++stats.chance_nodes;
    const int count = actions(s, kChance);
    if constexpr (UntrustedGame<G> || !ChanceGame<G>) watch_.chance(s, count);
    return count;
  }
  double probability(const State& s, int outcome) const {
    if constexpr (ChanceGame<G>) return game_.chance_probability(s, outcome);
    return 0;
  }

  /// The mean over a chance node's outcomes.
  template <class Child>
  double mean(State& s, int ply, Child&& child) {
    double sum = 0;
    const int count = outcomes(s);
    for (int outcome = 0; outcome < count; ++outcome) {
      const double p = probability(s, outcome);
      if (p > 0) sum += p * play(s, outcome, child);
    }
    clear_line(ply);  // what follows a chance move is no single line
    return sum;
  }

  /// A chance node inside a window: with utility bounds Star1 or Star2 (Ballard 1983), otherwise the plain mean.
  /// `child(state, alpha, beta, depth, ply)` searches an outcome.
  template <class Child>
  double expect(State& s, double alpha, double beta, int depth, int ply, Child&& child) {
    const int deeper = left(s, depth);
    if (!star_)
      return mean(s, ply, [&](State& next) { return child(next, min_utility_, max_utility_, deeper, ply + 1); });
    const int count = outcomes(s);
    const std::size_t base = reach_.size();
    reach_.resize(base + static_cast<std::size_t>(count), {min_utility_, max_utility_});
    const double value = star(s, alpha, beta, depth, ply, count, base, child);
    reach_.resize(base);
    clear_line(ply);
    return value;
  }

  /// Looks a position up. Answers with bounds only where they hold for this depth; the best move helps anyway.
  bool recall(const State& s, int depth, std::uint64_t& hash, TableEntry& known) {
    if constexpr (KeyedGame<G>) {
      if (table_ == nullptr) return false;
      write_key(s);
      hash = hash_bytes(key_.view());
      if (!table_->find(hash, key_.view(), known)) return false;
      ++stats.table_hits;
      return known.complete || known.depth == depth;
    } else {
      return false;
    }
  }

  /// Narrows the window by what is known; whether that settles the node, with `value` then.
  bool settle(const TableEntry& known, double& alpha, double& beta, double& value) {
    if (!known.complete) ++horizon_;
    const bool settled = known.lower >= beta || known.upper <= alpha || known.lower >= known.upper;
    if (settled) {
      ++stats.table_cutoffs;
      value = known.lower >= beta || known.lower >= known.upper ? known.lower : known.upper;
    }
    alpha = std::max(alpha, known.lower), beta = std::min(beta, known.upper);
    return settled;
  }

  /// Remembers what a search with a window has found. `nodes` and `horizon` are the counts from before it.
  void remember(const State& s, std::uint64_t hash, double alpha, double beta, double value, int move, int depth,
                std::int64_t nodes, std::int64_t horizon) {
    if constexpr (KeyedGame<G>) {
      if (table_ == nullptr) return;
      TableEntry entry;
      if (value > alpha) entry.lower = value;
      if (value < beta) entry.upper = value;
      entry.move = move, entry.depth = depth, entry.complete = horizon_ == horizon;
      write_key(s);
      table_->store(hash, key_.view(), entry, stats.nodes - nodes);
    }
  }

  std::vector<int> ordered(const State& s, int turn, int count, int table_move, int ply) {
    const std::size_t base = moves_.size();
    order(s, turn, count, table_move, ply);
    std::vector<int> moves(moves_.begin() + static_cast<std::ptrdiff_t>(base), moves_.end());
    moves_.resize(base);
    return moves;
  }

  /// Whether experience speaks for a move: the table's or a killer.
  bool promising(const State& s, int action, int table_move, int ply) const {
    return action == table_move || memory_.killer(ply, move_id(s, action)) > 0;
  }

  void reward(const State& s, int turn, int action, int ply, std::int64_t effort) {
    memory_.reward(ply, turn, move_id(s, action), effort);
  }

  /// The line below a node begins with this action.
  void extend_line(int ply, int action) {
    if (!options_.line) return;
    const auto level = static_cast<std::size_t>(ply);
    if (level + 1 >= lines_.size()) lines_.resize(level + 2);
    lines_[level].assign(1, action);
    lines_[level].insert(lines_[level].end(), lines_[level + 1].begin(), lines_[level + 1].end());
  }

  void clear_line(int ply) {
    if (!options_.line) return;
    const auto level = static_cast<std::size_t>(ply);
    if (level >= lines_.size()) lines_.resize(level + 1);
    lines_[level].clear();
  }

  const std::vector<int>& line() {
    if (lines_.empty()) lines_.resize(1);
    return lines_[0];
  }
  /// Nodes so far whose value rests on an estimate.
  std::int64_t horizon_count() const { return horizon_; }
  /// How much the open nodes hold, and back to it when nodes above are broken off.
  std::pair<std::size_t, std::size_t> mark() const { return {moves_.size(), reach_.size()}; }
  void rewind(std::pair<std::size_t, std::size_t> mark) { moves_.resize(mark.first), reach_.resize(mark.second); }
  /// Forgets the unfinished work of a search that was broken off.
  void reset() { moves_.clear(), reach_.clear(), best_at_root = -kInfinity; }

  SearchStats stats;
  double evaluated_low = kInfinity, evaluated_high = -kInfinity;
  double best_at_root = -kInfinity;  ///< what the mover at the root is sure of so far
  BusyMoves* busy = nullptr;         ///< shared between the threads of an ABDADA search

 private:
  struct Reach {
    double lower, upper;
  };

  /// Alpha-beta where there is nothing to remember: no table, order, line or horizon. Small searches by the million
  /// spend their time on these.
  double plain(State& s, double alpha, double beta, int ply) {
    ++stats.nodes;
    budget_.spend(stats.nodes, [] { return std::int64_t{0}; });
    const int turn = game_.turn(s);
    if (turn == kTerminal) return utility(s);
    double best = 0;
    if (options_.outlook && foreseen(game_, s, alpha, beta, best)) return best;
    if constexpr (UntrustedGame<G>) watch_.turn(s, turn);
    if (ply >= kDeepest) too_deep();
    watch_.length(s, static_cast<std::size_t>(ply), budget_.max_depth);
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
    stats.cutoffs += alpha >= beta;
    return best;
  }

  /// The narrowest search that tells whether a move is better than `bar` for the mover.
  double test(State& s, int turn, int action, double bar, int depth, int ply) {
    const double alpha = turn == 0 ? bar : -up(bar), beta = turn == 0 ? up(bar) : -bar;
    return play(s, action, [&](State& child) { return alphabeta(child, alpha, beta, depth - 1, ply + 1); });
  }

  double decide(State& s, int turn, double alpha, double beta, int depth, int ply) {
    const std::int64_t nodes = stats.nodes, horizon = horizon_;
    TableEntry known;
    std::uint64_t hash = 0;
    double value = 0;
    if (recall(s, depth, hash, known) && settle(known, alpha, beta, value)) return value;

    const double low = turn == 0 ? alpha : -beta, high = turn == 0 ? beta : -alpha;
    const int count = actions(s, turn);
    const std::size_t base = moves_.size();
    const bool listed = ordered_ || busy != nullptr;
    if (listed) order(s, turn, count, known.move, ply);
    double best = -kInfinity;
    int best_action = -1;
    for (std::size_t i = base; i < (listed ? moves_.size() : base + static_cast<std::size_t>(count)); ++i) {
      const int action = listed ? moves_[i] : static_cast<int>(i - base);
      const bool first = i == base;
      const std::uint64_t busy_move =
          busy && ply <= options_.split_plies ? mix(hash + static_cast<unsigned>(action)) | 1 : 0;
      // Another thread is at this move: come back to it after the others.
      if (busy_move && !first && i < base + static_cast<std::size_t>(count) && busy->busy(busy_move)) {
        moves_.push_back(action);
        continue;
      }
      if (busy_move) busy->begin(busy_move);
      const double v = younger(s, turn, action, std::max(low, best), high, depth, ply, first);
      if (busy_move) busy->end(busy_move);
      if (v > best) {
        best = v, best_action = action;
        if (v > low && v < high) extend_line(ply, action);
        // Where the table has closed the window, reaching its edge settles the value, but not how play goes on.
        if (v >= high && options_.line) lines_[static_cast<std::size_t>(ply)].assign(1, action);
        if (ply == 0 && v > low) best_at_root = v;
      }
      if (best >= high) {
        ++stats.cutoffs, stats.first_cutoffs += first;
        reward(s, turn, action, ply, stats.nodes - nodes);
        break;
      }
    }
    moves_.resize(base);
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
    ++stats.researches;
    return search(low, high);
  }

  void order(const State& s, int turn, int count, int table_move, int ply) {
    const Ordering& by = options_.ordering;
    const std::size_t base = moves_.size();
    moves_.resize(base + static_cast<std::size_t>(count));
    for (int a = 0; a < count; ++a) moves_[base + static_cast<std::size_t>(a)] = a;
    if (by.shuffle) shuffle(std::span(moves_).subspan(base), random_);
    const bool hint = by.table && table_move >= 0 && table_move < count;
    const bool domain = by.domain && OrderedGame<G>;
    if (count < 2 || !ordered_ || !(hint || domain || by.killers || by.history)) return;
    scores_.resize(static_cast<std::size_t>(count));
    for (int a = 0; a < count; ++a) {
      MoveScore& score = scores_[static_cast<std::size_t>(a)];
      score = {};
      score.remembered = hint && a == table_move;
      if (by.killers || by.history) {
        const int id = move_id(s, a);
        if (by.killers) score.killer = memory_.killer(ply, id);
        if (by.history) score.history = memory_.history(turn, id);
      }
      if constexpr (OrderedGame<G>)
        if (by.domain) score.promise = game_.promise(s, a);
    }
    sort_by_score(std::span(moves_).subspan(base), scores_);
  }

  int move_id(const State& s, int action) const {
    if constexpr (MoveIdGame<G>) return game_.move_id(s, action);
    return action;
  }

  template <class Child>
  double star(State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base, Child&& child) {
    double lower = min_utility_, upper = max_utility_;  // of all that is still to come
    if (options_.chance == ChancePruning::star2 && depth > 1) {
      probe(s, alpha, beta, depth, ply, count, base, child);
      lower = upper = 0;
      for (int o = 0; o < count; ++o) {
        const Reach& reach = reach_[base + static_cast<std::size_t>(o)];
        lower += probability(s, o) * reach.lower, upper += probability(s, o) * reach.upper;
      }
      if (lower >= beta || upper <= alpha) ++stats.cutoffs;
      if (lower >= beta) return lower;
      if (upper <= alpha) return upper;
    }
    double sum = 0;
    const int deeper = left(s, depth);
    for (int o = 0; o < count; ++o) {
      const double p = probability(s, o);
      const Reach reach = reach_[base + static_cast<std::size_t>(o)];
      if (p <= 0) continue;
      lower -= p * reach.lower, upper -= p * reach.upper;
      const double a = (alpha - sum - upper) / p;
      // The narrowest windows would close by rounding, and a closed window has no answer.
      const double b = std::max((beta - sum - lower) / p, above(a));
      double v = reach.lower;
      if (a < reach.upper && b > reach.lower && reach.lower < reach.upper)
        v = play(s, o, [&](State& next) {
          return child(next, std::max(a, reach.lower), std::min(b, reach.upper), deeper, ply + 1);
        });
      else if (a >= reach.upper)
        v = reach.upper;
      // Rounding must not let a failed window look like a value inside it.
      if (v <= a || v >= b) ++stats.cutoffs;
      if (v <= a) return std::min(alpha, sum + p * v + upper);
      if (v >= b) return std::max(beta, sum + p * v + lower);
      sum += p * v;
    }
    return sum;
  }

  static constexpr int kWorthProbing = 3;  ///< with fewer moves a probe costs as much as it may save

  /// Star2's probing phase: one move of each successor bounds it from its mover's good side.
  template <class Child>
  void probe(const State& s, double alpha, double beta, int depth, int ply, int count, std::size_t base,
             Child&& child) {
    double lower = min_utility_, upper = max_utility_;
    for (int o = 0; o < count; ++o) {
      const double p = probability(s, o);
      if (p <= 0) continue;
      State next = s;
      game_.apply(next, o);
      const int turn = game_.turn(next);
      // One move of player 0 may lift an outcome to beta, one of player 1 may press it to alpha; a window that is open
      // on that side cannot be left there.
      if (turn < 0 || (turn == 0 ? beta > max_utility_ : alpha < min_utility_)) continue;
      const int moves = actions(next, turn);
      if (moves < kWorthProbing) continue;
      TableEntry known;
      std::uint64_t hash = 0;
      recall(next, depth - 1, hash, known);
      const int move = ordered(next, turn, moves, known.move, ply + 1).front();
      game_.apply(next, move);
      Reach& reach = reach_[base + static_cast<std::size_t>(o)];
      if (turn == 0) {
        const double need = std::min(max_utility_, (beta - (lower - p * reach.lower)) / p);
        if (need <= reach.lower) return;
        const double v = child(next, reach.lower, need, depth - 2, ply + 2);
        Reach& now = reach_[base + static_cast<std::size_t>(o)];  // the store may have moved
        if (v > now.lower) lower += p * (v - now.lower), now.lower = std::min(v, max_utility_);
        if (lower >= beta) return;
      } else {
        const double need = std::max(min_utility_, (alpha - (upper - p * reach.upper)) / p);
        if (need >= reach.upper) return;
        const double v = child(next, need, reach.upper, depth - 2, ply + 2);
        Reach& now = reach_[base + static_cast<std::size_t>(o)];
        if (v < now.upper) upper += p * (v - now.upper), now.upper = std::max(v, min_utility_);
        if (upper <= alpha) return;
      }
    }
  }

  void write_key(const State& s)
    requires KeyedGame<G>
  {
    key_.clear();
    game_.state_key(s, key_);
    if constexpr (CanonicalGame<G>)
      if (options_.canonical) game_.canonical(key_);
  }

  [[noreturn]] void too_deep() const {
    throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) +
                               " moves, deeper than searches go; set a depth limit with an evaluation, or use "
                               "backward_induction.");
  }

  const G& game_;
  const SearchOptions& options_;
  const Evaluate& evaluate_;
  Budget& budget_;
  ContractReport report_;
  Watch<G> watch_;
  TranspositionTable* table_ = nullptr;
  double min_utility_ = -kInfinity, max_utility_ = kInfinity;
  bool star_ = false;
  bool ordered_ = false;  ///< moves are put in order
  bool plain_ = false;    ///< there is nothing to remember
  std::uint64_t random_ = 0;
  double step_ = 0;
  std::int64_t horizon_ = 0;
  KeyWriter key_;
  MoveMemory memory_;
  std::vector<int> moves_;         ///< the move lists of all open nodes
  std::vector<MoveScore> scores_;  ///< of the list being sorted
  std::vector<Reach> reach_;       ///< bounds of the outcomes of all open chance nodes
  std::vector<std::vector<int>> lines_;
};

}  // namespace dodona
