/// Monte Carlo counterfactual regret minimisation [Lanctot2009]: regrets are updated along sampled parts of a game that
/// is never stored.
#pragma once

#include <cstdint>
#include <memory>

#include "core/budget.h"
#include "extensive/set_table.h"
#include "games/rules.h"

namespace dodona {

/// What is sampled: the moves of chance and of the other player; everybody's moves; those of chance alone.
enum class SamplingScheme { external, outcome, chance };

struct SamplingRule {
  SamplingScheme scheme = SamplingScheme::external;
  bool plus = false;         ///< sums of regrets never fall below zero
  bool linear = false;       ///< iteration t counts t times, in regrets and in the average
  double exploration = 0.6;  ///< of outcome sampling: how often the player whose regrets are updated plays at random
};

/// A run of sampling in a two-player game: what it knows, and more of it with every iteration.
class Sampling {
 public:
  virtual ~Sampling() = default;
  /// Samples once for either player, again and again.
  virtual void play(std::int64_t iterations, Budget& budget) = 0;

  /// The game in the form in which its positions are sampled.
  virtual const Rules& game() const = 0;
  const std::shared_ptr<SetTable>& table() const { return table_; }
  std::int64_t iterations() const { return iterations_; }
  std::int64_t nodes() const { return nodes_; }
  /// The mean of what player 0 got in the samples, which estimates the value of the game.
  double mean_value() const { return weight_ > 0 ? value_ / weight_ : 0.0; }

 protected:
  std::shared_ptr<SetTable> table_ = std::make_shared<SetTable>();
  std::int64_t iterations_ = 0, nodes_ = 0;
  double value_ = 0, weight_ = 0;
};

/// Sampling from where the rules start; equal seeds give equal runs.
std::unique_ptr<Sampling> make_sampling(const Rules& rules, const SamplingRule& rule, std::uint64_t seed);

}  // namespace dodona
