#include "extensive/profile.h"

#include <algorithm>
#include <cmath>

namespace dodona {
namespace {

std::size_t at(SequenceId sequence) { return static_cast<std::size_t>(raw(sequence)); }

/// Adds each terminal's utility for `player`, weighted by chance and the other players, to her sequence that leads
/// there.
std::vector<double> sequence_values(const GameTree& tree, int player, const Plans& plans) {
  std::vector<double> values(tree.num_sequences(player), 0.0);
  const auto players = static_cast<std::size_t>(tree.players);
  const auto self = static_cast<std::size_t>(player);
  const double* reach = tree.terminal_reach.data();
  const SequenceId* sequence = tree.terminal_sequence.data();
  const double* utility = tree.terminal_utility.data();
  for (std::size_t t = 0; t < tree.num_terminals(); ++t, sequence += players, utility += players) {
    double weight = reach[t];
    for (std::size_t p = 0; p < players; ++p)
      if (p != self) weight *= plans[p][at(sequence[p])];
    values[at(sequence[self])] += weight * utility[self];
  }
  return values;
}

/// Probability of the move into `node` under the profile.
double move_probability(const GameTree& tree, NodeId node, const std::vector<std::vector<double>>& behaviours) {
  const NodeId from = tree.parent[node];
  const int mover = tree.player[from];
  if (mover == kChance) return tree.probability[node];
  const int action = raw(node) - raw(tree.first_child[from]);
  return behaviours[static_cast<std::size_t>(mover)]
                   [at(offset(tree.own(mover).first_sequence[tree.infoset[from]], action))];
}

}  // namespace

std::vector<double> realization_plan(const Treeplex& treeplex, std::span<const double> behaviour) {
  std::vector<double> plan(index(treeplex.num_sequences));
  follow(treeplex, behaviour, plan);
  return plan;
}

Expectation expected_utilities(const GameTree& tree, const Plans& plans) {
  const auto players = static_cast<std::size_t>(tree.players);
  Expectation expected{std::vector<double>(players, 0.0), 0.0};
  const SequenceId* sequence = tree.terminal_sequence.data();
  const double* utility = tree.terminal_utility.data();
  for (std::size_t t = 0; t < tree.num_terminals(); ++t, sequence += players, utility += players) {
    double weight = tree.terminal_reach.data()[t];
    for (std::size_t p = 0; p < players; ++p) weight *= plans[p][at(sequence[p])];
    double largest = 0;
    for (std::size_t p = 0; p < players; ++p) {
      expected.utilities[p] += weight * utility[p];
      largest = std::max(largest, std::abs(utility[p]));
    }
    expected.size += weight * largest;
  }
  return expected;
}

BestResponse best_response(const GameTree& tree, int player, const Plans& plans) {
  std::vector<double> values = sequence_values(tree, player, plans);
  BestResponse response{0, std::vector<double>(values.size(), 0.0)};
  response.behaviour[0] = 1;
  back_up(tree.own(player), values, [&](std::size_t begin, std::size_t end) {
    const std::size_t best = best_sequence(values, begin, end);
    response.behaviour[best] = 1;
    return values[best];
  });
  response.value = values[0];
  return response;
}

InfosetValues infoset_values(const GameTree& tree, int player, const std::vector<std::vector<double>>& behaviours) {
  const std::size_t nodes = tree.num_nodes();
  std::vector<double> reach(nodes, 1.0), value(nodes, 0.0);
  for (std::size_t n = 1; n < nodes; ++n) {
    const auto node = static_cast<NodeId>(n);
    reach[n] = reach[static_cast<std::size_t>(raw(tree.parent[node]))] * move_probability(tree, node, behaviours);
  }
  const auto players = static_cast<std::size_t>(tree.players);
  for (std::size_t t = 0; t < tree.num_terminals(); ++t)
    value[static_cast<std::size_t>(raw(tree.terminal_node[static_cast<TerminalId>(t)]))] =
        tree.terminal_utility[t * players + static_cast<std::size_t>(player)];
  for (std::size_t n = nodes; n-- > 1;) {
    const auto node = static_cast<NodeId>(n);
    value[static_cast<std::size_t>(raw(tree.parent[node]))] += move_probability(tree, node, behaviours) * value[n];
  }
  const std::size_t sets = tree.num_infosets(player);
  InfosetValues result{std::vector<double>(sets, 0.0), std::vector<double>(sets, 0.0)};
  std::vector<double> plain(sets, 0.0);
  for (std::size_t n = 0; n < nodes; ++n) {
    const auto node = static_cast<NodeId>(n);
    if (tree.player[node] != player) continue;
    const auto set = static_cast<std::size_t>(raw(tree.infoset[node]));
    result.reach[set] += reach[n];
    result.value[set] += reach[n] * value[n];
    plain[set] += value[n];
  }
  for (std::size_t s = 0; s < sets; ++s) {
    const int members = tree.own(player).num_nodes[static_cast<InfosetId>(s)];
    result.value[s] = result.reach[s] > 0 ? result.value[s] / result.reach[s] : plain[s] / members;
  }
  return result;
}

}  // namespace dodona
