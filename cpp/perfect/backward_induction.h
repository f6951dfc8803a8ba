/// Backward induction on a tree with perfect information.
#pragma once

#include <vector>

#include "games/game_tree.h"

namespace dodona {

/// Subgame-perfect play for any number of players, with chance: one pure behaviour per player (see profile.h for the
/// layout). Ties take the earliest action.
std::vector<std::vector<double>> backward_induction(const GameTree& tree);

}  // namespace dodona
