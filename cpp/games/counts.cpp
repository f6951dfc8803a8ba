#include "games/counts.h"

#include <algorithm>

#include "games/walk.h"

namespace dodona {
namespace {

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

}  // namespace

Counts count(const Rules& rules, Budget& budget) {
  const Rules game = rules.sequential();
  Counter counter(game.traits().players);
  ContractReport report;
  Walk walk(game, budget, report, counter);
  walk.run();
  for (const PlayerSets& own : walk.sets) {
    counter.counts.infosets.push_back(own.num_infosets);
    counter.counts.sequences.push_back(own.num_sequences);
  }
  counter.counts.depth = static_cast<std::int64_t>(walk.depth);
  counter.counts.perfect_recall = walk.recall_problem.empty();
  return std::move(counter.counts);
}

void check(const Rules& rules, Budget& budget, ContractReport& report) {
  const Rules game = rules.sequential();
  Counter counter(game.traits().players);
  Walk walk(game, budget, report, counter);
  walk.run();
}

}  // namespace dodona
