/// AND/OR trees (Karp and Zhang 1989), one question "is the value at least beta?" at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "perfect/mtd.h"
#include "perfect/parallel/split_search.h"

namespace dodona {

class AndOrTrees {
 public:
  explicit AndOrTrees(SplitSearch& split) : split_(split) {}

  double search(Position& s, double alpha, double beta, int depth) {
    // Other windows are asked step by step, as MTD(f) does.
    double lower = -kInfinity, upper = kInfinity;
    const double first = std::isfinite(beta) ? beta : std::isfinite(alpha) ? alpha : 0;
    return mtd(split_.search_of(0), {.first = first, .alpha = alpha, .beta = beta}, lower, upper,
               [&](double, double bar) { return answer(s, bar, depth); });
  }

 private:
  struct Question {
    explicit Question(Position state) : state(std::move(state)) {}
    Position state;
    int turn = 0, depth = 0, ply = 0;
    std::vector<int> moves;
    std::vector<std::unique_ptr<Question>> children;  ///< of the first moves; null where they have been answered
    std::size_t answers = 0;
    bool opened = false, leaf = false, answered = false;
    double bound = 0;  ///< player 0's value is at least, or at most, this
  };

  /// Answers a question in steps: in each, the leftmost leaves that may still matter, one per worker.
  double answer(const Position& s, double bar, int depth) {
    Question root(s);
    root.depth = depth;
    while (!root.answered) {
      std::vector<Question*> leaves;
      collect(root, leaves);
      TaskScope scope(split_.team, 0);
      for (Question* leaf : leaves)
        split_.submit(scope, [this, leaf, bar](int w) {
          leaf->bound =
              split_.search_of(w).alphabeta(leaf->state, split_.search_of(w).down(bar), bar, leaf->depth, leaf->ply);
        });
      scope.wait();
      for (Question* leaf : leaves) leaf->answered = true;
      conclude(root, bar);
    }
    return root.bound;
  }

  void collect(Question& q, std::vector<Question*>& leaves) {
    if (!q.opened) open_question(q);
    if (q.leaf) return leaves.push_back(&q);
    const auto most = index(split_.team.workers());
    for (std::size_t i = 0; i < q.moves.size() && leaves.size() < most; ++i) {
      if (i == q.children.size()) {
        q.children.push_back(std::make_unique<Question>(q.state));
        Question& child = *q.children.back();
        split_.rules.apply(child.state, q.moves[i]);
        child.depth = q.depth - 1, child.ply = q.ply + 1;
      }
      if (q.children[i]) collect(*q.children[i], leaves);
    }
  }

  void open_question(Question& q) {
    Searcher& search = split_.search_of(0);
    q.opened = true;
    q.turn = split_.rules.turn(q.state);
    q.leaf = q.turn < 0 || q.depth <= 0 || q.ply >= std::min(split_.options.split_plies, kQuestionPlies);
    if (q.leaf) return;
    search.enter(q.state, q.ply);
    q.moves = search.ordered(q.state, q.turn, search.actions(q.state, q.turn), -1, q.ply);
    q.bound = q.turn == 0 ? -kInfinity : kInfinity;
  }

  /// Draws the conclusions from the leaves that have been answered, from below.
  void conclude(Question& q, double bar) {
    if (q.leaf || !q.opened) return;
    for (auto& child : q.children) {
      if (!child) continue;
      conclude(*child, bar);
      if (!child->answered) continue;
      q.bound = q.turn == 0 ? std::max(q.bound, child->bound) : std::min(q.bound, child->bound);
      child.reset();
      ++q.answers;
    }
    const bool cut = q.turn == 0 ? q.bound >= bar : q.bound < bar;
    split_.memory_of(0).stats.cutoffs += cut && q.answers < q.moves.size();
    q.answered = cut || q.answers == q.moves.size();
  }
  static constexpr int kQuestionPlies = 6;

  SplitSearch& split_;
};

}  // namespace dodona
