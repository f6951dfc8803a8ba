#include "games/game_tree.h"

#include <limits>

#include "core/errors.h"

namespace dodona {

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

std::size_t GameTree::memory() const {
  std::size_t bytes = parent.bytes() + first_child.bytes() + num_children.bytes() + player.bytes() + infoset.bytes() +
                      probability.bytes() + outcome_label.bytes() + terminal_node.bytes() + terminal_reach.bytes() +
                      terminal_sequence.capacity() * sizeof(SequenceId) + terminal_utility.capacity() * sizeof(double) +
                      labels.memory();
  for (const PlayerSets& own : sets) bytes += own.memory();
  return bytes;
}

void TreeBuilder::grow(std::int64_t size) {
  if (size > std::numeric_limits<std::int32_t>::max()) throw LimitReached("memory");
  const auto n = static_cast<std::size_t>(size);
  tree_.parent.resize(n, kNoNode);
  tree_.first_child.resize(n, kNoNode);
  tree_.num_children.resize(n, 0);
  tree_.player.resize(n, kTerminal);
  tree_.infoset.resize(n, kNoInfoset);
  tree_.probability.resize(n, 1.0);
  tree_.outcome_label.resize(n, -1);
}

void TreeBuilder::inner(std::int64_t id, std::int64_t parent, int turn, InfosetId infoset, std::int64_t first,
                        int count) {
  grow(first + count);
  const auto node = static_cast<NodeId>(id);
  tree_.parent[node] = static_cast<NodeId>(parent);
  tree_.first_child[node] = static_cast<NodeId>(first);
  tree_.num_children[node] = count;
  tree_.player[node] = static_cast<std::int8_t>(turn);
  tree_.infoset[node] = infoset;
}

void TreeBuilder::outcome(std::int64_t child, double probability, std::int32_t label) {
  tree_.probability[static_cast<NodeId>(child)] = probability;
  tree_.outcome_label[static_cast<NodeId>(child)] = label;
}

void TreeBuilder::terminal(std::int64_t id, std::int64_t parent, double reach, const SequenceId* sequences,
                           const double* utilities) {
  const auto node = static_cast<NodeId>(id);
  tree_.parent[node] = static_cast<NodeId>(parent);
  tree_.terminal_node.push(node);
  tree_.terminal_reach.push(reach);
  tree_.terminal_sequence.insert(tree_.terminal_sequence.end(), sequences, sequences + tree_.players);
  tree_.terminal_utility.insert(tree_.terminal_utility.end(), utilities, utilities + tree_.players);
}

}  // namespace dodona
