#include "games/sequence_form.h"

#include <vector>

#include "core/errors.h"

namespace dodona {

SequenceForm sequence_form(const GameTree& tree, double offset) {
  if (tree.players != 2) throw GameDefinitionError("a sequence form with payoffs needs two players.");
  if (!tree.recall_problem.empty()) throw GameDefinitionError(tree.recall_problem);
  const std::size_t count = tree.num_terminals();
  std::vector<std::int32_t> rows(count), columns(count);
  std::vector<double> values(count);
  for (std::size_t t = 0; t < count; ++t) {
    rows[t] = raw(tree.terminal_sequence[2 * t + 1]), columns[t] = raw(tree.terminal_sequence[2 * t]);
    values[t] = tree.terminal_reach[static_cast<TerminalId>(t)] * (tree.terminal_utility[2 * t] - offset);
  }
  return {{tree.own(0), tree.own(1)}, compress(tree.num_sequences(1), tree.num_sequences(0), rows, columns, values)};
}

}  // namespace dodona
