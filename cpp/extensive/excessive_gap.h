/// The excessive gap technique [Nesterov2005] on the sequence form [Hoda2010], for two-player constant-sum games.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.h"
#include "extensive/regret_player.h"
#include "extensive/sequence_payoffs.h"
#include "games/game_tree.h"

namespace dodona {

/// Keeps a plan of each player and how much of an entropy is taken off each one's best response, such that what player
/// 0's plan guarantees against the smoothed response is no less than what player 1's leaves to the other one: the
/// excessive gap condition. Each round makes the larger smoothing smaller; the true gap is at most both smoothings
/// times the largest entropies. Where a step would break the condition, a shorter one is tried: so it needs no norm of
/// the payoffs.
class ExcessiveGap {
 public:
  explicit ExcessiveGap(const GameTree& tree);

  void play(std::int64_t rounds, Budget& budget);
  std::vector<double> average(int player) const { return players_[index(player)].plan; }
  /// What a player gets at best against the other's plan.
  double best_value(int player);
  std::int64_t rounds() const { return rounds_; }
  int players() const { return 2; }

  std::vector<std::vector<double>> state(int player) const;
  void restore(int player, const std::vector<std::span<const double>>& state);
  void restore_rounds(std::int64_t rounds) { rounds_ = rounds; }

 private:
  struct Player {
    Treeplex treeplex;
    std::vector<double> plan, centre;  ///< the centre is the behaviour that plays every action alike
    double smoothing = 1;
  };
  using Plan = std::vector<double>;

  Plan values_of(int player, const Plan& other) const;
  /// The smoothed response to values, as a behaviour; what it is worth.
  double respond(int player, Plan values, const Plan& reference, double smoothing, Plan& behaviour) const;
  Plan plan_of(int player, const Plan& behaviour) const;
  /// By how much the condition holds for plans and smoothings.
  double excess(const std::array<const Plan*, 2>& plans, const std::array<double, 2>& smoothing) const;
  void begin();
  bool shrink(int player, double length);

  SequencePayoffs payoffs_;
  double total_ = 0;  ///< what utilities add up to
  std::array<Player, 2> players_;
  double length_ = 0.5;  ///< of the next step
  std::int64_t rounds_ = 0;
};

}  // namespace dodona
