/// What terminal nodes of a tree are worth to each player, by the sequences that lead there: the gradient of her
/// expected utility in her realization plan, for any number of players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sparse.h"
#include "games/game_tree.h"

namespace dodona {

class SequencePayoffs {
 public:
  /// An error for games with imperfect recall.
  explicit SequencePayoffs(const GameTree& tree);

  int players() const { return static_cast<int>(own_.size()); }
  /// What the sequences of a player from `begin` to before `end` bring against plans of the others, given in their
  /// order, leaving out what comes after them.
  void take_values(int player, std::span<const double* const> others, std::size_t begin, std::size_t end,
                   double* values) const;
  /// How many numbers are added up for the sequences before one, to share them out evenly.
  std::int64_t entries_before(int player, std::size_t sequence) const;

 private:
  /// Payoffs to one player, a row per sequence of hers.
  struct Own {
    CompressedRows pairs;  ///< of two players: columns are the other's sequences, chance included
    /// Of more players: by sequence where its terminal nodes start, and of each node chance's share times the utility
    /// and the other players' sequences.
    std::vector<std::int32_t> start, others;
    std::vector<double> worth;
  };

  static Own payoffs_of(const GameTree& tree, int player);

  std::vector<Own> own_;
};

/// The largest payoff to a player that a choice of everybody leads to, weighed with chance, when utilities are counted
/// from the middle of their range.
double largest_payoff(const GameTree& tree, int player);

}  // namespace dodona
