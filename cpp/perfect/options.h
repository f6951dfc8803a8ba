/// What a search is asked for and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/table.h"

namespace dodona {

enum class Algorithm { minimax, alphabeta, negascout, scout, aspiration, mtdf, sss_star, dual_star };

/// What is done at chance nodes with the window: nothing, or Ballard's Star1 and Star2.
enum class ChancePruning { none, star1, star2 };

/// How a search is spread over threads.
enum class Scheme {
  serial,
  tree_splitting,
  mandatory_work_first,
  pv_splitting,
  aspiration,
  ybwc_weak,
  ybwc_strong,
  er,
  unsynchronised,
  and_or,
  expectiminimax,
  abdada
};

/// Deeper than any game: no depth limit.
inline constexpr int kNoHorizon = 1 << 29;

struct Ordering {
  bool table = true;     ///< the move that the table remembers comes first
  bool domain = true;    ///< then the game's own order
  bool killers = true;   ///< among equals of it, moves that caused a cut-off at the same depth
  bool history = true;   ///< then those that caused cut-offs anywhere, weighted by the work they saved
  bool shuffle = false;  ///< what is equal in all of these comes in random order
  std::uint64_t seed = 0;
};

struct SearchOptions {
  Algorithm algorithm = Algorithm::negascout;
  ChancePruning chance = ChancePruning::star1;
  Ordering ordering;
  std::shared_ptr<TranspositionTable> table;  ///< null for none
  bool canonical = true;                      ///< positions that differ in the names of actions share an entry of it
  bool outlook = false;                       ///< cut off where the game itself knows what can still happen
  int depth = kNoHorizon;
  bool count_stages = false;  ///< depth is in stages of the simultaneous-move game behind a serialized one
  bool deepening = false;     ///< search to depth 1, 2, ... instead of to `depth` at once
  double guess = std::numeric_limits<double>::quiet_NaN();  ///< the value expected by aspiration and MTD(f)
  double width = 0;                                         ///< half of the aspiration window; 0 for a default
  Scheme scheme = Scheme::serial;
  int threads = 1;
  int split_plies = 12;  ///< tasks are made no further than this from the root
  bool line = true;      ///< complete the principal variation by further searches where the first one left gaps
};

struct SearchStats {
  std::int64_t nodes = 0, leaves = 0, evaluations = 0, chance_nodes = 0;
  std::int64_t cutoffs = 0, first_cutoffs = 0;  ///< cut-offs, and those by the first move tried
  std::int64_t table_hits = 0, table_cutoffs = 0;
  std::int64_t researches = 0;  ///< windows that were too narrow
  std::int64_t tasks = 0, abandoned = 0;

  SearchStats& operator+=(const SearchStats& other) {
    nodes += other.nodes, leaves += other.leaves, evaluations += other.evaluations;
    chance_nodes += other.chance_nodes, cutoffs += other.cutoffs, first_cutoffs += other.first_cutoffs;
    table_hits += other.table_hits, table_cutoffs += other.table_cutoffs, researches += other.researches;
    tasks += other.tasks, abandoned += other.abandoned;
    return *this;
  }
};

/// The answer for player 0. `lower` and `upper` are proven; `value` is exact where they meet and an estimate elsewhere.
struct SearchResult {
  double value = 0;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool finished = false;   ///< the search came to its end
  std::string stopped_by;  ///< the limit that ended it otherwise
  int depth = 0;           ///< of the last search that came to its end
  std::vector<int> line;   ///< the principal variation, as far as it is known
  SearchStats stats;
};

/// News of a running search: depth, value, proven bounds.
using OnSearch = std::function<void(int depth, double value, double lower, double upper)>;

}  // namespace dodona
