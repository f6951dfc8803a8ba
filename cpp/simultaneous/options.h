/// What a solver of simultaneous-move games is asked for and what it answers.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/table.h"
#include "perfect/options.h"

namespace dodona {

/// How a stage is solved: all of its cells; a restricted matrix that grows by best responses (double oracle); cell by
/// cell with windows beyond which an action is dominated (SMAB).
enum class StageSolver { matrix, oracle, dominance };

/// The parts of one algorithm; every published variant is a choice of them (thesis section 4.4).
struct StageOptions {
  StageSolver solver = StageSolver::oracle;
  bool bounds = true;         ///< serialized alpha-beta searches bound every subgame before it is solved
  bool sorted = false;        ///< best responses try actions in the order of their optimistic value
  bool tighten = false;       ///< subgames are asked only whether they can matter; a table keeps what is learnt
  bool null_windows = false;  ///< with that, best responses are only asked whether they improve, not by how much
  bool outlook = true;        ///< positions whose outcome is settled by the game's own account are not entered
  bool symmetry = true;       ///< a position and the one with the players exchanged share an entry of the table
  bool canonical = true;      ///< positions that differ in the names of actions share an entry of the tables
  bool shuffle = false;       ///< moves are tried in random order
  std::uint64_t seed = 0;
  int depth = kNoHorizon;                                    ///< stages to look ahead
  double gap = -1;                                           ///< stop where bounds on the value are this close
  bool deepening = false;                                    ///< look ahead 1, 2, ... stages instead of `depth` at once
  std::shared_ptr<TranspositionTable> table;                 ///< of stages; null for none
  std::shared_ptr<TranspositionTable> serialized_tables[2];  ///< of the serialized searches, by who moves first
  Algorithm search = Algorithm::alphabeta;                   ///< of the serialized searches
  Ordering ordering{true, true, false, false};               ///< of the serialized searches; most of them are small
};

struct StageStats {
  std::int64_t stages = 0;      ///< stages entered, each time they were
  std::int64_t matrices = 0;    ///< matrix games solved
  std::int64_t bounds = 0;      ///< subgames whose bounds were computed
  std::int64_t bounds_met = 0;  ///< subgames that the bounds solved
  std::int64_t serialized_nodes = 0;
  std::int64_t iterations = 0;  ///< of double oracles
  std::int64_t dominated = 0;   ///< actions that were left out as dominated
  std::int64_t evaluations = 0;
  std::int64_t table_hits = 0;
  std::vector<std::int64_t> stages_by_depth, pure_by_depth, mixed_by_depth;
};

struct StageResult {
  double value = 0;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  int depth = 0;          ///< stages looked ahead by the last search that came to its end; 0 where there was no limit
  bool complete = false;  ///< no line was cut short: the value is that of the game
  std::string stopped_by;
  StageStats stats;
};

/// One stage with everything below it solved: values of all pairs of actions, and optimal strategies.
struct StageReport {
  int rows = 0, columns = 0;
  std::vector<double> matrix, row_strategy, column_strategy;
  double value = 0;
};

}  // namespace dodona
