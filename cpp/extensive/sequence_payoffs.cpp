#include "extensive/sequence_payoffs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/errors.h"

namespace dodona {

SequencePayoffs::SequencePayoffs(const GameTree& tree) {
  if (!tree.recall_problem.empty()) throw GameDefinitionError(tree.recall_problem);
  for (int p = 0; p < tree.players; ++p) own_.push_back(payoffs_of(tree, p));
}

SequencePayoffs::Own SequencePayoffs::payoffs_of(const GameTree& tree, int player) {
  const std::size_t count = tree.num_terminals(), players = index(tree.players), self = index(player);
  std::vector<std::int32_t> own(count), other(count);
  std::vector<double> worth(count);
  for (std::size_t t = 0; t < count; ++t) {
    own[t] = raw(tree.terminal_sequence[t * players + self]);
    if (players == 2) other[t] = raw(tree.terminal_sequence[t * players + 1 - self]);
    worth[t] = tree.terminal_reach[static_cast<TerminalId>(t)] * tree.terminal_utility[t * players + self];
  }
  Own payoffs;
  if (players == 2) {
    payoffs.pairs = compress(tree.num_sequences(player), tree.num_sequences(1 - player), own, other, worth);
    return payoffs;
  }
  payoffs.start.assign(tree.num_sequences(player) + 1, 0);
  for (const std::int32_t sequence : own) ++payoffs.start[index(sequence) + 1];
  for (std::size_t q = 1; q < payoffs.start.size(); ++q) payoffs.start[q] += payoffs.start[q - 1];
  payoffs.worth.resize(count), payoffs.others.resize(count * (players - 1));
  std::vector<std::int32_t> place = payoffs.start;
  for (std::size_t t = 0; t < count; ++t) {
    const auto k = index(place[index(own[t])]++);
    payoffs.worth[k] = worth[t];
    std::size_t at = k * (players - 1);
    for (std::size_t p = 0; p < players; ++p)
      if (p != self) payoffs.others[at++] = raw(tree.terminal_sequence[t * players + p]);
  }
  return payoffs;
}

void SequencePayoffs::take_values(int player, std::span<const double* const> others, std::size_t begin, std::size_t end,
                                  double* values) const {
  const Own& own = own_[index(player)];
  if (others.size() == 1) {
    const double* const other = others[0];
    const CompressedRows& pairs = own.pairs;
    for (std::size_t q = begin; q < end; ++q) {
      double sum = 0;
      for (auto k = index(pairs.start[q]); k < index(pairs.start[q + 1]); ++k)
        sum += pairs.value[k] * other[index(pairs.index[k])];
      values[q] = sum;
    }
    return;
  }
  for (std::size_t q = begin; q < end; ++q) {
    double sum = 0;
    for (auto k = index(own.start[q]); k < index(own.start[q + 1]); ++k) {
      double weight = own.worth[k];
      for (std::size_t j = 0; j < others.size(); ++j) weight *= others[j][index(own.others[k * others.size() + j])];
      sum += weight;
    }
    values[q] = sum;
  }
}

std::int64_t SequencePayoffs::entries_before(int player, std::size_t sequence) const {
  const Own& own = own_[index(player)];
  return (own.start.empty() ? own.pairs.start : own.start)[sequence];
}

double largest_payoff(const GameTree& tree, int player) {
  const std::size_t players = index(tree.players);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t t = 0; t < tree.num_terminals(); ++t) {
    least = std::min(least, tree.terminal_utility[t * players + index(player)]);
    most = std::max(most, tree.terminal_utility[t * players + index(player)]);
  }
  const auto sequences = [&](std::size_t t) { return std::span(&tree.terminal_sequence[t * players], players); };
  std::vector<std::size_t> order(tree.num_terminals());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(sequences(a), sequences(b));
  });
  // Terminal nodes that only chance tells apart are one choice of the players.
  double largest = 0, sum = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t t = order[i];
    if (i > 0 && !std::ranges::equal(sequences(order[i - 1]), sequences(t))) sum = 0;
    const double above = tree.terminal_utility[t * players + index(player)] - (least / 2 + most / 2);
    sum += tree.terminal_reach[static_cast<TerminalId>(t)] * above;
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

}  // namespace dodona
