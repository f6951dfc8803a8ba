/// The bodies of the max^n search, for the sources that compile it: over the rules, or over the type of a game.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/errors.h"
#include "core/ids.h"
#include "multiplayer/max_n_search.h"

namespace dodona {

/// Numbers as a sentence shows them.
inline std::string vector_text(const double* numbers, int count) {
  std::string text = "(";
  for (int i = 0; i < count; ++i) text += (i > 0 ? ", " : "") + number_text(numbers[i]);
  return text + ")";
}

template <SequentialGame G>
MaxNSearch<G>::MaxNSearch(const G& game, const MaxNOptions& options, const VectorEvaluation* evaluation, Budget& budget,
                          MaxNStats& stats)
    : Base(game, nullptr, budget),
      options_(options),
      evaluation_(evaluation),
      stats_(stats),
      players_(game.traits().players),
      stride_(index(players_) + 1),
      values_(options.values.get()),
      rule_(game, options) {
  if (abilities_of(game).keys) table_ = options.table.get();
  if (options.pruning != Pruning::none) {
    prunes_ = true, looks_ = rule_.looks();
    deep_ = options.pruning == Pruning::last_branch || options.pruning == Pruning::speculative;
  }
  slots_.resize(64 * stride_), frames_.resize(64), outlooks_.resize(looks_ ? 64 : 1);
  words_.resize(index(players_) + 1);
}

template <SequentialGame G>
int MaxNSearch<G>::search(State& s, int depth) {
  floor_ = 0, waiting_.clear(), sums_.clear();
  frames_[0].best = -1;
  visit(s, depth, 0);
  return frames_[0].best;
}

template <SequentialGame G>
inline int MaxNSearch<G>::enter(const State& s, int ply) {
  ++stats_.nodes;
  budget_.spend(stats_.nodes, [] { return std::int64_t{0}; });
  const int turn = game_.turn(s);
  if (index(ply) + 2 > frames_.size()) [[unlikely]] {
    frames_.resize(2 * frames_.size()), slots_.resize(frames_.size() * stride_);
    if (looks_) outlooks_.resize(frames_.size());
  }
  if (turn == kTerminal) return turn;
  if (untrusted()) watch_.turn(s, turn);
  if (ply >= kDeepest)
    throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) +
                               " moves, deeper than searches go; set a depth limit with an evaluation.");
  watch_.length(s, index(ply), budget_.max_depth);
  return turn;
}

template <SequentialGame G>
int MaxNSearch<G>::visit(State& s, int depth, int ply) {
  const int turn = enter(s, ply);
  if (turn == kTerminal) return leaf(s, ply), kExact;
  if (depth <= 0) return estimate(s, ply), kExact;
  if (turn == kChance) return expect(s, depth, ply);
  return decide(s, turn, depth, ply);
}

template <SequentialGame G>
inline void MaxNSearch<G>::leaf(const State& s, int ply) {
  ++stats_.leaves;
  game_.utilities(s, slot(ply));
  if (untrusted()) watch_.utilities(s, slot(ply));
  place(s, slot(ply));
}

template <SequentialGame G>
void MaxNSearch<G>::estimate(const State& s, int ply) {
  ++stats_.evaluations, ++horizon_;
  double* out = slot(ply);
  bool told = false;
  if constexpr (std::same_as<G, Rules>)
    if (evaluation_ != nullptr && evaluation_->of_position) evaluation_->of_position(game_, s, out), told = true;
  if constexpr (VectorEvaluatedGame<G>)
    if (!told && abilities_of(game_).vector_evaluation) game_.evaluate_all(s, out), told = true;
  if (!told) throw SolverError("there is no evaluation for positions beyond the depth limit.");
  if (!std::all_of(out, out + players_, [](double number) { return std::isfinite(number); }))
    throw SolverError("the evaluation gave " + vector_text(out, players_) + " at " + game_.describe(s) +
                      "; it must give a finite number for each player.");
  place(s, out);
}

/// Finds the row of a leaf's value, or watches the claims of the linear rule.
template <SequentialGame G>
inline void MaxNSearch<G>::place(const State& s, double* slot) const {
  if (!prunes_) return;
  if (values_ != nullptr) {
    const int row = values_->find(slot);
    if (row < 0)
      throw SolverError("the leaf-value table has no outcome " + vector_text(slot, players_) + ", which is met at " +
                        game_.describe(s) + ": list every outcome, or use the linear rule.");
    slot[players_] = row;
    return;
  }
  double sum = 0, size = 0;
  for (int p = 0; p < players_; ++p) {
    sum += slot[p], size += std::abs(slot[p]);
    if (index(p) < options_.least.size() && slot[p] < options_.least[index(p)])
      throw SolverError("player " + std::to_string(p) + " gets " + number_text(slot[p]) + " at " + game_.describe(s) +
                        ", less than the smallest utility she was said to get.");
  }
  if (sum > options_.max_sum + 1e-9 * size)
    throw SolverError("the values " + vector_text(slot, players_) + " at " + game_.describe(s) + " sum to " +
                      number_text(sum) + ", more than the largest sum, " + number_text(options_.max_sum) + ".");
}

template <SequentialGame G>
int MaxNSearch<G>::expect(State& s, int depth, int ply) {
  ++stats_.chance_nodes;
  const int count = count_outcomes(s), floor = floor_;
  const std::size_t base = sums_.size();
  sums_.resize(base + index(players_), 0.0);
  floor_ = ply + 1;
  for (int outcome = 0; outcome < count; ++outcome) {
    const double p = probability_of(s, outcome);
    if (!(p > 0)) continue;
    play(s, outcome, [&](State& child) { return visit(child, depth - 1, ply + 1); });
    for (int player = 0; player < players_; ++player) sums_[base + index(player)] += p * slot(ply + 1)[player];
  }
  floor_ = floor;
  std::copy_n(sums_.begin() + static_cast<std::ptrdiff_t>(base), players_, slot(ply));
  sums_.resize(base);
  return kExact;
}

template <SequentialGame G>
int MaxNSearch<G>::decide(State& s, int turn, int depth, int ply) {
  const std::int64_t nodes = stats_.nodes, horizon = horizon_;
  frames_[index(ply)] = {.turn = turn};
  if (looks_) rule_.look(game_, s, outlooks_[index(ply)]);
  bool partly = false;
  if (table_ != nullptr && recall(s, depth, ply, partly)) return kExact;
  if (prunes_ && ply > floor_ && (partly || looks_)) {
    const int level = cut(ply, ply - 1, partly);
    if (partly && level != kOpen) ++stats_.table_cutoffs;
    if (level != kOpen) return level;
  }
  frames_[index(ply)].best = -1;
  const int count = count_actions(s, turn);
  const std::size_t first = waiting_.size();
  int most = ply - 1;
  for (int action = 0; action < count; ++action) {
    frames_[index(ply)].last = action + 1 == count;
    const int level = try_move(s, action, depth, ply);
    if (level < ply) waiting_.push_back({action, level}), most = std::min(most, level);
    if (!prunes_ || action + 1 == count) continue;
    const int climbs = cut(ply, most, waiting_.size() == first);
    if (climbs == kOpen) continue;
    if (waiting_.size() == first) remember(s, depth, ply, climbs == kExact, nodes, horizon);
    waiting_.resize(first);
    return climbs;
  }
  const int result = waiting_.size() == first ? kExact : settle(s, depth, ply, first);
  waiting_.resize(first);
  if (result == kExact) remember(s, depth, ply, true, nodes, horizon);
  return result;
}

/// Searches a move and takes its value if it is the best so far; the ply that the value would not climb to, if any.
template <SequentialGame G>
inline int MaxNSearch<G>::try_move(State& s, int action, int depth, int ply) {
  Frame& before = frames_[index(ply)];
  before.current = action;
  before.strict = before.best >= 0 && !ties_win(action, before.best);
  const int level = play(s, action, [&](State& child) { return visit(child, depth - 1, ply + 1); });
  const Frame& frame = frames_[index(ply)];
  if (level == kExact && (frame.best < 0 || prefers(frame.turn, slot(ply + 1), action, slot(ply), frame.best)))
    take(ply, action);
  return level;
}

template <SequentialGame G>
inline void MaxNSearch<G>::take(int ply, int action) {
  std::copy_n(slot(ply + 1), stride_, slot(ply));
  frames_[index(ply)].best = action;
  if (deep_) frames_[index(ply)].stop = stop_of(ply);
}

/// What a node is worth whose children wait. Those of them that the node would take climb no further than the farthest
/// one said; if that holds of the best known value as well, there is no need to know. Else they are searched with
/// nothing but this node's best in mind, and the first that is taken settles it. To leave the question to nodes above
/// where the best value stops even further up would be right, too, but what they then search again is much larger.
template <SequentialGame G>
int MaxNSearch<G>::settle(State& s, int depth, int ply, std::size_t first) {
  int farthest = ply;
  for (std::size_t w = first; w < waiting_.size(); ++w) farthest = std::min(farthest, waiting_[w].level);
  const int stop = frames_[index(ply)].best < 0 ? farthest : stop_of(ply);
  if (stop >= farthest) return farthest;
  const int floor = floor_;
  floor_ = ply;
  int result = kExact;
  for (std::size_t w = first; w < waiting_.size() && result == kExact; ++w) {
    ++stats_.researches;
    const int known = frames_[index(ply)].best;
    try_move(s, waiting_[w].action, depth, ply);
    if (frames_[index(ply)].best != known) result = farthest;
  }
  floor_ = floor;
  return result;
}

/// The nearest node above whose player would not take the best value of the node at `ply`; -1 for none.
template <SequentialGame G>
inline int MaxNSearch<G>::stop_of(int ply) const {
  for (int k = ply - 1; k >= floor_; --k) {
    const Frame& above = frames_[index(k)];
    if (above.best >= 0 && !prefers(above.turn, slot(ply), above.current, slot(k), above.best)) return k;
  }
  return -1;
}

/// The ply up to which the node's value surely would not climb, past players who are asked once each, `kExact` where
/// its best value is final, `kOpen` where the search must go on. `most` is as far as waiting children allow.
template <SequentialGame G>
inline int MaxNSearch<G>::cut(int ply, int most, bool none_waiting) {
  const Frame& frame = frames_[index(ply)];
  const Outlook& outlook = outlooks_[looks_ ? index(ply) : 0];
  Bars bars(players_);
  if (frame.best >= 0) {
    rule_.raise(bars, frame.turn, slot(ply)[frame.turn], entry_of(ply), options_.ties == Ties::first);
    if (none_waiting && !rule_.possible(bars, outlook)) return ++stats_.immediate, kExact;
  }
  bool climbs = frame.best >= 0;
  int reach = most;
  std::uint32_t asked = 1U << frame.turn;
  for (int k = ply - 1; k >= floor_; --k) {
    const Frame& above = frames_[index(k)];
    if (k < ply - 1) {
      const Frame& between = frames_[index(k + 1)];
      if (!deep_ || between.best < 0 || (asked >> above.turn & 1) != 0) break;
      if (options_.pruning == Pruning::last_branch && !between.last) break;
      reach = std::min(reach, between.stop);
    }
    asked |= 1U << above.turn;
    if (above.best < 0) continue;
    rule_.raise(bars, above.turn, slot(k)[above.turn], entry_of(k), above.strict);
    climbs = climbs && prefers(above.turn, slot(ply), above.current, slot(k), above.best);
    if (k > reach || climbs || rule_.possible(bars, outlook)) continue;
    ++(k == ply - 1 ? stats_.shallow : stats_.deep);
    return k;
  }
  return kOpen;
}

template <SequentialGame G>
inline bool MaxNSearch<G>::ties_win(int move, int best_move) const {
  if (options_.ties == Ties::first) return move < best_move;
  return options_.ties != Ties::last || move > best_move;
}

/// Whether a player takes a value over her best one.
template <SequentialGame G>
inline bool MaxNSearch<G>::prefers(int player, const double* given, int move, const double* best, int best_move) const {
  const double more = worth(given, player), known = worth(best, player);
  if (more != known) return more > known;
  if (options_.ties == Ties::first) return move < best_move;
  if (options_.ties == Ties::last) return move > best_move;
  const double theirs = others(given, player), before = others(best, player);
  if (theirs != before) return (theirs < before) == (options_.ties == Ties::spiteful);
  return move < best_move;
}

template <SequentialGame G>
inline double MaxNSearch<G>::others(const double* slot, int player) const {
  double sum = 0;
  for (int p = 0; p < players_; ++p)
    if (p != player) sum += slot[p];
  return sum;
}

// --- the table: word 0 is the move, the depth and two flags, the others are the values ------------------------------

namespace max_n_entry {

inline constexpr std::uint64_t kIsExact = 1, kIsComplete = 2;
inline std::uint64_t pack(int move, int depth, bool exact, bool complete) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(move)) << 32 |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(depth)) << 2 | (complete ? kIsComplete : 0) |
         (exact ? kIsExact : 0);
}
inline int move_of(std::uint64_t head) { return static_cast<int>(head >> 32); }
inline int depth_of(std::uint64_t head) { return static_cast<int>((head & 0xffffffffU) >> 2); }
/// What is exact and complete stays; a bound gives way to anything of another depth, and to later bounds.
inline bool merge(const std::uint64_t* known, std::uint64_t* fresh) {
  if ((known[0] & kIsExact) == 0 || (fresh[0] & kIsExact) != 0) return true;
  return (known[0] & kIsComplete) == 0 && depth_of(known[0]) != depth_of(fresh[0]);
}

}  // namespace max_n_entry

template <SequentialGame G>
inline void MaxNSearch<G>::write_key(const State& s) {
  key_.clear();
  if constexpr (KeyedGame<G>) game_.state_key(s, key_);
}

/// Whether the table knows the exact value. Where it knows the best of some first moves, that is put in its place and
/// `partly` is set: the value is that or better for the mover, which may be enough for a cut.
template <SequentialGame G>
inline bool MaxNSearch<G>::recall(const State& s, int depth, int ply, bool& partly) {
  write_key(s);
  if (!table_->find(hash_bytes(key_.view()), key_.view(), words_.data())) return false;
  ++stats_.table_hits;
  const std::uint64_t head = words_[0];
  if ((head & max_n_entry::kIsComplete) == 0 && max_n_entry::depth_of(head) != depth) return false;
  partly = (head & max_n_entry::kIsExact) == 0;
  if (partly && !prunes_) return partly = false;
  for (int p = 0; p < players_; ++p) slot(ply)[p] = std::bit_cast<double>(words_[index(p) + 1]);
  frames_[index(ply)].best = max_n_entry::move_of(head);
  if (values_ != nullptr && prunes_) slot(ply)[players_] = values_->find(slot(ply));
  if (partly) return false;
  if ((head & max_n_entry::kIsComplete) == 0) ++horizon_;
  ++stats_.table_cutoffs;
  return true;
}

/// Keeps what does not depend on the nodes above: exact values, and the best value of the first moves.
template <SequentialGame G>
inline void MaxNSearch<G>::remember(const State& s, int depth, int ply, bool exact, std::int64_t nodes,
                                    std::int64_t horizon) {
  const Frame& frame = frames_[index(ply)];
  if (table_ == nullptr || frame.best < 0) return;
  write_key(s);
  words_[0] = max_n_entry::pack(frame.best, std::min(depth, kNoHorizon), exact, horizon_ == horizon);
  for (int p = 0; p < players_; ++p) words_[index(p) + 1] = std::bit_cast<std::uint64_t>(slot(ply)[p]);
  table_->store(hash_bytes(key_.view()), key_.view(), words_.data(), stats_.nodes - nodes, max_n_entry::merge);
}

}  // namespace dodona
