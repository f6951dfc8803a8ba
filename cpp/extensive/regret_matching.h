/// Approximate solutions of a game in sequence form by regret matching, far cheaper than its linear program while a
/// restricted game still grows.
///
/// CFR+ [Tammelin2014]: regret matching+ at every information set, players in turn, and plans averaged with weights
/// that grow as the square of the round.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "extensive/regret_player.h"
#include "games/sequence_form.h"

namespace dodona {

class RegretMatching {
 public:
  /// Numbers of both players' sequences that stay the same while the game grows.
  using Names = std::array<std::vector<std::int32_t>, 2>;

  /// Takes a game. Regrets of sequences that the game before had stay; averages start anew, since plans of the smaller
  /// game would weigh on them for long.
  void load(const SequenceForm& form, const Names& names);
  /// Plays until the average plans are within `target` of each other's best answers, or `most` rounds; returns the gap.
  double improve(double target, std::int64_t most);
  /// How much the two players could gain over the average plans, together.
  double gap();
  /// A player's average plan, by the names of her sequences; other numbers have none.
  std::vector<double> plan(int player) const;

 private:
  struct Player : RegretPlayer {
    CompressedRows payoffs;          ///< to her, a row per sequence of hers, a column per sequence of the other
    std::vector<std::int32_t> name;  ///< of each sequence

    std::size_t largest_name() const;
  };

  static void carry_over(const Player& before, Player& player);
  static void take_values(Player& player, std::span<const double> other);
  void play_round();
  void step(int player, double weight);
  double best_answer(int player);

  std::array<Player, 2> players_;
  std::int64_t rounds_ = 0;  ///< since the game was taken
};

}  // namespace dodona
