/// One player's finite acyclic decision process as flat arrays: what flows, best responses and regrets work on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.h"

namespace dodona {

/// States are in topological order: every outcome of an action leads to a state with a larger number. A state without
/// actions ends the process. A flow gives every action the probability that its state is reached and it is played: what
/// leaves a state is what comes in, from the start or by outcomes (equation 6.2 of Bosansky 2014).
struct DecisionProcess {
  std::vector<double> initial;                ///< probability of starting in each state
  std::vector<std::int32_t> first_action{0};  ///< of each state, and the number of actions behind the last
  std::vector<std::int32_t> first_outcome{0};
  std::vector<std::int32_t> next;  ///< where an outcome leads
  std::vector<double> probability;

  std::size_t num_states() const { return initial.size(); }
  std::size_t num_actions() const { return first_outcome.size() - 1; }
  /// The actions of a state are those from `begin` to before `end`.
  std::size_t begin(std::size_t state) const { return index(first_action[state]); }
  std::size_t end(std::size_t state) const { return index(first_action[state + 1]); }
  bool is_terminal(std::size_t state) const { return begin(state) == end(state); }

  template <class Visit>  // visit(state, probability)
  void for_outcomes(std::size_t action, Visit&& visit) const {
    for (std::size_t o = index(first_outcome[action]); o < index(first_outcome[action + 1]); ++o)
      visit(index(next[o]), probability[o]);
  }
};

/// Carries probability forward: `choose(state, reach)` sets `flow` at the actions of a state that is reached with this
/// probability, and outcomes of these actions reach later states.
template <class Choose>
void carry_forward(const DecisionProcess& process, std::span<double> flow, Choose&& choose) {
  std::vector<double> reach = process.initial;
  for (std::size_t state = 0; state < process.num_states(); ++state) {
    choose(state, reach[state]);
    for (std::size_t a = process.begin(state); a < process.end(state); ++a) {
      if (flow[a] != 0) process.for_outcomes(a, [&](std::size_t after, double p) { reach[after] += flow[a] * p; });
    }
  }
}

/// The flow of a behaviour, which gives every action its probability in its state.
inline void follow(const DecisionProcess& process, std::span<const double> behaviour, std::span<double> flow) {
  carry_forward(process, flow, [&](std::size_t state, double reach) {
    for (std::size_t a = process.begin(state); a < process.end(state); ++a) flow[a] = reach * behaviour[a];
  });
}

/// The behaviour of weights that are a flow up to rounding; uniform in states that they do not reach.
inline std::vector<double> behaviour_of(const DecisionProcess& process, std::span<const double> weights) {
  constexpr double kReached = 1e-12;
  std::vector<double> behaviour(weights.size());
  for (std::size_t state = 0; state < process.num_states(); ++state) {
    const std::size_t begin = process.begin(state), end = process.end(state);
    double reach = 0;
    for (std::size_t a = begin; a < end; ++a) reach += std::max(weights[a], 0.0);
    for (std::size_t a = begin; a < end; ++a)
      behaviour[a] = reach > kReached ? std::max(weights[a], 0.0) / reach : 1.0 / static_cast<double>(end - begin);
  }
  return behaviour;
}

/// Backs values of actions up: later states are worth what `value_at(state, begin, end)` says before earlier actions
/// that lead to them are asked. Returns what the process is worth from its start.
template <class ValueAt>
double back_up(const DecisionProcess& process, std::span<double> values, ValueAt&& value_at) {
  std::vector<double> worth(process.num_states(), 0.0);
  double total = 0;
  for (std::size_t state = process.num_states(); state-- > 0;) {
    const std::size_t begin = process.begin(state), end = process.end(state);
    if (begin == end) continue;
    for (std::size_t a = begin; a < end; ++a)
      process.for_outcomes(a, [&](std::size_t after, double p) { values[a] += p * worth[after]; });
    worth[state] = value_at(state, begin, end);
    total += process.initial[state] * worth[state];
  }
  return total;
}

}  // namespace dodona
