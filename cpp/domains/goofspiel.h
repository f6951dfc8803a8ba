/// Goofspiel, the game of pure strategy (Ross 1971), in the variants of the thesis (4.4.1 and A.1).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct GoofspielParameters {
  int cards = 0;
  int lowest = 1;          ///< value of the lowest card
  std::vector<int> order;  ///< prize values in order; empty: chance turns them up
  bool points = false;     ///< utility is the difference of points, not its sign
  bool hidden = false;     ///< players learn who won a round, not with which card
  bool automatic = false;  ///< the forced last card is played without a move
};

/// Each round a prize is turned up and both players bid a card at once; the higher card wins the prize, equal cards
/// discard it.
class Goofspiel {
 public:
  static constexpr int kMaxCards = 20;

  struct State {
    std::array<std::array<unsigned char, kMaxCards>, 2> bid{};  ///< cards by index, in order of play
    std::array<unsigned char, kMaxCards> prize{};               ///< by index, in order of appearance
    std::array<std::uint32_t, 2> hand{};
    std::uint32_t prizes = 0;  ///< still face down
    unsigned char round = 0;   ///< rounds played
    unsigned char shown = 0;   ///< prizes turned up
    int difference = 0;        ///< points of player 0 minus points of player 1
    int left = 0;              ///< points of all prizes not yet played for
  };

  explicit Goofspiel(GoofspielParameters parameters) : rules_(std::move(parameters)) {
    if (rules_.cards < 1 || rules_.cards > kMaxCards)
      throw GameDefinitionError("goofspiel: cards must be from 1 to " + std::to_string(kMaxCards) + ".");
    std::uint32_t seen = 0;
    for (const int value : rules_.order) {
      const int card = value - rules_.lowest;
      if (card < 0 || card >= rules_.cards || (seen >> card & 1))
        throw GameDefinitionError("goofspiel: order must name every card from " + std::to_string(rules_.lowest) +
                                  " to " + std::to_string(rules_.lowest + rules_.cards - 1) + " once.");
      seen |= 1U << card;
    }
    if (!rules_.order.empty() && static_cast<int>(rules_.order.size()) != rules_.cards)
      throw GameDefinitionError("goofspiel: order must name all " + std::to_string(rules_.cards) + " cards.");
  }

  Traits traits() const { return {2, true, rules_.order.empty(), true, !rules_.hidden}; }
  State initial() const {
    State s;
    s.prizes = (1U << rules_.cards) - 1;
    s.hand = {s.prizes, s.prizes};
    for (int card = 0; card < rules_.cards; ++card) s.left += std::abs(value(card));
    play_forced(s);
    return s;
  }
  int turn(const State& s) const {
    if (s.round == rules_.cards) return kTerminal;
    return s.shown == s.round ? kChance : kSimultaneous;
  }
  int num_actions(const State& s) const { return std::popcount(s.prizes); }
  void apply(State& s, int outcome) const { turn_up(s, nth(s.prizes, outcome)); }
  int num_actions(const State& s, int player) const { return std::popcount(s.hand[at(player)]); }
  void apply_joint(State& s, const int* joint) const {
    play(s, nth(s.hand[0], joint[0]), nth(s.hand[1], joint[1]));
    play_forced(s);
  }
  /// Takes back a prize that chance has turned up, or else the last bids with what followed from them.
  void undo(State& s) const {
    const bool turned = s.shown > s.round;
    if (turned) turn_down(s);
    if (turned && rules_.order.empty()) return;
    if (rules_.automatic && s.round == rules_.cards) take_up(s), turn_down(s);
    take_up(s);
  }
  double chance_probability(const State& s, int) const { return 1.0 / std::popcount(s.prizes); }
  void utilities(const State& s, double* out) const {
    out[0] = score(s.difference);
    out[1] = -out[0];
  }
  void info_key(const State& s, int player, KeyWriter& key) const {
    key.bytes({s.prize.data(), s.shown});
    key.bytes({s.bid[at(player)].data(), s.round});
    for (int i = 0; i < s.round; ++i) {
      const int own = s.bid[at(player)][at(i)], other = s.bid[at(1 - player)][at(i)];
      key.u8(static_cast<std::uint64_t>(rules_.hidden ? 1 + (own > other) - (own < other) : other));
    }
  }
  void state_key(const State& s, KeyWriter& key) const { write_key(s, s.hand[0], s.hand[1], s.difference, key); }
  void mirror_key(const State& s, KeyWriter& key) const { write_key(s, s.hand[1], s.hand[0], -s.difference, key); }
  /// Bids are only compared, so that cards count by their rank among those still held.
  void canonical(KeyWriter& key) const {
    const std::uint32_t first = key.u32_at(0), second = key.u32_at(4);
    std::uint32_t ranked_first = 0, ranked_second = 0, rank = 1;
    for (std::uint32_t held = first | second; held != 0; held &= held - 1, rank <<= 1) {
      const std::uint32_t card = held & ~(held - 1);
      if (first & card) ranked_first |= rank;
      if (second & card) ranked_second |= rank;
    }
    key.set_u32(0, ranked_first), key.set_u32(4, ranked_second);
  }
  double max_utility() const { return rules_.points ? initial().left : 1; }
  double min_utility() const { return -max_utility(); }
  /// Nobody can win more than the prizes that are left, and last cards leave no choice.
  std::pair<double, double> outlook(const State& s) const {
    if (s.round + 1 == rules_.cards && s.shown > s.round) {
      const double last = score(s.difference + gain(s, std::countr_zero(s.hand[0]), std::countr_zero(s.hand[1])));
      return {last, last};
    }
    return {score(s.difference - s.left), score(s.difference + s.left)};
  }
  /// Who is ahead, as a share of what is at stake.
  double evaluate(const State& s) const {
    if (rules_.points) return s.difference;
    return s.difference / (1.0 + std::abs(s.difference) + s.left);
  }
  std::string action_label(const State& s, int player, int action) const {
    return std::to_string(value(nth(player == kChance ? s.prizes : s.hand[at(player)], action)));
  }
  std::string info_label(const State& s, int player) const { return view(s, player, rules_.hidden); }
  std::string describe(const State& s) const { return view(s, 0, false); }
  /// The hands as far as the viewer can tell them, what was won, the prizes, and the rounds.
  std::string draw(const State& s, int viewer) const {
    std::string text;
    for (int player = 0; player < 2; ++player)
      text += player_name(player) + ": " +
              (can_tell(viewer, player) ? "hand" + cards_text(s.hand[at(player)]) + "; " : "") + "won " +
              std::to_string(won(s, player)) + "\n";
    text += "prize: " + (s.round == rules_.cards ? "none left" : s.shown > s.round ? prize_text(s, s.round) : "?");
    if (s.prizes != 0) text += "; to come:" + (rules_.order.empty() ? cards_text(s.prizes) : order_text(s));
    for (int i = 0; i < s.round; ++i) {
      text += (i == 0 ? "\nrounds: " : ", ") + prize_text(s, i) + " for ";
      for (int player = 0; player < 2; ++player)
        text += (player > 0 ? (compare(s, i) > 0   ? ">"
                               : compare(s, i) < 0 ? "<"
                                                   : "=")
                            : "") +
                (can_tell(viewer, player) ? std::to_string(value(s.bid[at(player)][at(i)])) : "?");
    }
    return text;
  }

 private:
  bool can_tell(int viewer, int player) const { return !rules_.hidden || sees(viewer, player); }
  static int compare(const State& s, int round) { return s.bid[0][at(round)] - s.bid[1][at(round)]; }
  int won(const State& s, int player) const {
    int points = 0;
    for (int i = 0; i < s.round; ++i)
      if (player == 0 ? compare(s, i) > 0 : compare(s, i) < 0) points += value(s.prize[at(i)]);
    return points;
  }
  std::string cards_text(std::uint32_t set) const {
    std::string text;
    for (; set != 0; set &= set - 1) text += " " + std::to_string(value(std::countr_zero(set)));
    return text.empty() ? " empty" : text;
  }
  std::string order_text(const State& s) const {
    std::string text;
    for (std::size_t i = s.shown; i < rules_.order.size(); ++i) text += " " + std::to_string(rules_.order[i]);
    return text;
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int value(int card) const { return card + rules_.lowest; }
  double score(int difference) const { return rules_.points ? difference : (difference > 0) - (difference < 0); }
  /// What player 0 wins by two bids for the prize that is up.
  int gain(const State& s, int first, int second) const {
    return ((first > second) - (first < second)) * value(s.prize[s.round]);
  }
  static void write_key(const State& s, std::uint32_t own, std::uint32_t other, int difference, KeyWriter& key) {
    key.u32(own), key.u32(other), key.u32(s.prizes);
    key.u8(s.shown), key.u8(s.round), key.u8(s.shown > s.round ? s.prize[s.round] : 255);
    key.u32(static_cast<std::uint32_t>(difference));
  }
  /// The rounds as a player sees them: prize, own card, the other's card or only how they compared; then the prize
  /// that is up.
  std::string view(const State& s, int player, bool hidden) const {
    std::string text;
    for (int i = 0; i < s.round; ++i) {
      const int own = s.bid[at(player)][at(i)], other = s.bid[at(1 - player)][at(i)];
      const std::string compared = own > other ? ">" : own < other ? "<" : "=";
      text += (i > 0 ? " " : "") + prize_text(s, i) + ":" + std::to_string(value(own)) +
              (hidden ? compared : "-" + std::to_string(value(other)));
    }
    if (s.round == rules_.cards) return text;
    return text + (s.round > 0 ? " " : "") + (s.shown > s.round ? prize_text(s, s.round) : "?");
  }
  std::string prize_text(const State& s, int round) const { return std::to_string(value(s.prize[at(round)])); }
  static int nth(std::uint32_t set, int n) {
    while (n-- > 0) set &= set - 1;
    return std::countr_zero(set);
  }
  static void turn_up(State& s, int card) {
    s.prize[s.shown++] = static_cast<unsigned char>(card);
    s.prizes &= ~(1U << card);
  }
  void play(State& s, int first, int second) const {
    s.bid[0][s.round] = static_cast<unsigned char>(first);
    s.bid[1][s.round] = static_cast<unsigned char>(second);
    s.hand[0] &= ~(1U << first), s.hand[1] &= ~(1U << second);
    s.difference += gain(s, first, second);
    s.left -= std::abs(value(s.prize[s.round++]));
  }
  void turn_down(State& s) const { s.prizes |= 1U << s.prize[--s.shown]; }
  void take_up(State& s) const {
    const int first = s.bid[0][--s.round], second = s.bid[1][s.round];
    s.left += std::abs(value(s.prize[s.round]));
    s.hand[0] |= 1U << first, s.hand[1] |= 1U << second;
    s.difference -= gain(s, first, second);
  }
  /// Turns up a prize that is no surprise, and plays a last card that is no choice.
  void play_forced(State& s) const {
    const bool last = s.round == rules_.cards - 1;
    if (s.round < rules_.cards && !rules_.order.empty()) turn_up(s, rules_.order[s.round] - rules_.lowest);
    if (!rules_.automatic || !last) return;
    if (s.shown == s.round) turn_up(s, nth(s.prizes, 0));
    play(s, nth(s.hand[0], 0), nth(s.hand[1], 0));
  }

  GoofspielParameters rules_;
};

}  // namespace dodona
