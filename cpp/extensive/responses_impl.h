/// The body of best responses to named plans, for the sources that compile it: over the rules, or over a game's type.
#pragma once

#include <memory>
#include <utility>

#include "extensive/plans_impl.h"
#include "extensive/response_search_impl.h"
#include "extensive/responses.h"

namespace dodona {

/// A strategy at one information set: one action.
struct PureMove {
  int action;
  template <class State, class F>
  void moves(const State&, std::int32_t trace, F&& f) const {
    f(action, 1.0, trace);
  }
};

template <SequentialGame G>
  requires InformationGame<G>
ResponseResult respond_impl(const G& game, const typename G::State& root, int player, std::shared_ptr<const Plan> plan,
                            const ResponseOptions& options, Budget& budget) {
  using Opponent = PlanReader<G>;
  ResponseSearch<G, Opponent, NoActions<G>> search(game, player, Opponent(game, 1 - player, std::move(plan)),
                                                   NoActions<G>{game}, budget, options);
  ResponseResult result{search.run(root, 0), {}, search.nodes};
  for (const auto& choice : search.choices) {
    PureMove move{choice.action};
    if (choice.action >= 0) result.rows.add(game, choice.state, player, move);
  }
  return result;
}

}  // namespace dodona
