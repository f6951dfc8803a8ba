/// The size of a game, counted without storing it.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/budget.h"
#include "games/rules.h"
#include "games/watch.h"

namespace dodona {

struct Counts {
  std::int64_t nodes = 0, terminals = 0, chance_nodes = 0, depth = 0;
  std::vector<std::int64_t> infosets, sequences;
  double min_utility = std::numeric_limits<double>::infinity();   ///< of any player
  double max_utility = -std::numeric_limits<double>::infinity();  ///< of any player
  bool perfect_recall = true;
};

/// Walks the game, in its extensive form where players move at once.
Counts count(const Rules& rules, Budget& budget);

/// Reports every broken clause of the contract; rules from outside are asked everything twice.
void check(const Rules& rules, Budget& budget, ContractReport& report);

}  // namespace dodona
