/// The double oracle on games that are never stored: what it is asked and what it offers. Bodies are in
/// `double_oracle_impl.h`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/budget.h"
#include "extensive/named_plan.h"
#include "extensive/responses.h"
#include "extensive/restricted_game.h"
#include "games/game_tree.h"
#include "games/rules.h"

namespace dodona {

/// What ends the restricted game where the mover has no allowed action.
enum class TemporaryLeaves {
  best_response,  ///< what the mover's default gets against a best response from that node on (thesis 5.2.1)
  defaults,       ///< nothing: the default action is allowed there at once
};

struct OracleOptions {
  TemporaryLeaves leaves = TemporaryLeaves::best_response;
  ResponseOptions response;
  bool symmetry = true;
  bool promising = false;  ///< default actions are the game's most promising ones
  std::array<std::shared_ptr<const NamedActions>, 2> defaults;
};

/// A sequence that was allowed, as a checkpoint remembers it.
struct Growth {
  int player;
  std::string key;
  std::int32_t actions;
  std::vector<std::int32_t> orbits;
  std::int32_t action;
};

/// A restricted game that grows by best responses in the full one.
class DoubleOracle {
 public:
  virtual ~DoubleOracle() = default;
  /// A player's best response in the full game to the other's plan, default actions outside it; what it plays is kept
  /// for `grow`.
  virtual double respond(int player, Budget& budget) = 0;
  /// Takes what behaviours for a stored tree of the game play in place of responses: actions at least so likely, at
  /// sets that both players come to by such actions.
  virtual void choose(const GameTree& tree, const std::array<std::span<const double>, 2>& behaviours, double least,
                      Budget& budget) = 0;
  /// Allows what a player's last response plays; how many sequences are new.
  virtual std::int64_t grow(int player, Budget& budget) = 0;
  /// The same from a checkpoint.
  virtual void repeat(const Growth& growth, Budget& budget) = 0;
  /// The sequence form of what is allowed now.
  virtual RestrictedForm form(Budget& budget) = 0;
  /// Makes a player's plan of now the incumbent, which `rows` and `behaviour` give.
  virtual void set_incumbent(int player) = 0;
  virtual PlanRows rows(int player) = 0;
  virtual std::vector<double> behaviour(const GameTree& tree, int player) = 0;

  RestrictedGame game;
  std::vector<Growth> log;
  /// Of each player the plan that proves the most so far, by sequence; negative where one was not yet in the game.
  std::array<std::vector<double>, 2> incumbent;
  std::int64_t nodes = 0;         ///< of the restricted game
  std::int64_t oracle_nodes = 0;  ///< that best responses have walked over
  std::int64_t leaves = 0;        ///< temporary leaves in the last form
  Magnitudes magnitudes;          ///< of the utilities that the game has met
};

/// What a domain that names `OracleKernel` offers: the double oracle of the whole game, compiled for its type.
class TypedDoubleOracle {
 public:
  virtual ~TypedDoubleOracle() = default;
  virtual std::unique_ptr<DoubleOracle> make(const OracleOptions& options, Budget& budget) const = 0;
};

/// A restricted game with no sequence allowed yet.
std::unique_ptr<DoubleOracle> make_double_oracle(const Rules& rules, const OracleOptions& options, Budget& budget);

}  // namespace dodona
