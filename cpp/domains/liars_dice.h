/// Liar's dice: hidden rolls, rising bids, one call.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// Each player rolls `dice` dice. Bids "at least q dice show f" rise by quantity, then face; instead of bidding, the
/// player to move may call the last bid a lie. The caller wins if it is one. With `wild` the top face counts as any.
class LiarsDice {
 public:
  static constexpr int kMaxFaces = 20;

  struct State {
    std::array<std::array<unsigned char, kMaxFaces>, 2> count{};  ///< dice per face
    std::uint64_t bids = 0;                                       ///< every bid made so far, as a set
    unsigned char rolled = 0;
    bool called = false;
  };

  LiarsDice(int dice, int faces, bool wild) : dice_(dice), faces_(faces), wild_(wild) {
    if (dice < 1 || faces < 2 || faces > kMaxFaces || 2 * dice * faces > 63)
      throw GameDefinitionError(
          "liars_dice: dice must be at least 1, faces from 2 to 20, and 2*dice*faces at most 63.");
  }

  Traits traits() const { return {2, true, true, false, false}; }
  State initial() const { return {}; }
  int turn(const State& s) const {
    if (s.rolled < 2 * dice_) return kChance;
    return s.called ? kTerminal : std::popcount(s.bids) % 2;
  }
  int num_actions(const State& s) const {
    if (turn(s) == kChance) return faces_;
    return num_bids() - next_bid(s) + (s.bids != 0);
  }
  void apply(State& s, int action) const {
    if (turn(s) == kChance) {
      ++s.count[static_cast<std::size_t>(s.rolled / dice_)][static_cast<std::size_t>(action)];
      ++s.rolled;
    } else if (next_bid(s) + action == num_bids()) {
      s.called = true;
    } else {
      s.bids |= std::uint64_t{1} << (next_bid(s) + action);
    }
  }
  double chance_probability(const State&, int) const { return 1.0 / faces_; }
  void utilities(const State& s, double* out) const {
    const int bid = next_bid(s) - 1;
    const int quantity = bid / faces_ + 1, face = bid % faces_;
    int matches = 0;
    for (const auto& own : s.count) {
      matches += own[static_cast<std::size_t>(face)];
      if (wild_ && face != faces_ - 1) matches += own[static_cast<std::size_t>(faces_ - 1)];
    }
    const int caller = std::popcount(s.bids) % 2;
    const int winner = matches < quantity ? caller : 1 - caller;
    out[0] = winner == 0 ? 1 : -1;
    out[1] = -out[0];
  }
  void info_key(const State& s, int player, KeyWriter& key) const {
    key.bytes({s.count[static_cast<std::size_t>(player)].data(), static_cast<std::size_t>(faces_)});
    key.u64(s.bids);
  }
  void state_key(const State& s, KeyWriter& key) const {
    info_key(s, 0, key);
    info_key(s, 1, key);
    key.u8(s.rolled), key.u8(s.called);
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State& s, int player, int action) const {
    if (player == kChance) return std::to_string(action + 1);
    const int bid = next_bid(s) + action;
    return bid == num_bids() ? "liar" : bid_name(bid);
  }
  std::string info_label(const State& s, int player) const { return dice_text(s, player) + bid_text(s); }
  std::string describe(const State& s) const { return dice_text(s, 0) + "/" + dice_text(s, 1) + bid_text(s); }
  /// The dice as far as the viewer sees them, and the bids.
  std::string draw(const State& s, int viewer) const {
    std::string text;
    for (int player = 0; player < 2; ++player)
      text += player_name(player) + ": " + (sees(viewer, player) ? dice_text(s, player) : "?") + "\n";
    text += "bids:";
    for (int bid = 0, next = 0; bid < num_bids(); ++bid)
      if (s.bids >> bid & 1) text += (next++ > 0 ? ", " : " ") + bid_name(bid);
    return text + (s.bids == 0 ? " none" : "") + (s.called ? ", liar" : "");
  }

 private:
  int num_bids() const { return 2 * dice_ * faces_; }
  static int next_bid(const State& s) { return 64 - std::countl_zero(s.bids); }
  std::string bid_name(int bid) const {
    return std::to_string(bid / faces_ + 1) + "x" + std::to_string(bid % faces_ + 1);
  }
  std::string dice_text(const State& s, int player) const {
    std::string text;
    for (int face = 0; face < faces_; ++face)
      for (int i = 0; i < s.count[static_cast<std::size_t>(player)][static_cast<std::size_t>(face)]; ++i)
        text += (text.empty() ? "" : " ") + std::to_string(face + 1);
    return text.empty() ? "?" : text;
  }
  std::string bid_text(const State& s) const {
    std::string text;
    for (int bid = 0; bid < num_bids(); ++bid)
      if (s.bids >> bid & 1) text += (text.empty() ? ":" : ",") + bid_name(bid);
    return text + (s.called ? " liar" : "");
  }

  int dice_, faces_;
  bool wild_;
};

}  // namespace dodona
