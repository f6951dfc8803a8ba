#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/errors.h"
#include "core/random.h"
#include "flow/compact_game.h"
#include "flow/regret.h"
#include "games/flow_game.h"

namespace dodona {
namespace {

/// A walk over a line of cells for some steps: stay, go left, go right, where the move fails now and then.
DecisionProcess walk(int cells, int steps, int start, double failure) {
  DecisionProcess process;
  const auto state = [&](int step, int cell) { return step * cells + cell; };
  process.initial.assign(index((steps + 1) * cells), 0.0);
  process.initial[index(start)] = 1;
  for (int step = 0; step <= steps; ++step) {
    for (int cell = 0; cell < cells; ++cell) {
      for (const int to : {cell, cell - 1, cell + 1}) {
        if (step == steps || to < 0 || to >= cells) continue;
        process.next.push_back(state(step + 1, to)), process.probability.push_back(to == cell ? 1 : 1 - failure);
        if (to != cell) process.next.push_back(state(step + 1, cell)), process.probability.push_back(failure);
        process.first_outcome.push_back(static_cast<std::int32_t>(process.next.size()));
      }
      process.first_action.push_back(static_cast<std::int32_t>(process.first_outcome.size() - 1));
    }
  }
  return process;
}

/// Two walks; player 1 wants to be where player 0 is, and cells have values of their own.
FlowGame chase(int cells, int steps, double failure) {
  FlowGame game;
  game.processes = {walk(cells, steps, 0, failure), walk(cells, steps, cells - 1, failure)};
  game.terms = game.processes[0].num_states();
  Random random(7);
  for (const std::size_t p : {0, 1}) {
    const DecisionProcess& process = game.processes[p];
    FlowPayoffs& payoffs = game.payoffs[p];
    payoffs.pairs.start.assign(process.num_actions() + 1, 0);
    for (std::size_t s = 0; s < process.num_states(); ++s) {
      for (std::size_t a = process.begin(s); a < process.end(s); ++a) {
        payoffs.alone.push_back(p == 0 ? 0.1 * static_cast<double>(random.below(10)) : 0.0);
        payoffs.factors.index.push_back(static_cast<std::int32_t>(s));
        payoffs.factors.value.push_back(p == 0 ? -1.0 : 1.0);
        payoffs.factors.start.push_back(static_cast<std::int32_t>(payoffs.factors.index.size()));
      }
    }
  }
  game.require_sound();
  return game;
}

/// How far a flow is from bringing as much out of every state as into it.
double imbalance(const DecisionProcess& process, const std::vector<double>& flow) {
  std::vector<double> in = process.initial;
  double most = 0;
  for (std::size_t s = 0; s < process.num_states(); ++s) {
    double out = 0;
    for (std::size_t a = process.begin(s); a < process.end(s); ++a) {
      out += flow[a];
      process.for_outcomes(a, [&](std::size_t after, double p) { in[after] += flow[a] * p; });
    }
    if (!process.is_terminal(s)) most = std::max(most, std::abs(in[s] - out));
  }
  return most;
}

std::vector<double> random_flow(const DecisionProcess& process, Random& random) {
  std::vector<double> weights(process.num_actions()), flow(process.num_actions());
  for (double& w : weights) w = random.below(3);
  follow(process, behaviour_of(process, weights), flow);
  return flow;
}

std::vector<std::int32_t> first_actions(const DecisionProcess& process) {
  std::vector<std::int32_t> choice(process.num_states(), -1);
  for (std::size_t s = 0; s < process.num_states(); ++s)
    if (!process.is_terminal(s)) choice[s] = process.first_action[s];
  return choice;
}

TEST_CASE("a behaviour's flow leaves every state as it comes in, and gives the behaviour back") {
  const DecisionProcess process = walk(5, 6, 2, 0.1);
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const std::vector<double> flow = random_flow(process, random);
    CHECK(imbalance(process, flow) < 1e-12);
    std::vector<double> again(flow.size());
    follow(process, behaviour_of(process, flow), again);
    for (std::size_t a = 0; a < flow.size(); ++a) CHECK(again[a] == doctest::Approx(flow[a]));
  }
}

TEST_CASE("a best response is worth what its flow gets, and no flow gets more") {
  const FlowGame game = chase(4, 5, 0.2);
  Random random(2);
  for (const int player : {0, 1}) {
    const std::vector<double> other = random_flow(game.processes[index(1 - player)], random);
    const FlowResponse response = best_response(game, player, other, {}, 0);
    const double sign = player == 0 ? 1 : -1;
    const auto utility = [&](const std::vector<double>& own) {
      return player == 0 ? game.utility(own, other) : game.utility(other, own);
    };
    const DecisionProcess& process = game.processes[index(player)];
    std::vector<double> behaviour(process.num_actions(), 0.0), flow(process.num_actions());
    for (const std::int32_t a : response.choice)
      if (a >= 0) behaviour[index(a)] = 1;
    follow(process, behaviour, flow);
    CHECK(utility(flow) == doctest::Approx(response.value));
    for (int i = 0; i < 50; ++i) CHECK(sign * utility(random_flow(process, random)) <= sign * response.value + 1e-12);
  }
}

TEST_CASE("ranks decide among equally good actions") {
  FlowGame game = chase(3, 2, 0);
  for (const std::size_t p : {0, 1}) std::fill(game.payoffs[p].alone.begin(), game.payoffs[p].alone.end(), 0.0);
  game.payoffs[0].factors.value.assign(game.payoffs[0].factors.value.size(), 0.0);
  Random random(3);
  const std::vector<double> other = random_flow(game.processes[1], random);
  std::vector<std::uint8_t> ranks(game.processes[0].num_actions(), 0);
  ranks[1] = 2;
  CHECK(best_response(game, 0, other, ranks, 1e-9).choice[0] == 1);
  CHECK(best_response(game, 0, other, {}, 1e-9).choice[0] == 0);
}

TEST_CASE("a restricted game gives its program columns and rows that refer to what is there") {
  for (const double failure : {0.0, 0.3}) {
    const FlowGame game = chase(5, 6, failure);
    Random random(11);
    CompactGame restricted(game, {first_actions(game.processes[0]), first_actions(game.processes[1])});
    std::int64_t rows = 0, columns = 0;
    for (int round = 0; round < 12; ++round) {
      const DecisionProcess& process = game.processes[0];
      std::vector<std::int32_t> choice(process.num_states(), -1);
      for (std::size_t s = 0; s < process.num_states(); ++s)
        if (!process.is_terminal(s))
          choice[s] = process.first_action[s] +
                      static_cast<std::int32_t>(random.below(static_cast<int>(process.end(s) - process.begin(s))));
      const std::int64_t before = restricted.num_actions(0);
      const int added = restricted.grow(0, choice);
      CHECK(added == restricted.num_actions(0) - before);
      const ProgramGrowth growth = restricted.take_growth();
      CHECK(growth.old_rows.start.size() == growth.cost.size() + 1);
      for (const std::int32_t row : growth.old_rows.index) CHECK(row < rows);
      rows += static_cast<std::int64_t>(growth.row_lower.size()),
          columns += static_cast<std::int64_t>(growth.cost.size());
      for (const std::int32_t column : growth.new_rows.index) CHECK(column < columns);
      CHECK(restricted.num_fully_expanded(0) <= restricted.num_actions(0));
    }
    // The same response adds nothing the second time.
    const FlowResponse response = best_response(game, 1, random_flow(game.processes[0], random), {}, 0);
    restricted.grow(1, response.choice);
    CHECK(restricted.grow(1, response.choice) == 0);
  }
}

TEST_CASE("regret minimisation closes the gap, predictive or not") {
  const FlowGame game = chase(4, 4, 0.1);
  for (const bool predictive : {false, true}) {
    FlowRegret regret(game, predictive);
    Budget budget;
    double last = 1e9;
    for (const std::int64_t rounds : {10, 100, 1000}) {
      regret.play(rounds, budget);
      const std::vector<double> first = regret.average(0), second = regret.average(1);
      CHECK(imbalance(game.processes[0], first) < 1e-9);
      const double gap = best_response(game, 0, second, {}, 0).value - best_response(game, 1, first, {}, 0).value;
      CHECK(gap >= -1e-12);
      CHECK(gap < last);
      last = gap;
    }
    CHECK(last < 1e-3);
  }
}

TEST_CASE("arrays that are no game are refused") {
  FlowGame game = chase(3, 2, 0.1);
  SUBCASE("a cycle") { game.processes[0].next[0] = 0; }
  SUBCASE("probabilities that do not add up") { game.processes[1].probability[1] = 0.5; }
  SUBCASE("starts that do not add up") { game.processes[0].initial[0] = 0.5; }
  SUBCASE("a payoff that is no number") { game.payoffs[0].alone[0] = NAN; }
  SUBCASE("a share of a term that there is not") { game.payoffs[1].factors.index[0] = 1000; }
  CHECK_THROWS_AS(game.require_sound(), GameDefinitionError);
}

}  // namespace
}  // namespace dodona
