/// Parallel aspiration (Baudet 1978): every worker searches the whole tree with a window of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "perfect/parallel/split_search.h"

namespace dodona {

class DisjointWindows {
 public:
  explicit DisjointWindows(SplitSearch& split) : split_(split) {}

  double search(const Position& root, double alpha, double beta, int depth) {
    const std::vector<double> edges = window_edges(alpha, beta);
    double lower = -kInfinity, upper = kInfinity, value = 0;
    std::mutex mutex;
    TaskScope scope(split_.team, 0);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i)
      split_.submit(scope, [&, i](int w) {
        Position s = root;
        const double v = split_.search_of(w).alphabeta(s, edges[i], edges[i + 1], depth, 0);
        const std::lock_guard lock(mutex);
        if (v > edges[i]) lower = std::max(lower, v);
        if (v < edges[i + 1]) upper = std::min(upper, v);
        value = v;
        if (lower >= upper || lower >= beta || upper <= alpha) scope.cut();
      });
    scope.wait();
    return lower >= beta || lower >= upper ? lower : upper <= alpha ? upper : value;
  }

 private:
  /// Edges of disjoint windows around the guess, as many windows as workers.
  std::vector<double> window_edges(double alpha, double beta) const {
    const int windows = split_.team.workers();
    const double guess = std::isnan(split_.options.guess) ? 0 : split_.options.guess;
    const double width = split_.options.width > 0 ? split_.options.width : 1;
    std::vector<double> edges{alpha};
    for (int i = 1; i < windows; ++i) {
      const double edge = guess + (i - windows / 2.0) * 2 * width * (windows > 2 ? 1 : 0);
      if (edge > edges.back() && edge < beta) edges.push_back(edge);
    }
    edges.push_back(beta);
    return edges;
  }

  SplitSearch& split_;
};

}  // namespace dodona
