/// Normal-form games with sequential strategies (chapter 6 of Bosansky 2014): two decision processes whose players do
/// not see each other, and a utility that is bilinear in their flows.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/sparse.h"
#include "games/decision_process.h"

namespace dodona {

/// What a player contributes to the utility of player 0, one row per action of hers.
struct FlowPayoffs {
  std::vector<double> alone;  ///< whatever the other does
  CompressedRows pairs;       ///< beside an action of the other, which is the column
  CompressedRows factors;     ///< her share of each term; a term is worth the product of both shares
};

/// Player 0 expects `constant` + alone0 x + alone1 y + x' pairs y + (x' factors0)(y' factors1)' of flows x and y.
struct FlowGame {
  std::array<DecisionProcess, 2> processes;
  std::array<FlowPayoffs, 2> payoffs;  ///< the pairs of player 1 are those of player 0, transposed
  std::size_t terms = 0;
  double constant = 0;

  /// Refuses arrays that are no game: wrong lengths, cycles, probabilities that do not add up.
  void require_sound() const;

  /// What every action of a player is worth to player 0 against a flow of the other, leaving out what comes after it
  /// and what the other's flow is worth alone. `shares` is room for one number per term.
  void take_values(int player, std::span<const double> other, std::span<double> values, std::span<double> shares) const;
  /// What a player's flow is worth to player 0 whatever the other does.
  double alone(int player, std::span<const double> flow) const;
  /// What player 0 expects of two flows.
  double utility(std::span<const double> first, std::span<const double> second) const;
};

/// A player's best answer to a flow of the other.
struct FlowResponse {
  double value = 0;                  ///< what player 0 expects
  std::vector<std::int32_t> choice;  ///< the best action of every state, -1 where there is none
  std::vector<double> values;        ///< what every action is worth to player 0 with the best that follows
};

/// By one backward pass. Among actions that are best within `slack` the choice is one with the highest rank, the first
/// of these; without ranks the first that is best.
FlowResponse best_response(const FlowGame& game, int player, std::span<const double> other,
                           std::span<const std::uint8_t> ranks, double slack);

}  // namespace dodona
