#include "extensive/responses.h"

#include "core/errors.h"
#include "extensive/responses_impl.h"

namespace dodona {
namespace {

/// Adds up what every player gets, from the start to wherever plans and chance lead.
class ProfileWalk {
 public:
  ProfileWalk(const Rules& game, std::vector<std::shared_ptr<const NamedPlan>> plans, Budget& budget)
      : game_(game), budget_(budget), sums(index(game.traits().players), 0.0), own_(sums.size()) {
    for (std::size_t p = 0; p < plans.size(); ++p)
      players_.push_back(std::make_unique<NamedOpponent<Rules>>(game, static_cast<int>(p), std::move(plans[p])));
  }

  void visit(const Position& s, double reach, std::int64_t ply) {
    budget_.spend(++nodes_, [] { return std::int64_t{0}; });
    const int turn = game_.turn(s);
    if (turn == kTerminal) return add(s, reach);
    if (ply >= kDeepest)
      throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) + " moves.");
    const auto follow = [&](int action, double p) {
      Position child = s;
      game_.apply(child, action);
      visit(child, reach * p, ply + 1);
    };
    if (turn >= game_.traits().players)
      throw GameDefinitionError("there is no player " + std::to_string(turn) + " to move at " + game_.describe(s) +
                                ".");
    const int count = game_.num_actions(s);
    if (turn == kChance) {
      for (int o = 0; o < count; ++o)
        if (const double p = game_.chance_probability(s, o); p > 0) follow(o, p);
      return;
    }
    // A plan's own lists may move while what follows asks it again.
    std::vector<std::pair<int, double>> moves;
    players_[index(turn)]->moves(s, 0, [&](int action, double p, std::int32_t) {
      require_action(game_, s, action, count);
      moves.emplace_back(action, p);
    });
    for (const auto& [action, p] : moves) follow(action, p);
  }

 private:
  static constexpr std::int64_t kDeepest = 4000;  ///< deeper recursion might exhaust the stack

  void add(const Position& s, double reach) {
    game_.utilities(s, own_.data());
    for (std::size_t p = 0; p < sums.size(); ++p) sums[p] += reach * own_[p];
  }

  const Rules& game_;
  Budget& budget_;
  std::vector<std::unique_ptr<NamedOpponent<Rules>>> players_;
  std::int64_t nodes_ = 0;

 public:
  std::vector<double> sums;

 private:
  std::vector<double> own_;
};

}  // namespace

std::vector<double> expected_utilities(const Rules& rules, std::vector<std::shared_ptr<const NamedPlan>> plans,
                                       Budget& budget) {
  const Rules game = hidden_form(rules);
  ProfileWalk walk(game, std::move(plans), budget);
  walk.visit(game.initial(), 1.0, 0);
  return std::move(walk.sums);
}

Rules hidden_form(const Rules& rules) {
  if (!rules.abilities().information)
    throw UnsupportedGameError(
        "this needs a game that tells what its players know: those of perfect information do not.");
  return rules.sequential();
}

ResponseResult respond(const Rules& rules, int player, std::shared_ptr<const NamedPlan> plan,
                       const ResponseOptions& options, Budget& budget) {
  const Rules game = hidden_form(rules);
  // Automorphisms hold for the whole game alone, which the rules know and the type does not.
  const TypedResponses* typed = game.at_start() ? game.kernel<TypedResponses>() : nullptr;
  if (typed != nullptr) return typed->respond(game.initial_position(), player, std::move(plan), options, budget);
  return respond_impl(game, game.initial(), player, std::move(plan), options, budget);
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
