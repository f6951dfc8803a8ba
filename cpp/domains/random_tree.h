/// Random trees of perfect information.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/errors.h"
#include "core/random.h"
#include "domains/random_game.h"
#include "games/contract.h"

namespace dodona {

struct RandomTreeParameters {
  int depth = 4;          ///< moves of both players together
  int branching = 3;      ///< actions per node, at most
  int min_branching = 3;  ///< drawn per node from min_branching to branching
  int chance = 0;         ///< outcomes of a chance move before every move; 0 for none
  RandomUtility utility = RandomUtility::uniform;
  std::uint64_t seed = 0;
};

/// Players move in turn, 0 first, and see everything. Leaves are independent (uniform in [0, 1], or 0 or 1) or
/// correlated by their common moves: the sum of -1, 0, +1 drawn per action, or its sign.
class RandomTree {
 public:
  static constexpr int kMaxDepth = 40;

  struct State {
    std::uint64_t path = 0;
    std::array<unsigned char, 2 * kMaxDepth> moves{};  ///< chance's outcomes included
    unsigned char length = 0;
    int sum = 0;
  };

  explicit RandomTree(const RandomTreeParameters& parameters) : rules_(parameters) {}

  Traits traits() const { return {2, true, rules_.chance > 0, false, true}; }
  State initial() const {
    State s;
    s.path = mix(rules_.seed + 0x8cb92ba72f3d8dd7ULL);
    return s;
  }
  int turn(const State& s) const {
    const int stride = rules_.chance > 0 ? 2 : 1;
    if (s.length == stride * rules_.depth) return kTerminal;
    return s.length % stride == stride - 1 ? s.length / stride % 2 : kChance;
  }
  int num_actions(const State& s) const {
    if (turn(s) == kChance) return rules_.chance;
    return rules_.min_branching +
           Random(s.path ^ 0xa0761d6478bd642fULL).below(rules_.branching - rules_.min_branching + 1);
  }
  void apply(State& s, int action) const {
    const bool counts = turn(s) != kChance;
    s.path = mix(s.path ^ static_cast<std::uint64_t>(action + 1) * 0x9e3779b97f4a7c15ULL);
    s.moves[s.length++] = static_cast<unsigned char>(action);
    if (counts) s.sum += Random(s.path).below(3) - 1;
  }
  double chance_probability(const State& s, int outcome) const { return random_odds(s.path, rules_.chance, outcome); }
  void utilities(const State& s, double* out) const {
    out[0] = random_utility(rules_.utility, s.path, s.sum);
    out[1] = -out[0];
  }
  void state_key(const State& s, KeyWriter& key) const {
    const auto longest = static_cast<std::size_t>(rules_.depth * (rules_.chance > 0 ? 2 : 1));
    key.bytes({s.moves.data(), longest});
    key.u8(s.length);
  }
  double max_utility() const { return rules_.utility == RandomUtility::edges ? rules_.depth : 1.0; }
  double min_utility() const { return -max_utility(); }
  std::string action_label(const State&, int, int action) const { return std::to_string(action); }
  std::string info_label(const State& s, int) const { return describe(s); }
  std::string describe(const State& s) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? "." : "") + std::to_string(s.moves[i]);
    return text.empty() ? "start" : text;
  }

 private:
  RandomTreeParameters rules_;
};

}  // namespace dodona
