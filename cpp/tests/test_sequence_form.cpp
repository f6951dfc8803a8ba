#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.h"
#include "core/random.h"
#include "domains/kuhn.h"
#include "extensive/profile.h"
#include "extensive/regret_matching.h"
#include "extensive/restricted_game.h"
#include "extensive/sequence_program.h"
#include "games/host.h"
#include "games/sequence_form.h"

namespace dodona {
namespace {

GameTree kuhn_tree(int cards) {
  Budget budget;
  return build_tree(host(Kuhn(cards)), budget);
}

/// The player chooses left or right; after left, which of three doors.
Treeplex doors() {
  Treeplex treeplex;
  treeplex.add_set(kEmptySequence, 2);
  treeplex.add_set(SequenceId{1}, 3);
  return treeplex;
}

std::vector<double> random_behaviour(const Treeplex& treeplex, Random& random) {
  std::vector<double> weights(index(treeplex.num_sequences), 1.0);
  for (std::size_t q = 1; q < weights.size(); ++q) weights[q] = 1 + random.below(9);
  for (std::size_t set = 0; set < index(treeplex.num_infosets); ++set) {
    double total = 0;
    for (std::size_t q = treeplex.begin(set); q < treeplex.end(set); ++q) total += weights[q];
    for (std::size_t q = treeplex.begin(set); q < treeplex.end(set); ++q) weights[q] /= total;
  }
  return weights;
}

/// What player 0 gets where both follow their plans.
double expectation(const SequenceForm& form, const std::vector<double>& own, const std::vector<double>& other) {
  double sum = 0;
  for (std::size_t row = 0; row < other.size(); ++row)
    for (auto k = index(form.payoffs.start[row]); k < index(form.payoffs.start[row + 1]); ++k)
      sum += other[row] * form.payoffs.value[k] * own[index(form.payoffs.index[k])];
  return sum;
}

std::vector<double> times(const CompressedRows& matrix, const std::vector<double>& x) {
  std::vector<double> product;
  for (std::size_t row = 0; row + 1 < matrix.start.size(); ++row) {
    double sum = 0;
    for (auto k = index(matrix.start[row]); k < index(matrix.start[row + 1]); ++k)
      sum += matrix.value[k] * x[index(matrix.index[k])];
    product.push_back(sum);
  }
  return product;
}

std::vector<std::int32_t> numbers_to(std::int64_t count) {
  std::vector<std::int32_t> names;
  for (std::int32_t q = 0; q < count; ++q) names.push_back(q);
  return names;
}

TEST_CASE("plans follow from behaviours and behaviours from plans") {
  const Treeplex treeplex = doors();
  CHECK(treeplex.num_infosets == 2);
  CHECK(treeplex.num_sequences == 6);
  const std::vector<double> behaviour{1, 0.5, 0.5, 0.25, 0.25, 0.5};
  std::vector<double> plan(6);
  follow(treeplex, behaviour, plan);
  CHECK(plan == std::vector<double>{1, 0.5, 0.5, 0.125, 0.125, 0.25});
  CHECK(behaviour_of(treeplex, plan) == behaviour);
}

TEST_CASE("a behaviour is uniform where its plan does not lead, whatever rounding left there") {
  const std::vector<double> plan{1, 1e-15, 1, -1e-17, 1e-15, 0};
  const std::vector<double> behaviour = behaviour_of(doors(), plan);
  CHECK(behaviour[2] == doctest::Approx(1));
  for (const std::size_t q : {3, 4, 5}) CHECK(behaviour[q] == doctest::Approx(1.0 / 3));
}

TEST_CASE("the best value takes the best sequence of every set, parents last") {
  std::vector<double> values{10, 1, 4, 2, 5, 3};
  CHECK(best_value(doors(), values) == 10 + std::max(1 + 5, 4));
  CHECK(values[1] == 6);
  CHECK(best_sequence(std::vector<double>{0, 2, 7, 7, 1}, 1, 5) == 2);
}

TEST_CASE("the form of a tree has its sets, its sequences and its expectations") {
  const GameTree tree = kuhn_tree(3);
  const SequenceForm form = sequence_form(tree);
  for (const int player : {0, 1}) {
    CHECK(form.players[index(player)].num_infosets == 6);
    CHECK(form.players[index(player)].num_sequences == 13);
  }
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    Plans plans;
    for (const int player : {0, 1})
      plans.push_back(realization_plan(tree.own(player), random_behaviour(tree.own(player), random)));
    const double expected = expected_utilities(tree, plans).utilities[0];
    CHECK(expectation(form, plans[0], plans[1]) == doctest::Approx(expected).epsilon(1e-12));
    // All utilities less a constant: so is every expectation, since some terminal node is always reached.
    CHECK(expectation(sequence_form(tree, 2.5), plans[0], plans[1]) == doctest::Approx(expected - 2.5).epsilon(1e-12));
  }
}

TEST_CASE("trees of other than two players, and players who forget, have no such form") {
  GameTree tree = kuhn_tree(2);
  tree.players = 3;
  CHECK_THROWS_AS(sequence_form(tree), GameDefinitionError);
  tree.players = 2, tree.recall_problem = "forgotten.";
  CHECK_THROWS_WITH_AS(sequence_form(tree), "forgotten.", GameDefinitionError);
}

TEST_CASE("a plan and what the other player can hold it to satisfy the program, and no larger value does") {
  const GameTree tree = kuhn_tree(4);
  const SequenceForm form = sequence_form(tree);
  const ProgramLayout layout = layout_in_order(form);
  const double unit = 0.5;
  const SequenceProgram program = sequence_program(form, layout, unit);
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    const std::vector<double> plan = realization_plan(form.players[0], random_behaviour(form.players[0], random));
    std::vector<double> losses = times(form.payoffs, plan);  // of player 1's sequences
    for (double& loss : losses) loss /= -unit;
    const double best = best_value(form.players[1], losses);
    CHECK(best * unit == doctest::Approx(best_response(tree, 1, {plan, plan}).value).epsilon(1e-12));

    std::vector<double> x(layout.columns);
    for (std::size_t q = 0; q < plan.size(); ++q) x[index(layout.sequences[0][q])] = plan[q];
    for (std::size_t set = 0; set < layout.sets[1].size(); ++set)
      x[index(layout.sets[1][set])] =
          -losses[best_sequence(losses, form.players[1].begin(set), form.players[1].end(set))];
    x[index(layout.value)] = -best;
    const auto satisfied = [&] {
      const std::vector<double> rows = times(program.matrix, x);
      bool inside = true;
      for (std::size_t r = 0; r < rows.size(); ++r)
        inside = inside && rows[r] >= program.row_lower[r] - 1e-12 && rows[r] <= program.row_upper[r] + 1e-12;
      for (std::size_t c = 0; c < x.size(); ++c)
        inside = inside && x[c] >= program.lower[c] && x[c] <= program.upper[c];
      return inside;
    };
    CHECK(satisfied());
    x[index(layout.value)] += 1e-6;
    CHECK_FALSE(satisfied());
  }
}

TEST_CASE("regret matching on the form of a tree comes near the value of Kuhn poker") {
  const GameTree tree = kuhn_tree(3);
  const SequenceForm form = sequence_form(tree);
  RegretMatching regret;
  regret.load(form, {numbers_to(form.players[0].num_sequences), numbers_to(form.players[1].num_sequences)});
  CHECK(regret.improve(1e-3, 10'000) <= 1e-3);
  const Plans plans{regret.plan(0), regret.plan(1)};
  CHECK(std::abs(expected_utilities(tree, plans).utilities[0] + 1.0 / 18) <= 1e-3);
  const double gap = best_response(tree, 0, plans).value + best_response(tree, 1, plans).value;
  CHECK(regret.gap() == doctest::Approx(gap).epsilon(1e-9));
}

/// A set of a player after one of her sequences, with an allowed class of actions of each size.
void add_set(RestrictedGame& game, int player, std::int32_t parent, const std::vector<double>& sizes) {
  RestrictedPlayer& own = game.players[index(player)];
  const auto set = static_cast<std::int32_t>(own.sets.size());
  own.sets.push_back({});
  own.sets.back().parent = parent;
  int action = 0;
  for (const double size : sizes) game.allow(player, set, action++, size);
}

TEST_CASE("sets with one action are no part of a restricted form, and what they lead to hangs on the choice before") {
  RestrictedGame game;
  add_set(game, 0, 0, {1, 1});  // sequences 1 and 2
  add_set(game, 0, 2, {1});     // 3: no choice
  add_set(game, 0, 3, {1, 1});  // 4 and 5
  add_set(game, 1, 0, {1});
  game.pay({1, 1, 7}), game.pay({4, 1, 2}), game.pay({5, 0, 3});
  const RestrictedForm restricted = game.form({});
  const auto& [own, other] = restricted.form.players;
  CHECK(own.num_infosets == 2);
  CHECK(own.num_sequences == 5);
  CHECK(own.parent(1) == 2);
  CHECK(other.num_infosets == 0);
  CHECK(restricted.form.payoffs.start == std::vector<std::int32_t>{0, 3});
  CHECK(restricted.form.payoffs.index == std::vector<std::int32_t>{1, 3, 4});
  CHECK(restricted.form.payoffs.value == std::vector<double>{7, 2, 3});
}

TEST_CASE("a class of actions has the probability of all of them") {
  RestrictedGame game;
  add_set(game, 0, 0, {4, 1});  // four corners or the centre
  add_set(game, 1, 0, {2, 2});
  game.pay({1, 1, 8}), game.pay({1, 2, -8}), game.pay({2, 1, -1}), game.pay({2, 2, 1});
  const SequenceForm form = game.form({}).form;
  CHECK(form.payoffs.value == std::vector<double>{1, -0.5, -1, 0.5});
  game.set_plan(0, std::vector<double>{1, 0, 0.5, 0.5});  // by columns: the empty sequence, the value, both actions
  CHECK(game.players[0].behaviour == std::vector<double>{1, 0.125, 0.5});
  game.set_plan(0, std::vector<double>{1, 0, 0.5, 0.5}, 0.2);  // each corner is played less than that
  CHECK(game.players[0].behaviour == std::vector<double>{1, 0, 1});
}

TEST_CASE("rows and columns of a restricted game keep their places as it grows") {
  RestrictedGame game;
  add_set(game, 0, 0, {1, 1});
  add_set(game, 1, 0, {1, 1});
  game.pay({1, 1, 1});
  const RestrictedForm before = game.form({});
  CHECK(before.row_basic.size() == before.layout.rows);
  add_set(game, 0, 1, {1, 1});
  game.allow(0, 0, 2, 1);
  game.pay({5, 2, 4});
  const RestrictedForm after = game.form({});
  CHECK(after.row_basic.size() == after.layout.rows - before.layout.rows);
  CHECK(after.column_basic.size() == after.layout.columns - before.layout.columns);
  CHECK(after.changes.values == std::vector<double>{4});
  const std::vector<std::int32_t>&old = before.layout.sequences[0], &now = after.layout.sequences[0];
  for (const std::int32_t name : old) CHECK(std::count(now.begin(), now.end(), name) == 1);
  CHECK(after.layout.sequences[1] == before.layout.sequences[1]);
  CHECK(after.layout.sets[0][0] == before.layout.sets[0][0]);
  CHECK(after.form.players[0].num_sequences == 6);
  const SequenceProgram program = sequence_program(after.form, after.layout, 1);
  CHECK(program.lower[RestrictedGame::kRoot] == 1);
  CHECK(program.upper[RestrictedGame::kRoot] == 1);
  CHECK(program.cost[RestrictedGame::kValue] == -1);
}

}  // namespace
}  // namespace dodona
