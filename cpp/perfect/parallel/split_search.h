/// What all parallel schemes have in common: workers who each have a search, nodes opened near the root, and what
/// brothers that are searched at the same time have found.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/team.h"
#include "perfect/searcher.h"

namespace dodona {

class SplitSearch {
 public:
  SplitSearch(const Rules& rules, const SearchOptions& options, const Evaluation* evaluation, const Budget& budget)
      : rules(rules), options(options), max_nodes_(budget.max_nodes), team(options.threads, budget) {
    if (options.table && options.threads > 1) options.table->spread();
    for (int i = 0; i < team.workers(); ++i)
      workers_.push_back(std::make_unique<Worker>(*this, i, evaluation, budget.interval));
    team.pool();
  }

  Searcher& search_of(int worker) { return at(worker).search; }
  SearchMemory& memory_of(int worker) { return at(worker).memory; }
  template <class Visit>
  void each_memory(Visit&& visit) const {
    for (const auto& worker : workers_) visit(worker->memory);
  }
  void reset() {
    for (auto& worker : workers_) worker->memory.reset();
  }

  /// Runs `work(worker)` as a task of a scope; a search that is broken off there leaves nothing behind.
  template <class Work>
  void submit(TaskScope& scope, Work work) {
    scope.submit([this, work = std::move(work)](int worker) {
      SearchMemory& memory = memory_of(worker);
      const auto mark = memory.mark();
      try {
        work(worker);
      } catch (const Abandoned&) {
        memory.rewind(mark);
        throw;
      }
    });
  }

  const Rules& rules;
  const SearchOptions& options;
  int root_action = -1;  ///< the best move at the root, where the scheme knows it

 private:
  struct Worker {
    Worker(SplitSearch& owner, int number, const Evaluation* evaluation, std::int64_t interval)
        : memory(owner.options),
          budget(owner.budget_of(number, interval)),
          search(owner.rules, owner.options, evaluation, budget, memory) {}
    SearchMemory memory;
    Budget budget;
    Searcher search;
    std::int64_t reported = 0;
  };

  Worker& at(int worker) { return *workers_[index(worker)]; }

  Budget budget_of(int worker, std::int64_t interval) {
    Budget own = team.budget_of(worker);
    own.max_nodes = std::numeric_limits<std::int64_t>::max();  // all workers' nodes count together
    // Rules in Python keep their own pace; others look around often, so that what is cut ends soon.
    own.interval = std::min<std::int64_t>(interval, 128);
    own.poll = [this, worker] {
      Worker& me = at(worker);
      const std::int64_t found = me.memory.stats.nodes - std::exchange(me.reported, me.memory.stats.nodes);
      if (nodes_.fetch_add(found) + found > max_nodes_) throw LimitReached("nodes");
      team.look_around(worker);
    };
    return own;
  }

  std::int64_t max_nodes_;
  std::atomic<std::int64_t> nodes_{0};
  std::vector<std::unique_ptr<Worker>> workers_;

 public:
  TaskTeam team;  ///< last, so that its threads end before what they use
};

/// What brothers that are searched at the same time have found, from their mover's side.
class Brothers {
 public:
  Brothers(int turn, double alpha, double beta) : low(turn == 0 ? alpha : -beta), high(turn == 0 ? beta : -alpha) {}
  const double low, high;
  double best = -kInfinity;
  int action = -1;

  bool cut_off() const { return best >= high; }
  /// The value that the next one must beat.
  double bar() {
    const std::lock_guard lock(mutex_);
    return std::max(low, best);
  }
  /// Takes the value of one brother; whether the node is cut off.
  bool add(double value, int by) {
    const std::lock_guard lock(mutex_);
    if (value > best) best = value, action = by;
    return cut_off();
  }

 private:
  std::mutex mutex_;
};

/// A leaf, or an inner node with its mover and its moves in order.
struct OpenedNode {
  bool leaf = false;
  double value = 0;
  int turn = 0;
  TableEntry known;
  std::uint64_t hash = 0;
  std::vector<int> moves;
};

/// Enters a player's node; chance nodes are searched through `child` and count as leaves here.
inline OpenedNode open_node(Searcher& search, Position& s, double& alpha, double& beta, int depth, int ply,
                            const SearchOutcome& child) {
  OpenedNode node;
  node.turn = search.enter(s, ply);
  node.leaf = true;
  if (node.turn == kTerminal)
    node.value = search.utility(s);
  else if (depth <= 0)
    node.value = search.horizon(s);
  else if (node.turn == kChance)
    node.value = search.expect(s, alpha, beta, depth, ply, child);
  else
    node.leaf =
        search.recall(s, depth, node.hash, node.known) && search.narrow_window(node.known, alpha, beta, node.value);
  if (!node.leaf) node.moves = search.ordered(s, node.turn, search.actions(s, node.turn), node.known.move, ply);
  return node;
}

/// A window seen from the mover's side, and back.
inline std::pair<double, double> window_of(int turn, double low, double high) {
  return turn == 0 ? std::pair{low, high} : std::pair{-high, -low};
}

/// The position after an action.
inline Position after(const Rules& rules, const Position& s, int action) {
  Position child = s;
  rules.apply(child, action);
  return child;
}

}  // namespace dodona
