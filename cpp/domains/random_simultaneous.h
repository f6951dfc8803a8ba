/// Random games with simultaneous moves (IJCAI 2013, 5.1; thesis 4.4.1 and A.1).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "core/errors.h"
#include "core/packed_history.h"
#include "core/random.h"
#include "domains/random_game.h"
#include "games/contract.h"

namespace dodona {

struct RandomSimultaneousParameters {
  int depth = 3;      ///< joint moves
  int branching = 4;  ///< actions of each player in every stage
  int chance = 0;     ///< outcomes of a chance move before every stage; 0 for none
  RandomUtility utility = RandomUtility::edges;
  bool zeros = true;  ///< joint moves may be worth 0, not only -1 and +1
  std::uint64_t seed = 0;
};

/// Both players see everything but the other's current move. Leaves are independent (uniform in [0, 1], or 0 or 1) or
/// correlated by their common moves: the sum of -1, 0, +1 drawn per joint move, or its sign.
class RandomSimultaneous {
 public:
  struct State {
    std::uint64_t path = 0;
    PackedHistory<4> history;  ///< joint moves, and chance's outcomes before them
    int sum = 0;
  };

  explicit RandomSimultaneous(const RandomSimultaneousParameters& parameters) : rules_(parameters) {
    if (rules_.branching < 1 || rules_.branching > 100 || rules_.chance < 0 || rules_.chance > 100)
      throw GameDefinitionError("random_simultaneous: branching and chance must be at most 100.");
    const int codes = std::max(rules_.branching * rules_.branching, rules_.chance);
    bits_ = std::max(2, static_cast<int>(std::bit_width(static_cast<unsigned>(codes - 1))));
    const int most = State{}.history.capacity(bits_) / stride();
    if (rules_.depth < 1 || rules_.depth > most)
      throw GameDefinitionError("random_simultaneous: with this branching and chance depth must be from 1 to " +
                                std::to_string(most) + ", not " + std::to_string(rules_.depth) + ".");
  }

  Traits traits() const { return {2, true, rules_.chance > 0, true, true}; }
  State initial() const {
    State s;
    s.path = mix(rules_.seed + 0x3c6ef372fe94f82bULL);
    return s;
  }
  int turn(const State& s) const {
    if (s.history.size() == length()) return kTerminal;
    return rules_.chance > 0 && s.history.size() % 2 == 0 ? kChance : kSimultaneous;
  }
  int num_actions(const State&) const { return rules_.chance; }
  void apply(State& s, int outcome) const { follow(s, outcome); }
  int num_actions(const State&, int) const { return rules_.branching; }
  void apply_joint(State& s, const int* joint) const {
    follow(s, joint[0] * rules_.branching + joint[1]);
    Random random(s.path);
    s.sum += rules_.zeros ? random.below(3) - 1 : 2 * random.below(2) - 1;
  }
  double chance_probability(const State& s, int outcome) const { return random_odds(s.path, rules_.chance, outcome); }
  void utilities(const State& s, double* out) const {
    out[0] = random_utility(rules_.utility, s.path, s.sum);
    out[1] = -out[0];
  }
  void info_key(const State& s, int, KeyWriter& key) const { s.history.write(key, length(), bits_); }
  void state_key(const State& s, KeyWriter& key) const { s.history.write(key, length(), bits_); }
  double max_utility() const { return rules_.utility == RandomUtility::edges ? rules_.depth : 1.0; }
  double min_utility() const { return -max_utility(); }
  std::string action_label(const State&, int, int action) const { return std::to_string(action); }
  std::string info_label(const State& s, int) const { return describe(s); }
  std::string describe(const State& s) const {
    std::string text;
    for (int i = 0; i < s.history.size(); ++i) {
      const int code = static_cast<int>(s.history.code(i, bits_));
      const bool outcome = rules_.chance > 0 && i % 2 == 0;
      text += (i > 0 ? " " : "") +
              (outcome ? std::to_string(code)
                       : std::to_string(code / rules_.branching) + "-" + std::to_string(code % rules_.branching));
    }
    return text.empty() ? "start" : text;
  }

 private:
  int stride() const { return rules_.chance > 0 ? 2 : 1; }
  int length() const { return stride() * rules_.depth; }
  void follow(State& s, int code) const {
    s.path = mix(s.path ^ static_cast<std::uint64_t>(code + 1) * 0x9e3779b97f4a7c15ULL);
    s.history.push(static_cast<std::uint64_t>(code), bits_);
  }

  RandomSimultaneousParameters rules_;
  int bits_ = 2;  ///< of one code in the history
};

}  // namespace dodona
