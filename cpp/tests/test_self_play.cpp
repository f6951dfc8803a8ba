#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <vector>

#include "core/random.h"
#include "domains/kuhn.h"
#include "extensive/excessive_gap.h"
#include "extensive/self_play.h"
#include "extensive/shared_treeplex.h"
#include "games/host.h"

namespace dodona {
namespace {

Treeplex random_treeplex(int sets, Random& random) {
  Treeplex treeplex;
  for (int s = 0; s < sets; ++s) {
    const auto parent = static_cast<SequenceId>(random.below(static_cast<int>(treeplex.num_sequences)));
    treeplex.add_set(parent, 1 + random.below(4));
  }
  return treeplex;
}

std::vector<double> random_numbers(std::int64_t count, Random& random) {
  std::vector<double> numbers(index(count));
  for (double& number : numbers) number = 0.1 * random.below(1000) - 30;
  return numbers;
}

GameTree kuhn_tree(int cards) {
  Budget budget;
  return build_tree(host(Kuhn(cards)), budget);
}

}  // namespace

TEST_CASE("passes over a shared treeplex give the numbers of one thread") {
  Random random(3);
  for (const int sets : {1, 100, 1000, 5000}) {
    const Treeplex treeplex = random_treeplex(sets, random);
    const std::vector<double> given = random_numbers(treeplex.num_sequences, random);
    for (const int workers : {2, 3, 5}) {
      TaskPool pool(workers);
      SharedTreeplex shared(treeplex, index(workers));
      std::vector<double> values = given, expected = given;
      const auto sum_at = [](std::vector<double>& numbers) {
        return [&numbers](std::size_t begin, std::size_t end) {
          double sum = 0;
          for (std::size_t q = begin; q < end; ++q) sum += 0.3 * numbers[q];
          return sum;
        };
      };
      back_up(treeplex, expected, sum_at(expected));
      shared.back_up(treeplex, values, &pool, sum_at(values));
      CHECK(values == expected);
      std::vector<double> plan(given.size()), followed(given.size());
      follow(treeplex, given, followed);
      shared.follow(treeplex, given, plan, &pool);
      CHECK(plan == followed);
    }
  }
}

TEST_CASE("rounds on several threads leave the state of rounds on one") {
  const GameTree tree = kuhn_tree(100);  // large enough to be shared
  for (const auto update : {SelfPlayRule::Update::regret, SelfPlayRule::Update::respond, SelfPlayRule::Update::mirror})
    for (const bool alternating : {false, true}) {
      std::vector<std::vector<std::vector<double>>> states;
      for (const int threads : {1, 2, 3}) {
        SelfPlayRule rule;
        rule.update = update, rule.alternating = alternating, rule.threads = threads, rule.averaging = 1;
        if (update == SelfPlayRule::Update::respond) rule.opponents = SelfPlayRule::Opponents::average;
        if (!alternating) rule.correlate = true;
        SelfPlay play(tree, rule);
        Budget budget;
        play.play(5, budget);
        states.push_back(play.state());
      }
      CHECK(states[1] == states[0]);
      CHECK(states[2] == states[0]);
    }
}

TEST_CASE("responses to one's own plan are shared, too") {
  const GameTree tree = kuhn_tree(100);
  std::vector<std::vector<std::vector<double>>> states;
  for (const int threads : {1, 2}) {
    SelfPlayRule rule;
    rule.opponents = SelfPlayRule::Opponents::responses, rule.threads = threads;
    SelfPlay play(tree, rule);
    Budget budget;
    play.play(4, budget);
    states.push_back(play.state());
  }
  CHECK(states[0] == states[1]);
}

TEST_CASE("the excessive gap shrinks as its rounds go on, and a state goes on as if it had not been left") {
  const GameTree tree = kuhn_tree(4);
  ExcessiveGap whole(tree), first(tree), second(tree);
  Budget budget;
  for (const double bound : {0.02, 0.005}) {
    whole.play(400, budget);
    CHECK(whole.best_value(0) + whole.best_value(1) < bound);
  }
  first.play(300, budget);
  std::vector<std::span<const double>> spans;
  const std::vector<std::vector<double>> state = first.state();
  for (const std::vector<double>& items : state) spans.emplace_back(items);
  second.restore(spans);
  second.play(500, budget);
  CHECK(second.state() == whole.state());
}

}  // namespace dodona
