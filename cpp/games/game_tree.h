/// A game as flat arrays: the form that linear programs and traversals over information sets work on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "games/infosets.h"
#include "games/walk.h"

namespace dodona {

/// Nodes are numbered so that children of a node are consecutive and come after it. Terminal nodes carry, besides,
/// all that expectations need: chance's share of their reach, each player's sequence and each player's utility.
class GameTree {
 public:
  int players = 0;
  bool zero_sum = false;
  std::size_t depth = 0;
  std::string recall_problem;

  Table<NodeId, NodeId> parent;
  Table<NodeId, NodeId> first_child;
  Table<NodeId, std::int32_t> num_children;
  Table<NodeId, std::int8_t> player;  ///< or kChance, kTerminal
  Table<NodeId, InfosetId> infoset;   ///< of the player to move
  Table<NodeId, double> probability;  ///< of the chance outcome that leads here; 1 below a player's node
  Table<NodeId, std::int32_t> outcome_label;

  Table<TerminalId, NodeId> terminal_node;
  Table<TerminalId, double> terminal_reach;
  std::vector<SequenceId> terminal_sequence;  ///< [terminal * players + player]
  std::vector<double> terminal_utility;       ///< [terminal * players + player]

  std::vector<PlayerSets> sets;
  LabelPool labels;

  std::size_t num_nodes() const { return player.size(); }
  std::size_t num_terminals() const { return terminal_node.size(); }
  std::size_t num_sequences(int p) const { return static_cast<std::size_t>(own(p).num_sequences); }
  std::size_t num_infosets(int p) const { return static_cast<std::size_t>(own(p).num_infosets); }
  const PlayerSets& own(int p) const { return sets[static_cast<std::size_t>(p)]; }
  bool perfect_information() const;

  std::string_view infoset_label(int p, InfosetId set) const { return labels[own(p).label[set]]; }
  std::string_view action_label(int p, SequenceId sequence) const { return labels[own(p).action_label[sequence]]; }
  /// The label of the move that leads to a node; the root has none.
  std::string_view move_label(NodeId node) const;
  std::size_t memory() const;
};

/// The visitor that fills a tree.
class TreeBuilder {
 public:
  static constexpr bool kStores = true;
  explicit TreeBuilder(GameTree& tree) : tree_(tree) { grow(1); }

  void inner(std::int64_t id, std::int64_t parent, int turn, InfosetId infoset, std::int64_t first, int count);
  void outcome(std::int64_t child, double probability, std::int32_t label);
  void terminal(std::int64_t id, std::int64_t parent, double reach, const SequenceId* sequences,
                const double* utilities);
  std::size_t memory() const { return tree_.memory(); }

 private:
  void grow(std::int64_t size);
  GameTree& tree_;
};

template <SequentialGame G>
GameTree build_tree(const G& game, typename G::State root, Budget& budget) {
  GameTree tree;
  tree.players = game.traits().players;
  tree.zero_sum = game.traits().zero_sum;
  TreeBuilder builder(tree);
  ContractReport report;
  Walk walk(game, budget, report, builder);
  walk.run(std::move(root));
  tree.sets = std::move(walk.sets);
  tree.labels = std::move(walk.labels);
  tree.recall_problem = std::move(walk.recall_problem);
  tree.depth = walk.depth;
  return tree;
}

}  // namespace dodona
