#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "core/random.h"
#include "domains/breakthrough.h"
#include "domains/connect_four.h"
#include "domains/goofspiel.h"
#include "domains/kuhn.h"
#include "domains/matrix.h"
#include "games/counts.h"
#include "games/game_tree.h"
#include "games/host.h"
#include "games/rules.h"
#include "games/tree_rules.h"
#include "perfect/search.h"
#include "perfect/search_kernel.h"
#include "simultaneous/stage_kernel.h"
#include "simultaneous/stages.h"

namespace dodona {
namespace {

/// A state that counts how many of it are alive.
struct Counted {
  explicit Counted(int* alive) : alive(alive) { ++*alive; }
  Counted(const Counted& other) : alive(other.alive) { ++*alive; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*alive; }
  int* alive;
};

struct Large {
  std::array<int, 100> numbers{};
};

Goofspiel goofspiel(int cards) { return Goofspiel({.cards = cards, .order = {}, .points = true}); }

TEST_CASE("drawings show what the viewer sees, also through views, and descriptions stand in for them") {
  const Rules kuhn = host(Kuhn(3));
  Position s = kuhn.initial();
  kuhn.apply(s, 0), kuhn.apply(s, 1);
  CHECK(kuhn.draw(s, kOnlooker) == "player 0: J\nplayer 1: K\npot: 2");
  CHECK(kuhn.draw(s, 0) == "player 0: J\nplayer 1: ?\npot: 2");
  const Rules matrix = host(MatrixRules({{"a"}, {"b"}}, {1, -1}, true));
  CHECK(matrix.draw(matrix.initial(), 1) == matrix.describe(matrix.initial()));
  const Rules serial = host(goofspiel(2)).serialized(0);
  Position t = serial.initial();
  serial.apply(t, 0), serial.apply(t, 1);
  CHECK(serial.draw(t, 1).ends_with("\nplayer 0 plays 2"));
}

TEST_CASE("a position copies flat, owned and large states, and destroys what it owns") {
  int alive = 0;
  {
    Position a = Position::of(Counted(&alive));
    CHECK(alive == 1);
    Position b = a;
    CHECK(alive == 2);
    a = b;
    CHECK(alive == 2);
    Position c = std::move(b);
    CHECK(alive == 2);
    c = Position::of(7);
    CHECK(c.as<int>() == 7);
  }
  CHECK(alive == 0);
  Large large;
  large.numbers[99] = 5;
  const Position a = Position::of(large);
  Position b = a;
  b.as<Large>().numbers[99] = 6;
  CHECK(a.as<Large>().numbers[99] == 5);
}

TEST_CASE("rules say what the game behind them can do") {
  const Rules board = host(ConnectFour(7, 6, 4)), cards = host(Kuhn(3)), stages = host(goofspiel(3));
  CHECK(board.abilities().undo);
  CHECK(board.abilities().evaluation);
  CHECK(!board.abilities().information);
  CHECK(cards.abilities().information);
  CHECK(!cards.abilities().undo);
  CHECK(stages.abilities().mirror);
  CHECK(cards.min_utility() == -2);
  CHECK(!stages.sequential().traits().simultaneous);
  CHECK(stages.sequential().traits().chance);
  CHECK_THROWS_AS(cards.extensive(), UnsupportedGameError);
  CHECK_THROWS_AS(board.adopted(cards, cards.initial()), IllegalMoveError);
}

/// Three players give a point each to one of them, in turn.
struct Gifts {
  struct State {
    std::array<int, 3> points{};
    int given = 0;
  };
  Traits traits() const { return {3, false, false, false, true}; }
  State initial() const { return {}; }
  int turn(const State& s) const { return s.given < 3 ? s.given : kTerminal; }
  int num_actions(const State&) const { return 3; }
  void apply(State& s, int action) const { ++s.points[index(action)], ++s.given; }
  void utilities(const State& s, double* out) const { std::ranges::copy(s.points, out); }
  void evaluate_all(const State& s, double* out) const { utilities(s, out); }
  void hopes(const State& s, double* out) const {
    for (const int points : s.points) *out++ = points + 3 - s.given;
  }
  std::vector<double> outcomes() const {
    return {3, 0, 0, 0, 3, 0, 0, 0, 3, 2, 1, 0, 2, 0, 1, 1, 2, 0, 0, 2, 1, 1, 0, 2, 0, 1, 2, 1, 1, 1};
  }
  int num_prospects() const { return 2; }
  int prospect(const State& s) const { return s.points[0] > 0 ? 1 : 0; }
  bool reachable(int prospect, int outcome) const { return prospect == 0 || outcomes()[index(3 * outcome)] > 0; }
  std::string action_label(const State&, int, int action) const { return std::to_string(action); }
  std::string info_label(const State&, int) const { return {}; }
  std::string describe(const State&) const { return {}; }
};

TEST_CASE("estimates, hopes, outcomes and prospects reach the rules, and have neutral answers") {
  const Rules gifts = host(Gifts());
  CHECK(gifts.abilities().vector_evaluation);
  CHECK(gifts.abilities().hopes);
  CHECK(!gifts.abilities().evaluation);
  Position s = gifts.initial();
  gifts.apply(s, 0);
  std::array<double, 3> numbers{};
  gifts.evaluate_all(s, numbers.data());
  CHECK(numbers == std::array<double, 3>{1, 0, 0});
  gifts.hopes(s, numbers.data());
  CHECK(numbers == std::array<double, 3>{3, 2, 2});
  CHECK(gifts.outcomes() == Gifts().outcomes());
  CHECK(gifts.num_prospects() == 2);
  CHECK(gifts.prospect(s) == 1);
  CHECK(gifts.reachable(1, 0));
  CHECK(!gifts.reachable(1, 1));
  const Rules kuhn = host(Kuhn(3));
  CHECK(!kuhn.abilities().vector_evaluation);
  CHECK(!kuhn.abilities().hopes);
  kuhn.evaluate_all(kuhn.initial(), numbers.data());
  CHECK(std::isnan(numbers[1]));
  kuhn.hopes(kuhn.initial(), numbers.data());
  CHECK(numbers[0] == 2);
  CHECK(kuhn.outcomes().empty());
  CHECK(kuhn.num_prospects() == 1);
  CHECK(kuhn.reachable(0, 0));
}

TEST_CASE("a stored tree knows the outcomes of its leaves") {
  Budget budget;
  const Rules stored = rules_of(std::make_shared<const GameTree>(build_tree(host(Kuhn(3)), budget)));
  CHECK(stored.outcomes() == std::vector<double>{-2, 2, -1, 1, 1, -1, 2, -2});
}

TEST_CASE("undo takes every move back, also behind a view") {
  const Rules rules = host(Breakthrough(4, 5, 1));  // a state of several hundred bytes
  Position s = rules.initial();
  KeyWriter before, after;
  rules.state_key(s, before);
  for (int i = 0; i < 3; ++i) rules.apply(s, i);
  for (int i = 0; i < 3; ++i) rules.undo(s);
  rules.state_key(s, after);
  CHECK(std::ranges::equal(before.view(), after.view()));
}

TEST_CASE("a walk counts Kuhn poker and the forms of a game agree") {
  Budget budget;
  const Rules rules = host(Kuhn(3));
  const Counts counts = count(rules, budget);
  CHECK(counts.nodes == 58);  // Kuhn 1950: 1 + 3 + 6 deals, 8 histories each
  CHECK(counts.infosets == std::vector<std::int64_t>{6, 6});
  CHECK(counts.perfect_recall);
  const auto tree = std::make_shared<const GameTree>(build_tree(rules, budget));
  const Rules stored = rules_of(tree);
  CHECK(tree_of(stored, budget) == tree);
  const Counts again = count(stored, budget);
  CHECK(again.nodes == counts.nodes);
  CHECK(again.sequences == counts.sequences);
}

TEST_CASE("a walk within limits ends with the limit's name") {
  Budget nodes;
  nodes.max_nodes = 10;
  CHECK_THROWS_WITH_AS(count(host(Kuhn(3)), nodes), "nodes", LimitReached);
  Budget cancelled;
  cancelled.interval = 1;
  cancelled.token.cancel();
  CHECK_THROWS_WITH_AS(count(host(Kuhn(3)), cancelled), "cancelled", LimitReached);
}

SearchResult searched(const Rules& rules, SearchOptions options) {
  Budget budget;
  return search(rules, options, nullptr, budget, {});
}

TEST_CASE("a kernel compiled for the type changes neither nodes nor values") {
  for (const Algorithm algorithm : {Algorithm::minimax, Algorithm::alphabeta, Algorithm::negascout, Algorithm::scout,
                                    Algorithm::mtdf, Algorithm::aspiration}) {
    SearchOptions options;
    options.algorithm = algorithm;
    const SearchResult by_rules = searched(host(ConnectFour(4, 3, 3)), options);
    const SearchResult typed = searched(host<SearchKernel>(ConnectFour(4, 3, 3)), options);
    CHECK(by_rules.value == typed.value);
    CHECK(by_rules.stats.nodes == typed.stats.nodes);
    CHECK(by_rules.line == typed.line);
  }
}

TEST_CASE("parallel schemes find the value of the serial search") {
  const double value = searched(host(ConnectFour(4, 4, 3)), {}).value;
  for (int scheme = 1; scheme <= static_cast<int>(Scheme::abdada); ++scheme) {
    if (static_cast<Scheme>(scheme) == Scheme::expectiminimax) continue;
    SearchOptions options;
    options.scheme = static_cast<Scheme>(scheme);
    options.algorithm = Algorithm::alphabeta;
    options.threads = 3;
    options.line = false;
    options.table = std::make_shared<TranspositionTable>(1 << 20, 16);
    CHECK(searched(host<SearchKernel>(ConnectFour(4, 4, 3)), options).value == value);
  }
}

TEST_CASE("stages by rules and by type agree, and a gap ends the work with bounds that hold") {
  const Rules rules = host(goofspiel(3)), typed = host<StageKernel>(goofspiel(3));
  for (const StageSolver solver : {StageSolver::matrix, StageSolver::oracle, StageSolver::dominance}) {
    StageOptions options;
    options.solver = solver;
    Budget budget;
    const int moves[] = {0, 2};
    Position s = rules.initial();
    rules.apply(s, 1), rules.apply_joint(s, moves), rules.apply(s, 0);
    const StageResult a = solve_stages(rules.starting_at(s), options, nullptr, budget, {});
    const StageResult b = solve_stages(typed.starting_at(s), options, nullptr, budget, {});
    CHECK(a.value == b.value);
    CHECK(a.stats.stages == b.stats.stages);
    options.gap = 1000;
    const StageResult early = solve_stages(rules.starting_at(s), options, nullptr, budget, {});
    CHECK(early.lower <= a.value);
    CHECK(early.upper >= a.value);
  }
}

TEST_CASE("work inside one stage listens to the host") {
  std::vector<std::vector<std::string>> actions(2);
  std::vector<double> payoffs;
  for (auto& own : actions)
    for (int a = 0; a < 60; ++a) own.push_back(std::to_string(a));
  Random random(3);
  for (int cell = 0; cell < 60 * 60; ++cell) {
    payoffs.push_back(random.real());
    payoffs.push_back(-payoffs.back());
  }
  const Rules rules = host(MatrixRules(actions, payoffs, true));
  for (const StageSolver solver : {StageSolver::matrix, StageSolver::oracle, StageSolver::dominance}) {
    StageOptions options;
    options.solver = solver;
    options.bounds = false;
    int asked = 0;
    Budget budget;
    budget.interval = 256;
    budget.poll = [&asked] { ++asked; };
    const StageResult result = solve_stages(rules, options, nullptr, budget, {});
    CHECK(result.stats.stages == 1);
    CHECK(asked >= 5);
  }
}

}  // namespace
}  // namespace dodona
