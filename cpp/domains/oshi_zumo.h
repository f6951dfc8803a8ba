/// Oshi-Zumo, a bidding game (Buro 2003; thesis 4.4.1 and A.1).
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct OshiZumoParameters {
  std::array<int, 2> coins{};
  int size = 3;           ///< cells on each side of the centre
  int min_bid = 1;        ///< of a player who can pay it
  int start = 3;          ///< cell of the wrestler, from 0 to 2 * size
  bool distance = false;  ///< utility is the wrestler's distance from the centre, not its sign
};

/// Both players bid coins at once and pay their bids; the higher bid pushes the wrestler one cell towards the other
/// side, up for player 0. Who has fewer coins than the least bid bids 0. The game ends when the wrestler has left the
/// board or neither player can bid; player 0 wins if he is above the centre.
class OshiZumo {
 public:
  static constexpr int kMaxCoins = 128;
  static constexpr int kMaxSize = 120;

  struct State {
    /// Bit n: some bid brought the player's payments to n + 1. Bids of 0 come after all others, so these sets are
    /// the history.
    std::array<std::bitset<kMaxCoins>, 2> paid{};
    std::array<unsigned char, 2> coins{};
    unsigned char place = 0;  ///< cell + 1, so that 0 is below the board
  };

  explicit OshiZumo(const OshiZumoParameters& parameters) : rules_(parameters) {
    for (const int coins : rules_.coins) require(coins, 0, kMaxCoins, "coins");
    require(rules_.size, 0, kMaxSize, "size");
    require(rules_.min_bid, 1, kMaxCoins, "min_bid");
    require(rules_.start, 0, 2 * rules_.size, "start");
  }

  Traits traits() const { return {2, true, false, true, true}; }
  State initial() const {
    State s;
    for (std::size_t p = 0; p < 2; ++p) s.coins[p] = static_cast<unsigned char>(rules_.coins[p]);
    s.place = static_cast<unsigned char>(rules_.start + 1);
    return s;
  }
  int turn(const State& s) const {
    const bool out = s.place == 0 || s.place == top();
    return out || (s.coins[0] < rules_.min_bid && s.coins[1] < rules_.min_bid) ? kTerminal : kSimultaneous;
  }
  int num_actions(const State&) const { return 0; }
  void apply(State&, int) const {}
  int num_actions(const State& s, int player) const {
    const int coins = s.coins[at(player)];
    return coins < rules_.min_bid ? 1 : coins - rules_.min_bid + 1;
  }
  void apply_joint(State& s, const int* joint) const {
    const int first = pay(s, 0, joint[0]), second = pay(s, 1, joint[1]);
    s.place = static_cast<unsigned char>(s.place + (first > second) - (first < second));
  }
  void utilities(const State& s, double* out) const {
    const int distance = s.place - (rules_.size + 1);
    out[0] = rules_.distance ? distance : (distance > 0) - (distance < 0);
    out[1] = -out[0];
  }
  void info_key(const State& s, int, KeyWriter& key) const {
    for (const auto& paid : s.paid) key.u64((paid << 64 >> 64).to_ullong()), key.u64((paid >> 64).to_ullong());
  }
  void state_key(const State& s, KeyWriter& key) const { key.u8(s.coins[0]), key.u8(s.coins[1]), key.u8(s.place); }
  void mirror_key(const State& s, KeyWriter& key) const {
    key.u8(s.coins[1]), key.u8(s.coins[0]), key.u8(static_cast<std::uint64_t>(top() - s.place));
  }
  double max_utility() const { return rules_.distance ? rules_.size + 1 : 1; }
  double min_utility() const { return -max_utility(); }
  /// Where the wrestler stands, and who has more coins to push him.
  double evaluate(const State& s) const {
    const double push = (s.coins[0] - s.coins[1]) / (1.0 + s.coins[0] + s.coins[1]);
    return max_utility() * (s.place - (rules_.size + 1) + push) / (rules_.size + 2.0);
  }
  std::string action_label(const State& s, int player, int action) const {
    return std::to_string(bid(s, player, action));
  }
  /// The bids of every round, player 0's first.
  std::string info_label(const State& s, int) const {
    std::string text;
    std::array<int, 2> before{};
    while (before[0] < spent(s, 0) || before[1] < spent(s, 1)) {
      text += text.empty() ? "" : " ";
      for (int player = 0; player < 2; ++player) {
        const int after = next_payment(s, player, before[at(player)]);
        text += (player > 0 ? "-" : "") + std::to_string(after - before[at(player)]);
        before[at(player)] = after;
      }
    }
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    return "coins " + std::to_string(s.coins[0]) + "-" + std::to_string(s.coins[1]) + ", wrestler at " +
           std::to_string(s.place - 1);
  }
  /// The coins, and the board with the wrestler; a long board is only told of.
  std::string draw(const State& s, int) const {
    std::string text = "player 0: " + counted(s.coins[0], "coin") +
                       ", pushes right\nplayer 1: " + counted(s.coins[1], "coin") + ", pushes left\n";
    if (rules_.size > 30)
      return text + "wrestler at " + std::to_string(s.place - 1) + " of 0 to " + std::to_string(top() - 2);
    text += s.place == 0 ? "W[" : " [";
    for (int cell = 1; cell < top(); ++cell) text += cell == s.place ? 'W' : cell == rules_.size + 1 ? '+' : '.';
    return text + (s.place == top() ? "]W" : "]");
  }

 private:
  static void require(int value, int low, int high, const char* name) {
    if (value < low || value > high)
      throw GameDefinitionError(std::string("oshi_zumo: ") + name + " must be from " + std::to_string(low) + " to " +
                                std::to_string(high) + ", not " + std::to_string(value) + ".");
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int top() const { return 2 * rules_.size + 2; }  ///< the place above the board
  int bid(const State& s, int player, int action) const {
    return s.coins[at(player)] < rules_.min_bid ? 0 : rules_.min_bid + action;
  }
  int spent(const State& s, int player) const { return rules_.coins[at(player)] - s.coins[at(player)]; }
  int pay(State& s, int player, int action) const {
    const int amount = bid(s, player, action);
    s.coins[at(player)] = static_cast<unsigned char>(s.coins[at(player)] - amount);
    if (amount > 0) s.paid[at(player)].set(at(spent(s, player) - 1));
    return amount;
  }
  /// The player's payments after the next bid, given those before it.
  int next_payment(const State& s, int player, int before) const {
    if (before == spent(s, player)) return before;
    int after = before + 1;
    while (!s.paid[at(player)].test(at(after - 1))) ++after;
    return after;
  }

  OshiZumoParameters rules_;
};

}  // namespace dodona
