/// Approximate solutions of a flow game by regret minimisation: one local minimiser per state of each process.
///
/// What a player regrets over all her strategies is the sum over states, each as likely as the strategy she wishes she
/// had played reaches it, of what she regrets there when actions are valued by her own strategy of the round; so local
/// regrets that vanish make the average flows optimal. CFR+ [Tammelin2014]: regret matching+ in every state, players in
/// turn, flows averaged with weights that grow as the square of the round. Predictive: the minimisers expect the last
/// regret once more [Farina2021].
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/budget.h"
#include "games/flow_game.h"

namespace dodona {

class FlowRegret {
 public:
  FlowRegret(const FlowGame& game, bool predictive);

  /// Plays rounds.
  void play(std::int64_t rounds, Budget& budget);
  /// A player's average flow.
  std::vector<double> average(int player) const;
  std::int64_t rounds() const { return rounds_; }

 private:
  struct Player {
    std::vector<double> regret, behaviour, flow, sum, values;
  };

  void step(int player, double weight);
  static void choose(Player& own, std::size_t begin, std::size_t end, const double* expected, double mean);

  const FlowGame& game_;
  bool predictive_;
  std::array<Player, 2> players_;
  std::vector<double> shares_;
  double weight_ = 0;  ///< of all rounds together
  std::int64_t rounds_ = 0;
};

}  // namespace dodona
