#include "extensive/excessive_gap.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "extensive/dilated_entropy.h"

namespace dodona {
namespace {

constexpr double kShortest = 1e-12;  ///< no step is shorter
/// Rounding may break the condition by this, relative to the largest payoff.
constexpr double kRounding = 1e-12;

void mix_in(std::vector<double>& plan, const std::vector<double>& other, double share) {
  for (std::size_t q = 0; q < plan.size(); ++q) plan[q] = (1 - share) * plan[q] + share * other[q];
}

}  // namespace

ExcessiveGap::ExcessiveGap(const GameTree& tree) : payoffs_(tree) {
  if (tree.players != 2) throw UnsupportedGameError("the excessive gap technique is for games of two players.");
  if (tree.num_terminals() > 0) total_ = tree.terminal_utility[0] + tree.terminal_utility[1];
  for (int p = 0; p < 2; ++p) {
    Player& own = players_[index(p)];
    own.treeplex = tree.own(p);
    own.centre.assign(index(own.treeplex.num_sequences), 1.0);
    for (std::size_t s = 0; s < index(own.treeplex.num_infosets); ++s)
      for (std::size_t q = own.treeplex.begin(s); q < own.treeplex.end(s); ++q)
        own.centre[q] = 1.0 / static_cast<double>(own.treeplex.end(s) - own.treeplex.begin(s));
    own.plan = plan_of(p, own.centre);
  }
}

ExcessiveGap::Plan ExcessiveGap::values_of(int player, const Plan& other) const {
  Plan values(players_[index(player)].plan.empty() ? players_[index(player)].centre.size()
                                                   : players_[index(player)].plan.size());
  const double* const plans[] = {other.data()};
  payoffs_.take_values(player, plans, 0, values.size(), values.data());
  return values;
}

double ExcessiveGap::respond(int player, Plan values, const Plan& reference, double smoothing, Plan& behaviour) const {
  behaviour.resize(values.size(), 1.0);
  return smoothed_response(players_[index(player)].treeplex, values, reference, smoothing, behaviour, WholeTreeplex{});
}

ExcessiveGap::Plan ExcessiveGap::plan_of(int player, const Plan& behaviour) const {
  Plan plan(behaviour.size());
  follow(players_[index(player)].treeplex, behaviour, plan);
  return plan;
}

double ExcessiveGap::excess(const std::array<const Plan*, 2>& plans, const std::array<double, 2>& smoothing) const {
  // What each player leaves to the other's smoothed response; together no more than there is.
  double sum = 0;
  Plan behaviour;
  for (int p = 0; p < 2; ++p)
    sum += respond(p, values_of(p, *plans[index(1 - p)]), players_[index(p)].centre, smoothing[index(p)], behaviour);
  return total_ - sum;
}

/// Plans that satisfy the condition: responses to the centre, with smoothings as large as that needs.
void ExcessiveGap::begin() {
  const double allowed = kRounding * payoffs_.largest();
  for (double smoothing = std::max(payoffs_.largest(), 1e-300);; smoothing *= 2) {
    Plan behaviour;
    respond(1, values_of(1, plan_of(0, players_[0].centre)), players_[1].centre, smoothing, behaviour);
    Plan second = plan_of(1, behaviour);
    respond(0, values_of(0, second), players_[0].centre, smoothing, behaviour);
    Plan first = plan_of(0, behaviour);
    if (excess({&first, &second}, {smoothing, smoothing}) < -allowed) continue;
    players_[0].plan = std::move(first), players_[1].plan = std::move(second);
    players_[0].smoothing = players_[1].smoothing = smoothing;
    return;
  }
}

/// One step that makes a player's smoothing smaller by a share; false, and nothing changed, where it breaks the
/// condition.
bool ExcessiveGap::shrink(int player, double length) {
  Player &own = players_[index(player)], &other = players_[index(1 - player)];
  Plan near, answer, far;
  respond(player, values_of(player, other.plan), own.centre, own.smoothing, near);
  Plan middle = own.plan;
  mix_in(middle, plan_of(player, near), length);
  respond(1 - player, values_of(1 - player, middle), other.centre, other.smoothing, answer);
  const Plan answer_plan = plan_of(1 - player, answer);
  Plan values = values_of(player, answer_plan);
  respond(player, std::move(values), near, own.smoothing * (1 - length) / length, far);
  Plan next = own.plan, next_other = other.plan;
  mix_in(next, plan_of(player, far), length);
  mix_in(next_other, answer_plan, length);
  std::array<const Plan*, 2> plans{&next, &next_other};
  std::array<double, 2> smoothing{own.smoothing * (1 - length), other.smoothing};
  if (player == 1) std::swap(plans[0], plans[1]), std::swap(smoothing[0], smoothing[1]);
  if (excess(plans, smoothing) < -kRounding * payoffs_.largest()) return false;
  own.plan = std::move(next), other.plan = std::move(next_other);
  own.smoothing *= 1 - length;
  return true;
}

void ExcessiveGap::play(std::int64_t rounds, Budget& budget) {
  const std::int64_t work = 10 * (payoffs_.entries_before(0, players_[0].centre.size()) / 64 + 1);
  for (std::int64_t i = 0; i < rounds; ++i) {
    budget.listen(work);
    if (rounds_++ == 0) begin();
    const int larger = players_[0].smoothing >= players_[1].smoothing ? 0 : 1;
    while (length_ > kShortest && !shrink(larger, length_)) length_ /= 2, budget.listen(work);
  }
}

double ExcessiveGap::best_value(int player) {
  Plan values = values_of(player, players_[index(1 - player)].plan);
  return dodona::best_value(players_[index(player)].treeplex, values);
}

std::vector<std::vector<double>> ExcessiveGap::state(int player) const {
  return {players_[index(player)].plan, {players_[index(player)].smoothing, length_}};
}

void ExcessiveGap::restore(int player, const std::vector<std::span<const double>>& state) {
  Player& own = players_[index(player)];
  if (state.size() != 2 || state[0].size() != own.plan.size() || state[1].size() != 2 || !(state[1][0] > 0) ||
      !(state[1][1] > 0 && state[1][1] < 1))
    throw GameDefinitionError("the saved plans belong to another game.");
  own.plan.assign(state[0].begin(), state[0].end());
  own.smoothing = state[1][0], length_ = state[1][1];
}

}  // namespace dodona
