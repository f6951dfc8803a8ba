/// What every search through a game does at a position, whatever it is looking for.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/budget.h"
#include "core/errors.h"
#include "games/contract.h"
#include "games/evaluation.h"
#include "games/watch.h"

namespace dodona {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whether the game's own account of a position answers a window, with `value` then.
template <class G>
bool foreseen(const G& game, const typename G::State& s, double alpha, double beta, double& value) {
  if constexpr (OutlookGame<G>) {
    const auto [least, most] = game.outlook(s);
    value = most <= alpha && least < most ? most : least;
    return least >= most || least >= beta || most <= alpha;
  } else {
    return false;
  }
}

/// An estimate of player 0's utility that the game could have; others are refused.
template <class G>
double possible_estimate(const G& game, const typename G::State& s, const Evaluation* evaluation, double least,
                         double most) {
  const double guess = estimate(game, s, evaluation);
  if (guess >= least && guess <= most && std::isfinite(guess)) return guess;
  throw SolverError("the evaluation gave " + number_text(guess) + " at " + game.describe(s) +
                    "; it must estimate player 0's utility, a finite number" +
                    (std::isfinite(most - least) ? " from " + number_text(least) + " to " + number_text(most) : "") +
                    ".");
}

/// The base of searches: play and take back, utilities, chance, estimates at the horizon, and the
/// watch over rules from outside.
template <SequentialGame G>
class Playing {
 public:
  using State = typename G::State;

  Playing(const Playing&) = delete;  // its parts refer to each other
  Playing& operator=(const Playing&) = delete;

 protected:
  Playing(const G& game, const Evaluation* evaluation, Budget& budget)
      : game_(game), budget_(budget), watch_(game, report_), evaluation_(evaluation) {
    if constexpr (BoundedGame<G>) least_ = game.min_utility(), most_ = game.max_utility();
  }
  ~Playing() = default;

  bool untrusted() const { return abilities_of(game_).untrusted; }

  /// How many actions the mover has at a position.
  int count_actions(const State& s, int turn) {
    const int count = game_.num_actions(s);
    if (untrusted()) watch_.actions(s, turn, count);
    return count;
  }

  int count_outcomes(const State& s) {
    const int count = count_actions(s, kChance);
    if (untrusted()) watch_.chance(s, count);
    return count;
  }

  /// Player 0's utility where the game is over.
  double utility_of(const State& s) {
    std::array<double, 2> utilities{};
    game_.utilities(s, utilities.data());
    if (untrusted()) watch_.utilities(s, utilities.data());
    return utilities[0];
  }

  double probability_of(const State& s, int outcome) const {
    if constexpr (ChanceGame<G>) return game_.chance_probability(s, outcome);
    return 0;
  }

  /// The mean of `child` over a chance node's outcomes.
  template <class Child>
  double mean_of(State& s, int count, Child&& child) {
    double sum = 0;
    for (int outcome = 0; outcome < count; ++outcome) {
      const double p = probability_of(s, outcome);
      if (p > 0) sum += p * play(s, outcome, child);
    }
    return sum;
  }

  /// The estimate of a position that the depth limit forbids to look into: a utility that the game could have.
  double estimate_of(const State& s) const { return possible_estimate(game_, s, evaluation_, least_, most_); }

  /// Plays an action, asks `then` about the child and takes the action back.
  template <class Then>
  auto play(State& s, int action, Then&& then) {
    if constexpr (requires { game_.reversible(s); })
      if (game_.reversible(s)) {
        const int pending = s.pending;
        game_.apply(s, action);
        const auto value = then(s);
        game_.take_back(s, pending);
        return value;
      }
    return moved(s, [&](State& next) { game_.apply(next, action); }, then);
  }

  /// The same for any kind of move.
  template <class Move, class Then>
  auto moved(State& s, Move&& move, Then&& then) {
    if constexpr (UndoGame<G>)
      if (abilities_of(game_).undo) {
        move(s);
        const auto value = then(s);
        game_.undo(s);
        return value;
      }
    State next = s;
    move(next);
    return then(next);
  }

  const G& game_;
  Budget& budget_;
  ContractReport report_;
  Watch<G> watch_;
  const Evaluation* const evaluation_;
  double least_ = -kInfinity, most_ = kInfinity;  ///< bounds of the utilities
};

}  // namespace dodona
