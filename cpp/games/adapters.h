/// A simultaneous-move game seen as a sequential one, in two ways.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/contract.h"

namespace dodona {

inline constexpr int kMaxPlayers = 16;

/// What the two views below have in common: everything but whose move it is.
template <SimultaneousGame G>
class StageView {
 public:
  using Base = typename G::State;

  const G& game() const { return game_; }

  template <class State>
  double chance_probability(const State& s, int outcome) const
    requires ChanceGame<G>
  {
    return game_.chance_probability(s.base, outcome);
  }
  template <class State>
  void utilities(const State& s, double* out) const {
    game_.utilities(s.base, out);
  }
  template <class State>
  std::string action_label(const State& s, int player, int action) const {
    return game_.action_label(s.base, player, action);
  }
  template <class State>
  std::string difference(const State& s) const
    requires requires(const G& game) { game.difference(s.base); }
  {
    return game_.difference(s.base);
  }
  template <class State>
  State adopted(State s) const
    requires requires(const G& game) { game.adopted(s.base); }
  {
    s.base = game_.adopted(s.base);
    return s;
  }
  template <class State>
  const void* foreign(const State& s) const
    requires requires(const G& game) { game.foreign(s.base); }
  {
    return game_.foreign(s.base);
  }
  const void* foreign_rules() const
    requires requires(const G& game) { game.foreign_rules(); }
  {
    return game_.foreign_rules();
  }
  template <class State>
  std::pair<double, double> outlook(const State& s) const
    requires OutlookGame<G>
  {
    return game_.outlook(s.base);
  }
  template <class State>
  void hopes(const State& s, double* out) const
    requires HopefulGame<G>
  {
    game_.hopes(s.base, out);
  }
  std::vector<double> outcomes() const
    requires OutcomeGame<G>
  {
    return game_.outcomes();
  }
  double min_utility() const
    requires BoundedGame<G>
  {
    return game_.min_utility();
  }
  double max_utility() const
    requires BoundedGame<G>
  {
    return game_.max_utility();
  }

 protected:
  explicit StageView(G game) : game_(std::move(game)) {}
  G game_;
};

/// The extensive form: players move in order 0, 1, ... and nobody sees the moves of the current stage.
template <SimultaneousGame G>
  requires InformationGame<G>
class AsExtensive : public StageView<G> {
  using StageView<G>::game_;

 public:
  struct State {
    typename G::State base;
    std::array<int, kMaxPlayers> pending{};
    int count = 0;
  };

  explicit AsExtensive(G game) : StageView<G>(std::move(game)), players_(game_.traits().players) {
    if (game_.traits().simultaneous && players_ > kMaxPlayers)
      throw GameDefinitionError("simultaneous moves are limited to 16 players.");
  }

  Traits traits() const {
    Traits traits = game_.traits();
    if (traits.simultaneous) traits.perfect_information = false;
    traits.simultaneous = false;
    return traits;
  }
  Abilities abilities() const {
    const Abilities base = abilities_of(game_);
    return {.information = base.information, .keys = base.keys, .hopes = base.hopes, .untrusted = base.untrusted};
  }
  State at(typename G::State base) const { return {std::move(base), {}, 0}; }
  State initial() const { return at(game_.initial()); }
  int turn(const State& s) const {
    const int turn = game_.turn(s.base);
    return turn == kSimultaneous ? s.count : turn;
  }
  int num_actions(const State& s) const {
    return game_.turn(s.base) == kSimultaneous ? game_.num_actions(s.base, s.count) : game_.num_actions(s.base);
  }
  void apply(State& s, int action) const {
    if (game_.turn(s.base) != kSimultaneous) return game_.apply(s.base, action);
    s.pending[static_cast<std::size_t>(s.count++)] = action;
    if (s.count == players_) {
      game_.apply_joint(s.base, s.pending.data());
      s.count = 0;
    }
  }
  void info_key(const State& s, int player, KeyWriter& key) const { game_.info_key(s.base, player, key); }
  void state_key(const State& s, KeyWriter& key) const
    requires KeyedGame<G>
  {
    key.u8(static_cast<std::uint64_t>(s.count));
    for (int player = 0; player < s.count; ++player)
      key.u32(static_cast<std::uint32_t>(s.pending[static_cast<std::size_t>(player)]));
    game_.state_key(s.base, key);
  }
  std::string info_label(const State& s, int player) const { return game_.info_label(s.base, player); }
  /// Maps of a game without simultaneous moves; a stage's announced moves would have to be mapped too.
  int num_automorphisms() const
    requires AutomorphicGame<G>
  {
    return game_.traits().simultaneous ? 1 : game_.num_automorphisms();
  }
  State image(const State& s, int map) const
    requires AutomorphicGame<G>
  {
    return at(game_.image(s.base, map));
  }
  int image(const State& s, int action, int map) const
    requires AutomorphicGame<G>
  {
    return game_.image(s.base, action, map);
  }
  std::string describe(const State& s) const {
    return game_.describe(s.base) + (s.count > 0 ? " (" + std::to_string(s.count) + " hidden)" : "");
  }
  std::string draw(const State& s, int viewer) const
    requires DrawnGame<G>
  {
    const std::string board = game_.draw(s.base, viewer);
    return viewer == kOnlooker && s.count > 0 ? board + "\n" + std::to_string(s.count) + " hidden" : board;
  }

 private:
  int players_;
};

/// The serialized game: at every stage `first` moves and the other answers having seen it. Its value bounds the
/// value of the simultaneous game from `first`'s worse side (Lemma 4.3.1 of Bosansky 2014).
template <SimultaneousGame G>
class Serialized : public StageView<G> {
  using StageView<G>::game_;

 public:
  struct State {
    typename G::State base;
    int pending = -1;
  };

  Serialized(G game, int first) : StageView<G>(std::move(game)), first_(first) {
    const Traits traits = game_.traits();
    if (traits.players != 2 || !traits.perfect_information)
      throw UnsupportedGameError("serialized needs two players who see everything but each other's current move.");
    if (first != 0 && first != 1) throw GameDefinitionError("serialized: first is a player, 0 or 1.");
  }

  Traits traits() const {
    Traits traits = game_.traits();
    traits.simultaneous = false;
    return traits;
  }
  Abilities abilities() const {
    const Abilities base = abilities_of(game_);
    return {.keys = base.keys, .hopes = base.hopes, .order = base.stage_order, .untrusted = base.untrusted};
  }
  State at(typename G::State base) const { return {std::move(base), -1}; }
  State initial() const { return at(game_.initial()); }
  int turn(const State& s) const {
    const int turn = game_.turn(s.base);
    if (turn != kSimultaneous) return turn;
    return s.pending < 0 ? first_ : 1 - first_;
  }
  int num_actions(const State& s) const {
    const int player = game_.turn(s.base);
    return player == kSimultaneous ? game_.num_actions(s.base, turn(s)) : game_.num_actions(s.base);
  }
  void apply(State& s, int action) const {
    if (game_.turn(s.base) != kSimultaneous) return game_.apply(s.base, action);
    if (s.pending < 0) {
      s.pending = action;
      return;
    }
    std::array<int, 2> joint{};
    joint[static_cast<std::size_t>(first_)] = s.pending;
    joint[static_cast<std::size_t>(1 - first_)] = action;
    game_.apply_joint(s.base, joint.data());
    s.pending = -1;
  }
  bool completes_stage(const State& s) const { return s.pending >= 0 && game_.turn(s.base) == kSimultaneous; }
  /// Whether the next move can be taken back: a first move is only announced, others need a game that can.
  bool reversible(const State& s) const {
    return abilities_of(game_).undo || (s.pending < 0 && game_.turn(s.base) == kSimultaneous);
  }
  /// Takes a move back; `pending` is what was announced before it.
  void take_back(State& s, int pending) const {
    if constexpr (UndoGame<G>)
      if (s.pending < 0) game_.undo(s.base);
    s.pending = pending;
  }
  void state_key(const State& s, KeyWriter& key) const
    requires KeyedGame<G>
  {
    game_.state_key(s.base, key);
    key.u32(static_cast<std::uint32_t>(s.pending));
  }
  double promise(const State& s, int action) const
    requires StageOrderedGame<G>
  {
    return game_.turn(s.base) == kSimultaneous ? game_.promise(s.base, turn(s), action) : 0;
  }
  void canonical(KeyWriter& key) const
    requires CanonicalGame<G>
  {
    game_.canonical(key);
  }
  std::string info_label(const State& s, int player) const { return game_.info_label(s.base, player) + pending(s); }
  std::string describe(const State& s) const { return game_.describe(s.base) + pending(s); }
  std::string draw(const State& s, int viewer) const
    requires DrawnGame<G>
  {
    const std::string board = game_.draw(s.base, viewer);
    if (s.pending < 0) return board;
    return board + "\nplayer " + std::to_string(first_) + " plays " + game_.action_label(s.base, first_, s.pending);
  }

 private:
  std::string pending(const State& s) const {
    return s.pending < 0 ? "" : " | " + game_.action_label(s.base, first_, s.pending);
  }

  int first_;
};

}  // namespace dodona
