/// Playouts: how Monte Carlo searches judge a position that they know nothing about yet.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/budget.h"
#include "core/random.h"
#include "games/evaluation.h"
#include "games/rules.h"
#include "games/watch.h"

namespace dodona {

/// Who moves in playouts: everybody at random, by the game's own order most of the time, or by a function.
enum class PlayoutPolicy { uniform, promising, given };

/// Writes one weight per action of a player at a position.
using PolicyFunction =
    std::function<void(const Rules& rules, const Position& s, int player, std::vector<double>& weights)>;

struct PlayoutOptions {
  PlayoutPolicy policy = PlayoutPolicy::uniform;
  PolicyFunction given;
  std::shared_ptr<const Evaluation> evaluation;  ///< null for the game's own
  int moves = -1;                                ///< moves before the evaluation judges; negative for to the end
  double sum = 0;                                ///< what two players share out, for estimates
};

/// Plays positions to their end, or for some moves up to an estimate; and what a Monte Carlo search does while it is
/// still in its tree: count actions, draw outcomes, watch rules from outside, look at the limits.
class Playouts {
 public:
  Playouts(const Rules& rules, PlayoutOptions options, std::uint64_t seed);
  Playouts(const Playouts&) = delete;  // its parts refer to each other
  Playouts& operator=(const Playouts&) = delete;

  /// Begins a run within limits; `memory` tells how many bytes the search takes.
  void begin(Budget& limits, std::function<std::int64_t()> memory);
  /// What every player gets from a position on, to which `ply` moves of this simulation have led.
  void play_out(Position& s, int ply, double* utilities);
  /// What every player gets where the game is over.
  void end(const Position& s, double* utilities);
  /// How many actions a player has at a position where it is `turn`'s turn; outcomes where that is chance.
  int count_actions(const Position& s, int turn, int player);
  double probability(const Position& s, int outcome) const { return rules.chance_probability(s, outcome); }
  /// Lets chance move.
  void play_chance(Position& s);
  /// An action by the policy of playouts.
  int choose(const Position& s, int turn, int player, int count);
  /// An entry drawn in proportion to weights of this sum.
  int draw(const double* weights, int count, double sum);
  /// Counts a position and looks at the limits.
  void visit(const Position& s, int ply) {
    limits_->spend(++visited, memory_);
    if (ply >= limits_->max_depth) [[unlikely]]
      watch_.length(s, static_cast<std::size_t>(ply), limits_->max_depth);
  }

  const Rules rules;
  const int players;
  Random random;
  std::int64_t visited = 0;

 private:
  int most_promising(const Position& s, int turn, int player, int count);

  const PlayoutOptions options_;
  const bool untrusted_;
  ContractReport report_;
  Watch<Rules> watch_;
  Budget* limits_ = nullptr;
  std::function<std::int64_t()> memory_;
  std::vector<int> joint_;
  std::vector<double> weights_;
};

}  // namespace dodona
