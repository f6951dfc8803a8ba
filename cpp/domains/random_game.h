/// Random extensive-form games with observations (thesis A.1).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/errors.h"
#include "core/random.h"
#include "games/contract.h"

namespace dodona {

enum class RandomUtility { uniform, binary, edges, sign };

/// Chance's odds at a history: in proportion to weights drawn from 0.1 to 1.1.
inline double random_odds(std::uint64_t path, int outcomes, int outcome) {
  Random random(path ^ 0xd1b54a32d192ed03ULL);
  double total = 0, own = 0;
  for (int i = 0; i < outcomes; ++i) {
    const double weight = 0.1 + random.real();
    total += weight;
    if (i == outcome) own = weight;
  }
  return own / total;
}

/// Player 0's utility at the end of a history whose actions sum to `sum`.
inline double random_utility(RandomUtility model, std::uint64_t path, int sum) {
  Random random(path ^ 0x2545f4914f6cdd1dULL);
  switch (model) {
    case RandomUtility::uniform:
      return random.real();
    case RandomUtility::binary:
      return random.below(2);
    case RandomUtility::edges:
      return sum;
    case RandomUtility::sign:
      return (sum > 0) - (sum < 0);
  }
  return 0;
}

struct RandomParameters {
  int depth = 3;          ///< moves of each player
  int branching = 2;      ///< actions per information set, at most
  int min_branching = 2;  ///< drawn per information set from min_branching to branching
  int observations = 2;   ///< symbols that a move may show to the opponent
  int chance = 0;         ///< outcomes of a chance move before every round; 0 for none
  RandomUtility utility = RandomUtility::edges;
  std::uint64_t seed = 0;
};

/// Players move in turn, 0 first. Every move shows the opponent one symbol, drawn for that history; a player knows her
/// own actions and the symbols she saw. Chance, if any, opens each round with random odds and shows each player a
/// symbol of its own. Utilities: uniform in [0, 1]; 0 or 1; the sum of -1, 0, +1 drawn per action; its sign.
///
/// All that is random is drawn from a stream started at a hash of the seed and the history (for branching: of the
/// information), so the game is the same however it is walked.
class RandomGame {
 public:
  static constexpr int kMaxDepth = 20;

  struct State {
    std::uint64_t path = 0;
    std::array<std::array<unsigned char, 3 * kMaxDepth>, 2> seen{};  ///< own actions and symbols, in order
    std::array<unsigned char, 2> length{};
    int step = 0;
    int sum = 0;
  };

  explicit RandomGame(const RandomParameters& parameters) : rules_(parameters) {
    require(rules_.depth, 1, kMaxDepth, "depth");
    require(rules_.branching, 1, 100, "branching");
    require(rules_.min_branching, 1, rules_.branching, "min_branching");
    require(rules_.observations, 1, 100, "observations");
    require(rules_.chance, 0, 100, "chance");
  }

  Traits traits() const { return {2, true, rules_.chance > 0, false, false}; }
  State initial() const {
    State s;
    s.path = mix(rules_.seed + 0x632be59bd9b4e019ULL);
    return s;
  }
  int turn(const State& s) const {
    if (s.step == rules_.depth * round_length()) return kTerminal;
    const int place = s.step % round_length();
    return rules_.chance > 0 ? place - 1 : place;  // place 0 of a round is chance's where there is chance
  }
  int num_actions(const State& s) const {
    const int mover = turn(s);
    if (mover == kChance) return rules_.chance;
    if (rules_.min_branching == rules_.branching) return rules_.branching;
    KeyWriter key;
    info_key(s, mover, key);
    key.u8(static_cast<std::uint64_t>(mover));
    return rules_.min_branching +
           Random(hash_bytes(key.view()) ^ mix(rules_.seed)).below(rules_.branching - rules_.min_branching + 1);
  }
  void apply(State& s, int action) const {
    const int mover = turn(s);
    s.path = mix(s.path ^ static_cast<std::uint64_t>(action + 1) * 0x9e3779b97f4a7c15ULL);
    Random random(s.path);
    if (mover == kChance) {
      for (int player = 0; player < 2; ++player) see(s, player, random.below(rules_.observations));
    } else {
      see(s, mover, action);
      see(s, 1 - mover, random.below(rules_.observations));
      s.sum += random.below(3) - 1;
    }
    ++s.step;
  }
  double chance_probability(const State& s, int outcome) const { return random_odds(s.path, rules_.chance, outcome); }
  void utilities(const State& s, double* out) const {
    out[0] = random_utility(rules_.utility, s.path, s.sum);
    out[1] = -out[0];
  }
  void info_key(const State& s, int player, KeyWriter& key) const {
    const auto p = static_cast<std::size_t>(player);
    key.bytes({s.seen[p].data(), s.length[p]});
  }
  /// All that happens from here on is drawn from the path and from what the players have seen.
  void state_key(const State& s, KeyWriter& key) const {
    key.u64(s.path), key.u32(static_cast<std::uint32_t>(s.sum)), key.u8(static_cast<std::uint64_t>(s.step));
    info_key(s, 0, key);
    info_key(s, 1, key);
  }
  double max_utility() const { return rules_.utility == RandomUtility::edges ? 2.0 * rules_.depth : 1.0; }
  double min_utility() const { return -max_utility(); }
  std::string action_label(const State&, int, int action) const { return std::to_string(action); }
  /// Own actions and the symbols seen, in order.
  std::string info_label(const State& s, int player) const {
    std::string text;
    const auto p = static_cast<std::size_t>(player);
    for (std::size_t i = 0; i < s.length[p]; ++i) text += (i > 0 ? "." : "") + std::to_string(s.seen[p][i]);
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const { return info_label(s, 0) + " | " + info_label(s, 1); }

 private:
  static void require(int value, int low, int high, const char* name) {
    if (value < low || value > high)
      throw GameDefinitionError(std::string("random_game: ") + name + " must be from " + std::to_string(low) + " to " +
                                std::to_string(high) + ", not " + std::to_string(value) + ".");
  }
  static void see(State& s, int player, int what) {
    const auto p = static_cast<std::size_t>(player);
    s.seen[p][s.length[p]++] = static_cast<unsigned char>(what);
  }
  int round_length() const { return rules_.chance > 0 ? 3 : 2; }

  RandomParameters rules_;
};

}  // namespace dodona
