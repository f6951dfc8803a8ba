#include "games/flow_game.h"

#include <cmath>
#include <string>

#include "core/errors.h"

namespace dodona {
namespace {

/// How far probabilities may be from a sum of one.
constexpr double kRounding = 1e-9;

void require(bool holds, const std::string& what, int player) {
  if (!holds)
    throw GameDefinitionError("the decision process of player " + std::to_string(player) + " has " + what + ".");
}

/// Whether starts begin at 0, never fall, and end at `last`.
bool are_starts(const std::vector<std::int32_t>& starts, std::size_t last) {
  return !starts.empty() && starts.front() == 0 && std::is_sorted(starts.begin(), starts.end()) &&
         index(starts.back()) == last;
}

void require_sound_process(const DecisionProcess& process, int player) {
  const std::size_t states = process.num_states();
  require(states > 0, "no state", player);
  require(process.first_action.size() == states + 1 && are_starts(process.first_action, process.num_actions()) &&
              are_starts(process.first_outcome, process.next.size()) &&
              process.probability.size() == process.next.size(),
          "arrays whose lengths do not fit together", player);
  double start = 0;
  for (const double p : process.initial) require(p >= 0, "a negative probability of a start", player), start += p;
  require(std::abs(start - 1) <= kRounding, "starts whose probabilities do not add up to 1", player);
  for (std::size_t state = 0; state < states; ++state) {
    for (std::size_t a = process.begin(state); a < process.end(state); ++a) {
      const std::string where = " from state " + std::to_string(state);
      double sum = 0;
      process.for_outcomes(a, [&](std::size_t after, double p) {
        require(after > state && after < states, "an outcome that leads nowhere or back" + where, player);
        require(p >= 0, "a negative probability" + where, player);
        sum += p;
      });
      require(std::abs(sum - 1) <= kRounding, "an action whose probabilities do not add up to 1" + where, player);
    }
  }
}

void require_sound_rows(const CompressedRows& rows, std::size_t height, std::size_t width, const char* name,
                        int player) {
  bool fits = rows.start.size() == height + 1 && are_starts(rows.start, rows.index.size()) &&
              rows.value.size() == rows.index.size();
  for (const std::int32_t column : rows.index) fits = fits && column >= 0 && index(column) < width;
  for (const double value : rows.value) fits = fits && std::isfinite(value);
  require(fits, std::string(name) + " that do not fit its actions, or are not finite", player);
}

double row_sum(const CompressedRows& rows, std::size_t row, std::span<const double> weights) {
  double sum = 0;
  for (std::size_t k = index(rows.start[row]); k < index(rows.start[row + 1]); ++k)
    sum += rows.value[k] * weights[index(rows.index[k])];
  return sum;
}

}  // namespace

void FlowGame::require_sound() const {
  for (const int player : {0, 1}) {
    require_sound_process(processes[index(player)], player);
    const std::size_t own = processes[index(player)].num_actions(), other = processes[index(1 - player)].num_actions();
    const FlowPayoffs& payoff = payoffs[index(player)];
    bool finite = payoff.alone.size() == own && std::isfinite(constant);
    for (const double value : payoff.alone) finite = finite && std::isfinite(value);
    require(finite, "payoffs that are not one finite number per action", player);
    require_sound_rows(payoff.pairs, own, other, "pairs", player);
    require_sound_rows(payoff.factors, own, terms, "factors", player);
  }
}

void FlowGame::take_values(int player, std::span<const double> other, std::span<double> values,
                           std::span<double> shares) const {
  const FlowPayoffs &own = payoffs[index(player)], &theirs = payoffs[index(1 - player)];
  std::fill(shares.begin(), shares.end(), 0.0);
  for (std::size_t b = 0; b < other.size(); ++b) {
    if (other[b] == 0) continue;
    for (std::size_t k = index(theirs.factors.start[b]); k < index(theirs.factors.start[b + 1]); ++k)
      shares[index(theirs.factors.index[k])] += other[b] * theirs.factors.value[k];
  }
  for (std::size_t a = 0; a < values.size(); ++a)
    values[a] = own.alone[a] + row_sum(own.factors, a, shares) + row_sum(own.pairs, a, other);
}

double FlowGame::alone(int player, std::span<const double> flow) const {
  const std::vector<double>& worth = payoffs[index(player)].alone;
  double sum = 0;
  for (std::size_t a = 0; a < flow.size(); ++a) sum += flow[a] * worth[a];
  return sum;
}

double FlowGame::utility(std::span<const double> first, std::span<const double> second) const {
  std::vector<double> values(first.size()), shares(terms);
  take_values(0, second, values, shares);
  double sum = constant + alone(1, second);
  for (std::size_t a = 0; a < first.size(); ++a) sum += first[a] * values[a];
  return sum;
}

FlowResponse best_response(const FlowGame& game, int player, std::span<const double> other,
                           std::span<const std::uint8_t> ranks, double slack) {
  const DecisionProcess& process = game.processes[index(player)];
  const double sign = player == 0 ? 1 : -1;
  FlowResponse response;
  response.choice.assign(process.num_states(), -1);
  response.values.resize(process.num_actions());
  std::vector<double> shares(game.terms);
  game.take_values(player, other, response.values, shares);
  const std::vector<double>& values = response.values;
  const double start = back_up(process, response.values, [&](std::size_t state, std::size_t begin, std::size_t end) {
    std::size_t best = begin;
    for (std::size_t a = begin + 1; a < end; ++a)
      if (sign * values[a] > sign * values[best]) best = a;
    std::size_t chosen = best;
    for (std::size_t a = begin; a < end && !ranks.empty(); ++a)
      if (ranks[a] > ranks[chosen] && sign * (values[best] - values[a]) <= slack) chosen = a;
    response.choice[state] = static_cast<std::int32_t>(chosen);
    return values[best];
  });
  response.value = game.constant + game.alone(1 - player, other) + start;
  return response;
}

}  // namespace dodona
