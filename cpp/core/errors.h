/// The errors of the core; the bindings turn each into the Python class of the same name.
#pragma once

#include <stdexcept>
#include <string>

namespace dodona {

/// Base of everything the core throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Impossible parameters, or rules that break the contract of games.
class GameDefinitionError : public Error {
 public:
  using Error::Error;
};

/// A move that does not exist in its position.
class IllegalMoveError : public Error {
 public:
  using Error::Error;
};

/// A method met a game it does not apply to.
class UnsupportedGameError : public Error {
 public:
  using Error::Error;
};

/// A computation could not finish, for a reason that is not a limit.
class SolverError : public Error {
 public:
  using Error::Error;
};

/// A limit ended the work. Not a user's error: solvers turn it into a status.
class LimitReached : public Error {
 public:
  using Error::Error;
};

/// A player of a game of so many players, or an error that says which there are.
template <class Kind = GameDefinitionError>
int checked_player(int player, int players) {
  if (player >= 0 && player < players) return player;
  throw Kind("there is no player " + std::to_string(player) + ": there are players 0 to " +
             std::to_string(players - 1) + ".");
}

}  // namespace dodona
