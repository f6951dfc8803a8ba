/// What regret minimisation keeps of one player: a local minimiser at every information set, and her average plan.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "games/treeplex.h"

namespace dodona {

/// How the minimiser at an information set treats its regrets; with the other parts of self-play (self_play.h) every
/// published variant is a choice of these.
struct RegretRule {
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  bool floor = false;       ///< regret matching+ [Tammelin2014]: sums of regrets never fall below zero
  bool predictive = false;  ///< the last regret is expected once more [Farina2021]
  /// After round t positive sums are multiplied by t^p / (t^p + 1), negative ones by t^n / (t^n + 1) [Brown2019].
  double positive_discount = kNever, negative_discount = kNever;
};

/// Passes over a treeplex on the caller's thread.
struct WholeTreeplex {
  template <class ValueAt>
  void back_up(const Treeplex& treeplex, std::span<double> values, ValueAt&& value_at) {
    dodona::back_up(treeplex, values, value_at);
  }
  void follow(const Treeplex& treeplex, std::span<const double> behaviour, std::span<double> plan) const {
    dodona::follow(treeplex, behaviour, plan);
  }
};

struct RegretPlayer {
  Treeplex treeplex;
  std::vector<double> regret, behaviour, plan, sum, value;

  /// Nothing is regretted yet, and every action is equally likely.
  void begin() {
    const std::size_t count = index(treeplex.num_sequences);
    regret.assign(count, 0.0), behaviour.assign(count, 1.0), plan.assign(count, 1.0), sum.assign(count, 0.0),
        value.assign(count, 0.0);
    choose_everywhere();
  }
  /// Plays by the regrets there are.
  void choose_everywhere() {
    for (std::size_t s = 0; s < index(treeplex.num_infosets); ++s)
      choose(treeplex.begin(s), treeplex.end(s), [](std::size_t) { return 0.0; });
    follow(treeplex, behaviour, plan);
  }
  /// Takes what every sequence brings in this round, without what comes after it, from `value`: regrets are updated,
  /// and with them the behaviour and its plan.
  template <class Passes = WholeTreeplex>
  void update(const RegretRule& rule, double round, Passes passes = {}) {
    const double kept = discount(round, rule.positive_discount), forgiven = discount(round, rule.negative_discount);
    passes.back_up(treeplex, value, [&](std::size_t begin, std::size_t end) {
      double mean = 0;
      for (std::size_t q = begin; q < end; ++q) mean += behaviour[q] * value[q];
      for (std::size_t q = begin; q < end; ++q) {
        const double sum_of_regrets = regret[q] + (value[q] - mean);
        regret[q] = sum_of_regrets > 0 ? kept * sum_of_regrets : rule.floor ? 0.0 : forgiven * sum_of_regrets;
      }
      choose(begin, end, [&](std::size_t q) { return rule.predictive ? value[q] - mean : 0.0; });
      return mean;
    });
    passes.follow(treeplex, behaviour, plan);
  }
  void add_to_average(double weight) {
    for (std::size_t q = 0; q < plan.size(); ++q) sum[q] += weight * plan[q];
  }

 private:
  static double discount(double round, double exponent) {
    if (exponent == RegretRule::kNever) return 1;
    const double power = std::pow(round, exponent);
    return power / (power + 1);
  }
  /// Regret matching at the set of some sequences, as if `expected` came on top of the regrets.
  template <class Expected>
  void choose(std::size_t begin, std::size_t end, Expected&& expected) {
    double total = 0;
    for (std::size_t q = begin; q < end; ++q) total += behaviour[q] = std::max(0.0, regret[q] + expected(q));
    const double factor = total > 0 ? 1 / total : 0, rest = total > 0 ? 0 : 1.0 / static_cast<double>(end - begin);
    for (std::size_t q = begin; q < end; ++q) behaviour[q] = behaviour[q] * factor + rest;
  }
};

}  // namespace dodona
