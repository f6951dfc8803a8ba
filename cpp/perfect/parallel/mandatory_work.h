/// Mandatory work first (Akl, Barnard and Doran 1982).
#pragma once

#include <algorithm>
#include <vector>

#include "perfect/parallel/split_search.h"

namespace dodona {

class MandatoryWorkFirst {
 public:
  explicit MandatoryWorkFirst(SplitSearch& split) : split_(split) {}

  /// A node of type 1: its first child as one of type 1 and the minimal trees of the others at once; then those that
  /// the minimal tree did not refute, again as type 1.
  double search(int worker, Position& s, double alpha, double beta, int depth, int ply) {
    Searcher& own = split_.search_of(worker);
    if (ply >= split_.options.split_plies) return own.alphabeta(s, alpha, beta, depth, ply);
    OpenedNode node =
        open_node(own, s, alpha, beta, depth, ply,
                  [&](Position& child, double a, double b, int d, int p) { return search(worker, child, a, b, d, p); });
    if (node.leaf) return node.value;
    const int turn = node.turn;
    Brothers found(turn, alpha, beta);
    std::vector<double> most(node.moves.size(), kInfinity);
    const auto evaluate = [&](int w, std::size_t i, double low) {
      Position child = after(split_.rules, s, node.moves[i]);
      const auto [a, b] = window_of(turn, low, found.high);
      return found.add(Searcher::from(turn, search(w, child, a, b, depth - 1, ply + 1)), node.moves[i]);
    };
    {
      TaskScope scope(split_.team, worker);
      split_.submit(scope, [&](int w) {
        if (evaluate(w, 0, found.low)) scope.cut();
      });
      for (std::size_t i = 1; i < node.moves.size(); ++i)
        split_.submit(scope, [&, i](int w) {
          Position child = after(split_.rules, s, node.moves[i]);
          most[i] = Searcher::from(turn, minimal(w, child, turn, depth - 1, ply + 1));
        });
      scope.wait();
    }
    if (!found.cut_off()) {
      TaskScope scope(split_.team, worker);
      for (std::size_t i = 1; i < node.moves.size(); ++i) {
        if (most[i] <= std::max(found.bar(), found.low)) {
          found.add(most[i], node.moves[i]);
          continue;
        }
        split_.submit(scope, [&, i](int w) {
          ++split_.memory_of(w).stats.researches;
          if (evaluate(w, i, found.bar())) scope.cut();
        });
      }
      scope.wait();
    }
    own.memory().stats.cutoffs += found.cut_off();
    if (ply == 0) split_.root_action = found.action;
    return Searcher::from(turn, found.best);
  }

 private:
  /// The most that `player` can hope for below a node of type 2 or 3: all of her own moves, one of the opponent's.
  double minimal(int worker, Position& s, int player, int depth, int ply) {
    Searcher& own = split_.search_of(worker);
    const int turn = own.enter(s, ply);
    if (turn == kTerminal) return own.utility(s);
    if (depth <= 0) return own.horizon(s);
    const auto deeper = [&](Position& child) { return minimal(worker, child, player, depth - 1, ply + 1); };
    if (turn == kChance) return own.mean(s, ply, deeper);
    const std::vector<int> moves = own.ordered(s, turn, own.actions(s, turn), -1, ply);
    if (turn != player) return own.play(s, moves.front(), deeper);
    double best = -kInfinity;
    for (const int action : moves) best = std::max(best, Searcher::from(turn, own.play(s, action, deeper)));
    return Searcher::from(turn, best);
  }

  SplitSearch& split_;
};

}  // namespace dodona
