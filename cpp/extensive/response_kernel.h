/// Best responses compiled for the type of a domain: `host<ResponseKernel>(PhantomTicTacToe(...))`. A matter of speed
/// alone.
#pragma once

#include <memory>
#include <utility>

#include "extensive/responses_impl.h"

namespace dodona {

template <SequentialGame G>
  requires InformationGame<G>
class ResponseKernel final : public TypedResponses {
 public:
  using Interface = TypedResponses;
  explicit ResponseKernel(const G& game) : game_(game) {}

  ResponseResult respond(const Position& root, int player, std::shared_ptr<const Plan> plan,
                         const ResponseOptions& options, Budget& budget) const override {
    return respond_impl(game_, root.as<typename G::State>(), player, std::move(plan), options, budget);
  }

 private:
  const G& game_;
};

}  // namespace dodona
