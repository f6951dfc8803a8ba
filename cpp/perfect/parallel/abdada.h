/// ABDADA (Weill 1996): every worker runs the same search on one table and puts off moves that another is busy with.
#pragma once

#include <memory>
#include <mutex>

#include "perfect/parallel/split_search.h"

namespace dodona {

class Abdada {
 public:
  explicit Abdada(SplitSearch& split) : split_(split) {}

  /// The first worker to finish has the answer.
  double search(const Position& root, double alpha, double beta, int depth) {
    busy_ = std::make_unique<BusyMoves>();
    double value = 0;
    bool known = false;
    std::mutex mutex;
    TaskScope scope(split_.team, 0);
    for (int i = 0; i < split_.team.workers(); ++i)
      split_.submit(scope, [&](int w) {
        Position s = root;
        Searcher& search = split_.search_of(w);
        search.memory().busy = busy_.get();
        const double v = search.alphabeta(s, alpha, beta, depth, 0);
        const std::lock_guard lock(mutex);
        if (!known) value = v, known = true;
        scope.cut();
      });
    scope.wait();
    return value;
  }

 private:
  SplitSearch& split_;
  std::unique_ptr<BusyMoves> busy_;
};

}  // namespace dodona
