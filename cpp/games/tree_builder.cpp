#include "games/tree_builder.h"

#include <limits>

#include "core/errors.h"

namespace dodona {

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
