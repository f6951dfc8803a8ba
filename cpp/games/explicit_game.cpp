#include "games/explicit_game.h"

#include <algorithm>

#include "core/errors.h"

namespace dodona {

ExplicitGame::ExplicitGame(ExplicitRules rules) : rules_(std::move(rules)) {
  const std::size_t nodes = rules_.node_set.size();
  if (nodes == 0 || rules_.node_label.size() != nodes ||
      rules_.utilities.size() != nodes * static_cast<std::size_t>(rules_.players))
    throw GameDefinitionError("an explicit tree needs a root, and a label and utilities for every node.");
  bool chance = false;
  for (const auto& own : rules_.sets) {
    if (own.player < kChance || own.player >= rules_.players)
      throw GameDefinitionError("information set '" + own.label + "' belongs to no player of the game.");
    if (own.player == kChance && own.probabilities.size() != own.actions.size())
      throw GameDefinitionError("chance set '" + own.label + "' needs one probability per outcome.");
    chance |= own.player == kChance;
  }
  traits_ = {rules_.players, rules_.zero_sum, chance, false, rules_.perfect_information};
  link_children();
  if (!rules_.utilities.empty()) {
    const auto [low, high] = std::minmax_element(rules_.utilities.begin(), rules_.utilities.end());
    min_utility_ = *low, max_utility_ = *high;
  }
}

/// Preorder to child lists: the next node in the file is always the next open place.
void ExplicitGame::link_children() {
  const std::size_t nodes = rules_.node_set.size();
  first_child_.assign(nodes, 0);
  parent_.assign(nodes, -1);
  children_.assign(nodes - 1, -1);
  struct Open {
    std::int32_t node;
    std::size_t next, end;
  };
  std::vector<Open> stack;
  std::size_t reserved = 0;
  for (std::size_t n = 0; n < nodes; ++n) {
    if (n > 0) {
      while (!stack.empty() && stack.back().next == stack.back().end) stack.pop_back();
      if (stack.empty()) throw GameDefinitionError("an explicit tree has more nodes than its root leads to.");
      parent_[n] = stack.back().node;
      children_[stack.back().next++] = static_cast<std::int32_t>(n);
    }
    const std::int32_t own = rules_.node_set[n];
    if (own >= static_cast<std::int32_t>(rules_.sets.size()))
      throw GameDefinitionError("an explicit tree names an information set it does not define.");
    if (own < 0) continue;
    const std::size_t count = rules_.sets[index(own)].actions.size();
    if (reserved + count > children_.size()) throw GameDefinitionError("an explicit tree ends before its last node.");
    first_child_[n] = reserved;
    stack.push_back({static_cast<std::int32_t>(n), reserved, reserved + count});
    reserved += count;
  }
}

void ExplicitGame::utilities(State s, double* out) const {
  const auto players = static_cast<std::size_t>(rules_.players);
  std::copy_n(rules_.utilities.begin() + static_cast<std::ptrdiff_t>(index(s) * players), players, out);
}

std::string ExplicitGame::describe(State s) const {
  std::string path;
  for (State at = s; parent_[index(at)] >= 0; at = parent_[index(at)]) {
    const State from = parent_[index(at)];
    std::size_t action = 0;
    while (children_[first_child_[index(from)] + action] != at) ++action;
    path = set(from).actions[action] + (path.empty() ? "" : ", " + path);
  }
  const std::string& label = rules_.node_label[index(s)];
  return (label.empty() ? "" : label + " ") + "(" + (path.empty() ? "root" : path) + ")";
}

}  // namespace dodona
