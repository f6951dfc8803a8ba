/// Kuhn poker (Kuhn 1950), with any number of cards.
#pragma once

#include <array>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// Ante 1, one card each, bets of 1. Player 0 bets or checks; a bet is called or folded to; after a check player 1 may
/// bet in turn. The higher card wins.
class Kuhn {
 public:
  struct State {
    std::array<signed char, 2> card{-1, -1};
    std::array<char, 3> history{};  ///< k check, b bet, c call, f fold
    signed char length = 0;
  };

  explicit Kuhn(int cards) : cards_(cards) {
    if (cards < 2 || cards > 100) throw GameDefinitionError("kuhn: cards must be from 2 to 100.");
  }

  Traits traits() const { return {2, true, true, false, false}; }
  State initial() const { return {}; }
  int turn(const State& s) const {
    if (s.card[1] < 0) return kChance;
    if (s.length == 0) return 0;
    const char last = s.history[static_cast<std::size_t>(s.length - 1)];
    if (last == 'c' || last == 'f' || (last == 'k' && s.length == 2)) return kTerminal;
    return s.length % 2;
  }
  int num_actions(const State& s) const { return turn(s) == kChance ? cards_ - (s.card[0] >= 0) : 2; }
  void apply(State& s, int action) const {
    if (turn(s) == kChance) {
      s.card[s.card[0] >= 0] = static_cast<signed char>(dealt(s, action));
    } else {
      s.history[static_cast<std::size_t>(s.length)] = facing_bet(s) ? "cf"[action] : "bk"[action];
      ++s.length;
    }
  }
  double chance_probability(const State& s, int) const { return 1.0 / num_actions(s); }
  void utilities(const State& s, double* out) const {
    const char last = s.history[static_cast<std::size_t>(s.length - 1)];
    const double stake = last == 'c' ? 2 : 1;
    const bool first_wins = last == 'f' ? s.length % 2 == 0 : s.card[0] > s.card[1];
    out[0] = first_wins ? stake : -stake;
    out[1] = -out[0];
  }
  void info_key(const State& s, int player, KeyWriter& key) const {
    key.u8(static_cast<std::uint8_t>(s.card[static_cast<std::size_t>(player)]));
    for (int i = 0; i < s.length; ++i) key.u8(static_cast<std::uint8_t>(s.history[static_cast<std::size_t>(i)]));
  }
  void state_key(const State& s, KeyWriter& key) const {
    info_key(s, 0, key);
    key.u8(static_cast<std::uint8_t>(s.card[1]));
  }
  double min_utility() const { return -2; }
  double max_utility() const { return 2; }
  std::string action_label(const State& s, int player, int action) const {
    if (player == kChance) return card_name(dealt(s, action));
    if (facing_bet(s)) return action == 0 ? "call" : "fold";
    return action == 0 ? "bet" : "check";
  }
  std::string info_label(const State& s, int player) const {
    return card_name(s.card[static_cast<std::size_t>(player)]) + (s.length > 0 ? ":" + betting(s) : "");
  }
  std::string describe(const State& s) const {
    return card_name(s.card[0]) + card_name(s.card[1]) + (s.length > 0 ? ":" + betting(s) : "");
  }
  /// The cards as far as the viewer sees them, the chips in the pot, and what was done.
  std::string draw(const State& s, int viewer) const {
    std::string text, moves;
    for (int player = 0; player < 2; ++player)
      text += player_name(player) + ": " +
              (sees(viewer, player) ? card_name(s.card[static_cast<std::size_t>(player)]) : "?") + "\n";
    int pot = 2;
    for (const char move : betting(s)) {
      pot += move == 'b' || move == 'c';
      moves += std::string(moves.empty() ? "; " : ", ") + (move == 'b'   ? "bet"
                                                           : move == 'k' ? "check"
                                                           : move == 'c' ? "call"
                                                                         : "fold");
    }
    return text + "pot: " + std::to_string(pot) + moves;
  }

 private:
  static bool facing_bet(const State& s) {
    return s.length > 0 && s.history[static_cast<std::size_t>(s.length - 1)] == 'b';
  }
  static int dealt(const State& s, int outcome) { return outcome + (s.card[0] >= 0 && outcome >= s.card[0]); }
  static std::string betting(const State& s) { return {s.history.data(), static_cast<std::size_t>(s.length)}; }
  std::string card_name(int card) const {
    if (card < 0) return "?";
    return cards_ == 3 ? std::string(1, "JQK"[card]) : std::to_string(card + 1);
  }

  int cards_;
};

}  // namespace dodona
