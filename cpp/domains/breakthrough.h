/// Breakthrough (Troyka 2000) on a board of any size.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// Pawns step one row forward, straight or diagonally, onto free squares; diagonally they may also capture. Whoever
/// reaches the opponent's first row, or takes the last pawn, wins. The foremost pawn can always move diagonally, so
/// nobody is ever stuck.
class Breakthrough {
 public:
  static constexpr int kMaxMoves = 250;

  struct State {
    std::array<std::uint64_t, 2> pawns{};
    std::array<unsigned char, kMaxMoves> from{}, to{};  ///< the moves made
    std::array<bool, kMaxMoves> captured{};
    unsigned char length = 0;
    bool won = false;  ///< by whoever moved last
  };

  Breakthrough(int columns, int rows, int pawn_rows) : columns_(columns), rows_(rows), pawn_rows_(pawn_rows) {
    if (columns < 2 || rows < 3 || columns > 16 || rows > 16 || columns * rows > 64)
      throw GameDefinitionError(
          "breakthrough: columns must be from 2, rows from 3, both to 16, with at most 64 squares.");
    if (pawn_rows < 1 || 2 * pawn_rows > rows)
      throw GameDefinitionError("breakthrough: pawn_rows must be at least 1 and at most half of the rows.");
    // Every move brings a pawn one row forward.
    if (2 * columns * pawn_rows * (rows - 1) > kMaxMoves)
      throw GameDefinitionError("breakthrough: games on this board may last too long; use fewer columns or pawn_rows.");
  }

  Traits traits() const { return {2, true, false, false, true}; }
  State initial() const {
    State s;
    const int pawns = columns_ * pawn_rows_;
    s.pawns[0] = (std::uint64_t{1} << pawns) - 1;
    s.pawns[1] = s.pawns[0] << (columns_ * rows_ - pawns);
    return s;
  }
  int turn(const State& s) const { return s.won ? kTerminal : s.length % 2; }
  int num_actions(const State& s) const {
    int count = 0;
    each_move(s, [&count](int, int) { return ++count, false; });
    return count;
  }
  void apply(State& s, int action) const {
    const auto [from, to] = nth_move(s, action);
    const std::size_t mover = s.length % 2U;
    const std::uint64_t target = std::uint64_t{1} << to;
    s.pawns[mover] ^= target | std::uint64_t{1} << from;
    s.captured[s.length] = (s.pawns[1 - mover] & target) != 0;
    s.pawns[1 - mover] &= ~target;
    s.from[s.length] = static_cast<unsigned char>(from);
    s.to[s.length++] = static_cast<unsigned char>(to);
    s.won = s.pawns[1 - mover] == 0 || to / columns_ == (mover == 0 ? rows_ - 1 : 0);
  }
  void undo(State& s) const {
    --s.length;
    const std::size_t mover = s.length % 2U;
    const std::uint64_t target = std::uint64_t{1} << s.to[s.length];
    s.pawns[mover] ^= target | std::uint64_t{1} << s.from[s.length];
    if (s.captured[s.length]) s.pawns[1 - mover] |= target;
    s.from[s.length] = s.to[s.length] = 0;
    s.captured[s.length] = false;
    s.won = false;
  }
  void utilities(const State& s, double* out) const {
    out[0] = s.length % 2 == 1 ? 1 : -1;
    out[1] = -out[0];
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.u64(s.pawns[0]), key.u64(s.pawns[1]), key.u8(s.length % 2);
  }
  /// Pawns, each counted by how far it has come.
  double evaluate(const State& s) const {
    const int mine = advance(s.pawns[0], 0), theirs = advance(s.pawns[1], 1);
    return static_cast<double>(mine - theirs) / (mine + theirs + 1);
  }
  /// Far moves and captures first.
  double promise(const State& s, int action) const {
    const std::size_t mover = s.length % 2U;
    const auto [from, to] = nth_move(s, action);
    const int row = mover == 0 ? to / columns_ : rows_ - 1 - to / columns_;
    return row + (s.pawns[1 - mover] >> to & 1 ? rows_ : 0);
  }
  int move_id(const State& s, int action) const {
    const auto [from, to] = nth_move(s, action);
    return from * 3 + (to - from) % columns_ + 1;
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State& s, int, int action) const {
    const auto [from, to] = nth_move(s, action);
    return move_text(from, to);
  }
  std::string info_label(const State& s, int) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? " " : "") + move_text(s.from[i], s.to[i]);
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (int row = rows_ - 1; row >= 0; --row) {
      for (int column = 0; column < columns_; ++column) text += symbol(s, row * columns_ + column);
      if (row > 0) text += '/';
    }
    return text;
  }
  /// The board with the numbers of its rows on the left and the letters of its columns below.
  std::string draw(const State& s, int) const {
    return grid_text(rows_ + 1, columns_ + 1,
                     [&](int line, int place) -> std::string {
                       const int row = rows_ - 1 - line, column = place - 1;
                       if (row < 0) return column < 0 ? "" : std::string(1, static_cast<char>('a' + column));
                       return column < 0 ? std::to_string(row + 1) : std::string(1, symbol(s, row * columns_ + column));
                     }) +
           "\n" + kPlayersXO;
  }

 private:
  static char symbol(const State& s, int square) {
    return s.pawns[0] >> square & 1 ? 'X' : s.pawns[1] >> square & 1 ? 'O' : '.';
  }
  struct Step {
    int from, to;
  };
  /// Calls `visit(from, to)` for every move until it returns true.
  template <class Visit>
  void each_move(const State& s, Visit&& visit) const {
    const std::size_t mover = s.length % 2U;
    const int forward = mover == 0 ? columns_ : -columns_;
    for (std::uint64_t left = s.pawns[mover]; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const int column = from % columns_;
      for (int side = -1; side <= 1; ++side) {
        if (column + side < 0 || column + side >= columns_) continue;
        const int to = from + forward + side;
        const std::uint64_t blocked = s.pawns[mover] | (side == 0 ? s.pawns[1 - mover] : 0);
        if (!(blocked >> to & 1) && visit(from, to)) return;
      }
    }
  }
  Step nth_move(const State& s, int n) const {
    Step found{0, 0};
    each_move(s, [&](int from, int to) {
      found = {from, to};
      return n-- == 0;
    });
    return found;
  }
  int advance(std::uint64_t pawns, int player) const {
    int sum = 0;
    for (; pawns != 0; pawns &= pawns - 1) {
      const int row = std::countr_zero(pawns) / columns_;
      const int steps = 1 + (player == 0 ? row : rows_ - 1 - row);
      sum += steps * steps;
    }
    return sum;
  }
  std::string square_text(int square) const {
    return static_cast<char>('a' + square % columns_) + std::to_string(square / columns_ + 1);
  }
  std::string move_text(int from, int to) const { return square_text(from) + square_text(to); }

  int columns_, rows_, pawn_rows_;
};

}  // namespace dodona
