/// Counterfactual regret minimisation [Zinkevich2007] on a stored game with perfect recall, for any number of players.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.h"
#include "core/sparse.h"
#include "extensive/regret_player.h"
#include "games/game_tree.h"

namespace dodona {

class Cfr {
 public:
  Cfr(const GameTree& tree, const RegretRule& rule);

  void play(std::int64_t rounds, Budget& budget);
  /// A player's average realization plan; her plan of now before the first round.
  std::vector<double> average(int player) const;
  /// What a player gets at best against the others' average plans.
  double best_value(int player);
  std::int64_t rounds() const { return rounds_; }
  int players() const { return static_cast<int>(players_.size()); }

  /// What the work goes on from: of each player sums of regrets, the behaviour and the sum of plans.
  const RegretPlayer& player(int number) const { return players_[index(number)]; }
  void restore(int player, std::span<const double> regrets, std::span<const double> behaviour,
               std::span<const double> sums);
  void restore_rounds(std::int64_t rounds);

 private:
  /// What terminal nodes are worth to one player, by her sequence that leads there.
  struct Payoffs {
    CompressedRows pairs;  ///< of two players: columns are the other's sequences, chance included
    /// Of more players: by sequence where its terminal nodes start, and of each node chance's share times the utility
    /// and the other players' sequences.
    std::vector<std::int32_t> start, others;
    std::vector<double> worth;
  };

  Payoffs payoffs_of(const GameTree& tree, int player) const;
  void take_values(int player, const std::vector<const double*>& plans);
  double weight_of(double round) const;

  RegretRule rule_;
  std::vector<RegretPlayer> players_;
  std::vector<Payoffs> payoffs_;
  double weight_ = 0;  ///< of all rounds in the averages
  std::int64_t rounds_ = 0;
};

}  // namespace dodona
