/// Approximate solutions of the restricted game by regret matching, far cheaper than its linear program while the game
/// still grows.
///
/// CFR+ [Tammelin2014]: regret matching+ at every information set, players in turn, and plans averaged with weights
/// that grow as the square of the round. It works on the program's own arrays: equality rows are player 0's sets, free
/// columns are player 1's, and everything else is payoff.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "extensive/restricted_game.h"

namespace dodona {

class RegretMatching {
 public:
  /// Takes a program. Regrets of rows and columns that the program before had stay; averages start anew, since plans of
  /// the smaller game would weigh on them for long.
  void load(const SequenceProgram& program);
  /// Plays until the average plans are within `target` of each other's best answers, or `most` rounds; returns the gap.
  double improve(double target, std::int64_t most);
  /// How much the two players could gain over the average plans within the restricted game, together.
  double gap();
  /// A player's average plan, by column (player 0) or row (player 1) of the program. What is played less than `cut` is
  /// left out: averages never quite forget, and responses to such traces make the game several times larger.
  std::vector<double> plan(int player, double cut) const;

 private:
  struct Set {
    std::int32_t parent;  ///< a sequence
    std::int32_t begin, end;
    double scale;  ///< what one unit of the parent brings here
  };
  /// A player's sets, parents first, and their sequences side by side; sequence 0 is the empty one.
  struct Tree {
    std::vector<Set> sets;
    std::vector<std::int32_t> variable;  ///< of each sequence
    std::vector<double> share;           ///< one over the number of actions that a sequence stands for
    std::vector<double> regret, behaviour, plan, sum, value;
    std::vector<std::int32_t> start, index;  ///< payoffs against the other's sequences
    std::vector<double> payoff;
    std::size_t variables = 0;
  };

  /// A set's constraint: the parent's variable with a negative coefficient, those of the actions with positive ones.
  using Constraint = std::vector<std::pair<std::int32_t, double>>;

  static std::array<std::vector<Constraint>, 2> constraints(const SequenceProgram& program);
  static std::vector<std::int32_t> arrange(Tree& tree, const std::vector<Constraint>& sets);
  static void carry_over(const Tree& before, Tree& tree);
  void take_payoffs(const SequenceProgram& program, const std::vector<std::int32_t>& sequence_of_column);
  static void values(Tree& tree, std::span<const double> other);
  void play_round();
  void step(int player, double weight);
  static void choose(Tree& tree, const Set& set);
  static void follow(Tree& tree);
  double best_value(int player);

  std::array<Tree, 2> trees_;
  std::int64_t rounds_ = 0;  ///< since the program was taken
};

}  // namespace dodona
