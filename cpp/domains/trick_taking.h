/// Open-hand trick-taking: the play of the cards that Spades, Oh Hell and Hearts share.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// A set of cards. A suit has 16 bits, of which the 13 lowest are its cards from the two to the ace; the spare bits
/// keep carries of one suit out of the next.
using CardSet = std::uint64_t;

inline constexpr CardSet kDeck = 0x1fff'1fff'1fff'1fffULL, kTwos = 0x0001'0001'0001'0001ULL;

constexpr CardSet suit_of(int card) { return CardSet{0x1fff} << (card & 48); }
constexpr CardSet one_card(int card) { return CardSet{1} << card; }

/// "SA" is the ace of spades, "C2" the two of clubs.
inline std::string card_text(int card) {
  return {std::string_view("CDHS")[static_cast<std::size_t>(card >> 4)],
          std::string_view("23456789TJQKA")[static_cast<std::size_t>(card & 15)]};
}

struct TrickRules {
  std::vector<CardSet> hands;  ///< by seat, equally many cards each
  int leader = 0;              ///< the seat that leads to the first trick
  bool partners = false;       ///< seats 0 and 2 are player 0, seats 1 and 3 player 1
  bool merge = true;           ///< equivalent cards of a hand are one move
  CardSet trumps = 0;          ///< the suit that beats all others; none without trumps
  CardSet guarded = 0;         ///< cards that are not led before one of them was played, unless there is nothing else
  CardSet penalties = 0;       ///< each is worth 1; without any, every trick is
  CardSet heavy = 0;           ///< a penalty that is worth 13
  int opening = -1;            ///< the card that is led to the first trick; -1 for any
  bool clean_start = false;    ///< no penalties in the first trick, unless there is nothing else
};

/// The seats play a card each in turn and must follow the suit that was led if they can. The highest trump takes the
/// trick, or else the highest card of the suit that was led; whoever takes it leads to the next. All hands are open.
///
/// Games derive from it and say what taken tricks and penalties are worth.
class TrickTaking {
 public:
  static constexpr std::size_t kSeats = 4, kCards = 52;

  struct State {
    std::array<CardSet, kSeats> hands{};
    CardSet held = 0;                          ///< the cards of all hands
    std::array<std::uint8_t, kCards> plays{};  ///< seat * 64 + card, in order
    std::array<std::uint8_t, kSeats> taken{};  ///< by player: tricks, or what their penalties are worth
    std::uint8_t length = 0, in_trick = 0;     ///< cards played, in all and in the trick that is not complete
    std::uint8_t seat = 0;                     ///< whose turn it is
    std::uint8_t best = 0;                     ///< the play that takes the trick so far, while there is one
  };

  explicit TrickTaking(TrickRules rules) : rules_(std::move(rules)), seats_(static_cast<int>(rules_.hands.size())) {
    check();
    players_ = rules_.partners ? 2 : seats_;
    start_.seat = static_cast<std::uint8_t>(rules_.leader);
    for (std::size_t seat = 0; seat < rules_.hands.size(); ++seat)
      start_.hands[seat] = rules_.hands[seat], start_.held |= rules_.hands[seat];
    tricks_ = std::popcount(start_.hands[0]);
    if (rules_.opening >= 0)
      while (!(start_.hands[start_.seat] >> rules_.opening & 1))
        start_.seat = static_cast<std::uint8_t>(next(start_.seat));
  }

  State initial() const { return start_; }
  int turn(const State& s) const { return s.held == 0 ? kTerminal : player_of(s.seat); }
  int num_actions(const State& s) const { return std::popcount(choices(s)); }
  void apply(State& s, int action) const { play(s, nth(choices(s), action)); }
  void undo(State& s) const {
    const bool completed = s.in_trick == 0;
    if (completed) {
      s.in_trick = static_cast<std::uint8_t>(seats_);
      taken_by(s, s.seat) = static_cast<std::uint8_t>(taken_by(s, s.seat) - worth(s));
    }
    --s.length, --s.in_trick;
    const std::uint8_t last = std::exchange(s.plays[s.length], std::uint8_t{0});
    s.seat = last >> 6;
    s.hands[s.seat] |= one_card(last & 63), s.held |= one_card(last & 63);
    if (completed || s.best == last) s.best = best_so_far(s);
  }
  /// Who holds a card never changes, so that the cards that are held tell all hands. Of the trick only its suit and its
  /// best card matter; they and the seat go into the spare bits.
  void state_key(const State& s, KeyWriter& key) const {
    CardSet word = s.held | CardSet{s.seat} << 13;
    if (s.in_trick > 0) {
      const CardSet best = s.best & 63U;
      word |= CardSet{led(s)} >> 4 << 29 | (best & 7) << 45 | best >> 3 << 61;
    }
    key.u64(word);
    key.bytes({s.taken.data(), static_cast<std::size_t>(players_)});
  }
  int move_id(const State& s, int action) const { return nth(choices(s), action); }

  std::string action_label(const State& s, int, int action) const { return card_text(nth(choices(s), action)); }
  std::string info_label(const State& s, int) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? " " : "") + card_text(s.plays[i] & 63);
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (int seat = 0; seat < seats_; ++seat)
      text += (seat > 0 ? " | " : "") + cards_text(s.hands[static_cast<std::size_t>(seat)]);
    text += " trick:";
    for (int i = s.length - s.in_trick; i < s.length; ++i)
      text += " " + play_text(s.plays[static_cast<std::size_t>(i)]);
    return text + (s.held == 0 ? "" : " turn: " + std::to_string(s.seat)) + " taken: " + taken_text(s);
  }

 protected:
  int seats() const { return seats_; }
  int players() const { return players_; }
  int tricks() const { return tricks_; }
  const TrickRules& rules() const { return rules_; }
  int player_of(int seat) const { return rules_.partners ? seat & 1 : seat; }
  /// The cards that may be played; of equivalent ones the lowest.
  CardSet choices(const State& s) const { return rules_.merge ? merged(s, legal(s)) : legal(s); }
  static int nth(CardSet cards, int n) {
    for (; n > 0; --n) cards &= cards - 1;
    return std::countr_zero(cards);
  }
  bool beats(int card, int other) const {
    if ((card & 48) == (other & 48)) return card > other;
    return (rules_.trumps & one_card(card)) != 0;
  }
  /// What a card promises to whoever wants to take tricks, or to avoid them: the cheapest card that takes the trick for
  /// sure, else high ones; or the highest card that does not take it, else low ones.
  double promise_of(const State& s, int card, bool wants) const {
    const int rank = card & 15;
    if (s.in_trick == 0) return wants ? rank : -rank;
    const bool takes = beats(card, s.best & 63);
    if (!wants) return takes ? -rank : 20 + rank;
    if (!takes) return -rank;
    return s.in_trick + 1 == seats_ ? 40 - rank : 20 + rank;
  }
  /// How strong the hands of a player are: what the cards can beat, card by card.
  double strength(const State& s, int player) const {
    int sum = 0;
    for (int seat = 0; seat < seats_; ++seat) {
      if (player_of(seat) != player) continue;
      const CardSet hand = s.hands[static_cast<std::size_t>(seat)], others = s.held & ~hand;
      for (CardSet rest = hand; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        sum += 1 + std::popcount(others & suit_of(card) & (one_card(card) - 1));
        if ((rules_.trumps & one_card(card)) != 0) sum += std::popcount(others & ~rules_.trumps);
      }
    }
    return sum;
  }
  static std::string cards_text(CardSet cards) {
    std::string text;
    for (; cards != 0; cards &= cards - 1) text += (text.empty() ? "" : " ") + card_text(std::countr_zero(cards));
    return text.empty() ? "-" : text;
  }
  /// The hands, suit by suit from the highest card down, and the trick; `note(player)` is what else to say of a player.
  template <class Note>
  std::string drawing(const State& s, Note&& note) const {
    std::string text;
    for (int seat = 0; seat < seats_; ++seat) {
      const int player = player_of(seat);
      text +=
          (rules_.partners ? "seat " + std::to_string(seat) + " (" + player_name(player) + ")" : player_name(player));
      for (int suit = 3; suit >= 0; --suit) text += "  " + suit_text(s.hands[static_cast<std::size_t>(seat)], suit);
      text += "  " + note(player) + "\n";
    }
    text += "trick:";
    for (int i = s.length - s.in_trick; i < s.length; ++i)
      text += " " + play_text(s.plays[static_cast<std::size_t>(i)]);
    return text;
  }

 private:
  void check() const {
    CardSet all = 0;
    bool fits = seats_ >= 2 && seats_ <= static_cast<int>(kSeats) && rules_.hands[0] != 0;
    for (const CardSet hand : rules_.hands) {
      fits = fits && (hand & ~kDeck) == 0 && (hand & all) == 0 && std::popcount(hand) == std::popcount(rules_.hands[0]);
      all |= hand;
    }
    if (!fits) throw GameDefinitionError("the hands of 2 to 4 seats must have equally many cards, each of them once.");
    if (rules_.leader < 0 || rules_.leader >= seats_) throw GameDefinitionError("the leader must be one of the seats.");
    if (rules_.partners && seats_ != 4) throw GameDefinitionError("partners need four players.");
    if (rules_.opening >= 0 && !(all >> rules_.opening & 1)) throw GameDefinitionError("nobody has the opening card.");
  }
  int next(int seat) const { return seat + 1 == seats_ ? 0 : seat + 1; }
  std::uint8_t& taken_by(State& s, int seat) const { return s.taken[static_cast<std::size_t>(player_of(seat))]; }
  /// The first card of the suit that was led to the trick.
  static unsigned led(const State& s) { return s.plays[static_cast<std::size_t>(s.length - s.in_trick)] & 48U; }

  void play(State& s, int card) const {
    const auto now = static_cast<std::uint8_t>(s.seat << 6 | card);
    s.hands[s.seat] ^= one_card(card), s.held ^= one_card(card);
    s.plays[s.length++] = now;
    if (s.in_trick++ == 0 || beats(card, s.best & 63)) s.best = now;
    if (s.in_trick < seats_) {
      s.seat = static_cast<std::uint8_t>(next(s.seat));
    } else {
      s.seat = s.best >> 6;
      taken_by(s, s.seat) = static_cast<std::uint8_t>(taken_by(s, s.seat) + worth(s));
      s.in_trick = 0;
    }
  }
  CardSet legal(const State& s) const {
    const CardSet hand = s.hands[s.seat];
    if (s.in_trick == 0) {
      if (s.length == 0 && rules_.opening >= 0) return one_card(rules_.opening);
      const bool broken = (s.held & rules_.guarded) != (start_.held & rules_.guarded);
      return broken ? hand : unless_empty(hand & ~rules_.guarded, hand);
    }
    const CardSet follow = hand & CardSet{0x1fff} << led(s);
    if (follow != 0) return follow;
    return rules_.clean_start && s.length < seats_ ? unless_empty(hand & ~(rules_.penalties | rules_.heavy), hand)
                                                   : hand;
  }
  static CardSet unless_empty(CardSet cards, CardSet otherwise) { return cards != 0 ? cards : otherwise; }
  /// Cards of a hand are equivalent if nobody else holds one between them, nor is the trick's best card, because any
  /// other card that was played can neither win nor lose to them. The sum carries from every card of the others through
  /// the gap above it, and so ends at each card that has one of theirs, or nothing, as the next below it.
  CardSet merged(const State& s, CardSet cards) const {
    const CardSet in_play = s.held | (s.in_trick > 0 ? one_card(s.best & 63) : 0);
    const CardSet others = (in_play & ~s.hands[s.seat]) | (in_play & rules_.heavy);
    return cards & (((others << 1 | kTwos) + (kDeck & ~in_play)) | rules_.heavy);
  }
  /// What the trick on top of the plays is worth to whoever takes it.
  int worth(const State& s) const {
    if (rules_.penalties == 0) return 1;
    int sum = 0;
    for (int i = s.length - seats_; i < s.length; ++i) {
      const CardSet card = one_card(s.plays[static_cast<std::size_t>(i)] & 63);
      sum += (card & rules_.penalties) != 0 ? 1 : (card & rules_.heavy) != 0 ? 13 : 0;
    }
    return sum;
  }
  std::uint8_t best_so_far(const State& s) const {
    if (s.in_trick == 0) return 0;
    const std::uint8_t* play = s.plays.data() + (s.length - s.in_trick);
    std::uint8_t best = *play;
    for (int i = 1; i < s.in_trick; ++i)
      if (beats(play[i] & 63, best & 63)) best = play[i];
    return best;
  }
  std::string taken_text(const State& s) const {
    std::string text;
    for (int p = 0; p < players_; ++p)
      text += (p > 0 ? "-" : "") + std::to_string(s.taken[static_cast<std::size_t>(p)]);
    return text;
  }
  std::string play_text(std::uint8_t play) const { return std::to_string(play >> 6) + ":" + card_text(play & 63); }
  static std::string suit_text(CardSet hand, int suit) {
    std::string text = {std::string_view("CDHS")[static_cast<std::size_t>(suit)], ':'};
    for (int rank = 12; rank >= 0; --rank)
      if (hand >> (16 * suit + rank) & 1) text += card_text(rank)[1];
    return text;
  }

  TrickRules rules_;
  int seats_, players_ = 0, tricks_ = 0;
  State start_;
};

}  // namespace dodona
