#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/random.h"
#include "domains/chinese_checkers.h"
#include "domains/random_multiplayer.h"
#include "games/host.h"
#include "multiplayer/max_n.h"
#include "multiplayer/max_n_kernel.h"

namespace dodona {
namespace {

/// max^n as it is defined: the value and the move of a position.
std::pair<std::vector<double>, int> defined(const RandomMultiplayer& game, const RandomMultiplayer::State& s,
                                            Ties ties) {
  const std::size_t players = index(game.traits().players);
  std::vector<double> best(players);
  const int turn = game.turn(s);
  if (turn == kTerminal) return game.utilities(s, best.data()), std::pair{best, -1};
  int move = -1;
  for (int action = 0; action < game.num_actions(s); ++action) {
    RandomMultiplayer::State child = s;
    game.apply(child, action);
    const std::vector<double> given = defined(game, child, ties).first;
    double theirs = 0, before = 0;
    for (std::size_t p = 0; p < players; ++p)
      if (p != index(turn)) theirs += given[p], before += best[p];
    const double gain = given[index(turn)] - best[index(turn)];
    const bool tie_won = ties == Ties::last || (ties == Ties::spiteful && theirs < before) ||
                         (ties == Ties::generous && theirs > before);
    if (move < 0 || gain > 0 || (gain == 0 && tie_won)) best = given, move = action;
  }
  return {best, move};
}

RandomMultiplayerParameters drawn(int seed) {
  RandomMultiplayerParameters rules;
  rules.seed = static_cast<std::uint64_t>(seed);
  rules.players = 2 + seed % 3, rules.depth = 3 + seed % 5;
  rules.branching = 2 + seed % 3, rules.min_branching = 1 + seed % 2;
  rules.outcomes = 2 + seed % 17, rules.levels = 2 + seed % 4;
  rules.kind = static_cast<RandomOutcomes>(seed / 7 % 3), rules.in_turn = seed % 11 != 0;
  return rules;
}

void bound_by_sums(MaxNOptions& options, const Rules& rules) {
  const std::vector<double> rows = rules.outcomes();
  const std::size_t players = index(rules.traits().players);
  options.max_sum = -1e9, options.least.assign(players, 1e9);
  for (std::size_t i = 0; i < rows.size(); i += players) {
    double sum = 0;
    for (std::size_t p = 0; p < players; ++p)
      sum += rows[i + p], options.least[p] = std::min(options.least[p], rows[i + p]);
    options.max_sum = std::max(options.max_sum, sum);
  }
}

constexpr Pruning kRules[] = {Pruning::none, Pruning::shallow, Pruning::branch_and_bound, Pruning::last_branch,
                              Pruning::speculative};

MaxNResult searched(const Rules& rules, MaxNOptions options) {
  Budget budget;
  return max_n(rules, options, nullptr, budget, {});
}

/// All ways to search a tree under a tie rule find what the definition says; nodes by leaf values, and by sums, of
/// every pruning rule without a table.
void check_all_ways(int seed, Ties ties) {
  const RandomMultiplayer game(drawn(seed));
  const Rules rules = host<MaxNKernel>(game);
  const auto [values, move] = defined(game, game.initial(), ties);
  for (const Pruning pruning : kRules) {
    std::int64_t nodes[2] = {};
    for (const bool by_leaves : {false, true})
      for (const bool table : {false, true}) {
        MaxNOptions options;
        options.pruning = pruning, options.ties = ties;
        if (by_leaves)
          options.values = leaf_values_of(rules, seed % 3 == 0 ? Decisions::on_demand : Decisions::automatic);
        else
          bound_by_sums(options, rules);
        if (table) options.table = max_n_table(rules.traits().players, 1 << 16, 32);
        const MaxNResult result = searched(rules, options);
        if (!table) nodes[by_leaves ? 1 : 0] = result.stats.nodes;
        CAPTURE(seed);
        REQUIRE(result.values == values);
        REQUIRE(result.line.at(0) == move);
        if (pruning != Pruning::speculative) REQUIRE(result.stats.researches == 0);
      }
    if (pruning != Pruning::speculative) REQUIRE(nodes[1] <= nodes[0]);
  }
}

TEST_CASE("every pruning rule finds the move and the values of max^n, under every tie rule") {
  for (int seed = 0; seed < 2000; ++seed)
    for (const Ties ties : {Ties::first, Ties::last, Ties::spiteful, Ties::generous}) check_all_ways(seed, ties);
}

TEST_CASE("a kernel compiled for the type changes neither nodes nor values") {
  for (int seed = 0; seed < 40; ++seed)
    for (const Pruning pruning : kRules) {
      const RandomMultiplayer game(drawn(seed));
      MaxNOptions options;
      options.pruning = pruning;
      bound_by_sums(options, host(game));
      const MaxNResult typed = searched(host<MaxNKernel>(game), options), by_rules = searched(host(game), options);
      CHECK(typed.values == by_rules.values);
      CHECK(typed.line == by_rules.line);
      CHECK(typed.stats.nodes == by_rules.stats.nodes);
    }
}

TEST_CASE("hopes and prospects prune and change nothing") {
  const Rules rules = host<MaxNKernel>(ChineseCheckers(3, 1, 1, 8));
  std::vector<double> values;
  std::int64_t nodes = 0;
  for (const bool hopes : {false, true}) {
    MaxNOptions options;
    options.hopes = hopes;
    options.values = leaf_values_of(rules, Decisions::automatic);
    const MaxNResult result = searched(rules, options);
    if (hopes) CHECK(result.values == values);
    if (hopes) CHECK(result.stats.nodes < nodes);
    values = result.values, nodes = result.stats.nodes;
  }
}

/// Three players in turn give a point to one of two of them; what a division of the points is worth is drawn. The game
/// knows the points given: what each player can still get, and which divisions are possible.
class Division {
 public:
  struct State {
    std::array<int, 3> points{};
    int given = 0;
  };
  Division(int rounds, std::uint64_t seed) : rounds_(rounds), seed_(seed) {
    for (int a = 0; a <= rounds; ++a)
      for (int b = 0; a + b <= rounds; ++b) divisions_.push_back({a, b, rounds - a - b});
    for (int left = rounds; left >= 0; --left)
      for (int a = 0; a + left <= rounds; ++a)
        for (int b = 0; a + b + left <= rounds; ++b) prospects_.push_back({a, b, rounds - left - a - b});
  }
  Traits traits() const { return {3, false, false, false, true}; }
  State initial() const { return {}; }
  int turn(const State& s) const { return s.given == rounds_ ? kTerminal : s.given % 3; }
  int num_actions(const State& s) const { return 2 + (s.given + s.points[0]) % 2; }
  void apply(State& s, int action) const { ++s.points[index((action + s.given + s.points[1]) % 3)], ++s.given; }
  void utilities(const State& s, double* out) const { worth(s.points, out); }
  std::vector<double> outcomes() const {
    std::vector<double> all(3 * divisions_.size());
    for (std::size_t o = 0; o < divisions_.size(); ++o) worth(divisions_[o], &all[3 * o]);
    return all;
  }
  int num_prospects() const { return static_cast<int>(prospects_.size()); }
  int prospect(const State& s) const {
    return static_cast<int>(std::ranges::find(prospects_, s.points) - prospects_.begin());
  }
  bool reachable(int prospect, int outcome) const {
    for (std::size_t p = 0; p < 3; ++p)
      if (divisions_[index(outcome)][p] < prospects_[index(prospect)][p]) return false;
    return true;
  }
  void hopes(const State& s, double* out) const {
    std::fill_n(out, 3, -1.0);
    for (const std::array<int, 3>& one : divisions_) {
      if (one[0] < s.points[0] || one[1] < s.points[1] || one[2] < s.points[2]) continue;
      std::array<double, 3> utilities{};
      worth(one, utilities.data());
      for (std::size_t p = 0; p < 3; ++p) out[p] = std::max(out[p], utilities[p]);
    }
  }
  void state_key(const State& s, KeyWriter& key) const {
    for (const int points : s.points) key.u8(static_cast<std::uint64_t>(points));
  }
  std::string action_label(const State&, int, int action) const { return std::to_string(action); }
  std::string info_label(const State&, int) const { return {}; }
  std::string describe(const State&) const { return {}; }

 private:
  void worth(const std::array<int, 3>& points, double* out) const {
    for (std::size_t p = 0; p < 3; ++p)
      out[p] = Random(mix(seed_ + 100 * p + static_cast<std::uint64_t>(points[p] + 10 * (points[(p + 1) % 3] > 2))))
                   .below(5);
  }
  int rounds_;
  std::uint64_t seed_;
  std::vector<std::array<int, 3>> divisions_, prospects_;
};

TEST_CASE("what a game knows of positions is used by sums and by leaf values, and changes no value") {
  std::int64_t nodes[2][2] = {};
  for (std::uint64_t seed = 0; seed < 150; ++seed)
    for (const Ties ties : {Ties::first, Ties::last}) {
      const Rules rules = host<MaxNKernel>(Division(8, seed));
      MaxNOptions plain;
      plain.pruning = Pruning::none, plain.ties = ties;
      const MaxNResult full = searched(rules, plain);
      for (const Pruning pruning : kRules)
        for (const bool by_leaves : {false, true})
          for (const bool hopes : {false, true})
            for (const bool table : {false, true}) {
              MaxNOptions options;
              options.pruning = pruning, options.ties = ties, options.hopes = hopes;
              bound_by_sums(options, rules);
              if (by_leaves) options.values = leaf_values_of(rules, Decisions::automatic);
              if (table) options.table = max_n_table(3, 1 << 16, 8);
              const MaxNResult result = searched(rules, options);
              CAPTURE(seed);
              REQUIRE(result.values == full.values);
              REQUIRE(result.line.at(0) == full.line.at(0));
              if (!table && pruning == Pruning::branch_and_bound) nodes[by_leaves][hopes] += result.stats.nodes;
            }
    }
  CHECK(nodes[0][1] < nodes[0][0]);
  CHECK(nodes[1][1] < nodes[1][0]);
  CHECK(nodes[1][1] < nodes[0][1]);
}

TEST_CASE("limits end a search, and the best move so far is kept") {
  Budget budget;
  budget.max_nodes = 500;
  MaxNOptions options;
  options.pruning = Pruning::none;
  RandomMultiplayerParameters large;
  large.depth = 12;
  const MaxNResult result = max_n(host(RandomMultiplayer(large)), options, nullptr, budget, {});
  CHECK(!result.finished);
  CHECK(result.stopped_by == "nodes");
  CHECK(result.values.empty());
  CHECK(result.stats.nodes <= 501);
}

TEST_CASE("decisions are the same whether they are scanned, kept or made beforehand") {
  const std::vector<double> rows{0, 0, 2, 0, 2, 1, 0, 4, 0, 2, 0, 1, 2, 2, 0, 1, 2, 0, 3, 0, 0};
  LeafValues scanned(3, rows, Decisions::scan), kept(3, rows, Decisions::on_demand), full(3, rows, Decisions::full);
  for (int round = 0; round < 2; ++round)
    for (int a = 0; a <= scanned.num_ranks(0); ++a)
      for (int b = 0; b <= scanned.num_ranks(1); ++b)
        for (int c = 0; c <= scanned.num_ranks(2); ++c) {
          const int least[] = {a, b, c}, most[] = {2, 2, 2};
          const bool expected = scanned.possible(least, nullptr, 0), hoped = scanned.possible(least, most, 0);
          CHECK(kept.possible(least, nullptr, 0) == expected);
          CHECK(full.possible(least, nullptr, 0) == expected);
          CHECK(kept.possible(least, most, 0) == hoped);
          CHECK(full.possible(least, most, 0) == hoped);
        }
  CHECK(kept.remembered == kept.asked / 2);
  CHECK(full.remembered == full.asked / 2);
  CHECK(scanned.remembered == 0);
}

}  // namespace
}  // namespace dodona
