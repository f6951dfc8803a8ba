/// What one thread's search remembers, whatever type the game is compiled with.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/keys.h"
#include "games/playing.h"
#include "perfect/options.h"
#include "perfect/ordering.h"

namespace dodona {

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

/// Counts, experience with moves, and the lists of all open nodes. A search over `Rules` near the root and one over
/// the game's own type below it share one of these, so that they behave as one.
struct SearchMemory {
  /// Bounds of what an outcome of chance is worth.
  struct Reach {
    double lower, upper;
  };
  struct Mark {
    std::size_t moves, reach;
  };

  explicit SearchMemory(const SearchOptions& options) : keeps_line(options.line), random(options.ordering.seed) {
    if (options.table) evaluated_low = options.table->evaluated_low, evaluated_high = options.table->evaluated_high;
  }

  /// The line below a node begins with this action.
  void extend_line(int ply, int action) {
    if (!keeps_line) return;
    const std::size_t level = index(ply);
    if (level + 1 >= lines.size()) lines.resize(level + 2);
    lines[level].assign(1, action);
    lines[level].insert(lines[level].end(), lines[level + 1].begin(), lines[level + 1].end());
  }
  void clear_line(int ply) {
    if (!keeps_line) return;
    if (index(ply) >= lines.size()) lines.resize(index(ply) + 1);
    lines[index(ply)].clear();
  }
  const std::vector<int>& line() {
    if (lines.empty()) lines.resize(1);
    return lines[0];
  }

  /// How much the open nodes hold, and back to it when nodes above are broken off.
  Mark mark() const { return {moves.size(), reach.size()}; }
  void rewind(Mark mark) { moves.resize(mark.moves), reach.resize(mark.reach); }
  /// Forgets the unfinished work of a search that was broken off.
  void reset() { moves.clear(), reach.clear(), best_at_root = -kInfinity; }

  bool keeps_line;
  SearchStats stats;
  double evaluated_low = kInfinity, evaluated_high = -kInfinity;
  double best_at_root = -kInfinity;  ///< what the mover at the root is sure of so far
  std::int64_t horizon = 0;          ///< nodes so far whose value rests on an estimate
  BusyMoves* busy = nullptr;         ///< shared between the threads of an ABDADA search
  std::uint64_t random;
  KeyWriter key;
  MoveMemory experience;
  std::vector<int> moves;         ///< the move lists of all open nodes
  std::vector<MoveScore> scores;  ///< of the list being sorted
  std::vector<Reach> reach;       ///< bounds of the outcomes of all open chance nodes
  std::vector<std::vector<int>> lines;
};

}  // namespace dodona
