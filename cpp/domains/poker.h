/// Generic two-round poker: Leduc hold'em and its larger relatives (thesis 5.4.1; Southey et al. 2005 for Leduc).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct PokerParameters {
  int types = 3;        ///< ranks of cards
  int copies = 2;       ///< cards of each rank
  int raises = 1;       ///< raises allowed in a round after the opening bet
  int bet_sizes = 1;    ///< bets of 2, 4, ..., twice that in round two
  int raise_sizes = 1;  ///< raises of 2, 4, ..., twice that in round two
  int ante = 1;
  bool physical = false;  ///< deal every card apart instead of every type
};

/// One private card each, a betting round, one table card, a second round. Player 0 opens both rounds. Equal private
/// cards tie, a pair with the table wins, else the higher card. A raise pays the last aggressive amount and its own
/// size on top; the call that follows pays only that size.
class Poker {
 public:
  static constexpr std::size_t kMaxActions = 64;
  static constexpr int kMaxMaps = 720;

  struct State {
    std::array<short, 3> card{-1, -1, -1};  ///< private, private, table
    std::array<unsigned char, kMaxActions> history{};
    unsigned char length = 0, round_start = 0;
    signed char round = 0;
    unsigned char raises = 0;
    int facing = 0;  ///< chips needed to call
    std::array<int, 2> paid{};
  };

  explicit Poker(const PokerParameters& parameters) : rules_(parameters) {
    require(rules_.types, 1, 60, "types");
    require(rules_.copies, 1, 60, "copies");
    require(rules_.raises, 0, 20, "raises");
    require(rules_.bet_sizes, 1, 50, "bet_sizes");
    require(rules_.raise_sizes, 1, 50, "raise_sizes");
    require(rules_.ante, 1, 1'000'000, "ante");
    if (rules_.types * rules_.copies < 3)
      throw GameDefinitionError("poker: types times copies must be at least 3 cards.");
    list_maps();
  }

  Traits traits() const { return {2, true, true, false, false}; }
  State initial() const {
    State s;
    s.paid = {rules_.ante, rules_.ante};
    return s;
  }
  int turn(const State& s) const {
    if (s.round == 3) return kTerminal;
    if (s.card[1] < 0 || (s.round == 1 && s.card[2] < 0)) return kChance;
    return (s.length - s.round_start) % 2;
  }
  int num_actions(const State& s) const {
    if (turn(s) == kChance) return num_deals(s);
    if (s.facing == 0) return rules_.bet_sizes + 1;
    return 2 + (s.raises < rules_.raises ? rules_.raise_sizes : 0);
  }
  void apply(State& s, int action) const {
    if (turn(s) == kChance) {
      s.card[next_card(s)] = static_cast<short>(dealt(s, action));
      return;
    }
    const std::size_t player = static_cast<std::size_t>(turn(s));
    const unsigned char code = move_code(s, action);
    const bool answers = s.length > s.round_start;
    s.history[s.length++] = code;
    switch (kind(code)) {
      case kCheck:
        if (answers) end_round(s);
        break;
      case kCall:
        s.paid[player] += s.facing;
        end_round(s);
        break;
      case kFold:
        s.round = 3;
        break;
      case kRaise:
        ++s.raises;
        [[fallthrough]];
      default:
        s.paid[player] += s.facing + size_of(s.round, code);
        s.facing = size_of(s.round, code);
    }
  }
  double chance_probability(const State& s, int outcome) const {
    const double left = rules_.types * rules_.copies - static_cast<int>(next_card(s));
    return (rules_.physical ? 1 : copies_left(s, dealt(s, outcome))) / left;
  }
  void utilities(const State& s, double* out) const {
    out[0] = kind(s.history[s.length - 1U]) == kFold ? fold_utility(s) : showdown(s);
    out[1] = -out[0];
  }
  void info_key(const State& s, int player, KeyWriter& key) const {
    key.u8(static_cast<std::uint8_t>(player));
    card_key(s, s.card[static_cast<std::size_t>(player)], key);
    public_key(s, key);
  }
  void state_key(const State& s, KeyWriter& key) const {
    card_key(s, s.card[0], key);
    card_key(s, s.card[1], key);
    public_key(s, key);
  }
  double max_utility() const {
    return rules_.ante + 3.0 * (2 * rules_.bet_sizes + rules_.raises * 2 * rules_.raise_sizes);
  }
  double min_utility() const { return -max_utility(); }
  /// Where every card is dealt apart, those of one rank can change places.
  int num_automorphisms() const { return static_cast<int>(maps_.size()); }
  State image(const State& s, int map) const {
    State t = s;
    for (short& card : t.card)
      if (card >= 0) card = image_of_card(card, map);
    return t;
  }
  int image(const State& s, int action, int map) const {
    if (turn(s) != kChance) return action;
    const State t = image(s, map);
    int place = 0;
    for (int card = image_of_card(dealt(s, action), map); --card >= 0;) place += available(t, card);
    return place;
  }
  std::string action_label(const State& s, int player, int action) const {
    if (player == kChance) return card_name(dealt(s, action));
    return move_name(move_code(s, action), s.round);
  }
  std::string info_label(const State& s, int player) const {
    return card_name(s.card[static_cast<std::size_t>(player)]) + public_text(s);
  }
  std::string describe(const State& s) const {
    return card_name(s.card[0]) + " " + card_name(s.card[1]) + public_text(s);
  }
  /// The cards as far as the viewer sees them, the chips that were paid, and what was done in each round.
  std::string draw(const State& s, int viewer) const {
    std::string text;
    for (int player = 0; player < 2; ++player) {
      const std::size_t p = static_cast<std::size_t>(player);
      text += player_name(player) + ": " + (sees(viewer, player) ? card_name(s.card[p]) : "?") + ", paid " +
              std::to_string(s.paid[p]) + "\n";
    }
    text += "table: " + card_name(s.card[2]);
    std::array<std::string, 2> rounds;
    each_move(s, [&](unsigned char code, int round, bool) {
      std::string& moves = rounds[static_cast<std::size_t>(round)];
      moves += (moves.empty() ? "\nround " + std::to_string(round + 1) + ": " : ", ") + move_name(code, round);
    });
    return text + rounds[0] + rounds[1];
  }

 private:
  enum Kind : unsigned char { kCheck = 0, kCall = 1, kFold = 2, kBet = 64, kRaise = 128 };

  static void require(int value, int low, int high, const char* name) {
    if (value < low || value > high)
      throw GameDefinitionError(std::string("poker: ") + name + " must be from " + std::to_string(low) + " to " +
                                std::to_string(high) + ", not " + std::to_string(value) + ".");
  }
  static Kind kind(unsigned char code) { return static_cast<Kind>(code >= 64 ? code & 0xC0 : code); }
  /// Sizes are numbered 0, 1, ... in the code; the second round doubles them.
  static int size_of(int round, unsigned char code) { return 2 * ((code & 0x3F) + 1) * (round == 0 ? 1 : 2); }
  static std::string move_name(unsigned char code, int round) {
    switch (kind(code)) {
      case kCheck:
        return "check";
      case kCall:
        return "call";
      case kFold:
        return "fold";
      case kRaise:
        return "raise " + std::to_string(size_of(round, code));
      default:
        return "bet " + std::to_string(size_of(round, code));
    }
  }
  /// Calls `visit(code, round, ends)` for every move of a player; `ends` where it ends its round: a call, or a check
  /// that answers a check.
  template <class Visit>
  static void each_move(const State& s, Visit&& visit) {
    int round = 0;
    for (std::size_t i = 0, start = 0; i < s.length; ++i) {
      const Kind what = kind(s.history[i]);
      const bool ends = what == kCall || (what == kCheck && i > start);
      visit(s.history[i], round, ends);
      if (ends) ++round, start = i + 1;
    }
  }

  unsigned char move_code(const State& s, int action) const {
    if (s.facing == 0)
      return static_cast<unsigned char>(action < rules_.bet_sizes ? kBet + action : static_cast<int>(kCheck));
    if (action == 0) return kCall;
    const bool fold = action == num_actions(s) - 1;
    return static_cast<unsigned char>(fold ? static_cast<int>(kFold) : kRaise + action - 1);
  }
  void end_round(State& s) const {
    s.round = static_cast<signed char>(s.round == 0 ? 1 : 3);
    s.round_start = s.length;
    s.raises = 0;
    s.facing = 0;
  }

  static std::size_t next_card(const State& s) { return s.card[0] < 0 ? 0 : s.card[1] < 0 ? 1 : 2; }
  int copies_left(const State& s, int type) const {
    return rules_.copies - static_cast<int>(std::count(s.card.begin(), s.card.end(), type));
  }
  bool available(const State& s, int card) const {
    return rules_.physical ? std::count(s.card.begin(), s.card.end(), card) == 0 : copies_left(s, card) > 0;
  }
  int deck() const { return rules_.physical ? rules_.types * rules_.copies : rules_.types; }
  int num_deals(const State& s) const {
    int deals = 0;
    for (int card = 0; card < deck(); ++card) deals += available(s, card);
    return deals;
  }
  int dealt(const State& s, int outcome) const {
    for (int card = 0;; ++card)
      if (available(s, card) && outcome-- == 0) return card;
  }
  int type_of(int card) const { return rules_.physical ? card / rules_.copies : card; }

  /// Every way to permute the cards within each rank; only the identity where there are too many to list.
  void list_maps() {
    std::vector<short> cards(static_cast<std::size_t>(deck()));
    for (std::size_t card = 0; card < cards.size(); ++card) cards[card] = static_cast<short>(card);
    maps_.assign(1, cards);
    if (!rules_.physical) return;
    double count = 1;
    for (int type = 0; type < rules_.types; ++type)
      for (int copy = 2; copy <= rules_.copies; ++copy) count *= copy;
    if (count > kMaxMaps) return;
    for (int type = 0; type < rules_.types; ++type) {
      const std::size_t listed = maps_.size();
      const auto begin = type * rules_.copies, end = begin + rules_.copies;
      std::vector<short> order(cards.begin() + begin, cards.begin() + end);
      while (std::next_permutation(order.begin(), order.end()))
        for (std::size_t map = 0; map < listed; ++map) {
          std::vector<short> changed = maps_[map];
          std::copy(order.begin(), order.end(), changed.begin() + begin);
          maps_.push_back(std::move(changed));
        }
    }
  }
  short image_of_card(int card, int map) const {
    return maps_[static_cast<std::size_t>(map)][static_cast<std::size_t>(card)];
  }

  static double fold_utility(const State& s) {
    // The history ends with the fold; whoever would move next stays in.
    const bool first_folded = (s.length - s.round_start) % 2 == 1;
    return first_folded ? -s.paid[0] : s.paid[1];
  }
  double showdown(const State& s) const {
    const int first = type_of(s.card[0]), second = type_of(s.card[1]), table = type_of(s.card[2]);
    if (first == second) return 0;
    const bool first_wins = first == table || (second != table && first > second);
    return first_wins ? s.paid[1] : -s.paid[0];
  }

  static void card_key(const State&, short card, KeyWriter& key) { key.u32(static_cast<std::uint32_t>(card)); }
  static void public_key(const State& s, KeyWriter& key) {
    key.u32(static_cast<std::uint32_t>(s.card[2]));
    key.bytes({s.history.data(), s.length});
  }
  std::string card_name(int card) const {
    if (card < 0) return "?";
    const int type = type_of(card);
    std::string name = rules_.types == 3 ? std::string(1, "JQK"[type]) : std::to_string(type + 1);
    if (!rules_.physical) return name;
    const int copy = card % rules_.copies;
    return name +
           (rules_.copies <= 26 ? std::string(1, static_cast<char>('a' + copy)) : "." + std::to_string(copy + 1));
  }
  std::string public_text(const State& s) const {
    std::string text;
    std::size_t moves = 0;
    each_move(s, [&](unsigned char code, int round, bool ends) {
      const Kind what = kind(code);
      text += what == kCheck ? "k" : what == kCall ? "c" : what == kFold ? "f" : what == kBet ? "b" : "r";
      if (what >= kBet) text += std::to_string(size_of(round, code));
      if (++moves; ends && round == 0) text += "/" + card_name(s.card[2]) + (moves < s.length ? ":" : "");
    });
    return text.empty() ? "" : ":" + text;
  }

  PokerParameters rules_;
  std::vector<std::vector<short>> maps_;  ///< what becomes of every card
};

}  // namespace dodona
