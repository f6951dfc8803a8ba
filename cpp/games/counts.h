/// The size of a game, counted without storing it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "games/walk.h"

namespace dodona {

struct Counts {
  std::int64_t nodes = 0, terminals = 0, chance_nodes = 0, depth = 0;
  std::vector<std::int64_t> infosets, sequences;
  double min_utility = std::numeric_limits<double>::infinity();   ///< of any player
  double max_utility = -std::numeric_limits<double>::infinity();  ///< of any player
  bool perfect_recall = true;
};

class Counter {
 public:
  static constexpr bool kStores = false;
  explicit Counter(int players) : players_(players) {}

  void inner(std::int64_t, std::int64_t, int turn, InfosetId, std::int64_t, int) {
    ++counts.nodes;
    counts.chance_nodes += turn == kChance;
  }
  void terminal(std::int64_t, std::int64_t, double, const SequenceId*, const double* utilities) {
    ++counts.nodes, ++counts.terminals;
    for (int p = 0; p < players_; ++p) {
      counts.min_utility = std::min(counts.min_utility, utilities[p]);
      counts.max_utility = std::max(counts.max_utility, utilities[p]);
    }
  }
  std::size_t memory() const { return 0; }

  Counts counts;

 private:
  int players_;
};

template <SequentialGame G>
Counts count(const G& game, typename G::State root, Budget& budget) {
  Counter counter(game.traits().players);
  ContractReport report;
  Walk walk(game, budget, report, counter);
  walk.run(std::move(root));
  for (const PlayerSets& own : walk.sets) {
    counter.counts.infosets.push_back(own.num_infosets);
    counter.counts.sequences.push_back(own.num_sequences);
  }
  counter.counts.depth = static_cast<std::int64_t>(walk.depth);
  counter.counts.perfect_recall = walk.recall_problem.empty();
  return std::move(counter.counts);
}

/// Reports every broken clause of the contract.
template <SequentialGame G>
void check(const G& game, typename G::State root, Budget& budget, ContractReport& report) {
  Counter counter(game.traits().players);
  Walk walk(game, budget, report, counter);
  walk.run(std::move(root));
}

}  // namespace dodona
