#include "perfect/parallel/parallel_search.h"

#include <algorithm>

#include "perfect/parallel/abdada.h"
#include "perfect/parallel/and_or.h"
#include "perfect/parallel/division.h"
#include "perfect/parallel/er.h"
#include "perfect/parallel/expectiminimax.h"
#include "perfect/parallel/mandatory_work.h"
#include "perfect/parallel/split_search.h"
#include "perfect/parallel/windows.h"
#include "perfect/parallel/young_brothers.h"

namespace dodona {
namespace {

double run_scheme(SplitSearch& split, double alpha, double beta, int depth) {
  Position s = split.rules.initial();
  switch (split.options.scheme) {
    case Scheme::mandatory_work_first:
      return MandatoryWorkFirst(split).search(0, s, alpha, beta, depth, 0);
    case Scheme::er:
      return EvaluateRefute(split).search(0, s, alpha, beta, depth, 0);
    case Scheme::and_or:
      return AndOrTrees(split).search(s, alpha, beta, depth);
    case Scheme::expectiminimax:
      return ParallelExpectiminimax(split).search(0, s, depth, 0);
    case Scheme::aspiration:
      return DisjointWindows(split).search(s, alpha, beta, depth);
    case Scheme::abdada:
      return Abdada(split).search(s, alpha, beta, depth);
    default:
      return YoungBrothers(split).search(0, s, alpha, beta, depth, 0, YoungBrothers::Kind::pv);
  }
}

}  // namespace

ParallelSearch::ParallelSearch(const Rules& rules, const SearchOptions& options, const Evaluation* evaluation,
                               const Budget& budget)
    : split_(std::make_unique<SplitSearch>(rules, options, evaluation, budget)) {}

ParallelSearch::~ParallelSearch() = default;

double ParallelSearch::search(double alpha, double beta, int depth) {
  split_->reset();
  return split_->team.lead([&] { return run_scheme(*split_, alpha, beta, depth); });
}

ParallelSearch::Division ParallelSearch::divide(int depth, bool deepening) {
  split_->reset();
  const Division division = split_->team.lead([&] { return divide_root(*split_, depth, deepening); });
  split_->root_action = division.action;
  return division;
}

int ParallelSearch::root_action() const { return split_->root_action; }

SearchStats ParallelSearch::stats() const {
  SearchStats sum;
  split_->each_memory([&](const SearchMemory& memory) { sum += memory.stats; });
  sum.tasks = split_->team.tasks, sum.abandoned = split_->team.abandoned;
  return sum;
}

std::int64_t ParallelSearch::horizon_count() const {
  std::int64_t sum = 0;
  split_->each_memory([&](const SearchMemory& memory) { sum += memory.horizon; });
  return sum;
}

double ParallelSearch::evaluated_low() const {
  double low = kInfinity;
  split_->each_memory([&](const SearchMemory& memory) { low = std::min(low, memory.evaluated_low); });
  return low;
}

double ParallelSearch::evaluated_high() const {
  double high = -kInfinity;
  split_->each_memory([&](const SearchMemory& memory) { high = std::max(high, memory.evaluated_high); });
  return high;
}

}  // namespace dodona
