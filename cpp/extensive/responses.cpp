#include "extensive/responses.h"

#include <span>
#include <unordered_set>

#include "core/errors.h"
#include "extensive/responses_impl.h"

namespace dodona {
namespace {

/// Refuses lines of play so long that recursion might exhaust the stack.
void require_length(std::int64_t ply) {
  constexpr std::int64_t kDeepest = 4000;
  if (ply >= kDeepest)
    throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) + " moves.");
}

/// Adds up what every player gets, from the start to wherever plans and chance lead.
class ProfileWalk {
 public:
  ProfileWalk(const Rules& game, std::vector<std::shared_ptr<const Plan>> plans, Budget& budget)
      : game_(game), budget_(budget), sums(index(game.traits().players), 0.0), own_(sums.size()) {
    for (std::size_t p = 0; p < plans.size(); ++p)
      players_.push_back(std::make_unique<PlanReader<Rules>>(game, static_cast<int>(p), std::move(plans[p])));
  }

  void visit(const Position& s, double reach, std::int64_t ply) {
    budget_.spend(++nodes_, [] { return std::int64_t{0}; });
    const int turn = game_.turn(s);
    if (turn == kTerminal) return add(s, reach);
    require_length(ply);
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
  void add(const Position& s, double reach) {
    game_.utilities(s, own_.data());
    for (std::size_t p = 0; p < sums.size(); ++p) sums[p] += reach * own_[p];
  }

  const Rules& game_;
  Budget& budget_;
  std::vector<std::unique_ptr<PlanReader<Rules>>> players_;
  std::int64_t nodes_ = 0;

 public:
  std::vector<double> sums;

 private:
  std::vector<double> own_;
};

/// Lists the rows of a plan by key.
class RowsWalk {
 public:
  RowsWalk(const KeyedPlan& plan, int player, Budget& budget)
      : game_(plan.game), player_(player), budget_(budget), reader_(game_, player, std::make_shared<KeyedPlan>(plan)) {}

  void visit(const Position& s, std::int64_t ply) {
    budget_.spend(++nodes_, [] { return std::int64_t{0}; });
    const int turn = game_.turn(s);
    if (turn == kTerminal) return;
    require_length(ply);
    if (turn == player_)
      if (const std::uint32_t place = reader_.place(s); place != SetTable::kNone && seen_.insert(place).second)
        rows.add(game_, s, player_, reader_);
    const int count = game_.num_actions(s);
    for (int a = 0; a < count; ++a) {
      Position child = s;
      game_.apply(child, a);
      visit(child, ply + 1);
    }
  }
  PlanRows rows;

 private:
  const Rules& game_;
  const int player_;
  Budget& budget_;
  PlanReader<Rules> reader_;
  std::unordered_set<std::uint32_t> seen_;
  std::int64_t nodes_ = 0;
};

/// The extensive form that a walk with plans goes through: that of the rules, or of a plan whose keys only its own
/// rules understand.
Rules walked(const Rules& rules, std::span<const std::shared_ptr<const Plan>> plans) {
  if (rules.abilities().untrusted && rules.at_start())
    for (const auto& plan : plans)
      if (const auto* keyed = dynamic_cast<const KeyedPlan*>(plan.get()))
        if (keyed->base.at_start() && keyed->base.foreign_rules() == rules.foreign_rules()) return keyed->game;
  return hidden_form(rules);
}

/// A position of rules from outside in the extensive form that a plan was made in.
Position brought_home(const KeyedPlan& plan, const State& state) {
  const Rules& rules = state.rules();
  if (!plan.by_history() || plan.base.is_same_game(rules)) {
    Position here = plan.base.adopted(rules, state.position());
    return plan.game.is_same_game(plan.base) ? here : plan.game.lifted(here);
  }
  if (!state.path() || !rules.at_start() || !plan.base.at_start())
    throw UnsupportedGameError("this strategy is asked at positions that were played to from the start of the game.");
  Position here = plan.game.initial();
  for (const int action : *state.path()) {
    if (plan.game.turn(here) == kTerminal) break;
    require_action(plan.game, here, action, plan.game.num_actions(here));
    plan.game.apply(here, action);
  }
  return here;
}

}  // namespace

std::vector<double> expected_utilities(const Rules& rules, std::vector<std::shared_ptr<const Plan>> plans,
                                       Budget& budget) {
  const Rules game = walked(rules, plans);
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

ResponseResult respond(const Rules& rules, int player, std::shared_ptr<const Plan> plan, const ResponseOptions& options,
                       Budget& budget) {
  const Rules game = walked(rules, {&plan, 1});
  // Automorphisms hold for the whole game alone, which the rules know and the type does not.
  const TypedResponses* typed = game.at_start() ? game.kernel<TypedResponses>() : nullptr;
  if (typed != nullptr) return typed->respond(game.initial_position(), player, std::move(plan), options, budget);
  return respond_impl(game, game.initial(), player, std::move(plan), options, budget);
}

std::vector<double> plan_behaviour(const Rules& rules, const GameTree& tree, int player,
                                   std::shared_ptr<const Plan> plan) {
  const Rules game = walked(rules, {&plan, 1});
  PlanReader<Rules> opponent(game, player, std::move(plan));
  TreeBehaviour<Rules, PlanReader<Rules>> filling(game, tree, player, opponent);
  filling.fill(game.initial(), NodeId{0});
  return std::move(filling.behaviour);
}

PlanRows plan_at(const State& state, int player, std::shared_ptr<const Plan> plan) {
  const int turn = state.turn();
  if (turn != player && turn != kSimultaneous)
    throw IllegalMoveError("player " + std::to_string(player) + " does not move at " + state.describe() + ".");
  const auto* keyed = dynamic_cast<const KeyedPlan*>(plan.get());
  const bool at_home = keyed != nullptr && keyed->base.abilities().untrusted;
  const Rules game = at_home ? keyed->game : hidden_form(state.rules());
  Position here = at_home                            ? brought_home(*keyed, state)
                  : game.is_same_game(state.rules()) ? state.position()
                                                     : game.lifted(state.position());
  // At a stage players move in order; what the others have announced is no part of what a player knows.
  if (turn == kSimultaneous)
    for (int p = 0; p < player; ++p) game.apply(here, 0);
  PlanReader<Rules> reader(game, player, std::move(plan));
  PlanRows rows;
  rows.add(game, here, player, reader);
  return rows;
}

PlanRows rows_of(const KeyedPlan& plan, int player, Budget& budget) {
  RowsWalk walk(plan, player, budget);
  walk.visit(plan.game.initial(), 0);
  return std::move(walk.rows);
}

}  // namespace dodona
