/// Searches compiled for the type of a domain: `host<SearchKernel>(ConnectFour(7, 6, 4))`. A matter of speed alone.
#pragma once

#include <memory>

#include "perfect/searcher.h"
#include "perfect/serial_search_impl.h"

namespace dodona {

template <SequentialGame G>
class SearchKernel final : public SubtreeSearches {
 public:
  using Interface = SubtreeSearches;
  explicit SearchKernel(const G& game) : game_(game) {}

  std::unique_ptr<SubtreeSearch> start(const SearchOptions& options, const Evaluation* evaluation, Budget& budget,
                                       SearchMemory& memory) const override {
    return std::make_unique<Typed>(game_, options, evaluation, budget, memory);
  }

 private:
  using State = typename G::State;

  class Typed final : public SubtreeSearch {
   public:
    Typed(const G& game, const SearchOptions& options, const Evaluation* evaluation, Budget& budget,
          SearchMemory& memory)
        : search_(game, options, evaluation, budget, memory) {}
    double minimax(const Position& s, int depth, int ply) override {
      State state = s.as<State>();
      return search_.minimax(state, depth, ply);
    }
    double alphabeta(const Position& s, double alpha, double beta, int depth, int ply) override {
      State state = s.as<State>();
      return search_.alphabeta(state, alpha, beta, depth, ply);
    }
    double scout(const Position& s, int depth, int ply) override {
      State state = s.as<State>();
      return search_.scout(state, depth, ply);
    }

   private:
    Search<G> search_;
  };

  const G& game_;
};

}  // namespace dodona
