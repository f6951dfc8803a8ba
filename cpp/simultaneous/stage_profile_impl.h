/// Strategies for every stage of a stored game, whether or not optimal play reaches it.
#pragma once

#include <vector>

#include "games/game_tree.h"
#include "simultaneous/stage_search_impl.h"

namespace dodona {

/// Fills behaviours on the tree of a simultaneous-move game, stage by stage.
template <SimultaneousGame G>
class StageProfile {
 public:
  StageProfile(const G& game, const GameTree& tree, StageSearch<G>& search)
      : game_(game), tree_(tree), search_(search) {
    for (const PlayerSets& own : tree.sets) behaviours.emplace_back(index(own.num_sequences), 0.0);
    for (auto& own : behaviours) own[0] = 1;
  }

  void fill(const typename G::State& s, NodeId node) {
    const int turn = game_.turn(s);
    if (turn == kSimultaneous) return fill_stage(s, node);
    const int count = turn == kTerminal ? 0 : game_.num_actions(s);
    require_same_node(game_, s, tree_, node, turn, count);
    if (turn == kTerminal) return;
    int best = 0;
    double best_value = 0;
    for (int a = 0; a < count; ++a) {
      typename G::State next = s;
      game_.apply(next, a);
      if (turn >= 0) {
        typename G::State asked = next;
        const double v = turn == 0 ? search_.value(asked) : -search_.value(asked);
        if (a == 0 || v > best_value) best = a, best_value = v;
      }
      fill(next, offset(tree_.first_child[node], a));
    }
    if (turn >= 0) entry(turn, node, best) = 1;
  }

  std::vector<std::vector<double>> behaviours;

 private:
  double& entry(int player, NodeId node, int action) {
    const auto own = index(player);
    const SequenceId first = tree_.sets[own].first_sequence[tree_.infoset[node]];
    return behaviours[own][index(offset(first, action))];
  }

  void fill_stage(const typename G::State& s, NodeId node) {
    const StageReport stage = search_.report(s);
    require_same_node(game_, s, tree_, node, 0, stage.rows);
    for (int i = 0; i < stage.rows; ++i) {
      entry(0, node, i) = stage.row_strategy[index(i)];
      const NodeId answer = offset(tree_.first_child[node], i);
      require_same_node(game_, s, tree_, answer, 1, stage.columns);
      for (int j = 0; j < stage.columns; ++j) {
        entry(1, answer, j) = stage.column_strategy[index(j)];
        typename G::State next = s;
        const int joint[] = {i, j};
        game_.apply_joint(next, joint);
        fill(next, offset(tree_.first_child[answer], j));
      }
    }
  }

  const G& game_;
  const GameTree& tree_;
  StageSearch<G>& search_;
};

}  // namespace dodona
