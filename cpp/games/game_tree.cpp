#include "games/game_tree.h"

#include "core/errors.h"
#include "games/tree_builder.h"
#include "games/walk.h"

namespace dodona {

bool GameTree::has_chance() const {
  for (std::size_t i = 0; i < player.size(); ++i)
    if (player[static_cast<NodeId>(i)] == kChance) return true;
  return false;
}

bool GameTree::perfect_information() const {
  for (const PlayerSets& own : sets)
    for (std::size_t i = 0; i < own.num_nodes.size(); ++i)
      if (own.num_nodes[static_cast<InfosetId>(i)] != 1) return false;
  return true;
}

std::string_view GameTree::move_label(NodeId node) const {
  const NodeId from = parent[node];
  if (from == kNoNode) return "";
  const int mover = player[from];
  if (mover == kChance) return labels[outcome_label[node]];
  const int action = raw(node) - raw(first_child[from]);
  return action_label(mover, offset(own(mover).first_sequence[infoset[from]], action));
}

std::string GameTree::describe(NodeId node) const {
  std::string path;
  for (NodeId at = node; parent[at] != kNoNode; at = parent[at])
    path = std::string(move_label(at)) + (path.empty() ? "" : ", " + path);
  const std::string name = node_label.size() == 0 || node_label[node] < 0 ? "" : std::string(labels[node_label[node]]);
  return (name.empty() ? "" : name + " ") + "(" + (path.empty() ? "root" : path) + ")";
}

std::size_t GameTree::memory() const {
  std::size_t bytes = parent.bytes() + first_child.bytes() + num_children.bytes() + player.bytes() + infoset.bytes() +
                      probability.bytes() + outcome_label.bytes() + node_label.bytes() + terminal_node.bytes() +
                      terminal_reach.bytes() + terminal_sequence.capacity() * sizeof(SequenceId) +
                      terminal_utility.capacity() * sizeof(double) + labels.memory();
  for (const PlayerSets& own : sets) bytes += own.memory();
  return bytes;
}

GameTree build_tree(const Rules& rules, Budget& budget) {
  const Rules game = rules.sequential();
  GameTree tree;
  tree.players = game.traits().players;
  tree.zero_sum = game.traits().zero_sum;
  TreeBuilder builder(tree);
  ContractReport report;
  Walk walk(game, budget, report, builder);
  walk.run();
  tree.sets = std::move(walk.sets);
  tree.labels = std::move(walk.labels);
  tree.recall_problem = std::move(walk.recall_problem);
  tree.depth = walk.depth;
  return tree;
}

}  // namespace dodona
