/// Connect four on a board of any size.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// Players drop discs into columns in turn; `connect` in a row, column or diagonal win, a full board is a draw.
/// Bit `column * (height + 1) + row` of a board is a cell; the spare bit on top of each column keeps lines from
/// running into the next one (the usual bitboard, Tromp 1995).
class ConnectFour {
 public:
  struct State {
    std::array<std::uint64_t, 2> discs{};
    std::array<unsigned char, 64> moves{};  ///< columns in order of play
    unsigned char length = 0;
    bool won = false;  ///< by whoever moved last
  };

  ConnectFour(int width, int height, int connect) : width_(width), height_(height), connect_(connect) {
    if (width < 1 || height < 1 || width > 20 || height > 20 || width * (height + 1) > 64)
      throw GameDefinitionError(
          "connect_four: width and height must be at least 1 with width * (height + 1) at most 64.");
    if (connect < 1 || connect > 20) throw GameDefinitionError("connect_four: connect must be from 1 to 20.");
    for (int column = 0; column < width; ++column) board_ |= column_mask(column);
    lines_ = open_lines(board_);
  }

  Traits traits() const { return {2, true, false, false, true}; }
  State initial() const { return {}; }
  int turn(const State& s) const { return s.won || s.length == width_ * height_ ? kTerminal : s.length % 2; }
  int num_actions(const State& s) const {
    const std::uint64_t taken = s.discs[0] | s.discs[1];
    int open = 0;
    for (int column = 0; column < width_; ++column) open += !(taken >> top(column) & 1);
    return open;
  }
  void apply(State& s, int action) const {
    const int column = nth_open(s, action);
    const std::uint64_t taken = s.discs[0] | s.discs[1];
    const std::uint64_t bottom = std::uint64_t{1} << bottom_of(column);
    // Adding the bottom bit carries through the discs of the column to its first free cell.
    const std::uint64_t cell = (taken + bottom) & column_mask(column);
    std::uint64_t& own = s.discs[s.length % 2U];
    own |= cell;
    s.moves[s.length++] = static_cast<unsigned char>(column);
    s.won = has_line(own);
  }
  void undo(State& s) const {
    const int column = s.moves[--s.length];
    s.moves[s.length] = 0;
    const std::uint64_t in_column = (s.discs[0] | s.discs[1]) & column_mask(column);
    s.discs[s.length % 2U] &= ~std::bit_floor(in_column);
    s.won = false;
  }
  void utilities(const State& s, double* out) const {
    out[0] = !s.won ? 0 : s.length % 2 == 1 ? 1 : -1;
    out[1] = -out[0];
  }
  void state_key(const State& s, KeyWriter& key) const { key.u64(s.discs[0]), key.u64(s.discs[1]); }
  /// The lines that a player can still complete, as a share of all lines.
  double evaluate(const State& s) const {
    return static_cast<double>(open_lines(board_ & ~s.discs[1]) - open_lines(board_ & ~s.discs[0])) / (1 + lines_);
  }
  /// The middle of the board takes part in the most lines.
  double promise(const State& s, int action) const { return -std::abs(2 * nth_open(s, action) - (width_ - 1)); }
  int move_id(const State& s, int action) const { return nth_open(s, action); }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State& s, int, int action) const { return std::to_string(nth_open(s, action) + 1); }
  std::string info_label(const State& s, int) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? "." : "") + std::to_string(s.moves[i] + 1);
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (int row = height_ - 1; row >= 0; --row) {
      for (int column = 0; column < width_; ++column) text += symbol(s, column, row);
      if (row > 0) text += '/';
    }
    return text;
  }
  /// The board above the numbers of its columns.
  std::string draw(const State& s, int) const {
    return grid_text(height_ + 1, width_,
                     [&](int row, int column) -> std::string {
                       if (row == height_) return std::to_string(column + 1);
                       return {symbol(s, column, height_ - 1 - row)};
                     }) +
           "\n" + kPlayersXO;
  }

 private:
  char symbol(const State& s, int column, int row) const {
    const int cell = bottom_of(column) + row;
    return s.discs[0] >> cell & 1 ? 'X' : s.discs[1] >> cell & 1 ? 'O' : '.';
  }
  int bottom_of(int column) const { return column * (height_ + 1); }
  int top(int column) const { return bottom_of(column) + height_ - 1; }
  std::uint64_t column_mask(int column) const { return ((std::uint64_t{1} << height_) - 1) << bottom_of(column); }
  int nth_open(const State& s, int n) const {
    const std::uint64_t taken = s.discs[0] | s.discs[1];
    for (int column = 0;; ++column)
      if (!(taken >> top(column) & 1) && n-- == 0) return column;
  }
  /// The first cells of all lines in one direction that lie inside a set of cells.
  std::uint64_t lines(std::uint64_t cells, int step) const {
    std::uint64_t run = cells;
    for (int i = 1; i < connect_ && run != 0; ++i) run &= step * i < 64 ? cells >> (step * i) : 0;
    return run;
  }
  bool has_line(std::uint64_t own) const {
    for (const int step : {1, height_, height_ + 1, height_ + 2})
      if (lines(own, step) != 0) return true;
    return false;
  }
  int open_lines(std::uint64_t cells) const {
    int count = 0;
    for (const int step : {1, height_, height_ + 1, height_ + 2}) count += std::popcount(lines(cells, step));
    return count;
  }

  int width_, height_, connect_;
  std::uint64_t board_ = 0;  ///< all cells
  int lines_ = 0;            ///< all lines on it
};

}  // namespace dodona
