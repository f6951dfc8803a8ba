/// The contract of games, watched while a game is played through: the sentences for every way to break it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "games/contract.h"

namespace dodona {

/// A broken clause of the contract: which, where, and how to mend it.
struct Problem {
  std::string kind, where, message;
  std::string text() const { return where.empty() ? message : kind + " at " + where + ": " + message; }
};

/// Throws at the first problem, or collects them up to a number, each place once.
class ContractReport {
 public:
  explicit ContractReport(std::size_t most = 0) : most_(most) {}
  void fail(std::string kind, std::string where, std::string message) {
    fail({std::move(kind), std::move(where), std::move(message)});
  }
  void fail(Problem problem) {
    if (problem.where.size() > 300) problem.where = problem.where.substr(0, 300) + "...";
    if (most_ == 0) throw GameDefinitionError(problem.text());
    for (const Problem& known : problems_)
      if (known.kind == problem.kind && known.where == problem.where) return;
    problems_.push_back(std::move(problem));
  }
  bool collecting() const { return most_ > 0; }
  /// Nothing more can be learnt, or enough has been.
  void close() { closed_ = true; }
  bool full() const { return collecting() && (closed_ || problems_.size() >= most_); }
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::size_t most_;
  bool closed_ = false;
  std::vector<Problem> problems_;
};

inline constexpr double kProbabilityTolerance = 1e-9;

inline std::string number_text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.12g", x);
  return buffer;
}

/// An information set as sentences name it, by one of its positions.
template <class G>
std::string set_name(const G& game, const typename G::State& state, int player) {
  return "information set '" + game.info_label(state, player) + "' of player " + std::to_string(player);
}

/// Two nodes of an information set offer different numbers of actions; `state` is the second.
template <class G>
Problem unequal_actions(const G& game, const typename G::State& state, int player, int known, int count) {
  return {"unequal actions", set_name(game, state, player),
          "one node has " + std::to_string(known) + " actions and another, " + game.describe(state) + ", has " +
              std::to_string(count) + "; a player who cannot tell nodes apart must have the same actions in them."};
}

/// Two nodes of an information set follow different own moves; `state` is one of them.
template <class G>
Problem imperfect_recall(const G& game, const typename G::State& state, int player) {
  return {"imperfect recall", set_name(game, state, player),
          "two nodes of it follow different own moves of the player, one of them " + game.describe(state) +
              "; let the information include the player's own earlier moves and observations."};
}

/// Judges what the rules of a game say, node by node; every test answers whether to go on.
template <SequentialGame G>
class Watch {
 public:
  Watch(const G& game, ContractReport& report) : game_(game), report_(report), traits_(game.traits()) {
    if constexpr (BoundedGame<G>) min_utility_ = game.min_utility(), max_utility_ = game.max_utility();
  }

  bool turn(const typename G::State& state, int turn) {
    if (turn >= kChance && turn < traits_.players) return true;
    report_.fail(
        "impossible turn", "state " + game_.describe(state),
        "turn gave " + std::to_string(turn) + " in a game of " + std::to_string(traits_.players) + " players.");
    return false;
  }

  bool actions(const typename G::State& state, int turn, int count) {
    if (count >= 1) return true;
    report_.fail("no actions", "state " + game_.describe(state),
                 (turn == kChance ? std::string("chance") : "player " + std::to_string(turn)) +
                     " is to move and has nothing to choose from; make the state terminal or give an action.");
    return false;
  }

  bool length(const typename G::State& state, std::size_t moves, int most) {
    if (moves < static_cast<std::size_t>(most)) return true;
    report_.fail("no end", "state " + game_.describe(state),
                 "the game is still going after " + std::to_string(most) +
                     " moves; bound its length, or raise max_length if it really is that long.");
    report_.close();  // there may be any number of such lines
    return false;
  }

  bool utilities(const typename G::State& state, const double* utilities) {
    double sum = 0, size = 0, low = max_utility_, high = min_utility_;
    for (int p = 0; p < traits_.players; ++p) {
      const double u = utilities[p];
      if (!std::isfinite(u)) {
        report_.fail("non-finite utility", "state " + game_.describe(state),
                     "every utility must be a finite number, and this one is " + number_text(u) + ".");
        return false;
      }
      sum += u, size = std::max(size, std::abs(u));
      low = std::min(low, u), high = std::max(high, u);
    }
    if (low < min_utility_ || high > max_utility_) {
      report_.fail("false utility_range", "state " + game_.describe(state),
                   "the utilities go from " + number_text(low) + " to " + number_text(high) +
                       ", outside the claimed range from " + number_text(min_utility_) + " to " +
                       number_text(max_utility_) + "; widen utility_range.");
      return false;
    }
    if (traits_.zero_sum && std::abs(sum) > 1e-12 * size) {
      report_.fail("false zero-sum claim", "state " + game_.describe(state),
                   "the game claims zero_sum, but these utilities sum to " + number_text(sum) +
                       "; correct them or set zero_sum to False.");
      return false;
    }
    return true;
  }

  bool chance(const typename G::State& state, [[maybe_unused]] int count) {
    if constexpr (ChanceGame<G>) {
      double sum = 0;
      for (int outcome = 0; outcome < count; ++outcome) {
        const double p = game_.chance_probability(state, outcome);
        if (!(p >= 0) || !std::isfinite(p)) {
          report_.fail("impossible probability", "chance node " + game_.describe(state),
                       "outcome " + game_.action_label(state, kChance, outcome) + " has probability " + number_text(p) +
                           "; probabilities are numbers from 0 to 1.");
          return false;
        }
        sum += p;
      }
      if (std::abs(sum - 1) <= kProbabilityTolerance) return true;
      report_.fail("probabilities that do not sum to 1", "chance node " + game_.describe(state),
                   "they sum to " + number_text(sum) + "; scale them so that they sum to 1.");
    } else {
      report_.fail("chance without probabilities", "state " + game_.describe(state), "this game has no chance moves.");
    }
    return false;
  }

 private:
  const G& game_;
  ContractReport& report_;
  const Traits traits_;
  double min_utility_ = -std::numeric_limits<double>::infinity();
  double max_utility_ = std::numeric_limits<double>::infinity();
};

}  // namespace dodona
