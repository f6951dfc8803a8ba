/// The body of sampling, for the sources that compile it: over the rules, or over a game's type.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/ids.h"
#include "core/random.h"
#include "extensive/sampling.h"
#include "games/contract.h"
#include "games/watch.h"

namespace dodona {

/// Draws one of several choices with given probabilities.
class RandomDraws {
 public:
  explicit RandomDraws(std::uint64_t seed) : random_(seed) {}
  template <class Probability>
  int draw(int count, Probability&& probability) {
    double rest = random_.real();
    int last = 0;
    for (int i = 0; i < count; ++i) {
      const double p = probability(i);
      if (p <= 0) continue;
      if (rest < p) return i;
      rest -= p, last = i;
    }
    return last;  // where rounding has left something
  }

 private:
  Random random_;
};

/// Walks sampled parts of a game for one player at a time, whose regrets it updates. Whatever it draws goes through
/// `Draws`, so that a test may go through all that can be drawn.
template <SequentialGame G, class Draws>
  requires InformationGame<G>
class Sampler {
 public:
  using State = typename G::State;

  Sampler(const G& game, const SamplingRule& rule, Draws draws, SetTable& table)
      : game_(game),
        rule_(rule),
        table_(table),
        watch_(game, report_),
        utilities_(index(game.traits().players)),
        untrusted_(abilities_of(game).untrusted),
        draws(std::move(draws)) {}

  /// Samples for a player in iteration number `iteration`; gives an estimate of what she gets.
  double traverse(const State& root, int player, std::int64_t iteration, Budget& budget) {
    player_ = player, budget_ = &budget;
    weight_ = rule_.linear ? static_cast<double>(iteration) : 1.0;
    scratch_.clear(), pending_.clear(), increments_.clear();
    table_.max_bytes = budget.max_bytes;
    State s = root;
    if (rule_.scheme == SamplingScheme::external) return external(s, {}, 0);
    if (rule_.scheme == SamplingScheme::outcome) return outcome(s, {}, 1.0, 0);
    const double value = chance(s, {}, 1.0, 1.0, 0);
    settle();
    return value;
  }

  std::int64_t nodes = 0;

 private:
  using Sequences = std::array<SetTable::Sequence, 2>;
  using Record = SetTable::Record;
  static constexpr int kDeepest = 4000;  ///< deeper recursion might exhaust the stack

  /// The information set of whoever moves at a position, and its current strategy at the end of `scratch_`.
  struct Meeting {
    std::uint32_t place;
    Record* record;
    int count;
    std::size_t strategy;  ///< where in `scratch_`
  };

  int turn_at(const State& s, int ply) {
    budget_->spend(++nodes, [this] { return static_cast<std::int64_t>(table_.memory()); });
    const int turn = game_.turn(s);
    if (turn == kTerminal) return turn;
    if (ply >= kDeepest) [[unlikely]]
      too_long(s, ply);
    if (untrusted_) watch_.turn(s, turn), watch_.length(s, index(ply), budget_->max_depth);
    return turn;
  }
  [[noreturn, gnu::noinline]] void too_long(const State& s, int ply) {
    watch_.length(s, index(ply), budget_->max_depth);
    throw UnsupportedGameError("a line of this game is longer than " + std::to_string(kDeepest) +
                               " moves, too long to be sampled.");
  }

  double utility(const State& s) {
    game_.utilities(s, utilities_.data());
    if (untrusted_) watch_.utilities(s, utilities_.data());
    return utilities_[index(player_)];
  }

  void sample_chance(State& s) {
    const int count = game_.num_actions(s);
    if (untrusted_) watch_.actions(s, kChance, count), watch_.chance(s, count);
    if constexpr (ChanceGame<G>)
      game_.apply(s, draws.draw(count, [&](int outcome) { return game_.chance_probability(s, outcome); }));
  }

  Meeting meet(const State& s, int turn, const SetTable::Sequence& follows) {
    const int count = game_.num_actions(s);
    if (untrusted_) watch_.actions(s, turn, count);
    key_.clear();
    game_.info_key(s, turn, key_);
    const std::uint32_t place = table_.intern(turn, key_.view(), count, follows);
    Record& record = table_[place];
    if (static_cast<int>(record.actions) != count || record.follows() != follows) [[unlikely]]
      refuse(s, turn, record, count);
    return {place, &record, count, match(record, count)};
  }
  [[noreturn, gnu::noinline]] void refuse(const State& s, int turn, const Record& record, int count) {
    const int known = static_cast<int>(record.actions);
    throw GameDefinitionError(
        (known != count ? unequal_actions(game_, s, turn, known, count) : imperfect_recall(game_, s, turn)).text());
  }

  /// Regret matching: actions in proportion to what is regretted about them.
  std::size_t match(Record& record, int count) {
    const std::size_t begin = scratch_.size();
    scratch_.resize(begin + index(count));
    double* strategy = scratch_.data() + begin;
    const double* regrets = record.regrets();
    double total = 0;
    for (int a = 0; a < count; ++a) total += strategy[a] = std::max(0.0, regrets[a]);
    const double factor = total > 0 ? 1 / total : 0, rest = total > 0 ? 0 : 1.0 / count;
    for (int a = 0; a < count; ++a) strategy[a] = strategy[a] * factor + rest;
    return begin;
  }

  /// A move of the player whose regrets stay as they are: it goes into her average with a weight, and one is drawn.
  void sample_other(State& s, int turn, Sequences& sequences, double weight) {
    const Meeting at = meet(s, turn, sequences[index(turn)]);
    const double* strategy = scratch_.data() + at.strategy;
    double* sums = at.record->sums();
    for (int a = 0; a < at.count; ++a) sums[a] += weight * strategy[a];
    const int action = draws.draw(at.count, [&](int a) { return strategy[a]; });
    scratch_.resize(at.strategy);
    sequences[index(turn)] = {at.place, static_cast<std::uint32_t>(action)};
    game_.apply(s, action);
  }

  /// Plays on until the player moves whose regrets are updated, or the game is over; gives whose turn it is then.
  int play_others(State& s, Sequences& sequences, double weight, int& ply) {
    for (;; ++ply) {
      const int turn = turn_at(s, ply);
      if (turn == kTerminal || turn == player_) return turn;
      if (turn == kChance)
        sample_chance(s);
      else
        sample_other(s, turn, sequences, weight);
    }
  }

  /// What follows an action; after the last one nobody needs the position any more.
  template <class Then>
  double after(State& s, int action, bool is_last, Then&& then) {
    if (is_last) {
      game_.apply(s, action);
      return then(s);
    }
    State child = s;
    game_.apply(child, action);
    return then(child);
  }

  void add_regret(double& regret, double increment) const {
    regret += increment;
    if (rule_.plus && regret < 0) regret = 0;
  }

  /// Chance and the other player are sampled, and all actions of the player are tried (section 3.1).
  double external(State& s, Sequences sequences, int ply) {
    if (play_others(s, sequences, weight_, ply) == kTerminal) return utility(s);
    const Meeting at = meet(s, player_, sequences[index(player_)]);
    const std::size_t values = scratch_.size();
    scratch_.resize(values + index(at.count));
    double mean = 0;
    for (int a = 0; a < at.count; ++a) {
      sequences[index(player_)] = {at.place, static_cast<std::uint32_t>(a)};
      const double value = after(s, a, a + 1 == at.count, [&](State& t) { return external(t, sequences, ply + 1); });
      scratch_[values + index(a)] = value;
      mean += scratch_[at.strategy + index(a)] * value;
    }
    double* regrets = at.record->regrets();
    for (int a = 0; a < at.count; ++a) add_regret(regrets[a], weight_ * (scratch_[values + index(a)] - mean));
    scratch_.resize(at.strategy);
    return mean;
  }

  /// One line of play is sampled. `weight` is one over the probability of the player's own draws so far: those of
  /// chance and of the other player follow their strategies, and cancel out (equation 10).
  double outcome(State& s, Sequences sequences, double weight, int ply) {
    if (play_others(s, sequences, weight_ * weight, ply) == kTerminal) return utility(s);
    const Meeting at = meet(s, player_, sequences[index(player_)]);
    const auto drawn = [&](int a) {
      return rule_.exploration / at.count + (1 - rule_.exploration) * scratch_[at.strategy + index(a)];
    };
    const int action = draws.draw(at.count, drawn);
    const double chosen = drawn(action), played = scratch_[at.strategy + index(action)];
    scratch_.resize(at.strategy);
    sequences[index(player_)] = {at.place, static_cast<std::uint32_t>(action)};
    game_.apply(s, action);
    const double value = outcome(s, sequences, weight / chosen, ply + 1) / chosen;
    const double mean = played * value;
    double* regrets = at.record->regrets();
    for (int a = 0; a < at.count; ++a) add_regret(regrets[a], weight_ * weight * ((a == action ? value : 0.0) - mean));
    return mean;
  }

  /// Chance is sampled, and all actions of both players are tried. Regrets wait for the end, because a set may be met
  /// at several positions, and plays alike at all of them.
  double chance(State& s, Sequences sequences, double own, double other, int ply) {
    int turn = turn_at(s, ply);
    for (; turn == kChance; turn = turn_at(s, ++ply)) sample_chance(s);
    if (turn == kTerminal) return utility(s);
    if (own == 0 && other == 0) return 0;
    const Meeting at = meet(s, turn, sequences[index(turn)]);
    const std::size_t values = scratch_.size();
    scratch_.resize(values + index(at.count));
    double mean = 0;
    for (int a = 0; a < at.count; ++a) {
      sequences[index(turn)] = {at.place, static_cast<std::uint32_t>(a)};
      const double p = scratch_[at.strategy + index(a)];
      const double value = after(s, a, a + 1 == at.count, [&](State& t) {
        return turn == player_ ? chance(t, sequences, own * p, other, ply + 1)
                               : chance(t, sequences, own, other * p, ply + 1);
      });
      scratch_[values + index(a)] = value;
      mean += p * value;
    }
    if (turn == player_) {
      double* sums = at.record->sums();
      pending_.push_back(at.record);
      for (int a = 0; a < at.count; ++a) {
        sums[a] += weight_ * own * scratch_[at.strategy + index(a)];
        increments_.push_back(weight_ * other * (scratch_[values + index(a)] - mean));
      }
    }
    scratch_.resize(at.strategy);
    return mean;
  }

  /// Adds the regrets that have waited.
  void settle() {
    const double* increment = increments_.data();
    for (Record* record : pending_)
      for (std::uint32_t a = 0; a < record->actions; ++a) record->regrets()[a] += *increment++;
    if (!rule_.plus) return;
    for (Record* record : pending_)
      for (std::uint32_t a = 0; a < record->actions; ++a) record->regrets()[a] = std::max(0.0, record->regrets()[a]);
  }

  const G& game_;
  const SamplingRule rule_;
  SetTable& table_;
  ContractReport report_;
  Watch<G> watch_;
  std::vector<double> utilities_, scratch_, increments_;
  std::vector<Record*> pending_;  ///< sets whose regrets wait
  KeyWriter key_;
  const bool untrusted_;
  int player_ = 0;
  double weight_ = 1;  ///< of the iteration
  Budget* budget_ = nullptr;

 public:
  Draws draws;
};

/// A run over a game of any type that satisfies the concepts.
template <SequentialGame G>
  requires InformationGame<G>
class SamplingRun final : public Sampling {
 public:
  /// `game` and `rules` are the same game, which begins at `root`.
  SamplingRun(const G& game, typename G::State root, Rules rules, const SamplingRule& rule, std::uint64_t seed)
      : rules_(std::move(rules)),
        root_(std::move(root)),
        sampler_(own(game), rule, RandomDraws(mix(seed + 0x9e3779b97f4a7c15ULL)), *table_),
        linear_(rule.linear) {}

  void play(std::int64_t iterations, Budget& budget) override {
    for (std::int64_t i = 0; i < iterations; ++i) {
      const double weight = linear_ ? static_cast<double>(iterations_ + 1) : 1.0;
      const double first = sampler_.traverse(root_, 0, iterations_ + 1, budget);
      sampler_.traverse(root_, 1, iterations_ + 1, budget);
      value_ += weight * first, weight_ += weight;
      ++iterations_;
      nodes_ = sampler_.nodes;
    }
    budget.check_memory(static_cast<std::int64_t>(table_->memory()));
  }
  const Rules& game() const override { return rules_; }

 private:
  /// A game of its own type lives as long as its rules, and rules live here.
  const G& own(const G& game) const {
    if constexpr (std::is_same_v<G, Rules>)
      return rules_;
    else
      return game;
  }

  Rules rules_;
  typename G::State root_;
  Sampler<G, RandomDraws> sampler_;
  bool linear_;
};

}  // namespace dodona
