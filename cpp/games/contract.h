/// The contract of games: what an algorithm may ask of the rules, as small concepts.
///
/// A game is an immutable value; a position is its `State`, copied freely. An ability that a game may lack (chance,
/// hidden information, exact state keys, undo, utility bounds) is a concept of its own. Where the type of a game is not
/// known when an algorithm is compiled (`Rules`), most abilities have a neutral answer; those that have none are flags
/// in `Abilities`, asked through `abilities_of`, which is a constant for a game whose type is known.
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "core/keys.h"

namespace dodona {

/// Whose turn it is: a player 0, 1, ... or one of these.
inline constexpr int kChance = -1;
inline constexpr int kTerminal = -2;
inline constexpr int kSimultaneous = -3;  ///< every player moves at once

/// What is known of a game before it is walked.
struct Traits {
  int players = 2;
  bool zero_sum = true;
  bool chance = false;
  bool simultaneous = false;
  /// Every player sees all that has happened, apart from the moves being made at the same time.
  bool perfect_information = false;
};

/// Rules, positions and their names. `utilities(s, out)` writes one number per player at a terminal position.
template <class G>
concept Game = std::copyable<typename G::State> &&
               requires(const G& game, const typename G::State& state, double* out, int player, int action) {
                 { game.traits() } -> std::same_as<Traits>;
                 { game.initial() } -> std::same_as<typename G::State>;
                 { game.turn(state) } -> std::same_as<int>;
                 { game.utilities(state, out) } -> std::same_as<void>;
                 { game.action_label(state, player, action) } -> std::same_as<std::string>;
                 { game.info_label(state, player) } -> std::same_as<std::string>;
                 { game.describe(state) } -> std::same_as<std::string>;
               };

/// One mover at a time: the player whose turn it is, or chance.
template <class G>
concept SequentialGame = Game<G> && requires(const G& game, typename G::State& state, int action) {
  { game.num_actions(std::as_const(state)) } -> std::same_as<int>;
  { game.apply(state, action) } -> std::same_as<void>;
};

/// Where `turn` is kSimultaneous every player has at least one action and all are applied together;
/// elsewhere the verbs of sequential games hold.
template <class G>
concept SimultaneousGame =
    SequentialGame<G> && requires(const G& game, typename G::State& state, int player, const int* joint) {
      { game.num_actions(std::as_const(state), player) } -> std::same_as<int>;
      { game.apply_joint(state, joint) } -> std::same_as<void>;
    };

/// Chance moves; `num_actions` counts the outcomes where the turn is kChance.
template <class G>
concept ChanceGame = requires(const G& game, const typename G::State& state, int outcome) {
  { game.chance_probability(state, outcome) } -> std::same_as<double>;
};

/// What a player knows, as exact bytes. Games with perfect information need none: every history is its own set.
template <class G>
concept InformationGame = requires(const G& game, const typename G::State& state, int player, KeyWriter& key) {
  { game.info_key(state, player, key) } -> std::same_as<void>;
};

/// Positions with equal keys have equal futures, whatever led to them.
template <class G>
concept KeyedGame = requires(const G& game, const typename G::State& state, KeyWriter& key) {
  { game.state_key(state, key) } -> std::same_as<void>;
};

/// Positions may differ in nothing but the names of actions: `canonical` turns the keys of all of them into one. Tables
/// keep values under it; the k-th action must be the same in all.
template <class G>
concept CanonicalGame = KeyedGame<G> && requires(const G& game, KeyWriter& key) {
  { game.canonical(key) } -> std::same_as<void>;
};

/// `undo` takes back the last move in place.
template <class G>
concept UndoGame = requires(const G& game, typename G::State& state) {
  { game.undo(state) } -> std::same_as<void>;
};

/// Numbers that no player's utility leaves.
template <class G>
concept BoundedGame = requires(const G& game) {
  { game.min_utility() } -> std::same_as<double>;
  { game.max_utility() } -> std::same_as<double>;
};

/// Numbers that player 0's utility does not leave from this position on, whatever is played.
template <class G>
concept OutlookGame = requires(const G& game, const typename G::State& state) {
  { game.outlook(state) } -> std::same_as<std::pair<double, double>>;
};

/// The position with the players' roles exchanged has the negated value: `mirror_key` writes the state key of that
/// exchanged position.
template <class G>
concept SymmetricGame = KeyedGame<G> && requires(const G& game, const typename G::State& state, KeyWriter& key) {
  { game.mirror_key(state, key) } -> std::same_as<void>;
};

/// An estimate of a position's worth to player 0, for searches that cannot reach the end of the game.
template <class G>
concept EvaluatedGame = requires(const G& game, const typename G::State& state) {
  { game.evaluate(state) } -> std::same_as<double>;
};

/// The same for every player: `evaluate_all(s, out)` writes one number per player.
template <class G>
concept VectorEvaluatedGame = requires(const G& game, const typename G::State& state, double* out) {
  { game.evaluate_all(state, out) } -> std::same_as<void>;
};

/// Per player a number that her utility does not exceed from this position on, whatever is played: `hopes(s, out)`.
/// Hopes never rise along a line of play.
template <class G>
concept HopefulGame = requires(const G& game, const typename G::State& state, double* out) {
  { game.hopes(state, out) } -> std::same_as<void>;
};

/// All vectors of utilities that the game can end with, one after the other, one number per player each.
template <class G>
concept OutcomeGame = requires(const G& game) {
  { game.outcomes() } -> std::same_as<std::vector<double>>;
};

/// Which of its outcomes are still possible: every position has a prospect, numbered from 0, and `reachable` says
/// whether the outcome at a place in the list can be met from there. What one move rules out stays ruled out.
template <class G>
concept ProspectGame =
    OutcomeGame<G> && requires(const G& game, const typename G::State& state, int prospect, int outcome) {
      { game.num_prospects() } -> std::same_as<int>;
      { game.prospect(state) } -> std::same_as<int>;
      { game.reachable(prospect, outcome) } -> std::same_as<bool>;
    };

/// Where searches should look first: the action with the larger promise.
template <class G>
concept OrderedGame = requires(const G& game, const typename G::State& state, int action) {
  { game.promise(state, action) } -> std::same_as<double>;
};

/// The same for the moves of a stage, by player.
template <class G>
concept StageOrderedGame = requires(const G& game, const typename G::State& state, int player, int action) {
  { game.promise(state, player, action) } -> std::same_as<double>;
};

/// A number from 0 up for each action that means the same move in other positions, such as the square it goes to;
/// what a search learns of a move in one position then helps in the next.
template <class G>
concept MoveIdGame = requires(const G& game, const typename G::State& state, int action) {
  { game.move_id(state, action) } -> std::same_as<int>;
};

/// Maps of the game onto itself that keep turns, chances, utilities and what each player knows apart, numbered from 0,
/// the identity: `image(s, g)` is what the position s becomes under map g, and `image(s, action, g)` the number there
/// of an action of whoever moves at s. Taken together the maps form a group.
template <class G>
concept AutomorphicGame = requires(const G& game, const typename G::State& state, int action, int map) {
  { game.num_automorphisms() } -> std::same_as<int>;
  { game.image(state, map) } -> std::same_as<typename G::State>;
  { game.image(state, action, map) } -> std::same_as<int>;
};

/// Who looks at a drawing: a player, or somebody who sees everything.
inline constexpr int kOnlooker = -1;

/// A drawing of a position for people, in lines of text without a line end after the last: what a player can see, or
/// everything for kOnlooker. Where a game has none, its description or the label of what the player knows will do.
template <class G>
concept DrawnGame = requires(const G& game, const typename G::State& state, int viewer) {
  { game.draw(state, viewer) } -> std::same_as<std::string>;
};

/// What a game may lack and has no neutral answer for.
struct Abilities {
  bool information = false;        ///< it tells what players know
  bool keys = false;               ///< its positions have exact keys
  bool undo = false;               ///< it takes moves back
  bool evaluation = false;         ///< it estimates positions
  bool vector_evaluation = false;  ///< it estimates them for every player
  bool hopes = false;              ///< it bounds what every player can still get
  bool order = false;              ///< it has an order of its own for the moves of a player
  bool stage_order = false;        ///< the same for stages
  bool mirror = false;             ///< it knows the position with the players' roles exchanged
  bool untrusted = false;          ///< its rules come from outside: what they answer is watched
};

/// Games that learn what they can do only when they are made.
template <class G>
concept SelfAwareGame = requires(const G& game) {
  { game.abilities() } -> std::convertible_to<Abilities>;
};

/// What a game can do: a constant where its type says everything.
template <class G>
constexpr Abilities abilities_of([[maybe_unused]] const G& game) {
  if constexpr (SelfAwareGame<G>)
    return game.abilities();
  else
    return {InformationGame<G>, KeyedGame<G>,   UndoGame<G>,         EvaluatedGame<G>, VectorEvaluatedGame<G>,
            HopefulGame<G>,     OrderedGame<G>, StageOrderedGame<G>, SymmetricGame<G>, false};
}

}  // namespace dodona
