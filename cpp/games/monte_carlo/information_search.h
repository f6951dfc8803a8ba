/// Monte Carlo searches where players move at once or know different things.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "games/monte_carlo/determinizations.h"
#include "games/monte_carlo/information_tree.h"
#include "games/monte_carlo/playouts.h"
#include "games/monte_carlo/selectors.h"
#include "games/rules.h"

namespace dodona {

struct InformationOptions {
  Selector selector = Selector::regret_matching;
  double exploration = 0.2;
  double targeting = 0.9;  ///< share of outcome sampling's simulations that aim at what the player knows
  std::uint64_t seed = 0;
  PlayoutOptions playouts;
  bool labels = false;             ///< remember positions, so that rows have labels
  std::int64_t listing = 100'000;  ///< nodes that may be visited to list the positions that a player holds possible
};

/// What the searches have in common: one tree per player, keyed by exact information keys, and the positions to start
/// from: the start of the rules, or those that agree with what a player knows.
class InformationSearch {
 public:
  InformationSearch(const Rules& rules, const InformationOptions& options, std::optional<Knowledge> knowledge);
  virtual ~InformationSearch() = default;

  /// Simulates so often; a limit throws LimitReached and loses nothing but the simulation that it ended.
  void run(std::int64_t simulations, Budget& budget);

  /// What a player should do at a position, the same everywhere where she knows the same; empty where no simulation
  /// came there.
  std::vector<double> strategy_at(const Position& s, int player);
  /// What a player got on average in the simulations that came there.
  double value_at(const Position& s, int player);
  std::vector<double> behaviour(const GameTree& tree, int player);
  LabelledRows labelled(int player);

  const Rules& rules() const { return playouts_.rules; }
  /// What every player gets on average.
  std::vector<double> values() const;
  std::int64_t simulations() const { return simulations_; }
  std::int64_t positions() const { return playouts_.visited; }
  std::int64_t information_sets() const { return static_cast<std::int64_t>(tree_.size()); }
  /// The positions that the player holds possible, as far as they were found; and whether those are all of them.
  const std::vector<Determinization>& determinizations() const { return starts_; }
  bool is_complete() const { return is_complete_; }

 protected:
  /// Simulates once; returns how much its utilities count in the mean.
  virtual double simulate() = 0;
  /// What a row recommends.
  virtual void recommend(std::span<const Cell> cells, std::int64_t visits, std::span<double> out) const = 0;
  /// Called once, when the starting positions are known.
  virtual void prepare() {}

  const InformationOptions options_;
  Playouts playouts_;
  InformationTree tree_;
  std::vector<Determinization> starts_;
  std::vector<double> utilities_, probabilities_;
  std::vector<double> totals_;  ///< of the utilities of all simulations
  std::vector<int> joint_;

 private:
  void find_starts(Budget& budget);
  std::int64_t memory() const { return tree_.memory(); }

  std::optional<Knowledge> knowledge_;
  bool is_prepared_ = false, is_complete_ = true;
  std::int64_t simulations_ = 0;

 protected:
  std::int64_t round() const { return simulations_; }
};

/// Information-set Monte Carlo tree search with a tree for every player (MO-ISMCTS of [Cowling2012]), and any selector.
/// From a stage where nothing but the moves being made is hidden it is SM-MCTS with decoupled selectors [Lisy2013].
///
/// Each simulation starts at one of the positions that the player holds possible. A player adds one row to her tree, at
/// the first of her decisions that is not in it, and moves like a playout from then on.
class SelectingSearch final : public InformationSearch {
 public:
  SelectingSearch(const Rules& rules, const InformationOptions& options, std::optional<Knowledge> knowledge);

 private:
  struct Step {
    std::int32_t row;
    int action;
    double p;
  };

  double simulate() override;
  void recommend(std::span<const Cell> cells, std::int64_t visits, std::span<double> out) const override {
    chooser_.recommend(cells, visits, out);
  }
  void prepare() override;
  const Position& start();
  int choose(const Position& s, int turn, int player);
  double learn();

  const Chooser chooser_;
  std::vector<double> cumulated_;  ///< weights of the starts
  std::vector<Step> path_;
  std::vector<bool> left_;  ///< which players have left their trees
  int inside_ = 0;
  double least_, most_;  ///< bounds of the utilities, where the game has none what has been seen
};

/// Online outcome sampling [Lisy2015]: Monte Carlo regret minimisation over a tree that grows by one row per
/// simulation, from the start of the game. A share of the simulations aims at the positions that the player holds
/// possible, by weights that are known, so that sampled regrets stay unbiased.
class OutcomeSearch final : public InformationSearch {
 public:
  OutcomeSearch(const Rules& rules, const InformationOptions& options, std::optional<Knowledge> knowledge);

 private:
  struct Step {
    std::int32_t row;  ///< or -1 where chance moved
    int action, player;
    double sigma;          ///< how likely the move was by the strategy
    double reach, others;  ///< how likely the player, and all others with chance, are to come there
    double sampled;        ///< how likely the simulation was to come there
  };
  /// A prefix of moves that lead to a position the player holds possible.
  struct Prefix {
    int move;
    std::int32_t first = -1, next = -1;  ///< its first child, its next sibling
    double mass = 0;
  };

  double simulate() override;
  void recommend(std::span<const Cell> cells, std::int64_t visits, std::span<double> out) const override;
  void prepare() override;
  void play_chance(Position& s);
  /// The move of a player, or -1 where her row is new: the tree ends there.
  int decide(const Position& s, int turn, int player);
  /// Draws a move and follows it in the prefixes; `likely` are the probabilities of the simulation where it does not
  /// aim.
  int draw(const std::vector<double>& likely);
  std::int32_t child(std::int32_t prefix, int move) const;
  double sampled() const { return aim_ * aimed_ + (1 - aim_) * free_; }
  double learn();

  std::vector<Prefix> prefixes_;
  std::vector<Step> path_;
  std::vector<double> reach_;     ///< of every player, and of chance
  std::vector<double> strategy_;  ///< of the row that is being decided or updated
  double aim_ = 0;                ///< share of the simulations that aim
  bool is_aiming_ = false;
  std::int32_t prefix_ = -1;     ///< where the moves so far are in the prefixes; -1 beside them
  double aimed_ = 0, free_ = 1;  ///< how likely the moves so far are in a simulation that aims, and in another
  int updating_ = 0;
};

}  // namespace dodona
