/// Tic-tac-toe.
#pragma once

#include <array>
#include <bit>
#include <string>

#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

class TicTacToe {
 public:
  struct State {
    std::array<unsigned short, 2> marks{};
    std::array<unsigned char, 9> moves{};
    unsigned char length = 0;
  };

  Traits traits() const { return {2, true, false, false, true}; }
  State initial() const { return {}; }
  int turn(const State& s) const { return winner(s) >= 0 || s.length == 9 ? kTerminal : s.length % 2; }
  int num_actions(const State& s) const { return 9 - s.length; }
  void apply(State& s, int action) const {
    const int cell = nth_free(s, action);
    s.marks[s.length % 2U] |= static_cast<unsigned short>(1 << cell);
    s.moves[s.length++] = static_cast<unsigned char>(cell);
  }
  void undo(State& s) const {
    const int cell = s.moves[--s.length];
    s.moves[s.length] = 0;
    s.marks[s.length % 2U] &= static_cast<unsigned short>(~(1 << cell));
  }
  void utilities(const State& s, double* out) const {
    const int won = winner(s);
    out[0] = won < 0 ? 0 : won == 0 ? 1 : -1;
    out[1] = -out[0];
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.u32(s.marks[0] | static_cast<unsigned>(s.marks[1]) << 16);
  }
  /// The lines that are still open to each player.
  double evaluate(const State& s) const {
    int open = 0;
    for (const int line : kLines) open += (s.marks[1] & line) == 0, open -= (s.marks[0] & line) == 0;
    return open / 9.0;
  }
  double promise(const State& s, int action) const {
    int lines = 0;
    for (const int line : kLines) lines += line >> nth_free(s, action) & 1;
    return lines;
  }
  int move_id(const State& s, int action) const { return nth_free(s, action); }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State& s, int, int action) const { return std::to_string(nth_free(s, action) + 1); }
  std::string info_label(const State& s, int) const {
    std::string text;
    for (int i = 0; i < s.length; ++i) text += std::to_string(s.moves[static_cast<std::size_t>(i)] + 1);
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (int cell = 0; cell < 9; ++cell) {
      if (cell == 3 || cell == 6) text += "/";
      text += s.marks[0] >> cell & 1 ? "X" : s.marks[1] >> cell & 1 ? "O" : ".";
    }
    return text;
  }
  /// The board; free cells show the number that names them.
  std::string draw(const State& s, int) const {
    return grid_text(3, 3,
                     [&s](int row, int column) -> std::string {
                       const int cell = 3 * row + column;
                       if (s.marks[0] >> cell & 1) return "X";
                       return s.marks[1] >> cell & 1 ? "O" : std::to_string(cell + 1);
                     }) +
           "\n" + kPlayersXO;
  }

 private:
  static constexpr std::array kLines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

  static int winner(const State& s) {
    if (s.length < 5) return -1;
    const std::size_t mover = (s.length - 1U) % 2;  // only the last mover can have completed a line
    for (const int line : kLines)
      if ((s.marks[mover] & line) == line) return static_cast<int>(mover);
    return -1;
  }
  static int nth_free(const State& s, int n) {
    unsigned free = 0777U & ~static_cast<unsigned>(s.marks[0] | s.marks[1]);
    while (n-- > 0) free &= free - 1;
    return std::countr_zero(free);
  }
};

}  // namespace dodona
