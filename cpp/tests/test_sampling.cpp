#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "domains/goofspiel.h"
#include "domains/kuhn.h"
#include "domains/random_game.h"
#include "extensive/sampling.h"
#include "extensive/sampling_impl.h"
#include "games/host.h"

namespace dodona {
namespace {

/// Draws by a script, and knows how likely that was; `next` turns to the next script, until all were there.
class AllDraws {
 public:
  template <class Probability>
  int draw(int count, Probability&& p) {
    if (at_ == script_.size()) {
      script_.push_back({});
      for (int i = 0; i < count; ++i) script_.back().probabilities.push_back(p(i));
      step(script_.back());
    }
    const Draw& draw = script_[at_++];
    probability *= draw.probabilities[index(draw.chosen)];
    return draw.chosen;
  }
  bool next() {
    at_ = 0, probability = 1;
    while (!script_.empty() && !step(script_.back())) script_.pop_back();
    return !script_.empty();
  }
  double probability = 1;

 private:
  struct Draw {
    int chosen = -1;
    std::vector<double> probabilities;
  };
  static bool step(Draw& draw) {
    const int count = static_cast<int>(draw.probabilities.size());
    do ++draw.chosen;
    while (draw.chosen < count && draw.probabilities[index(draw.chosen)] <= 0);
    return draw.chosen < count;
  }
  std::vector<Draw> script_;
  std::size_t at_ = 0;
};

using Key = std::pair<int, std::string>;
using Rows = std::map<Key, std::vector<double>>;

/// Exact counterfactual regrets and reaches under the strategies that a table plays, by plain recursion.
class Exact {
 public:
  Exact(const Rules& game, SetTable& table) : game_(game), table_(table) {}

  /// What player 0 gets from s on.
  double visit(const Position& s, double chance, double first, double second) {
    const int turn = game_.turn(s);
    if (turn == kTerminal) {
      double utilities[2];
      game_.utilities(s, utilities);
      return utilities[0];
    }
    const int count = game_.num_actions(s);
    std::vector<double> p(index(count)), values(index(count));
    if (turn == kChance)
      for (int a = 0; a < count; ++a) p[index(a)] = game_.chance_probability(s, a);
    else
      p = strategy(s, turn, count);
    double mean = 0;
    for (int a = 0; a < count; ++a) {
      Position child = s;
      game_.apply(child, a);
      const double q = p[index(a)];
      values[index(a)] = visit(child, turn == kChance ? chance * q : chance, turn == 0 ? first * q : first,
                               turn == 1 ? second * q : second);
      mean += q * values[index(a)];
    }
    if (turn == kChance) return mean;
    std::vector<double>&r = row(regrets, s, turn, count), &m = row(masses, s, turn, count);
    for (int a = 0; a < count; ++a) {
      const double gain = values[index(a)] - mean;
      r[index(a)] += chance * (turn == 0 ? second * gain : -first * gain);
      m[index(a)] += chance * (turn == 0 ? first : second) * p[index(a)];
    }
    return mean;
  }
  Rows regrets, masses;

 private:
  std::string key(const Position& s, int turn) {
    KeyWriter writer;
    game_.info_key(s, turn, writer);
    return {writer.view().begin(), writer.view().end()};
  }
  std::vector<double>& row(Rows& rows, const Position& s, int turn, int count) {
    std::vector<double>& own = rows[{turn, key(s, turn)}];
    own.resize(index(count), 0.0);
    return own;
  }
  std::vector<double> strategy(const Position& s, int turn, int count) {
    std::vector<double> p(index(count), 0.0);
    KeyWriter writer;
    game_.info_key(s, turn, writer);
    const std::uint32_t place = table_.find(turn, writer.view());
    double total = 0;
    if (place != SetTable::kNone)
      for (int a = 0; a < count; ++a) total += p[index(a)] = std::max(0.0, table_[place].regrets()[a]);
    for (double& q : p) q = total > 0 ? q / total : 1.0 / count;
    return p;
  }
  const Rules& game_;
  SetTable& table_;
};

std::uint32_t place_of(const SetTable& table, const Key& key) {
  return table.find(key.first, {reinterpret_cast<const std::uint8_t*>(key.second.data()), key.second.size()});
}

/// Regrets and sums of every set in a list; of sets that are not there, zeros.
std::vector<double> contents(SetTable& table, const Rows& sets) {
  std::vector<double> all;
  for (const auto& [key, row] : sets) {
    const std::uint32_t place = place_of(table, key);
    for (std::size_t i = 0; i < 2 * row.size(); ++i)
      all.push_back(place == SetTable::kNone ? 0.0 : table[place].regrets()[i]);
  }
  return all;
}
void restore(SetTable& table, const Rows& sets, const std::vector<double>& all) {
  std::size_t at = 0;
  for (const auto& [key, row] : sets) {
    const std::uint32_t place = place_of(table, key);
    for (std::size_t i = 0; i < 2 * row.size(); ++i, ++at)
      if (place != SetTable::kNone) table[place].regrets()[i] = all[at];
  }
}

/// Goes through all samples of one traversal with their probabilities: what they add to regrets, to averages and to the
/// value is in expectation what it should be.
void require_unbiased(const Rules& rules, SamplingScheme scheme, std::int64_t before, bool linear = false) {
  const Rules game = rules.sequential();
  const SamplingRule rule{.scheme = scheme, .linear = linear, .exploration = 0.4};
  Budget budget;
  const auto run = make_sampling(rules, rule, 5);
  run->play(before, budget);  // so that strategies are no longer uniform
  SetTable& table = *run->table();
  Exact exact(game, table);
  const double value = exact.visit(game.initial(), 1, 1, 1);
  const std::vector<double> old = contents(table, exact.regrets);
  const double weight = linear ? static_cast<double>(before + 1) : 1.0;
  for (const int player : {0, 1}) {
    Sampler<Rules, AllDraws> sampler(game, rule, AllDraws(), table);
    std::vector<double> expected(old.size(), 0.0);
    double total = 0, mean = 0;
    int samples = 0;
    do {
      const double got = sampler.traverse(game.initial(), player, before + 1, budget);
      const double p = sampler.draws.probability;
      total += p, mean += p * got, ++samples;
      const std::vector<double> now = contents(table, exact.regrets);
      for (std::size_t i = 0; i < old.size(); ++i) expected[i] += p * (now[i] - old[i]);
      restore(table, exact.regrets, old);
    } while (sampler.draws.next());
    CHECK(samples > 1);
    CHECK(total == doctest::Approx(1).epsilon(1e-12));
    CHECK(mean == doctest::Approx(player == 0 ? value : -value).epsilon(1e-10));
    const int averaged = scheme == SamplingScheme::chance ? player : 1 - player;
    std::size_t at = 0;
    double regretted = 0;
    for (const auto& [key, row] : exact.regrets) {
      const std::vector<double>& mass = exact.masses[key];
      for (std::size_t a = 0; a < row.size(); ++a) {
        const double regret = key.first == player ? weight * row[a] : 0.0;
        CHECK(std::abs(expected[at + a] - regret) < 1e-10 * weight);
        CHECK(std::abs(expected[at + row.size() + a] - (key.first == averaged ? weight * mass[a] : 0.0)) <
              1e-10 * weight);
        regretted += std::abs(regret);
      }
      at += 2 * row.size();
    }
    CHECK(regretted > 0.01);
  }
}

const auto kSchemes = {SamplingScheme::external, SamplingScheme::outcome, SamplingScheme::chance};

TEST_CASE("sampled regrets and averages are unbiased: all samples of small games, with their probabilities") {
  const Rules kuhn = host(Kuhn(3));
  RandomParameters small;
  small.depth = 2, small.chance = 2, small.seed = 4, small.utility = RandomUtility::uniform;
  const Rules random = host(RandomGame(small));
  const Rules stages = host(Goofspiel({.cards = 3, .order = {}, .points = true}));
  for (const SamplingScheme scheme : kSchemes) {
    for (const std::int64_t before : {0, 1, 7}) require_unbiased(kuhn, scheme, before);
    require_unbiased(kuhn, scheme, 3, true);
    require_unbiased(random, scheme, 5);
  }
  require_unbiased(stages, SamplingScheme::external, 6);
  require_unbiased(stages, SamplingScheme::outcome, 6);
}

TEST_CASE("equal seeds give equal runs, whatever the portions, and other seeds others") {
  const Rules kuhn = host(Kuhn(4));
  const auto regrets = [&](std::uint64_t seed, std::int64_t portion) {
    Budget budget;
    const auto run = make_sampling(kuhn, {}, seed);
    for (std::int64_t done = 0; done < 60; done += portion) run->play(portion, budget);
    Exact exact(kuhn, *run->table());
    exact.visit(kuhn.initial(), 1, 1, 1);
    return contents(*run->table(), exact.regrets);
  };
  CHECK(regrets(1, 60) == regrets(1, 7 + 5));
  CHECK(regrets(1, 60) != regrets(2, 60));
}

TEST_CASE("a table of sets tells keys and players apart, takes long records and honours its limit") {
  SetTable table;
  const auto key = [](std::uint32_t i) { return std::string(reinterpret_cast<const char*>(&i), 3 + i % 9 % 2); };
  const auto bytes = [](const std::string& s) {
    return std::span(reinterpret_cast<const std::uint8_t*>(s.data()), s.size());
  };
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::string own = key(i);
    const int actions = i % 5000 == 17 ? 30'000 : static_cast<int>(1 + i % 5);
    const std::uint32_t place = table.intern(static_cast<int>(i % 2), bytes(own), actions, {i, i % 7});
    table[place].regrets()[actions - 1] = i;
    table[place].sums()[0] = 2.0 * i;
  }
  CHECK(table.size() == 20'000);
  CHECK(table.size(0) == 10'000);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::string own = key(i);
    CHECK(table.find(static_cast<int>(1 - i % 2), bytes(own)) == SetTable::kNone);
    const std::uint32_t place = table.find(static_cast<int>(i % 2), bytes(own));
    REQUIRE(place != SetTable::kNone);
    SetTable::Record& record = table[place];
    CHECK(record.regrets()[record.actions - 1] == i);
    CHECK(record.sums()[0] == 2.0 * i);
    CHECK(record.follows() == SetTable::Sequence{i, i % 7});
  }
  table.max_bytes = static_cast<std::int64_t>(table.memory());
  const auto fill = [&] {
    for (std::uint32_t i = 0; i < 1'000'000; ++i) table.intern(2, bytes(key(i)), 4, {});
  };
  CHECK_THROWS_AS(fill(), LimitReached);
  CHECK(static_cast<std::int64_t>(table.memory()) <= table.max_bytes);
}

}  // namespace
}  // namespace dodona
