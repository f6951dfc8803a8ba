/// max^n compiled for the type of a domain: `host<MaxNKernel>(ChineseCheckers(...))`. A matter of speed alone.
#pragma once

#include <cstdint>
#include <memory>

#include "multiplayer/max_n.h"
#include "multiplayer/max_n_search_impl.h"

namespace dodona {

/// A search over a game that outlives it.
template <SequentialGame G>
class TypedMaxN final : public MaxNSearcher {
 public:
  TypedMaxN(const G& game, const MaxNOptions& options, const VectorEvaluation* evaluation, Budget& budget,
            MaxNStats& stats)
      : search_(game, options, evaluation, budget, stats) {}
  int search(const Position& s, int depth) override {
    if constexpr (std::same_as<G, Rules>) {
      Position state = s;
      return search_.search(state, depth);
    } else {
      typename G::State state = s.as<typename G::State>();
      return search_.search(state, depth);
    }
  }
  const double* values() const override { return search_.values(); }
  int best_so_far() const override { return search_.best_so_far(); }
  std::int64_t horizon() const override { return search_.horizon(); }

 private:
  MaxNSearch<G> search_;
};

template <SequentialGame G>
class MaxNKernel final : public MaxNSearches {
 public:
  using Interface = MaxNSearches;
  explicit MaxNKernel(const G& game) : game_(game) {}

  std::unique_ptr<MaxNSearcher> start(const MaxNOptions& options, Budget& budget, MaxNStats& stats) const override {
    return std::make_unique<TypedMaxN<G>>(game_, options, nullptr, budget, stats);
  }

 private:
  const G& game_;
};

}  // namespace dodona
