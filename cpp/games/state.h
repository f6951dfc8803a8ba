/// A position together with its rules: what users play through move by move.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "games/rules.h"

namespace dodona {

using MovePart = std::variant<int, std::string>;  ///< an action by index or by label
using Move = std::vector<MovePart>;               ///< one part, or one per player at a simultaneous stage

class State {
 public:
  State(Rules rules, Position position) : rules_(std::move(rules)), position_(std::move(position)) {}

  const Rules& rules() const { return rules_; }
  const Position& position() const { return position_; }

  int turn() const { return rules_.turn(position_); }
  /// Actions of a player who is to move, or outcomes of chance.
  int num_actions(int player) const;
  std::string action_label(int player, int action) const;
  double chance_probability(int outcome) const;
  State play(const Move& move) const;
  std::vector<double> utilities() const;
  std::string info_label(int player) const;
  std::optional<std::string> info_key(int player) const;
  std::optional<std::string> state_key() const;
  std::optional<std::string> mirror_key() const;
  State image(int map) const;
  int image_action(int action, int map) const;
  std::optional<State> undo() const;  ///< none at the start, and where the game cannot
  std::string describe() const { return rules_.describe(position_); }
  /// What a player sees, or everything for none.
  std::string draw(std::optional<int> viewer) const;
  /// The description, and who is to move or what everybody gets.
  std::string summary() const;
  /// Exact bytes that tell positions of one game apart by what may follow and by what players know; none where the
  /// game has no keys.
  std::optional<std::string> identity() const;
  /// Indices of the actions since the position that the game started from, one per player where all moved at once; none
  /// for the image of a position.
  const std::optional<std::vector<int>>& path() const { return path_; }
  const void* foreign() const { return rules_.foreign(position_); }

  /// A player of this game, or an error.
  int checked_player(int player) const;

 private:
  int resolve(int player, const MovePart& part) const;
  void require_map(int map) const;

  Rules rules_;
  Position position_;
  int plies_ = 0;                                        ///< moves since the position that the game started from
  std::optional<std::vector<int>> path_{std::in_place};  ///< what was played in them, unless a map has changed it
};

}  // namespace dodona
