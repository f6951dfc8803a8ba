#include "perfect/backward_induction.h"

#include <algorithm>

#include "core/errors.h"

namespace dodona {

std::vector<std::vector<double>> backward_induction(const GameTree& tree) {
  if (!tree.perfect_information())
    throw UnsupportedGameError("backward_induction needs perfect information: no information set with several nodes.");
  const auto players = static_cast<std::size_t>(tree.players);
  std::vector<std::vector<double>> behaviours;
  for (int p = 0; p < tree.players; ++p) {
    behaviours.emplace_back(tree.num_sequences(p), 0.0);
    behaviours.back()[0] = 1;
  }
  std::vector<double> value(tree.num_nodes() * players, 0.0);
  for (std::size_t t = 0; t < tree.num_terminals(); ++t) {
    const auto node = static_cast<std::size_t>(raw(tree.terminal_node[static_cast<TerminalId>(t)]));
    std::copy_n(&tree.terminal_utility[t * players], players, &value[node * players]);
  }
  for (std::size_t n = tree.num_nodes(); n-- > 0;) {
    const auto node = static_cast<NodeId>(n);
    const int mover = tree.player[node];
    if (mover == kTerminal) continue;
    const auto first = static_cast<std::size_t>(raw(tree.first_child[node]));
    const auto last = first + static_cast<std::size_t>(tree.num_children[node]);
    if (mover == kChance) {
      for (std::size_t child = first; child < last; ++child)
        for (std::size_t p = 0; p < players; ++p)
          value[n * players + p] += tree.probability[static_cast<NodeId>(child)] * value[child * players + p];
      continue;
    }
    const auto self = static_cast<std::size_t>(mover);
    std::size_t best = first;
    for (std::size_t child = first + 1; child < last; ++child)
      if (value[child * players + self] > value[best * players + self]) best = child;
    std::copy_n(&value[best * players], players, &value[n * players]);
    const SequenceId sequence = tree.own(mover).first_sequence[tree.infoset[node]];
    behaviours[self][static_cast<std::size_t>(raw(sequence)) + best - first] = 1;
  }
  return behaviours;
}

}  // namespace dodona
