/// A stored tree as rules: its states are its nodes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/budget.h"
#include "games/contract.h"
#include "games/game_tree.h"
#include "games/rules.h"

namespace dodona {

class TreeRules {
 public:
  using State = NodeId;

  explicit TreeRules(std::shared_ptr<const GameTree> tree);

  Traits traits() const { return traits_; }
  State initial() const { return NodeId{0}; }
  int turn(State s) const { return tree_->player[s]; }
  int num_actions(State s) const { return tree_->num_children[s]; }
  void apply(State& s, int action) const { s = offset(tree_->first_child[s], action); }
  void undo(State& s) const { s = tree_->parent[s]; }
  double chance_probability(State s, int outcome) const {
    return tree_->probability[offset(tree_->first_child[s], outcome)];
  }
  void utilities(State s, double* out) const;
  /// What players know is known only where they move.
  void info_key(State s, int player, KeyWriter& key) const {
    key.u32(static_cast<std::uint32_t>(turn(s) == player ? raw(tree_->infoset[s]) : -1));
  }
  void state_key(State s, KeyWriter& key) const { key.u32(static_cast<std::uint32_t>(raw(s))); }
  std::vector<double> outcomes() const;
  double min_utility() const { return min_utility_; }
  double max_utility() const { return max_utility_; }
  std::string action_label(State s, int, int action) const {
    return std::string(tree_->move_label(offset(tree_->first_child[s], action)));
  }
  std::string info_label(State s, int player) const {
    return turn(s) == player ? std::string(tree_->infoset_label(player, tree_->infoset[s])) : "(not to move)";
  }
  std::string describe(State s) const { return tree_->describe(s); }

  const std::shared_ptr<const GameTree>& tree() const { return tree_; }

 private:
  std::shared_ptr<const GameTree> tree_;
  std::vector<TerminalId> terminal_;  ///< by node
  Traits traits_;
  double min_utility_ = 0, max_utility_ = 0;
};

/// The rules of a tree, which `tree_of` finds again.
Rules rules_of(std::shared_ptr<const GameTree> tree);

/// The tree of a game: its own where it is one and starts at its root, else a new one.
std::shared_ptr<const GameTree> tree_of(const Rules& rules, Budget& budget);

}  // namespace dodona
