/// The bodies of one thread's search, for the sources that compile it: over the rules, or over the type of a game.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "perfect/serial_search.h"

namespace dodona {

template <SequentialGame G>
Search<G>::Search(const G& game, const SearchOptions& options, const Evaluation* evaluation, Budget& budget,
                  SearchMemory& memory)
    : Base(game, evaluation, budget), options_(options), memory_(memory) {
  if (abilities_of(game).keys) table_ = options.table.get();
  star_ = options.chance != ChancePruning::none && std::isfinite(least_) && std::isfinite(most_);
  if (game.traits().chance) {
    const double size = std::max(std::abs(least_), std::abs(most_));
    step_ = 1e-13 * (std::isfinite(size) ? std::max(1.0, size) : 1.0);
  }
  const Ordering& by = options.ordering;
  ordered_ = by.killers || by.history || by.shuffle || (by.table && table_) || (by.domain && abilities_of(game).order);
  plain_ = options.algorithm == Algorithm::alphabeta && !ordered_ && !table_ && !options.line;
}

template <SequentialGame G>
inline double Search<G>::minimax(State& s, int depth, int ply) {
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

template <SequentialGame G>
inline double Search<G>::alphabeta(State& s, double alpha, double beta, int depth, int ply) {
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

template <SequentialGame G>
inline double Search<G>::scout(State& s, int depth, int ply) {
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

template <SequentialGame G>
template <class Child>
inline double Search<G>::expect(State& s, double alpha, double beta, int depth, int ply, Child&& child) {
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

template <SequentialGame G>
inline bool Search<G>::recall(const State& s, int depth, std::uint64_t& hash, TableEntry& known) {
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

template <SequentialGame G>
inline bool Search<G>::narrow_window(const TableEntry& known, double& alpha, double& beta, double& value) {
  if (!known.complete) ++memory_.horizon;
  const bool closed = known.lower >= beta || known.upper <= alpha || known.lower >= known.upper;
  if (closed) {
    ++memory_.stats.table_cutoffs;
    value = known.lower >= beta || known.lower >= known.upper ? known.lower : known.upper;
  }
  alpha = std::max(alpha, known.lower), beta = std::min(beta, known.upper);
  return closed;
}

template <SequentialGame G>
inline void Search<G>::remember(const State& s, std::uint64_t hash, double alpha, double beta, double value, int move,
                                int depth, std::int64_t nodes, std::int64_t horizon) {
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

template <SequentialGame G>
inline std::vector<int> Search<G>::ordered(const State& s, int turn, int count, int table_move, int ply) {
  const std::size_t base = memory_.moves.size();
  order(s, turn, count, table_move, ply);
  std::vector<int> moves(memory_.moves.begin() + static_cast<std::ptrdiff_t>(base), memory_.moves.end());
  memory_.moves.resize(base);
  return moves;
}

template <SequentialGame G>
inline bool Search<G>::promising(const State& s, int action, int table_move, int ply) const {
  return action == table_move || memory_.experience.killer(ply, move_id(s, action)) > 0;
}

template <SequentialGame G>
inline void Search<G>::reward(const State& s, int turn, int action, int ply, std::int64_t effort) {
  memory_.experience.reward(ply, turn, move_id(s, action), effort);
}

template <SequentialGame G>
inline double Search<G>::plain(State& s, double alpha, double beta, int ply) {
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

template <SequentialGame G>
inline double Search<G>::test(State& s, int turn, int action, double bar, int depth, int ply) {
  const double alpha = turn == 0 ? bar : -up(bar), beta = turn == 0 ? up(bar) : -bar;
  return play(s, action, [&](State& child) { return alphabeta(child, alpha, beta, depth - 1, ply + 1); });
}

template <SequentialGame G>
inline double Search<G>::decide(State& s, int turn, double alpha, double beta, int depth, int ply) {
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

template <SequentialGame G>
inline double Search<G>::younger(State& s, int turn, int action, double low, double high, int depth, int ply,
                                 bool first) {
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

template <SequentialGame G>
inline void Search<G>::order(const State& s, int turn, int count, int table_move, int ply) {
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

template <SequentialGame G>
inline int Search<G>::move_id(const State& s, int action) const {
  if constexpr (MoveIdGame<G>) return game_.move_id(s, action);
  return action;
}

template <SequentialGame G>
inline void Search<G>::write_key(const State& s)
  requires KeyedGame<G>
{
  memory_.key.clear();
  game_.state_key(s, memory_.key);
  if constexpr (CanonicalGame<G>)
    if (options_.canonical) game_.canonical(memory_.key);
}

template <SequentialGame G>
inline void Search<G>::too_deep() const {
  throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) +
                             " moves, deeper than searches go; set a depth limit with an evaluation, or use "
                             "backward_induction.");
}

}  // namespace dodona

#include "perfect/star_impl.h"
