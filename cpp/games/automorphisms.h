/// Do the maps that a game declares preserve it?
#pragma once

#include "core/budget.h"
#include "games/rules.h"
#include "games/watch.h"

namespace dodona {

/// Walks the game and compares every position with its images: turn, actions, chances, utilities, what follows each
/// move, and that players can tell positions apart exactly where they can tell their images apart. Automorphisms are
/// those of the whole game: from a later position on there is nothing to check.
void check_automorphisms(const Rules& rules, Budget& budget, ContractReport& report);

}  // namespace dodona
