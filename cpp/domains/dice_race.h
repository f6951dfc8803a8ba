/// A small race with a die: the simplest game in which luck and choice alternate.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// Both players start at 0 and move in turn: walk one step, or roll a die and go as far as it shows, but nowhere on a
/// one. Whoever reaches `length` first wins; after `turns` turns each the player further ahead does, equal is a draw.
class DiceRace {
 public:
  static constexpr int kMaxTurns = 30;

  struct State {
    std::array<unsigned char, 2> place{};
    std::array<unsigned char, 2 * kMaxTurns> moves{};  ///< 0 walked, else what was rolled
    unsigned char length = 0;
    bool rolling = false;
  };

  DiceRace(int length, int faces, int turns) : length_(length), faces_(faces), turns_(turns) {
    if (length < 1 || length > 100 || faces < 2 || faces > 20 || turns < 1 || turns > kMaxTurns)
      throw GameDefinitionError("dice_race: length must be from 1 to 100, faces from 2 to 20, turns from 1 to 30.");
  }

  Traits traits() const { return {2, true, true, false, true}; }
  State initial() const { return {}; }
  int turn(const State& s) const {
    if (s.rolling) return kChance;
    if (s.place[0] >= length_ || s.place[1] >= length_ || s.length == 2 * turns_) return kTerminal;
    return s.length % 2;
  }
  int num_actions(const State& s) const { return s.rolling ? faces_ : 2; }
  void apply(State& s, int action) const {
    if (!s.rolling && action == 1) {
      s.rolling = true;
      return;
    }
    const int shown = s.rolling ? action + 1 : 0;
    s.place[s.length % 2U] =
        static_cast<unsigned char>(s.place[s.length % 2U] + (s.rolling ? (shown == 1 ? 0 : shown) : 1));
    s.moves[s.length++] = static_cast<unsigned char>(shown);
    s.rolling = false;
  }
  double chance_probability(const State&, int) const { return 1.0 / faces_; }
  void utilities(const State& s, double* out) const {
    out[0] = (s.place[0] > s.place[1]) - (s.place[0] < s.place[1]);
    out[1] = -out[0];
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.u8(s.place[0]), key.u8(s.place[1]), key.u8(s.length), key.u8(s.rolling);
  }
  /// Who is ahead, and how far.
  double evaluate(const State& s) const { return (s.place[0] - s.place[1]) / (1.0 + length_ + faces_); }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State&, int player, int action) const {
    if (player == kChance) return std::to_string(action + 1);
    return action == 0 ? "walk" : "roll";
  }
  std::string info_label(const State& s, int) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += s.moves[i] == 0 ? "w" : "r" + std::to_string(s.moves[i]);
    return (text.empty() ? "start" : text) + (s.rolling ? "r" : "");
  }
  std::string describe(const State& s) const {
    return std::to_string(s.place[0]) + " to " + std::to_string(s.place[1]) + " after " + std::to_string(s.length) +
           (s.rolling ? ", rolling" : "");
  }
  /// A track for each player, up to the goal; long ones are only told of.
  std::string draw(const State& s, int) const {
    std::string text;
    for (int player = 0; player < 2; ++player) {
      const int place = s.place[static_cast<std::size_t>(player)];
      text += player_name(player) + ": ";
      if (length_ <= 50)
        for (int step = 0; step <= length_; ++step)
          text += step == std::min(place, length_) ? static_cast<char>('0' + player) : step == length_ ? '|' : '.';
      text += " " + std::to_string(place) + " of " + std::to_string(length_) + "\n";
    }
    const int left = 2 * turns_ - s.length;
    return text + counted(left, "turn") + " left" + (s.rolling ? "; the die is rolling" : "");
  }

 private:
  int length_, faces_, turns_;
};

}  // namespace dodona
