/// What a max^n search is asked for and what it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/table.h"
#include "games/rules.h"
#include "multiplayer/leaf_values.h"
#include "perfect/options.h"

namespace dodona {

/// Which nodes may be left early: none; those whose value their parent would not take (Korf 1991); the same with what
/// the game knows of each position (Sturtevant & Korf 2000); those whose value would not climb through the nodes above,
/// where these are at their last branch, or tentatively at any branch (Sturtevant 2003).
enum class Pruning { none, shallow, branch_and_bound, last_branch, speculative };

/// Which of several moves that give the mover the same she takes: the first, the last, the one that leaves the others
/// least together, or most; of equals in that, the first.
enum class Ties { first, last, spiteful, generous };

/// Vectors have room for so many players.
inline constexpr int kMostPlayers = 16;

/// Estimates that come from the user, one number per player.
struct VectorEvaluation {
  std::function<void(const Rules& rules, const Position& s, double* out)> of_position;
  const void* identity = nullptr;  ///< the same for two that give the same estimates
};

struct MaxNOptions {
  Pruning pruning = Pruning::speculative;
  Ties ties = Ties::first;
  bool hopes = true;                   ///< use what the game knows of positions, where the pruning does
  std::shared_ptr<LeafValues> values;  ///< the leaf-value table; null for the linear rule
  double max_sum = std::numeric_limits<double>::infinity();  ///< no outcome's utilities sum to more
  std::vector<double> least;          ///< per player the smallest utility; minus infinity for what is not known
  std::shared_ptr<KeyedStore> table;  ///< of `max_n_table`; null for none
  int depth = kNoHorizon;
  bool deepening = false;
  bool line = true;   ///< follow best play to its end
  int attacker = -1;  ///< a player who minimises what `target` gets instead of maximising what she gets herself
  int target = -1;
};

struct MaxNStats {
  std::int64_t nodes = 0, leaves = 0, evaluations = 0, chance_nodes = 0;
  std::int64_t immediate = 0;   ///< nodes left because nothing better for the mover was possible
  std::int64_t shallow = 0;     ///< nodes left because the parent would not take their value
  std::int64_t deep = 0;        ///< nodes left because their value would not climb further up
  std::int64_t researches = 0;  ///< nodes searched again because a deep cut was premature
  std::int64_t table_hits = 0, table_cutoffs = 0;
};

struct MaxNResult {
  std::vector<double> values;  ///< one per player; empty where no search came to its end
  bool finished = false;       ///< the search came to its end
  bool complete = false;       ///< no line was cut short by the depth limit
  std::string stopped_by;
  int depth = 0;          ///< of the last search that came to its end, 0 without a depth limit
  std::vector<int> line;  ///< best play; of an unfinished search the best move so far
  MaxNStats stats;
};

/// News of a running search: the depth it has come to.
using OnMaxN = std::function<void(int depth)>;

}  // namespace dodona
