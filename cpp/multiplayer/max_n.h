/// max^n: search of games of perfect information with any number of players and any sum of utilities.
///
/// `max_n` is the way in. Its parts: `max_n_search.h` is the search, compiled over `Rules` for every game (`max_n.cpp`)
/// and over the type of a domain that names `MaxNKernel` in its binding; `decision_rule.h` decides what may be pruned,
/// by sums or by a leaf-value table (`leaf_values.h`); `coalition.h` has the views behind paranoid and best-reply
/// search.
#pragma once

#include <memory>

#include "core/budget.h"
#include "games/rules.h"
#include "multiplayer/options.h"

namespace dodona {

/// Searches compiled for the type of one game; `search` gives the best move.
class MaxNSearcher {
 public:
  virtual ~MaxNSearcher() = default;
  virtual int search(const Position& s, int depth) = 0;
  virtual const double* values() const = 0;
  virtual int best_so_far() const = 0;
  virtual std::int64_t horizon() const = 0;
};

/// What a domain that names `MaxNKernel` offers.
class MaxNSearches {
 public:
  virtual ~MaxNSearches() = default;
  virtual std::unique_ptr<MaxNSearcher> start(const MaxNOptions& options, Budget& budget, MaxNStats& stats) const = 0;
};

/// A table for the positions of a game with so many players, whose keys have at most so many bytes.
std::shared_ptr<KeyedStore> max_n_table(int players, std::size_t bytes, std::size_t key_bytes);

/// The leaf-value table of a game's own outcomes, with its prospects; null where it lists none.
std::shared_ptr<LeafValues> leaf_values_of(const Rules& rules, Decisions decisions);

/// Searches the rules from where they start. A limit leaves the answer of the last search that came to its end; other
/// errors come out as they are.
MaxNResult max_n(const Rules& rules, const MaxNOptions& options, std::shared_ptr<const VectorEvaluation> evaluation,
                 Budget& budget, const OnMaxN& on_search);

}  // namespace dodona
