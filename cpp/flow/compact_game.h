/// The restricted game of the compact-strategy double oracle (section 6.2 of Bosansky 2014), and its linear program as
/// it grows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/sparse.h"
#include "games/flow_game.h"

namespace dodona {

/// What the linear program of a restricted game gets: columns behind those it has, rows behind those it has, and
/// entries that are in a new column or a new row.
struct ProgramGrowth {
  std::vector<double> cost, column_lower, column_upper;
  std::vector<double> row_lower, row_upper;
  CompressedRows old_rows;                         ///< entries of new columns, a row per new column, in rows of before
  CompressedRows new_rows;                         ///< entries of new rows
  std::vector<std::int32_t> fixed_columns, freed;  ///< columns that become zero, rows that no longer constrain
};

/// States are included when the restricted game can reach them, expanded when they have actions of it. An included
/// state that is not expanded is left by the default strategy until the end of the process: one column (or row) with
/// the whole of what that is worth, which is equation 6.7 of the thesis, put on the state instead of on every action
/// that leads to it. An action is fully expanded when all states that it leads to are.
///
/// The program, for player 0: a column per item (an action or a default continuation), z per term of the utility that
/// both players touch, v per included state of player 1; a row per included state of player 0 (equation 6.2), per such
/// term, and per item of player 1 (equation 6.6).
class CompactGame {
 public:
  /// `defaults` names an action of every state.
  CompactGame(const FlowGame& game, std::array<std::vector<std::int32_t>, 2> defaults);

  /// Adds those actions of a best response that the restricted game needs; returns how many are new.
  int grow(int player, std::span<const std::int32_t> choice);
  /// Adds actions whose states are reached by them from the start; others are left out. Returns how many are new.
  int add(int player, std::span<const std::uint8_t> actions);
  /// What the program gets since the last call.
  ProgramGrowth take_growth();
  /// The flow in the full game of what a program gives the columns (of player 0) or rows (of player 1), to be rounded.
  std::vector<double> extended(int player, std::span<const double> weights) const;
  /// 2 for actions of the restricted game, 1 for the default's, else 0.
  std::vector<std::uint8_t> ranks(int player) const;

  std::int64_t num_actions(int player) const { return sides_[index(player)].added; }
  std::int64_t num_included(int player) const { return sides_[index(player)].states; }
  std::int64_t num_fully_expanded(int player) const;

 private:
  /// An action of the restricted game, or the default continuation of a state.
  struct Item {
    std::int32_t place = -1;                            ///< its column or row
    std::vector<std::pair<std::int32_t, double>> flow;  ///< what of each action it plays
  };
  struct Side {
    std::vector<std::int32_t> defaults;
    std::vector<std::uint8_t> included, expanded;    ///< per state
    std::vector<std::uint8_t> allowed;               ///< per action
    std::vector<std::int32_t> place;                 ///< row (player 0) or column (player 1) of each state, -1 for none
    std::vector<std::int32_t> default_item;          ///< of each state, -1 for none
    std::vector<std::vector<std::int32_t>> passing;  ///< states whose default continuation passes each state
    std::vector<Item> items;
    std::vector<std::vector<std::pair<std::int32_t, double>>> carriers;  ///< items that play each action
    std::vector<std::vector<std::pair<std::int32_t, double>>> users;     ///< items with a share of each term
    std::vector<std::int32_t> unchecked;                                 ///< states whose inclusion may break validity
    std::int64_t added = 0, states = 0;
  };

  void include(int player, std::size_t state);
  bool allow(int player, std::size_t state, std::size_t action);
  void keep_valid(int player);
  Item default_continuation(int player, std::size_t state, std::vector<std::int32_t>& passed) const;
  void add_item(int player, Item item, std::size_t state, std::int32_t action);
  void add_shares(int player, std::int32_t item);
  void add_pairs(int player, std::int32_t item);
  void activate(std::int32_t term);
  std::int32_t new_column(double cost, double lower, double upper);
  std::int32_t new_row(double lower, double upper);

  const FlowGame& game_;
  std::array<Side, 2> sides_;
  std::vector<std::pair<std::int32_t, std::int32_t>> term_place_;  ///< row and column of each term, -1 for none
  std::int32_t columns_ = 0, rows_ = 0, known_columns_ = 0, known_rows_ = 0;
  ProgramGrowth growth_;
  Triplets entries_;
};

}  // namespace dodona
