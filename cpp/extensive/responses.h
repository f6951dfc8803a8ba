/// Best responses and other uses of strategies in games that are never stored.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/budget.h"
#include "extensive/named_plan.h"
#include "games/game_tree.h"
#include "games/rules.h"
#include "games/state.h"

namespace dodona {

struct ResponseOptions {
  int threads = 1;
  bool split_actions = true;  ///< tasks from the searching player's actions
  bool split_groups = true;   ///< tasks from what chance and the opponent may answer, once no bound can cut them off
  bool everywhere = false;    ///< look for improvements at every information state that is known already
  bool pruning = true;
  double unit = 1.0;  ///< what gains are measured by: smaller ones than its rounding are none
};

/// A best response to a plan.
struct ResponseResult {
  double value;
  PlanRows rows;
  std::int64_t nodes;
};

/// What a domain that names `ResponseKernel` offers: best responses compiled for its type.
class TypedResponses {
 public:
  virtual ~TypedResponses() = default;
  virtual ResponseResult respond(const Position& root, int player, std::shared_ptr<const Plan> plan,
                                 const ResponseOptions& options, Budget& budget) const = 0;
};

/// A best response of a player to the other's plan, without a tree.
ResponseResult respond(const Rules& rules, int player, std::shared_ptr<const Plan> plan, const ResponseOptions& options,
                       Budget& budget);

/// Every player's expected utility where each plays by a plan of her own. Only what the plans let happen is visited.
std::vector<double> expected_utilities(const Rules& rules, std::vector<std::shared_ptr<const Plan>> plans,
                                       Budget& budget);

/// A plan on a stored tree: one probability per sequence.
std::vector<double> plan_behaviour(const Rules& rules, const GameTree& tree, int player,
                                   std::shared_ptr<const Plan> plan);

/// What a plan does at a position where its player moves.
PlanRows plan_at(const State& state, int player, std::shared_ptr<const Plan> plan);

/// The rows of a plan by key, by the labels of its information sets: the whole game is walked to find them.
PlanRows rows_of(const KeyedPlan& plan, int player, Budget& budget);

/// The extensive form of a game that tells what its players know; an error for others.
Rules hidden_form(const Rules& rules);

}  // namespace dodona
