#include "extensive/regret_matching.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace dodona {
namespace {

/// Rounds between looks at the gap, which takes as long as a round.
constexpr std::int64_t kPace = 10;
constexpr RegretRule kRule{.floor = true};

}  // namespace

std::size_t RegretMatching::Player::largest_name() const {
  return name.empty() ? 0 : index(*std::max_element(name.begin(), name.end()));
}

void RegretMatching::carry_over(const Player& before, Player& player) {
  std::vector<double> regret(std::max(before.largest_name(), player.largest_name()) + 1, 0.0);
  for (std::size_t q = 1; q < before.name.size(); ++q) regret[index(before.name[q])] = before.regret[q];
  player.begin();
  for (std::size_t q = 0; q < player.name.size(); ++q) player.regret[q] = regret[index(player.name[q])];
  player.choose_everywhere();
}

void RegretMatching::load(const SequenceForm& form, const Names& names) {
  const std::array<Player, 2> before = std::exchange(players_, {});
  for (const std::size_t p : {0, 1}) {
    players_[p].treeplex = form.players[p], players_[p].name = names[p];
    carry_over(before[p], players_[p]);
  }
  players_[0].payoffs = transpose(form.payoffs, names[0].size());
  players_[1].payoffs = form.payoffs;
  for (double& payoff : players_[1].payoffs.value) payoff = -payoff;
  rounds_ = 0;
}

/// What every sequence brings against a plan of the other player, leaving out what comes after it.
void RegretMatching::take_values(Player& player, std::span<const double> other) {
  const CompressedRows& payoffs = player.payoffs;
  for (std::size_t q = 0; q < player.value.size(); ++q) {
    double sum = 0;
    for (auto k = index(payoffs.start[q]); k < index(payoffs.start[q + 1]); ++k)
      sum += payoffs.value[k] * other[index(payoffs.index[k])];
    player.value[q] = sum;
  }
}

void RegretMatching::step(int player, double weight) {
  Player& own = players_[index(player)];
  take_values(own, players_[index(1 - player)].plan);
  own.update(kRule, weight);
  own.add_to_average(weight);
}

void RegretMatching::play_round() {
  const auto round = static_cast<double>(++rounds_);
  step(0, round * round), step(1, round * round);
}

double RegretMatching::improve(double target, std::int64_t most) {
  double reached = std::numeric_limits<double>::infinity();
  for (std::int64_t i = 0; i < most && reached > target; i += kPace) {
    for (std::int64_t k = 0; k < kPace; ++k) play_round();
    reached = gap();
  }
  return reached;
}

/// What a player gets at best against the other's average plan.
double RegretMatching::best_answer(int player) {
  Player &own = players_[index(player)], &other = players_[index(1 - player)];
  take_values(own, other.sum);
  return best_value(own.treeplex, own.value) / other.sum[0];
}

double RegretMatching::gap() { return best_answer(0) + best_answer(1); }

std::vector<double> RegretMatching::plan(int player) const {
  const Player& own = players_[index(player)];
  std::vector<double> plan(own.largest_name() + 1, 0.0);
  for (std::size_t q = 0; q < own.name.size(); ++q) plan[index(own.name[q])] = own.sum[q] / own.sum[0];
  return plan;
}

}  // namespace dodona
