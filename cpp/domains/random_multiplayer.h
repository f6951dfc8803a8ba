/// Random trees of perfect information for several players, with chosen outcomes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "core/random.h"
#include "games/contract.h"

namespace dodona {

/// How outcomes are drawn: each utility on its own from 0 to `levels` - 1; the same with the last player's completing a
/// sum of zero; or `levels` - 1 points go to a player, or to nobody, each.
enum class RandomOutcomes { independent, zero_sum, shares };

struct RandomMultiplayerParameters {
  int players = 3;
  int depth = 4;          ///< moves of all players together
  int branching = 3;      ///< actions per node, at most
  int min_branching = 1;  ///< drawn per node from min_branching to branching
  int outcomes = 10;      ///< rows of the table that leaves are drawn from
  int levels = 4;         ///< utilities are whole numbers below this
  RandomOutcomes kind = RandomOutcomes::independent;
  bool in_turn = true;  ///< players move in turn; else whoever is drawn for a node
  std::uint64_t seed = 0;
};

/// Players see everything. Every leaf is a row of a table of outcomes that is drawn beforehand.
class RandomMultiplayer {
 public:
  static constexpr int kMaxDepth = 30;

  struct State {
    std::uint64_t path = 0;
    std::array<unsigned char, kMaxDepth> moves{};
    std::array<std::uint64_t, kMaxDepth> before{};  ///< paths, to take moves back
    unsigned char length = 0;
  };

  explicit RandomMultiplayer(const RandomMultiplayerParameters& rules) : rules_(rules) {
    if (rules.players < 1 || rules.players > 16)
      throw GameDefinitionError("random_multiplayer: there are 1 to 16 players.");
    if (rules.depth < 1 || rules.depth > kMaxDepth)
      throw GameDefinitionError("random_multiplayer: depth is from 1 to 30.");
    if (rules.min_branching < 1 || rules.branching < rules.min_branching || rules.branching > 100)
      throw GameDefinitionError("random_multiplayer: nodes have from min_branching to branching actions, at most 100.");
    if (rules.outcomes < 1 || rules.outcomes > 10'000 || rules.levels < 1 || rules.levels > 1'000'000)
      throw GameDefinitionError("random_multiplayer: there are 1 to 10,000 outcomes of 1 to 1,000,000 levels.");
    for (int o = 0; o < rules.outcomes; ++o) draw_outcome();
  }

  Traits traits() const { return {rules_.players, rules_.kind == RandomOutcomes::zero_sum, false, false, true}; }
  State initial() const {
    State s;
    s.path = mix(rules_.seed + 0x3c6ef372fe94f82bULL);
    return s;
  }
  int turn(const State& s) const {
    if (s.length == rules_.depth) return kTerminal;
    return rules_.in_turn ? s.length % rules_.players : Random(s.path ^ 0x510e527fade682d1ULL).below(rules_.players);
  }
  int num_actions(const State& s) const {
    if (rules_.min_branching == rules_.branching) return rules_.branching;
    return rules_.min_branching +
           Random(s.path ^ 0xa0761d6478bd642fULL).below(rules_.branching - rules_.min_branching + 1);
  }
  void apply(State& s, int action) const {
    s.before[s.length] = s.path;
    s.path = mix(s.path ^ static_cast<std::uint64_t>(action + 1) * 0x9e3779b97f4a7c15ULL);
    s.moves[s.length++] = static_cast<unsigned char>(action);
  }
  void undo(State& s) const {
    s.path = s.before[--s.length];
    s.moves[s.length] = 0;
  }
  void utilities(const State& s, double* out) const {
    copy_row(static_cast<int>(s.path % index(rules_.outcomes)), out);
  }
  std::vector<double> outcomes() const { return table_; }
  /// An outcome drawn for the position: a value that the game could have.
  void evaluate_all(const State& s, double* out) const {
    copy_row(static_cast<int>(mix(s.path) % index(rules_.outcomes)), out);
  }
  double min_utility() const { return *std::min_element(table_.begin(), table_.end()); }
  double max_utility() const { return *std::max_element(table_.begin(), table_.end()); }
  void state_key(const State& s, KeyWriter& key) const {
    key.bytes({s.moves.data(), index(rules_.depth)});
    key.u8(s.length);
  }
  std::string action_label(const State&, int, int action) const { return std::to_string(action); }
  std::string info_label(const State& s, int) const { return describe(s); }
  std::string describe(const State& s) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? "." : "") + std::to_string(s.moves[i]);
    return text.empty() ? "start" : text;
  }

 private:
  void copy_row(int row, double* out) const {
    std::copy_n(table_.begin() + static_cast<std::ptrdiff_t>(row) * rules_.players, rules_.players, out);
  }
  void draw_outcome() {
    Random random(mix(rules_.seed ^ 0x1f83d9abfb41bd6bULL) + table_.size());
    const std::size_t first = table_.size(), players = index(rules_.players);
    table_.resize(first + players, 0.0);
    if (rules_.kind == RandomOutcomes::shares) {
      for (int point = 1; point < rules_.levels; ++point)
        if (const int taker = random.below(rules_.players + 1); taker < rules_.players) ++table_[first + index(taker)];
      return;
    }
    double sum = 0;
    for (std::size_t p = 0; p < players; ++p) sum += table_[first + p] = random.below(rules_.levels);
    if (rules_.kind == RandomOutcomes::zero_sum) table_.back() -= sum;
  }

  RandomMultiplayerParameters rules_;
  std::vector<double> table_;  ///< outcomes one after the other
};

}  // namespace dodona
