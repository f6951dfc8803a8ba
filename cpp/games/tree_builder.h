/// Fills a tree node by node.
#pragma once

#include <cstdint>

#include "games/game_tree.h"

namespace dodona {

/// A visitor of walks; nodes come in the order in which a depth-first walk enters them.
class TreeBuilder {
 public:
  static constexpr bool kStores = true;
  explicit TreeBuilder(GameTree& tree) : tree_(tree) { grow(1); }

  void inner(std::int64_t id, std::int64_t parent, int turn, InfosetId infoset, std::int64_t first, int count);
  void outcome(std::int64_t child, double probability, std::int32_t label);
  void terminal(std::int64_t id, std::int64_t parent, double reach, const SequenceId* sequences,
                const double* utilities);
  std::size_t memory() const { return tree_.memory(); }

 private:
  void grow(std::int64_t size);
  GameTree& tree_;
};

}  // namespace dodona
