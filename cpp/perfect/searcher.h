/// One thread's search of a game whose type only its face knows.
#pragma once

#include <functional>
#include <memory>

#include "core/budget.h"
#include "games/rules.h"
#include "perfect/serial_search.h"

namespace dodona {

/// Searches the tree below a position, compiled for the type of one game.
class SubtreeSearch {
 public:
  virtual ~SubtreeSearch() = default;
  virtual double minimax(const Position& s, int depth, int ply) = 0;
  virtual double alphabeta(const Position& s, double alpha, double beta, int depth, int ply) = 0;
  virtual double scout(const Position& s, int depth, int ply) = 0;
};

/// What a domain that names `SearchKernel` offers: searches compiled for its type.
class SubtreeSearches {
 public:
  virtual ~SubtreeSearches() = default;
  virtual std::unique_ptr<SubtreeSearch> start(const SearchOptions& options, const Evaluation* evaluation,
                                               Budget& budget, SearchMemory& memory) const = 0;
};

/// Searches an outcome of chance inside a window, as far as a depth, at a ply.
using SearchOutcome = std::function<double(Position& s, double alpha, double beta, int depth, int ply)>;

extern template class Search<Rules>;  // compiled in searcher.cpp, as is `expect` over an outcome
extern template double Search<Rules>::expect(Position&, double, double, int, int, const SearchOutcome&);

/// A search over the rules, which drivers and parallel schemes put together in their own way near the root; subtrees
/// below go to the one compiled for the game's type, if there is one.
class Searcher : public Search<Rules> {
 public:
  Searcher(const Rules& rules, const SearchOptions& options, const Evaluation* evaluation, Budget& budget,
           SearchMemory& memory)
      : Search<Rules>(rules, options, evaluation, budget, memory) {
    const SubtreeSearches* typed = rules.kernel<SubtreeSearches>();
    // An evaluation that takes positions as the user sees them works on the rules, and its calls take all the time.
    if (typed != nullptr && !(evaluation != nullptr && evaluation->of_position))
      typed_ = typed->start(options, evaluation, budget, memory);
  }

  double minimax(Position& s, int depth, int ply) {
    return typed_ ? typed_->minimax(s, depth, ply) : Search<Rules>::minimax(s, depth, ply);
  }
  double alphabeta(Position& s, double alpha, double beta, int depth, int ply) {
    return typed_ ? typed_->alphabeta(s, alpha, beta, depth, ply)
                  : Search<Rules>::alphabeta(s, alpha, beta, depth, ply);
  }
  double scout(Position& s, int depth, int ply) {
    return typed_ ? typed_->scout(s, depth, ply) : Search<Rules>::scout(s, depth, ply);
  }

 private:
  std::unique_ptr<SubtreeSearch> typed_;
};

}  // namespace dodona
