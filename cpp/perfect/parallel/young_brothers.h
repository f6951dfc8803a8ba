/// Tree splitting, principal variation splitting, and young brothers wait in its weak and strong form: they differ in
/// how many brothers are searched before the others are searched at the same time.
#pragma once

#include <algorithm>
#include <utility>

#include "perfect/parallel/split_search.h"

namespace dodona {

class YoungBrothers {
 public:
  explicit YoungBrothers(SplitSearch& split) : split_(split) {}

  /// Knuth and Moore's node types 1, 2 and 3, as they are expected to be.
  enum class Kind { pv, cut, all };
  static Kind child_kind(Kind kind, bool first) {
    if (kind == Kind::pv) return first ? Kind::pv : Kind::cut;
    return kind == Kind::cut ? Kind::all : Kind::cut;
  }

  double search(int worker, Position& s, double alpha, double beta, int depth, int ply, Kind kind) {
    Searcher& own = split_.search_of(worker);
    // Away from the principal variation its splitting leaves everything to one processor.
    if (ply >= split_.options.split_plies || (split_.options.scheme == Scheme::pv_splitting && kind != Kind::pv))
      return own.alphabeta(s, alpha, beta, depth, ply);
    const std::int64_t nodes = own.memory().stats.nodes, horizon = own.memory().horizon;
    OpenedNode node = open_node(
        own, s, alpha, beta, depth, ply,
        [&](Position& child, double a, double b, int d, int p) { return search(worker, child, a, b, d, p, Kind::pv); });
    if (node.leaf) return node.value;
    Brothers found(node.turn, alpha, beta);
    const std::size_t elders = eldest(own, s, node, kind, ply);
    std::size_t next = 0;
    // Elder brothers first; then one by one as long as nobody is idle, except where all are handed out at once.
    while (next < node.moves.size() && !found.cut_off() && (next < elders || keeps_working())) {
      const int action = node.moves[next];
      const Kind below = child_kind(kind, next == 0);
      found.add(brother(worker, s, node.turn, action, std::max(found.low, found.best), found.high, depth, ply, below,
                        next == 0),
                action);
      ++next;
    }
    bool shared = false;
    if (next < node.moves.size() && !found.cut_off()) {
      shared = true;
      TaskScope scope(split_.team, worker);
      for (; next < node.moves.size(); ++next)
        split_.submit(scope, [&, this, action = node.moves[next], below = child_kind(kind, next == 0)](int w) {
          Position copy = s;
          const double v = brother(w, copy, node.turn, action, found.bar(), found.high, depth, ply, below, false);
          if (found.add(v, action)) scope.cut();
        });
      scope.wait();
    }
    if (found.cut_off()) {
      ++own.memory().stats.cutoffs;
      own.reward(s, node.turn, found.action, ply, own.memory().stats.nodes - nodes);
    }
    const double value = Searcher::from(node.turn, found.best);
    if (ply == 0) split_.root_action = found.action;
    // What other workers found below may rest on estimates that this one has not seen.
    if (!shared || depth > kNoHorizon / 2)
      own.remember(s, node.hash, alpha, beta, value, found.action, depth, nodes, horizon);
    return value;
  }

 private:
  bool keeps_working() const {
    return split_.options.scheme != Scheme::tree_splitting && split_.options.scheme != Scheme::pv_splitting &&
           !split_.team.pool().hungry();
  }

  /// How many brothers must be searched before the rest may be searched in parallel.
  std::size_t eldest(Searcher& own, const Position& s, const OpenedNode& node, Kind kind, int ply) {
    if (split_.options.scheme == Scheme::tree_splitting) return 0;
    std::size_t count = 1;
    if (split_.options.scheme == Scheme::ybwc_strong && kind == Kind::cut)
      while (count < node.moves.size() && own.promising(s, node.moves[count], node.known.move, ply)) ++count;
    return count;
  }

  /// One child of a split node, from the mover's side.
  double brother(int worker, Position& s, int turn, int action, double low, double high, int depth, int ply, Kind kind,
                 bool first) {
    Searcher& own = split_.search_of(worker);
    const auto look = [&](double from, double to) {
      const auto [alpha, beta] = window_of(turn, from, to);
      return Searcher::from(turn, own.play(s, action, [&, alpha = alpha, beta = beta](Position& child) {
        return search(worker, child, alpha, beta, depth - 1, ply + 1, kind);
      }));
    };
    if (first || split_.options.algorithm != Algorithm::negascout || !(own.up(low) < high)) return look(low, high);
    const double v = look(low, own.up(low));
    if (v <= low || v >= high) return v;
    ++own.memory().stats.researches;
    return look(low, high);
  }

  SplitSearch& split_;
};

}  // namespace dodona
