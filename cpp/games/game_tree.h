/// A game as flat arrays: the form that linear programs and traversals over information sets work on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/ids.h"
#include "games/infosets.h"
#include "games/rules.h"

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
  Table<NodeId, std::int32_t> node_label;  ///< what a file calls the node, or -1; empty for other trees

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
  bool has_chance() const;

  std::string_view infoset_label(int p, InfosetId set) const { return labels[own(p).label[set]]; }
  std::string_view action_label(int p, SequenceId sequence) const { return labels[own(p).action_label[sequence]]; }
  /// The label of the move that leads to a node; the root has none.
  std::string_view move_label(NodeId node) const;
  /// The node in words: its name, and the moves that lead to it.
  std::string describe(NodeId node) const;
  std::size_t memory() const;
};

/// Refuses a position of a game that is not like the node of its tree. Rules from outside may answer differently than
/// when the tree was made.
template <class G>
void require_same_node(const G& game, const typename G::State& s, const GameTree& tree, NodeId node, int turn,
                       int count) {
  if (tree.player[node] == turn && tree.num_children[node] == count) return;
  throw GameDefinitionError("changing answers at state " + game.describe(s) +
                            ": the game is not the one that its tree was made of; give the same answer to the same "
                            "question every time.");
}

/// The tree of a game, of its extensive form where players move at once.
GameTree build_tree(const Rules& rules, Budget& budget);

}  // namespace dodona
