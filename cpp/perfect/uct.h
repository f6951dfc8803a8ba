/// UCT: Monte Carlo tree search of perfect information, with what is proven backed up.
#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.h"
#include "games/monte_carlo/playouts.h"
#include "games/rules.h"

namespace dodona {

struct UctOptions {
  double exploration = 1.4142135623730951;  ///< weight of what is uncertain, in units of the utilities' range
  bool proofs = true;                       ///< back up bounds; only where two players share out a fixed sum
  std::uint64_t seed = 0;
  PlayoutOptions playouts;
};

/// A tree over a game that grows by one leaf per simulation [Kocsis2006]. Every node has bounds on player 0's utility
/// beside its mean: those of the game at first, a point where the game is over, and above that what the children prove
/// (MCTS-Solver [Winands2008] for any utilities, as in [Cazenave2010]). Moves that cannot be better than what is proven
/// are not tried again, and a node whose bounds meet is an end of the game from then on.
class Uct {
 public:
  Uct(const Rules& rules, const UctOptions& options);

  /// Simulates so often, or until the root is proven; a limit throws LimitReached and loses nothing but the simulation
  /// that it ended.
  void run(std::int64_t simulations, Budget& budget);

  const Rules& rules() const { return playouts_.rules; }
  bool is_proven() const { return nodes_[0].is_proven(); }
  double lower() const { return nodes_[0].lower; }
  double upper() const { return nodes_[0].upper; }
  /// The mean of every player's utility in all simulations; what is proven instead where something is.
  std::vector<double> values() const;
  /// How often each action of the root was tried.
  std::vector<std::int64_t> root_visits() const;
  /// Best play from the root, up to the first chance move or leaf.
  std::vector<int> line() const;
  std::int64_t simulations() const { return simulations_; }
  std::int64_t positions() const { return playouts_.visited; }
  std::int64_t nodes() const { return static_cast<std::int64_t>(nodes_.size()); }
  std::int64_t memory() const;

 private:
  struct Node {
    std::int64_t visits = 0;
    double lower = 0, upper = 0;  ///< of player 0's utility
    std::int32_t first = -1, count = 0;
    std::int32_t turn = 0;     ///< known after the first visit
    std::int32_t chances = 0;  ///< where the probabilities of a chance node's outcomes begin
    bool is_proven() const { return lower >= upper; }
  };

  void simulate();
  /// Judges a leaf on its first visit.
  void evaluate(Node& leaf, Position& s);
  void expand(std::int32_t node, const Position& s);
  std::int32_t select(std::int32_t node);
  bool is_useless(const Node& parent, const Node& child) const;
  void back_up();
  bool prove(Node& node);
  int best_action(const Node& node) const;
  double mean(std::int32_t node, int player) const;

  Playouts playouts_;
  const double exploration_, sum_;
  const bool proofs_;
  double least_, most_;  ///< bounds of the utilities, where the game has none what has been seen
  std::int64_t simulations_ = 0;
  Node unknown_;  ///< a node before its first visit
  std::vector<Node> nodes_;
  std::vector<double> totals_;  ///< of all players at a node, node after node
  std::vector<double> chances_;
  std::vector<std::int32_t> path_;
  std::vector<double> utilities_;
};

}  // namespace dodona
