#include "games/preorder.h"

#include <utility>

#include "core/errors.h"
#include "games/tree_builder.h"
#include "games/tree_rules.h"
#include "games/watch.h"

namespace dodona {
namespace {

void require_whole(const PreorderTree& given) {
  const std::size_t nodes = given.node_set.size();
  if (nodes == 0 || given.node_label.size() != nodes || given.utilities.size() != nodes * index(given.players))
    throw GameDefinitionError("an explicit tree needs a root, and a label and utilities for every node.");
  for (const auto& set : given.sets) {
    if (set.player < kChance || set.player >= given.players)
      throw GameDefinitionError("information set '" + set.label + "' belongs to no player of the game.");
    if (set.player == kChance && set.probabilities.size() != set.actions.size())
      throw GameDefinitionError("chance set '" + set.label + "' needs one probability per outcome.");
    if (set.actions.empty()) throw GameDefinitionError("information set '" + set.label + "' has no actions.");
  }
  for (const std::int32_t set : given.node_set)
    if (set >= static_cast<std::int32_t>(given.sets.size()))
      throw GameDefinitionError("an explicit tree names an information set it does not define.");
}

/// Goes through the nodes in their order; the next node is always the next open place.
class Assembler {
 public:
  Assembler(const PreorderTree& given, GameTree& tree)
      : given_(given), tree_(tree), builder_(tree), players_(index(given.players)), ids_(given.sets.size(), -1) {
    tree.players = given.players;
    tree.zero_sum = given.zero_sum;
    tree.sets.resize(players_);
    for (PlayerSets& own : tree.sets) own.action_label.push(tree.labels.intern(""));
  }

  void run() {
    const std::size_t nodes = given_.node_set.size();
    tree_.node_label.resize(nodes, -1);
    for (std::size_t n = 0; n < nodes; ++n) {
      while (n > 0 && !open_.empty() && open_.back().next == open_.back().count) open_.pop_back();
      if (n > 0 && open_.empty()) throw GameDefinitionError("an explicit tree has more nodes than its root leads to.");
      enter(n);
    }
    for (const Open& open : open_)
      if (open.next != open.count) throw GameDefinitionError("an explicit tree ends before its last node.");
    if (forgetful_ != kNoNode) {
      const TreeRules rules(std::make_shared<GameTree>(tree_));
      tree_.recall_problem = imperfect_recall(rules, forgetful_, tree_.player[forgetful_]).text();
    }
  }

 private:
  struct Open {
    std::int64_t id, first;
    int set, next, count;
    double reach;
    std::vector<SequenceId> sequences;  ///< before the move
  };

  void enter(std::size_t n) {
    std::int64_t id = 0, parent = -1;
    double reach = 1;
    std::vector<SequenceId> sequences(players_, kEmptySequence);
    if (!open_.empty()) {
      Open& from = open_.back();
      const PreorderTree::Set& set = given_.sets[index(from.set)];
      id = from.first + from.next, parent = from.id, reach = from.reach, sequences = from.sequences;
      if (set.player == kChance)
        reach *= set.probabilities[index(from.next)];
      else
        sequences[index(set.player)] = offset(own(set).first_sequence[InfosetId{ids_[index(from.set)]}], from.next);
      ++from.next;
    }
    const int set = given_.node_set[n];
    if (set < 0) {
      builder_.terminal(id, parent, reach, sequences.data(), &given_.utilities[n * players_]);
    } else {
      open(id, parent, set, reach, std::move(sequences));
    }
    if (!given_.node_label[n].empty())
      tree_.node_label[static_cast<NodeId>(id)] = tree_.labels.intern(given_.node_label[n]);
    tree_.depth = std::max(tree_.depth, open_.size());
  }

  void open(std::int64_t id, std::int64_t parent, int number, double reach, std::vector<SequenceId> sequences) {
    const PreorderTree::Set& set = given_.sets[index(number)];
    const int count = static_cast<int>(set.actions.size());
    if (next_id_ + count > static_cast<std::int64_t>(given_.node_set.size()))
      throw GameDefinitionError("an explicit tree ends before its last node.");
    const std::int64_t first = std::exchange(next_id_, next_id_ + count);
    InfosetId infoset = kNoInfoset;
    if (set.player != kChance) infoset = identify(static_cast<NodeId>(id), number, sequences[index(set.player)]);
    builder_.inner(id, parent, set.player, infoset, first, count);
    if (set.player == kChance)
      for (int outcome = 0; outcome < count; ++outcome)
        builder_.outcome(first + outcome, set.probabilities[index(outcome)],
                         tree_.labels.intern(set.actions[index(outcome)]));
    open_.push_back({id, first, number, 0, count, reach, std::move(sequences)});
  }

  /// The information set of a node, numbered when it is met for the first time.
  InfosetId identify(NodeId node, int number, SequenceId parent) {
    const PreorderTree::Set& set = given_.sets[index(number)];
    PlayerSets& own = tree_.sets[index(set.player)];
    std::int32_t& id = ids_[index(number)];
    if (id >= 0) {
      ++own.num_nodes[InfosetId{id}];
      if (own.parent_sequence[InfosetId{id}] != parent && forgetful_ == kNoNode) forgetful_ = node;
      return InfosetId{id};
    }
    id = raw(own.add_set(parent, static_cast<std::int32_t>(set.actions.size())));
    own.num_nodes.push(1);
    own.label.push(tree_.labels.intern(set.label));
    for (const std::string& action : set.actions) own.action_label.push(tree_.labels.intern(action));
    return InfosetId{id};
  }
  const PlayerSets& own(const PreorderTree::Set& set) const { return tree_.sets[index(set.player)]; }

  const PreorderTree& given_;
  GameTree& tree_;
  TreeBuilder builder_;
  const std::size_t players_;
  std::vector<std::int32_t> ids_;  ///< of the sets that have been met, per player
  std::vector<Open> open_;
  std::int64_t next_id_ = 1;
  NodeId forgetful_ = kNoNode;  ///< the first node whose player has forgotten a move
};

}  // namespace

GameTree assemble(const PreorderTree& given) {
  require_whole(given);
  GameTree tree;
  Assembler(given, tree).run();
  return tree;
}

}  // namespace dodona
