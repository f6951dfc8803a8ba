/// One max^n search of a game whose type is known (Luckhardt & Irani 1986), with pruning in one form for all rules.
///
/// A node is left early ("cut") only if its value surely would not climb: let S be the set of vectors that the players
/// of the nodes from an ancestor down to the parent would all take over what they have. Where the node's best so far is
/// not in S, and no outcome that its mover would take over that can be in S, whatever the node is worth is of no
/// interest to the ancestor. If the ancestor is the parent, that is shallow pruning and the node is done with. If it is
/// further up, a node in between may still take the unknown value instead of what it has: such children wait in a
/// queue, and are searched again if what the node ends with would climb (Sturtevant 2003, speculative pruning).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "games/playing.h"
#include "multiplayer/decision_rule.h"
#include "multiplayer/options.h"

namespace dodona {

template <SequentialGame G>
class MaxNSearch : public Playing<G> {
  using Base = Playing<G>;
  using Base::budget_;
  using Base::count_actions;
  using Base::count_outcomes;
  using Base::game_;
  using Base::play;
  using Base::probability_of;
  using Base::untrusted;
  using Base::watch_;

 public:
  using State = typename G::State;
  static constexpr int kDeepest = 4000;

  MaxNSearch(const G& game, const MaxNOptions& options, const VectorEvaluation* evaluation, Budget& budget,
             MaxNStats& stats);

  /// Searches a position as the root; its best move, or -1 where there is none.
  int search(State& s, int depth);
  /// The value that the last search found, or the best one so far.
  const double* values() const { return slots_.data(); }
  int best_so_far() const { return frames_[0].best; }
  /// Positions so far whose value rests on an estimate.
  std::int64_t horizon() const { return horizon_; }

 private:
  /// What becomes of a visit: the value is exact, or it would not climb to be taken at the node of this ply.
  static constexpr int kExact = std::numeric_limits<int>::max(), kOpen = -1;

  /// An open node.
  struct Frame {
    int turn = 0;
    int best = -1;       ///< the move of the best value so far
    int current = -1;    ///< the move being searched
    bool last = false;   ///< it is the last one
    bool strict = true;  ///< a value must be better than the best to be taken, not as good
    int stop = -1;       ///< the nearest node above that would not take the best value; -1 for none
  };
  struct Waiting {
    int action, level;
  };

  int visit(State& s, int depth, int ply);
  int decide(State& s, int turn, int depth, int ply);
  int expect(State& s, int depth, int ply);
  int enter(const State& s, int ply);
  void leaf(const State& s, int ply);
  void estimate(const State& s, int ply);
  void place(const State& s, double* slot) const;

  int try_move(State& s, int action, int depth, int ply);
  void take(int ply, int action);
  int settle(State& s, int depth, int ply, std::size_t first);
  int cut(int ply, int most, bool none_waiting);
  int stop_of(int ply) const;
  bool prefers(int player, const double* given, int move, const double* best, int best_move) const;
  bool ties_win(int move, int best_move) const;
  double others(const double* slot, int player) const;
  double worth(const double* slot, int player) const {
    return player == options_.attacker ? -slot[options_.target] : slot[player];
  }

  bool recall(const State& s, int depth, int ply, bool& partly);
  void remember(const State& s, int depth, int ply, bool exact, std::int64_t nodes, std::int64_t horizon);
  void write_key(const State& s);

  double* slot(int ply) { return slots_.data() + static_cast<std::size_t>(ply) * stride_; }
  const double* slot(int ply) const { return slots_.data() + static_cast<std::size_t>(ply) * stride_; }
  int entry_of(int ply) const { return static_cast<int>(slot(ply)[players_]); }

  const MaxNOptions& options_;
  const VectorEvaluation* evaluation_;
  MaxNStats& stats_;
  const int players_;
  const std::size_t stride_;  ///< a vector of values, and the row of it in the leaf-value table
  LeafValues* values_;
  KeyedStore* table_ = nullptr;
  DecisionRule rule_;
  bool prunes_ = false, deep_ = false, looks_ = false;  ///< deep: not only by the parent's leave
  int floor_ = 0;  ///< nodes above this ply have no say: behind chance, or while waiting children are searched
  std::int64_t horizon_ = 0;
  std::vector<double> slots_;
  std::vector<Frame> frames_;
  std::vector<Outlook> outlooks_;
  std::vector<double> sums_;  ///< of open chance nodes
  std::vector<Waiting> waiting_;
  KeyWriter key_;
  std::vector<std::uint64_t> words_;  ///< an entry of the table
};

}  // namespace dodona
