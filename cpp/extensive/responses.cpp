#include "extensive/responses.h"

#include "core/errors.h"
#include "extensive/plans_impl.h"
#include "extensive/response_search_impl.h"

namespace dodona {
namespace {

/// A strategy at one information set: one action.
struct PureMove {
  int action;
  template <class F>
  void moves(const Position&, std::int32_t trace, F&& f) const {
    f(action, 1.0, trace);
  }
};

}  // namespace

Rules hidden_form(const Rules& rules) {
  if (!rules.abilities().information)
    throw UnsupportedGameError(
        "this needs a game that tells what its players know: those of perfect information do not.");
  return rules.sequential();
}

ResponseResult respond(const Rules& rules, int player, std::shared_ptr<const NamedPlan> plan,
                       const ResponseOptions& options, Budget& budget) {
  const Rules game = hidden_form(rules);
  using Opponent = NamedOpponent<Rules>;
  ResponseSearch<Rules, Opponent, NoActions<Rules>> search(game, player, Opponent(game, 1 - player, std::move(plan)),
                                                           NoActions<Rules>{game}, budget, options);
  ResponseResult result{search.run(game.initial(), 0), {}, search.nodes};
  for (const auto& choice : search.choices) {
    PureMove move{choice.action};
    if (choice.action >= 0) result.rows.add(game, choice.state, player, move);
  }
  return result;
}

std::vector<double> plan_behaviour(const Rules& rules, const GameTree& tree, int player,
                                   std::shared_ptr<const NamedPlan> plan) {
  const Rules game = hidden_form(rules);
  NamedOpponent<Rules> opponent(game, player, std::move(plan));
  TreeBehaviour<Rules, NamedOpponent<Rules>> filling(game, tree, player, opponent);
  filling.fill(game.initial(), NodeId{0});
  return std::move(filling.behaviour);
}

PlanRows plan_at(const Rules& rules, const Position& s, int player, std::shared_ptr<const NamedPlan> plan) {
  const int turn = rules.turn(s);
  if (turn != player && turn != kSimultaneous)
    throw IllegalMoveError("player " + std::to_string(player) + " does not move at " + rules.describe(s) + ".");
  const Rules game = hidden_form(rules);
  Position here = game.is_same_game(rules) ? s : game.lifted(s);
  // At a stage players move in order; what the others have announced is no part of what a player knows.
  if (turn == kSimultaneous)
    for (int p = 0; p < player; ++p) game.apply(here, 0);
  NamedOpponent<Rules> opponent(game, player, std::move(plan));
  PlanRows rows;
  rows.add(game, here, player, opponent);
  return rows;
}

}  // namespace dodona
