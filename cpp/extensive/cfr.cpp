#include "extensive/cfr.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"

namespace dodona {

Cfr::Cfr(const GameTree& tree, const RegretRule& rule) : rule_(rule), players_(index(tree.players)) {
  if (!tree.recall_problem.empty()) throw GameDefinitionError(tree.recall_problem);
  for (int p = 0; p < tree.players; ++p) {
    players_[index(p)].treeplex = tree.own(p);
    players_[index(p)].begin();
    payoffs_.push_back(payoffs_of(tree, p));
  }
}

Cfr::Payoffs Cfr::payoffs_of(const GameTree& tree, int player) const {
  const std::size_t count = tree.num_terminals(), players = index(tree.players), self = index(player);
  std::vector<std::int32_t> own(count), other(count);
  std::vector<double> worth(count);
  for (std::size_t t = 0; t < count; ++t) {
    own[t] = raw(tree.terminal_sequence[t * players + self]);
    if (players == 2) other[t] = raw(tree.terminal_sequence[t * players + 1 - self]);
    worth[t] = tree.terminal_reach[static_cast<TerminalId>(t)] * tree.terminal_utility[t * players + self];
  }
  Payoffs payoffs;
  if (players == 2) {
    payoffs.pairs = compress(tree.num_sequences(player), tree.num_sequences(1 - player), own, other, worth);
    return payoffs;
  }
  payoffs.start.assign(tree.num_sequences(player) + 1, 0);
  for (const std::int32_t sequence : own) ++payoffs.start[index(sequence) + 1];
  for (std::size_t q = 1; q < payoffs.start.size(); ++q) payoffs.start[q] += payoffs.start[q - 1];
  payoffs.worth.resize(count), payoffs.others.resize(count * (players - 1));
  std::vector<std::int32_t> place = payoffs.start;
  for (std::size_t t = 0; t < count; ++t) {
    const auto k = index(place[index(own[t])]++);
    payoffs.worth[k] = worth[t];
    std::size_t at = k * (players - 1);
    for (std::size_t p = 0; p < players; ++p)
      if (p != self) payoffs.others[at++] = raw(tree.terminal_sequence[t * players + p]);
  }
  return payoffs;
}

/// What every sequence of a player brings against plans of the others, given in their order.
void Cfr::take_values(int player, const std::vector<const double*>& plans) {
  const Payoffs& payoffs = payoffs_[index(player)];
  std::vector<double>& value = players_[index(player)].value;
  if (plans.size() == 1) {
    const double* const other = plans[0];
    const CompressedRows& pairs = payoffs.pairs;
    for (std::size_t q = 0; q < value.size(); ++q) {
      double sum = 0;
      for (auto k = index(pairs.start[q]); k < index(pairs.start[q + 1]); ++k)
        sum += pairs.value[k] * other[index(pairs.index[k])];
      value[q] = sum;
    }
    return;
  }
  for (std::size_t q = 0; q < value.size(); ++q) {
    double sum = 0;
    for (auto k = index(payoffs.start[q]); k < index(payoffs.start[q + 1]); ++k) {
      double weight = payoffs.worth[k];
      for (std::size_t j = 0; j < plans.size(); ++j) weight *= plans[j][index(payoffs.others[k * plans.size() + j])];
      sum += weight;
    }
    value[q] = sum;
  }
}

double Cfr::weight_of(double round) const { return std::pow(round, rule_.averaging); }

void Cfr::play(std::int64_t rounds, Budget& budget) {
  std::int64_t work = 0;
  for (const Payoffs& payoffs : payoffs_)
    work += static_cast<std::int64_t>(payoffs.pairs.value.size() + payoffs.worth.size()) / 64 + 1;
  std::vector<const double*> plans;
  const int count = static_cast<int>(players_.size());
  for (std::int64_t i = 0; i < rounds; ++i) {
    budget.listen(work);
    const auto round = static_cast<double>(++rounds_);
    const double weight = weight_of(round);
    for (int p = 0; p < count; ++p) {
      plans.clear();
      for (int other = 0; other < count; ++other)
        if (other != p) plans.push_back(players_[index(other)].plan.data());
      take_values(p, plans);
      players_[index(p)].add_to_average(weight);
      if (rule_.alternating) players_[index(p)].update(rule_, round);
    }
    for (int p = 0; p < count && !rule_.alternating; ++p) players_[index(p)].update(rule_, round);
    weight_ += weight;
  }
}

std::vector<double> Cfr::average(int player) const {
  const RegretPlayer& own = players_[index(player)];
  std::vector<double> plan = weight_ > 0 ? own.sum : own.plan;
  if (weight_ > 0)
    for (double& p : plan) p /= weight_;
  return plan;
}

double Cfr::best_value(int player) {
  std::vector<std::vector<double>> averages;
  std::vector<const double*> plans;
  for (int other = 0; other < static_cast<int>(players_.size()); ++other)
    if (other != player) averages.push_back(average(other));
  for (const std::vector<double>& plan : averages) plans.push_back(plan.data());
  take_values(player, plans);
  RegretPlayer& own = players_[index(player)];
  return dodona::best_value(own.treeplex, own.value);
}

void Cfr::restore(int player, std::span<const double> regrets, std::span<const double> behaviour,
                  std::span<const double> sums) {
  RegretPlayer& own = players_[index(player)];
  const std::size_t count = own.regret.size();
  if (regrets.size() != count || behaviour.size() != count || sums.size() != count)
    throw GameDefinitionError("the saved regrets belong to another game.");
  own.regret.assign(regrets.begin(), regrets.end()), own.sum.assign(sums.begin(), sums.end());
  own.behaviour.assign(behaviour.begin(), behaviour.end());
  follow(own.treeplex, own.behaviour, own.plan);
}

void Cfr::restore_rounds(std::int64_t rounds) {
  weight_ = 0;
  for (rounds_ = 0; rounds_ < rounds;) weight_ += weight_of(static_cast<double>(++rounds_));
}

}  // namespace dodona
