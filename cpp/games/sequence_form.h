/// The sequence form of a two-player game [Stengel1996]: both players' treeplexes and what pairs of sequences are
/// worth. Linear programs and regret minimisation work on it, whether it comes from a tree or from a restricted game.
///
/// A game of more players has one treeplex per player as well (`GameTree::own`); only the payoffs, which belong to
/// pairs of sequences here, would belong to longer tuples: its terminal nodes list them.
#pragma once

#include <array>

#include "core/sparse.h"
#include "games/game_tree.h"
#include "games/treeplex.h"

namespace dodona {

struct SequenceForm {
  std::array<Treeplex, 2> players;
  /// Player 0's expected utility, chance included, where both players play a pair of sequences: a row per sequence of
  /// player 1, a column per sequence of player 0.
  CompressedRows payoffs;
};

/// The form of a two-player tree with perfect recall, player 0's utilities taken less an offset.
SequenceForm sequence_form(const GameTree& tree, double offset = 0);

}  // namespace dodona
