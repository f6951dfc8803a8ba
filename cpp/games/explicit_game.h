/// A game given node by node, as files give it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "games/contract.h"

namespace dodona {

/// What a file says: nodes in preorder, information sets by number, utilities at the leaves.
struct ExplicitRules {
  struct Set {
    int player = 0;  ///< or kChance
    std::string label;
    std::vector<std::string> actions;
    std::vector<double> probabilities;  ///< of chance only
  };
  int players = 0;
  bool zero_sum = false;
  bool perfect_information = false;
  std::vector<Set> sets;
  std::vector<std::int32_t> node_set;   ///< per node; -1 at a leaf
  std::vector<std::string> node_label;  ///< per node, or empty
  std::vector<double> utilities;        ///< [node * players + player]
};

class ExplicitGame {
 public:
  using State = std::int32_t;
  static constexpr bool kMayHideNothing = true;  ///< whether it has perfect information is known only when it is read

  explicit ExplicitGame(ExplicitRules rules);

  Traits traits() const { return traits_; }
  State initial() const { return 0; }
  int turn(State s) const { return rules_.node_set[index(s)] < 0 ? kTerminal : set(s).player; }
  int num_actions(State s) const { return static_cast<int>(set(s).actions.size()); }
  void apply(State& s, int action) const { s = children_[first_child_[index(s)] + static_cast<std::size_t>(action)]; }
  double chance_probability(State s, int outcome) const {
    return set(s).probabilities[static_cast<std::size_t>(outcome)];
  }
  void utilities(State s, double* out) const;
  /// Files say what a player knows only where she moves.
  void info_key(State s, int player, KeyWriter& key) const {
    key.u32(static_cast<std::uint32_t>(turn(s) == player ? rules_.node_set[index(s)] : -1));
  }
  void state_key(State s, KeyWriter& key) const { key.u32(static_cast<std::uint32_t>(s)); }
  double min_utility() const { return min_utility_; }
  double max_utility() const { return max_utility_; }
  std::string action_label(State s, int, int action) const { return set(s).actions[static_cast<std::size_t>(action)]; }
  std::string info_label(State s, int player) const { return turn(s) == player ? set(s).label : "(not to move)"; }
  std::string describe(State s) const;

 private:
  static std::size_t index(State s) { return static_cast<std::size_t>(s); }
  const ExplicitRules::Set& set(State s) const { return rules_.sets[index(rules_.node_set[index(s)])]; }
  void link_children();

  ExplicitRules rules_;
  Traits traits_;
  std::vector<std::size_t> first_child_;
  std::vector<std::int32_t> children_, parent_;
  double min_utility_ = 0, max_utility_ = 0;
};

}  // namespace dodona
