/// Parallel search: the schemes of the survey in chapter 4 of Svatos (2014) on one task engine. All of them return the
/// value of the serial search; they differ in what is searched when, and in how much of it was for nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "core/budget.h"
#include "games/evaluation.h"
#include "games/rules.h"
#include "perfect/options.h"

namespace dodona {

class SplitSearch;

/// Schemes walk the rules near the root; below the split depth a task is one call of the worker's own search.
class ParallelSearch {
 public:
  ParallelSearch(const Rules& rules, const SearchOptions& options, const Evaluation* evaluation, const Budget& budget);
  ~ParallelSearch();

  /// Searches the start to a depth inside a window, fail-soft like `Search::alphabeta`.
  double search(double alpha, double beta, int depth);

  /// The root's moves divided among the workers, who deepen on their own: the largest depth that all have finished.
  struct Division {
    int depth = 0;
    double value = 0;
    bool complete = false;  ///< no line was cut short
    int action = -1;
  };
  Division divide(int depth, bool deepening);

  int root_action() const;  ///< the best move at the root, where the scheme knows it; else -1
  SearchStats stats() const;
  std::int64_t horizon_count() const;
  double evaluated_low() const;
  double evaluated_high() const;

 private:
  std::unique_ptr<SplitSearch> split_;
};

}  // namespace dodona
