/// Move ordering: what a search has learnt about moves, and the order it follows from that.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/keys.h"

namespace dodona {

/// Compared from left to right; larger comes first.
struct MoveScore {
  bool remembered = false;  ///< the table's move
  double promise = 0;       ///< the game's own order
  int killer = 0;
  std::int64_t history = 0;

  friend bool operator>(const MoveScore& a, const MoveScore& b) {
    if (a.remembered != b.remembered) return a.remembered;
    if (a.promise != b.promise) return a.promise > b.promise;
    if (a.killer != b.killer) return a.killer > b.killer;
    return a.history > b.history;
  }
};

/// Killer moves (Akl and Newborn 1977) and the history heuristic (Schaeffer 1983).
class MoveMemory {
 public:
  /// 2 for the latest move that caused a cut-off at this distance from the root, 1 for the one before, else 0.
  int killer(int ply, int id) const {
    const auto level = static_cast<std::size_t>(ply);
    if (level >= killers_.size()) return 0;
    return killers_[level][0] == id ? 2 : killers_[level][1] == id ? 1 : 0;
  }
  std::int64_t history(int turn, int id) const {
    const auto& scores = history_[static_cast<std::size_t>(turn)];
    return static_cast<std::size_t>(id) < scores.size() ? scores[static_cast<std::size_t>(id)] : 0;
  }
  /// A move caused a cut-off after that many nodes.
  void reward(int ply, int turn, int id, std::int64_t effort) {
    const auto level = static_cast<std::size_t>(ply);
    if (level >= killers_.size()) killers_.resize(level + 1, {-1, -1});
    if (killers_[level][0] != id) killers_[level] = {id, killers_[level][0]};
    auto& scores = history_[static_cast<std::size_t>(turn)];
    if (static_cast<std::size_t>(id) >= scores.size()) scores.resize(static_cast<std::size_t>(id) + 1);
    // Schaeffer adds 2^depth, the size of the subtree; the nodes searched are that size.
    const int size = std::bit_width(static_cast<std::uint64_t>(effort));
    scores[static_cast<std::size_t>(id)] += static_cast<std::int64_t>(size) * size;
  }

 private:
  std::vector<std::array<int, 2>> killers_;
  std::array<std::vector<std::int64_t>, 2> history_;
};

/// Puts moves in random order (Fisher and Yates 1938).
inline void shuffle(std::span<int> moves, std::uint64_t& random) {
  for (std::size_t i = moves.size(); i > 1; --i) {
    random += 0x9e3779b97f4a7c15ULL;
    std::swap(moves[i - 1], moves[mix(random) % i]);
  }
}

/// Sorts moves 0, 1, ... by their scores; equals keep their order.
inline void sort_by_score(std::span<int> moves, std::span<const MoveScore> scores) {
  const auto before = [scores](int a, int b) {
    return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
  };
  if (moves.size() > 32) {
    std::stable_sort(moves.begin(), moves.end(), before);
    return;
  }
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const int move = moves[i];
    std::size_t at = i;
    for (; at > 0 && before(move, moves[at - 1]); --at) moves[at] = moves[at - 1];
    moves[at] = move;
  }
}

}  // namespace dodona
