/// A tree as files give it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/game_tree.h"

namespace dodona {

/// Nodes in preorder, information sets by number, utilities at the leaves.
struct PreorderTree {
  struct Set {
    int player = 0;  ///< or kChance
    std::string label;
    std::vector<std::string> actions;
    std::vector<double> probabilities;  ///< of chance only
  };
  int players = 0;
  bool zero_sum = false;
  std::vector<Set> sets;
  std::vector<std::int32_t> node_set;   ///< per node; -1 at a leaf
  std::vector<std::string> node_label;  ///< per node, or empty
  std::vector<double> utilities;        ///< [node * players + player]
};

/// The same as a tree, its nodes numbered as a walk over the game would number them.
GameTree assemble(const PreorderTree& given);

}  // namespace dodona
