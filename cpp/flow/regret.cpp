#include "flow/regret.h"

#include <algorithm>

namespace dodona {

FlowRegret::FlowRegret(const FlowGame& game, bool predictive)
    : game_(game), predictive_(predictive), shares_(game.terms) {
  for (const std::size_t p : {0, 1}) {
    const DecisionProcess& process = game.processes[p];
    const std::size_t actions = process.num_actions();
    Player& own = players_[p];
    own.regret.assign(actions, 0.0), own.flow.assign(actions, 0.0), own.sum.assign(actions, 0.0),
        own.values.assign(actions, 0.0);
    own.behaviour = behaviour_of(process, own.sum);
    follow(process, own.behaviour, own.flow);
  }
}

/// Regret matching at a state; with `expected`, as if these values, of which the mean was expected, came once more.
void FlowRegret::choose(Player& own, std::size_t begin, std::size_t end, const double* expected, double mean) {
  double total = 0;
  for (std::size_t a = begin; a < end; ++a) {
    own.behaviour[a] = std::max(0.0, own.regret[a] + (expected ? expected[a] - mean : 0.0));
    total += own.behaviour[a];
  }
  const double factor = total > 0 ? 1 / total : 0, rest = total > 0 ? 0 : 1.0 / static_cast<double>(end - begin);
  for (std::size_t a = begin; a < end; ++a) own.behaviour[a] = own.behaviour[a] * factor + rest;
}

void FlowRegret::step(int player, double weight) {
  Player& own = players_[index(player)];
  const DecisionProcess& process = game_.processes[index(player)];
  game_.take_values(player, players_[index(1 - player)].flow, own.values, shares_);
  if (player == 1)
    for (double& value : own.values) value = -value;
  back_up(process, own.values, [&](std::size_t, std::size_t begin, std::size_t end) {
    double mean = 0;
    for (std::size_t a = begin; a < end; ++a) mean += own.behaviour[a] * own.values[a];
    for (std::size_t a = begin; a < end; ++a) own.regret[a] = std::max(0.0, own.regret[a] + (own.values[a] - mean));
    choose(own, begin, end, predictive_ ? own.values.data() : nullptr, mean);
    return mean;
  });
  follow(process, own.behaviour, own.flow);
  for (std::size_t a = 0; a < own.flow.size(); ++a) own.sum[a] += weight * own.flow[a];
}

void FlowRegret::play(std::int64_t rounds, Budget& budget) {
  const auto work = static_cast<std::int64_t>(players_[0].flow.size() + players_[1].flow.size());
  for (std::int64_t i = 0; i < rounds; ++i) {
    budget.listen(work);
    const auto round = static_cast<double>(++rounds_);
    const double weight = round * round;
    step(0, weight), step(1, weight);
    weight_ += weight;
  }
}

std::vector<double> FlowRegret::average(int player) const {
  const Player& own = players_[index(player)];
  std::vector<double> flow = weight_ > 0 ? own.sum : own.flow;
  if (weight_ > 0)
    for (double& p : flow) p /= weight_;
  return flow;
}

}  // namespace dodona
