/// The excessive gap technique [Nesterov2005] on the sequence form [Hoda2010], for two-player constant-sum games.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/budget.h"
#include "extensive/sequence_payoffs.h"
#include "games/game_tree.h"

namespace dodona {

/// Keeps a plan of each player and how much of the dilated entropy is taken off each one's best response, such that
/// both smoothed best responses together bring no more than there is: the excessive gap condition. Each round makes the
/// larger smoothing smaller; what best responses gain over the plans is at most
/// both smoothings times the largest entropies. Where a step would break the condition, half of it is tried (EGT/AS
/// of [Kroer2018]): so no norm of the payoffs is needed.
class ExcessiveGap {
 public:
  explicit ExcessiveGap(const GameTree& tree);

  void play(std::int64_t rounds, Budget& budget);
  /// A player's plan, which is an average of responses.
  std::vector<double> average(int player) const { return players_[index(player)].plan; }
  /// What a player gets at best against the other's plan.
  double best_value(int player);
  std::int64_t rounds() const { return rounds_; }
  int players() const { return 2; }

  /// What the work goes on from: rounds and the length of steps; then by player the plan, what her sequences bring
  /// against the other's plan, and her smoothing.
  std::vector<std::vector<double>> state() const;
  void restore(const std::vector<std::span<const double>>& state);

 private:
  using Plan = std::vector<double>;
  /// A smoothed response: its behaviour and plan, and what the other's sequences bring against it.
  struct Response {
    Plan behaviour, plan, gradient;
  };
  struct Player {
    Treeplex treeplex;
    Plan centre;          ///< the behaviour that plays every action alike
    Plan plan, gradient;  ///< the gradient is what sequences bring against the other's plan
    Plan values;          ///< where smoothed responses are computed
    Response near, far;   ///< of the step under way
    double smoothing = 1;
  };

  Player& other_of(int player) { return players_[index(1 - player)]; }
  void take_gradient(int player, const Plan& other, Plan& gradient) const;
  /// What a smoothed best response brings, by `values` of the player; its behaviour is left in `behaviour`.
  double smoothed_value(Player& own, const Plan& reference, double smoothing, Plan& behaviour) const;
  void respond(int player, const Plan& reference, double smoothing, Response& response);
  bool is_excessive(const std::array<double, 2>& values) const;
  void begin();
  void prepare(int player);
  bool shrink(int player, double length);

  SequencePayoffs payoffs_;
  double largest_;       ///< payoff, in which the search for the first smoothing begins
  double total_ = 0;     ///< what utilities add up to
  double rounding_ = 0;  ///< by so much the condition may be broken
  std::array<Player, 2> players_;
  Plan scratch_;         ///< a behaviour that nobody looks at
  double length_ = 0.5;  ///< of the next step
  std::int64_t rounds_ = 0;
};

}  // namespace dodona
