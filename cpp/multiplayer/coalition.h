/// A game of several players as one of two: a player against all the others, who have nothing else in mind.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/ids.h"
#include "games/host.h"
#include "games/rules.h"
#include "multiplayer/options.h"

namespace dodona {

/// The others move in turn as before (paranoid, Sturtevant & Korf 2000), or in each round one of them chooses her move
/// and the rest make the move that the game's own order puts first (best-reply search, Schadd & Winands 2011, in the
/// form of Esser, Gras, Winands, Schadd & Lanctot 2013, because the rules of most games let nobody pass). In that form
/// an opponent has one action more: to make her first move and leave the choice to those after her.
class Coalition {
 public:
  struct State {
    Position base;
    bool replied = false;  ///< somebody has chosen in this round
  };

  Coalition(Rules rules, int player, bool best_reply, std::shared_ptr<const VectorEvaluation> evaluation)
      : rules_(std::move(rules)), player_(player), best_reply_(best_reply), evaluation_(std::move(evaluation)) {
    if (rules_.traits().simultaneous || !rules_.traits().perfect_information)
      throw UnsupportedGameError("searches against a coalition need perfect information and no simultaneous moves.");
    if (player < 0 || player >= rules_.traits().players || rules_.traits().players > kMostPlayers)
      throw UnsupportedGameError("searches against a coalition are for one of at most 16 players.");
  }

  Traits traits() const {
    Traits traits = rules_.traits();
    traits.players = 2, traits.zero_sum = true;
    return traits;
  }
  Abilities abilities() const {
    const Abilities& base = rules_.abilities();
    return {.keys = base.keys,
            .undo = base.undo && !best_reply_,
            .evaluation = base.vector_evaluation || evaluation_ != nullptr,
            .order = base.order,
            .untrusted = base.untrusted};
  }
  State initial() const { return {rules_.initial(), false}; }
  int turn(const State& s) const {
    const int turn = rules_.turn(s.base);
    return turn < 0 ? turn : turn == player_ ? 0 : 1;
  }
  int num_actions(const State& s) const {
    const int count = rules_.num_actions(s.base);
    if (!chooses_for_all(s)) return count;
    return s.replied ? 1 : count + (rules_.traits().players > 2 ? 1 : 0);
  }
  void apply(State& s, int action) const {
    const bool opponents = chooses_for_all(s), leaves_it = opponents && action == rules_.num_actions(s.base);
    const int mover = rules_.turn(s.base);
    rules_.apply(s.base, opponents && (s.replied || leaves_it) ? first_choice(s.base) : action);
    if (mover == player_) s.replied = false;
    if (opponents) s.replied = s.replied || !leaves_it;
  }
  void undo(State& s) const { rules_.undo(s.base); }
  double chance_probability(const State& s, int outcome) const { return rules_.chance_probability(s.base, outcome); }
  void utilities(const State& s, double* out) const {
    std::array<double, kMostPlayers> all{};
    rules_.utilities(s.base, all.data());
    out[0] = all[index(player_)], out[1] = -out[0];
  }
  double evaluate(const State& s) const {
    std::array<double, kMostPlayers> all{};
    if (evaluation_ != nullptr)
      evaluation_->of_position(rules_, s.base, all.data());
    else
      rules_.evaluate_all(s.base, all.data());
    return all[index(player_)];
  }
  double promise(const State& s, int action) const {
    const bool real = action < rules_.num_actions(s.base) && !(chooses_for_all(s) && s.replied);
    return real ? rules_.promise(s.base, action) : std::numeric_limits<double>::lowest();
  }
  void state_key(const State& s, KeyWriter& key) const {
    rules_.state_key(s.base, key);
    key.u8(s.replied ? 1 : 0);
  }
  double max_utility() const { return std::max(std::abs(rules_.min_utility()), std::abs(rules_.max_utility())); }
  double min_utility() const { return -max_utility(); }
  std::string action_label(const State& s, int, int action) const {
    if (rules_.turn(s.base) == kTerminal || action >= rules_.num_actions(s.base)) return "(the first)";
    return rules_.action_label(s.base, rules_.turn(s.base), action);
  }
  std::string info_label(const State& s, int) const { return describe(s); }
  std::string describe(const State& s) const { return rules_.describe(s.base); }

 private:
  /// Whether the opponents choose one move for all of them.
  bool chooses_for_all(const State& s) const { return best_reply_ && turn(s) == 1; }
  /// The move that an opponent makes who is not asked.
  int first_choice(const Position& s) const {
    if (!rules_.abilities().order) return 0;
    int best = 0;
    for (int action = 1; action < rules_.num_actions(s); ++action)
      if (rules_.promise(s, action) > rules_.promise(s, best)) best = action;
    return best;
  }

  Rules rules_;
  int player_;
  bool best_reply_;
  std::shared_ptr<const VectorEvaluation> evaluation_;
};

}  // namespace dodona
