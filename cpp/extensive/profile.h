/// Profiles of behavioural strategies on a tree: realization plans, expectations and best responses.
///
/// A behaviour is an array with one probability per sequence of its player: entry `s` is the probability of the last
/// action of sequence `s` in its information set, entry 0 is 1. Everything here takes time linear in the tree.
#pragma once

#include <span>
#include <vector>

#include "games/game_tree.h"

namespace dodona {

using Plans = std::vector<std::vector<double>>;  ///< one realization plan per player

/// The probability that a player plays each of her sequences, chance and others willing (thesis 3.2.1).
std::vector<double> realization_plan(const Treeplex& treeplex, std::span<const double> behaviour);

/// Every player's expected utility, and the expectation of the largest absolute utility: the scale on which rounding
/// matters.
struct Expectation {
  std::vector<double> utilities;
  double size;
};
Expectation expected_utilities(const GameTree& tree, const Plans& plans);

/// What `player` gets against the others' plans by playing best, and one such pure behaviour; ties take the earliest
/// action. Works up the player's information sets, which come after the sets they follow.
struct BestResponse {
  double value;
  std::vector<double> behaviour;
};
BestResponse best_response(const GameTree& tree, int player, const Plans& plans);

/// Per information set of `player`: the probability of being reached, and her expected utility once there. The value
/// of a set that the profile never reaches is the one under uniform belief over its nodes.
struct InfosetValues {
  std::vector<double> reach, value;
};
InfosetValues infoset_values(const GameTree& tree, int player, const std::vector<std::vector<double>>& behaviours);

}  // namespace dodona
