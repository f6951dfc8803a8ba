#include "extensive/self_play.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.h"
#include "extensive/dilated_entropy.h"

namespace dodona {
namespace {

/// Fewer numbers than this per round are added up faster by one thread than by several.
constexpr std::int64_t kWorthSharing = 50'000;

std::vector<std::size_t> even_ranges(const SequencePayoffs& payoffs, int player, std::size_t sequences,
                                     std::size_t threads) {
  std::vector<std::size_t> begin(threads + 1, sequences);
  const std::int64_t all = payoffs.entries_before(player, sequences);
  std::size_t q = 0;
  for (std::size_t part = 0; part < threads; ++part) {
    while (q < sequences && payoffs.entries_before(player, q) * static_cast<std::int64_t>(threads) <
                                all * static_cast<std::int64_t>(part))
      ++q;
    begin[part] = q;
  }
  return begin;
}

/// Whether a number is one of rounds.
bool is_count(double number) { return number >= 0 && number <= 1e15 && number == std::floor(number); }

double smoothing_of(const GameTree& tree, int player, double step) {
  const double largest = largest_payoff(tree, player);
  return largest > 0 ? largest / step : 1.0;
}

}  // namespace

SelfPlay::SelfPlay(const GameTree& tree, const SelfPlayRule& rule)
    : rule_(rule), payoffs_(tree), players_(index(tree.players)) {
  if (rule.correlate && rule.alternating)
    throw UnsupportedGameError("rounds in which players move in turn have no play that is common to all of them.");
  if (rule.opponents == SelfPlayRule::Opponents::responses && players_.size() != 2)
    throw UnsupportedGameError("best responses of the other player are for games of two players.");
  std::int64_t work = 0;
  for (int p = 0; p < players(); ++p) work += payoffs_.entries_before(p, tree.num_sequences(p));
  if (rule.threads > 1 && work >= kWorthSharing) pool_ = std::make_unique<TaskPool>(rule.threads);
  for (int p = 0; p < players(); ++p) {
    Player& own = players_[index(p)];
    own.treeplex = tree.own(p);
    own.begin();
    own.ranges = even_ranges(payoffs_, p, own.plan.size(), threads());
    own.shared = SharedTreeplex(own.treeplex, threads());
    if (rule.correlate) own.gains.assign(own.plan.size(), 0.0);
    if (rule.update == SelfPlayRule::Update::mirror) own.smoothing = smoothing_of(tree, p, rule.step);
  }
}

void SelfPlay::take_values(int player, const std::vector<const double*>& others, std::vector<double>& values) {
  const std::vector<std::size_t>& ranges = players_[index(player)].ranges;
  share(pool_.get(), threads(),
        [&](std::size_t part) { payoffs_.take_values(player, others, ranges[part], ranges[part + 1], values.data()); });
}

/// Points at the plans of the other players that a player is to do well against.
void SelfPlay::face_others(int player) {
  others_.clear();
  for (int other = 0; other < players(); ++other) {
    const Player& faced = players_[index(other)];
    // A sum of plans is as good as their average to a player who looks for the best.
    const bool on_average = rule_.opponents == SelfPlayRule::Opponents::average && faced.sum[0] > 0;
    if (other != player) others_.push_back(on_average ? faced.sum.data() : faced.plan.data());
  }
  if (rule_.opponents == SelfPlayRule::Opponents::responses) face_response(player);
}

/// Makes the other of two players respond to a player's plan of now.
void SelfPlay::face_response(int player) {
  Player& other = players_[index(1 - player)];
  answer_values_.resize(other.plan.size()), answer_.assign(other.plan.size(), 0.0);
  take_values(1 - player, {players_[index(player)].plan.data()}, answer_values_);
  Passes passes = passes_of(other);
  passes.back_up(other.treeplex, answer_values_, [&](std::size_t begin, std::size_t end) {
    const std::size_t best = best_sequence(answer_values_, begin, end);
    answer_[best] = 1;
    return answer_values_[best];
  });
  answer_[0] = 1;
  passes.follow(other.treeplex, answer_, answer_);
  others_ = {answer_.data()};
}

/// Everybody's plan of now counts in her average.
void SelfPlay::add_to_averages(double weight) {
  share(pool_.get(), threads(), [&](std::size_t part) {
    for (Player& own : players_)
      for (std::size_t q = own.ranges[part]; q < own.ranges[part + 1]; ++q) own.sum[q] += weight * own.plan[q];
  });
  weight_ += weight;
}

/// A player's share of a round: what her sequences bring now.
void SelfPlay::take_part(int player, double weight) {
  Player& own = players_[index(player)];
  face_others(player);
  take_values(player, others_, own.value);
  if (rule_.correlate)
    for (std::size_t q = 0; q < own.value.size(); ++q) {
      own.gains[q] += weight * own.value[q];
      own.earned += weight * own.plan[q] * own.value[q];
    }
  if (rule_.alternating) update(player);
}

void SelfPlay::update(int player) {
  Player& own = players_[index(player)];
  switch (rule_.update) {
    case SelfPlayRule::Update::regret:
      return own.update(rule_.regret, static_cast<double>(rounds_), passes_of(own));
    case SelfPlayRule::Update::respond:
      return respond(own);
    case SelfPlayRule::Update::mirror:
      return step(player);
  }
}

void SelfPlay::respond(Player& own) const {
  Passes passes = passes_of(own);
  passes.back_up(own.treeplex, own.value, [&](std::size_t begin, std::size_t end) {
    const std::size_t best = best_sequence(own.value, begin, end);
    for (std::size_t q = begin; q < end; ++q) own.behaviour[q] = q == best ? 1.0 : 0.0;
    return own.value[best];
  });
  passes.follow(own.treeplex, own.behaviour, own.plan);
}

/// One step from the plan of now: the values of this round count twice, those of the last one are taken back.
void SelfPlay::step(int player) {
  Player& own = players_[index(player)];
  share(pool_.get(), threads(), [&](std::size_t part) {
    for (std::size_t q = own.ranges[part]; q < own.ranges[part + 1]; ++q) {
      const double now = own.value[q];
      own.value[q] = 2 * now - (rounds_ > 1 ? own.regret[q] : now);
      own.regret[q] = now;
    }
  });
  Passes passes = passes_of(own);
  smoothed_response(own.treeplex, own.value, own.behaviour, own.smoothing, own.behaviour, passes);
  passes.follow(own.treeplex, own.behaviour, own.plan);
}

double SelfPlay::weight_of(std::int64_t round) const { return std::pow(static_cast<double>(round), rule_.averaging); }

void SelfPlay::play(std::int64_t rounds, Budget& budget) {
  std::int64_t work = 0;
  for (int p = 0; p < players(); ++p) work += payoffs_.entries_before(p, players_[index(p)].plan.size()) / 64 + 1;
  for (std::int64_t i = 0; i < rounds; ++i) {
    budget.listen(work);
    ++rounds_;
    const double weight = weight_of(rounds_ - restarted_);
    add_to_averages(weight);
    for (int p = 0; p < players(); ++p) take_part(p, weight);
    for (int p = 0; p < players() && !rule_.alternating; ++p) update(p);
  }
}

std::vector<double> SelfPlay::average(int player) const {
  const RegretPlayer& own = players_[index(player)];
  std::vector<double> plan = weight_ > 0 ? own.sum : own.plan;
  if (weight_ > 0)
    for (double& p : plan) p /= weight_;
  return plan;
}

double SelfPlay::best_value(int player) {
  std::vector<std::vector<double>> averages;
  std::vector<const double*> plans;
  for (int other = 0; other < players(); ++other)
    if (other != player) averages.push_back(average(other));
  for (const std::vector<double>& plan : averages) plans.push_back(plan.data());
  Player& own = players_[index(player)];
  take_values(player, plans, own.value);
  return dodona::best_value(own.treeplex, own.value);
}

void SelfPlay::restart() {
  for (Player& own : players_) {
    std::fill(own.sum.begin(), own.sum.end(), 0.0), std::fill(own.gains.begin(), own.gains.end(), 0.0);
    own.earned = 0;
  }
  weight_ = 0, restarted_ = rounds_;
}

double SelfPlay::correlated_value(int player) const {
  return weight_ > 0 ? players_[index(player)].earned / weight_ : 0.0;
}

double SelfPlay::correlated_regret(int player) {
  if (weight_ <= 0) return std::numeric_limits<double>::infinity();
  Player& own = players_[index(player)];
  own.value = own.gains;
  return (dodona::best_value(own.treeplex, own.value) - own.earned) / weight_;
}

std::vector<std::vector<double>> SelfPlay::state() const {
  std::vector<std::vector<double>> state{{static_cast<double>(rounds_), static_cast<double>(restarted_), weight_}};
  for (const Player& own : players_) {
    state.insert(state.end(), {own.regret, own.behaviour, own.sum, own.gains});
    state.back().push_back(own.earned);
  }
  return state;
}

void SelfPlay::restore(const std::vector<std::span<const double>>& state) {
  bool fits = state.size() == 1 + 4 * players_.size() && state[0].size() == 3 && is_count(state[0][0]) &&
              is_count(state[0][1]) && state[0][1] <= state[0][0] && state[0][2] >= 0;
  for (std::size_t p = 0; fits && p < players_.size(); ++p) {
    const std::size_t count = players_[p].regret.size(), gains = players_[p].gains.size() + 1;
    const std::span<const double>* const own = &state[1 + 4 * p];
    fits = own[0].size() == count && own[1].size() == count && own[2].size() == count && own[3].size() == gains;
  }
  if (!fits) throw GameDefinitionError("the saved rounds belong to another game or to other options.");
  rounds_ = static_cast<std::int64_t>(state[0][0]), restarted_ = static_cast<std::int64_t>(state[0][1]);
  weight_ = state[0][2];
  for (std::size_t p = 0; p < players_.size(); ++p) {
    Player& own = players_[p];
    const std::span<const double>* const kept = &state[1 + 4 * p];
    own.regret.assign(kept[0].begin(), kept[0].end()), own.behaviour.assign(kept[1].begin(), kept[1].end());
    own.sum.assign(kept[2].begin(), kept[2].end()), own.gains.assign(kept[3].begin(), kept[3].end() - 1);
    own.earned = kept[3].back();
    follow(own.treeplex, own.behaviour, own.plan);
  }
}

}  // namespace dodona
