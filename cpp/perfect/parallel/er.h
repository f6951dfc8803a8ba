/// ER: evaluate and refute (Steinberg and Solomon 1990).
#pragma once

#include <algorithm>
#include <vector>

#include "perfect/parallel/split_search.h"

namespace dodona {

class EvaluateRefute {
 public:
  explicit EvaluateRefute(SplitSearch& split) : split_(split) {}

  /// An E-node: the first grandchild of every child in parallel, then the most promising child, then the rest refuted
  /// in parallel.
  double search(int worker, Position& s, double alpha, double beta, int depth, int ply) {
    Searcher& own = split_.search_of(worker);
    if (ply >= split_.options.split_plies) return own.alphabeta(s, alpha, beta, depth, ply);
    OpenedNode node =
        open_node(own, s, alpha, beta, depth, ply,
                  [&](Position& child, double a, double b, int d, int p) { return search(worker, child, a, b, d, p); });
    if (node.leaf) return node.value;
    const int turn = node.turn;
    Brothers found(turn, alpha, beta);
    std::vector<Tentative> children(node.moves.size(), Tentative{s, {}, 0, false});
    {
      TaskScope scope(split_.team, worker);
      for (std::size_t i = 0; i < children.size(); ++i)
        split_.submit(scope, [&, i](int w) {
          split_.rules.apply(children[i].state, node.moves[i]);
          const auto [a, b] = window_of(turn, found.bar(), found.high);
          first_child(w, children[i], a, b, depth - 1, ply + 1);
          if (children[i].done && found.add(Searcher::from(turn, children[i].value), node.moves[i])) scope.cut();
        });
      scope.wait();
    }
    if (!found.cut_off()) refute(worker, turn, node, children, found, depth, ply);
    own.memory().stats.cutoffs += found.cut_off();
    if (ply == 0) split_.root_action = found.action;
    return Searcher::from(turn, found.best);
  }

 private:
  /// A child of an E-node: what its eldest child is worth, and the moves that are left.
  struct Tentative {
    Position state;
    OpenedNode node;
    double value = 0;  ///< player 0's
    bool done = false;
  };

  /// The second half of an E-node.
  void refute(int worker, int turn, const OpenedNode& node, std::vector<Tentative>& children, Brothers& found,
              int depth, int ply) {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < children.size(); ++i)
      if (!children[i].done) rest.push_back(i);
    std::stable_sort(rest.begin(), rest.end(), [&](std::size_t a, std::size_t b) {
      return Searcher::from(turn, children[a].value) > Searcher::from(turn, children[b].value);
    });
    const auto finish = [&](int w, std::size_t i) {
      const auto [a, b] = window_of(turn, found.bar(), found.high);
      other_children(w, children[i], a, b, depth - 1, ply + 1);
      return found.add(Searcher::from(turn, children[i].value), node.moves[i]);
    };
    if (rest.empty() || finish(worker, rest.front())) return;
    TaskScope scope(split_.team, worker);
    for (std::size_t k = 1; k < rest.size(); ++k)
      split_.submit(scope, [&, i = rest[k]](int w) {
        if (finish(w, i)) scope.cut();
      });
    scope.wait();
  }

  /// Evaluates the first child of an R-node, as an E-node.
  void first_child(int worker, Tentative& t, double alpha, double beta, int depth, int ply) {
    Searcher& own = split_.search_of(worker);
    t.node = open_node(own, t.state, alpha, beta, depth, ply, [&](Position& child, double a, double b, int d, int p) {
      return search(worker, child, a, b, d, p);
    });
    t.done = t.node.leaf;
    t.value = t.node.value;
    if (t.done) return;
    t.value = own.play(t.state, t.node.moves.front(),
                       [&](Position& child) { return search(worker, child, alpha, beta, depth - 1, ply + 1); });
    t.done = t.node.moves.size() == 1 || (t.node.turn == 0 ? t.value >= beta : t.value <= alpha);
  }

  /// Searches what `first_child` left of an R-node.
  void other_children(int worker, Tentative& t, double alpha, double beta, int depth, int ply) {
    const int turn = t.node.turn;
    double best = Searcher::from(turn, t.value);
    const auto [low, high] = window_of(turn, alpha, beta);
    for (std::size_t i = 1; i < t.node.moves.size() && best < high; ++i) {
      const auto [a, b] = window_of(turn, std::max(low, best), high);
      Tentative child{t.state, {}, 0, false};
      split_.rules.apply(child.state, t.node.moves[i]);
      first_child(worker, child, a, b, depth - 1, ply + 1);
      if (!child.done) other_children(worker, child, a, b, depth - 1, ply + 1);
      best = std::max(best, Searcher::from(turn, child.value));
    }
    split_.memory_of(worker).stats.cutoffs += best >= high;
    t.value = Searcher::from(turn, best);
  }

  SplitSearch& split_;
};

}  // namespace dodona
