#include "extensive/excessive_gap.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "extensive/dilated_entropy.h"
#include "extensive/regret_player.h"

namespace dodona {
namespace {

constexpr double kShortest = 1e-12;  ///< no step is shorter
/// Rounding may break the condition by this, relative to the utilities.
constexpr double kRounding = 1e-13;

/// `target` = (1 - share) * a + share * b; the target may be a.
void mix(const std::vector<double>& a, const std::vector<double>& b, double share, std::vector<double>& target) {
  target.resize(a.size());
  for (std::size_t q = 0; q < a.size(); ++q) target[q] = (1 - share) * a[q] + share * b[q];
}

}  // namespace

ExcessiveGap::ExcessiveGap(const GameTree& tree) : payoffs_(tree), largest_(largest_payoff(tree, 0)) {
  if (tree.players != 2) throw UnsupportedGameError("the excessive gap technique is for games of two players.");
  if (tree.num_terminals() > 0) total_ = tree.terminal_utility[0] + tree.terminal_utility[1];
  double largest = 0;
  for (std::size_t i = 0; i < 2 * tree.num_terminals(); ++i)
    largest = std::max(largest, std::abs(tree.terminal_utility[i]));
  rounding_ = kRounding * largest;
  for (int p = 0; p < 2; ++p) {
    Player& own = players_[index(p)];
    own.treeplex = tree.own(p);
    own.centre.assign(index(own.treeplex.num_sequences), 1.0);
    for (std::size_t s = 0; s < index(own.treeplex.num_infosets); ++s)
      for (std::size_t q = own.treeplex.begin(s); q < own.treeplex.end(s); ++q)
        own.centre[q] = 1.0 / static_cast<double>(own.treeplex.end(s) - own.treeplex.begin(s));
    own.plan.resize(own.centre.size());
    follow(own.treeplex, own.centre, own.plan);
  }
  for (int p = 0; p < 2; ++p) take_gradient(p, other_of(p).plan, players_[index(p)].gradient);
}

void ExcessiveGap::take_gradient(int player, const Plan& other, Plan& gradient) const {
  gradient.resize(players_[index(player)].centre.size());
  const double* const plans[] = {other.data()};
  payoffs_.take_values(player, plans, 0, gradient.size(), gradient.data());
}

double ExcessiveGap::smoothed_value(Player& own, const Plan& reference, double smoothing, Plan& behaviour) const {
  behaviour.resize(own.values.size(), 1.0);
  return smoothed_response(own.treeplex, own.values, reference, smoothing, behaviour, WholeTreeplex{});
}

/// The smoothed response to the values of a player, with its plan and gradient.
void ExcessiveGap::respond(int player, const Plan& reference, double smoothing, Response& response) {
  Player& own = players_[index(player)];
  smoothed_value(own, reference, smoothing, response.behaviour);
  response.plan.resize(response.behaviour.size());
  follow(own.treeplex, response.behaviour, response.plan);
  take_gradient(1 - player, response.plan, response.gradient);
}

/// Whether the smoothed best responses of both players bring no more than there is.
bool ExcessiveGap::is_excessive(const std::array<double, 2>& values) const {
  return values[0] + values[1] <= total_ + rounding_;
}

/// Plans that satisfy the condition: player 1's response to the centre, player 0's to that, with smoothings as large as
/// it takes.
void ExcessiveGap::begin() {
  auto& [first, second] = players_;
  const Plan against_centre = second.gradient;
  for (double smoothing = std::max(largest_, 1e-300);; smoothing *= 2) {
    second.values = against_centre;
    respond(1, second.centre, smoothing, second.near);
    first.values = second.near.gradient;
    respond(0, first.centre, smoothing, first.near);
    first.values = second.near.gradient, second.values = first.near.gradient;
    if (!is_excessive({smoothed_value(first, first.centre, smoothing, scratch_),
                       smoothed_value(second, second.centre, smoothing, scratch_)}))
      continue;
    first.plan = first.near.plan, second.plan = second.near.plan;
    first.gradient = second.near.gradient, second.gradient = first.near.gradient;
    first.smoothing = second.smoothing = smoothing;
    return;
  }
}

/// The part of a step that does not depend on its length: the player's smoothed response to the other's plan.
void ExcessiveGap::prepare(int player) {
  Player& own = players_[index(player)];
  own.values = own.gradient;
  respond(player, own.centre, own.smoothing, own.near);
}

/// One step that makes a player's smoothing smaller by a share; false, and nothing changed, where it breaks the
/// condition. Gradients are linear in plans: those of mixed plans are mixed.
bool ExcessiveGap::shrink(int player, double length) {
  Player &own = players_[index(player)], &other = other_of(player);
  mix(other.gradient, own.near.gradient, length, other.values);
  respond(1 - player, other.centre, other.smoothing, other.far);
  own.values = other.far.gradient;
  respond(player, own.near.behaviour, own.smoothing * (1 - length) / length, own.far);
  mix(own.gradient, other.far.gradient, length, own.values);
  mix(other.gradient, own.far.gradient, length, other.values);
  if (!is_excessive({smoothed_value(own, own.centre, own.smoothing * (1 - length), scratch_),
                     smoothed_value(other, other.centre, other.smoothing, scratch_)}))
    return false;
  mix(own.plan, own.far.plan, length, own.plan), mix(other.plan, other.far.plan, length, other.plan);
  mix(own.gradient, other.far.gradient, length, own.gradient);
  mix(other.gradient, own.far.gradient, length, other.gradient);
  own.smoothing *= 1 - length;
  return true;
}

void ExcessiveGap::play(std::int64_t rounds, Budget& budget) {
  const std::int64_t work = 3 * (payoffs_.entries_before(0, players_[0].centre.size()) / 32 + 1);
  for (std::int64_t i = 0; i < rounds; ++i) {
    budget.listen(work);
    if (rounds_++ == 0) begin();
    const int larger = players_[0].smoothing >= players_[1].smoothing ? 0 : 1;
    prepare(larger);
    while (length_ > kShortest && !shrink(larger, length_)) length_ /= 2;
  }
}

double ExcessiveGap::best_value(int player) {
  Player& own = players_[index(player)];
  take_gradient(player, other_of(player).plan, own.values);
  return dodona::best_value(own.treeplex, own.values);
}

std::vector<std::vector<double>> ExcessiveGap::state() const {
  std::vector<std::vector<double>> state{{static_cast<double>(rounds_), length_}};
  for (const Player& own : players_) state.insert(state.end(), {own.plan, own.gradient, {own.smoothing}});
  return state;
}

void ExcessiveGap::restore(const std::vector<std::span<const double>>& state) {
  bool fits = state.size() == 7 && state[0].size() == 2 && state[0][0] >= 0 && state[0][0] <= 1e15 && state[0][1] > 0 &&
              state[0][1] < 1;
  for (std::size_t p = 0; fits && p < 2; ++p) {
    const std::span<const double>* const own = &state[1 + 3 * p];
    const std::size_t count = players_[p].plan.size();
    fits = own[0].size() == count && own[1].size() == count && own[2].size() == 1 && own[2][0] > 0;
  }
  if (!fits) throw GameDefinitionError("the saved rounds belong to another game or to other options.");
  rounds_ = static_cast<std::int64_t>(state[0][0]), length_ = state[0][1];
  for (std::size_t p = 0; p < 2; ++p) {
    const std::span<const double>* const kept = &state[1 + 3 * p];
    players_[p].plan.assign(kept[0].begin(), kept[0].end());
    players_[p].gradient.assign(kept[1].begin(), kept[1].end());
    players_[p].smoothing = kept[2][0];
  }
}

}  // namespace dodona
