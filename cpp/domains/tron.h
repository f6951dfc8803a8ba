/// Tron on a board with walls (thesis A.1).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/packed_history.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct TronParameters {
  int rows = 5, columns = 6;
  std::vector<int> walls;       ///< cells, counted row by row
  std::array<int, 2> starts{};  ///< cells of the players
};

/// Both players move at once to a free neighbouring cell and leave a wall behind. Who has no free cell to go to loses;
/// it is a draw if both are stuck or both have entered the same cell.
class Tron {
 public:
  static constexpr int kMaxCells = 64;

  struct State {
    std::uint64_t taken = 0;   ///< walls, trails and the cells of the players
    PackedHistory<2> history;  ///< four bits a round; a round takes two cells, but for the last one
    std::array<unsigned char, 2> head{};
    bool over = false;
    signed char result = 0;  ///< player 0's, where it is over
  };

  explicit Tron(const TronParameters& parameters) : rules_(parameters), cells_(rules_.rows * rules_.columns) {
    if (rules_.rows < 1 || rules_.columns < 1 || rules_.rows > kMaxCells || rules_.columns > kMaxCells ||
        cells_ > kMaxCells)
      throw GameDefinitionError("tron: rows and columns must be at least 1, with at most 64 cells in all.");
    for (const int cell : rules_.walls) walls_ |= bit(on_board(cell));
    for (const int cell : rules_.starts)
      if (walls_ & bit(on_board(cell))) throw GameDefinitionError("tron: a player cannot start in a wall.");
    if (rules_.starts[0] == rules_.starts[1])
      throw GameDefinitionError("tron: the players must start in different cells.");
    for (int cell = 0; cell < cells_; ++cell)
      for (int direction = 0; direction < 4; ++direction)
        if (neighbour(cell, direction) >= 0) {
          step_[at(cell)][at(direction)] = bit(neighbour(cell, direction));
          around_[at(cell)] |= step_[at(cell)][at(direction)];
        }
  }

  Traits traits() const { return {2, true, false, true, true}; }
  State initial() const {
    State s;
    s.taken = walls_ | bit(rules_.starts[0]) | bit(rules_.starts[1]);
    for (std::size_t p = 0; p < 2; ++p) s.head[p] = static_cast<unsigned char>(rules_.starts[p]);
    end_where_stuck(s);
    return s;
  }
  int turn(const State& s) const { return s.over ? kTerminal : kSimultaneous; }
  int num_actions(const State&) const { return 0; }
  void apply(State&, int) const {}
  int num_actions(const State& s, int player) const { return std::popcount(open(s, player)); }
  void apply_joint(State& s, const int* joint) const {
    const std::array<int, 2> way{direction_of(s, 0, joint[0]), direction_of(s, 1, joint[1])};
    for (std::size_t p = 0; p < 2; ++p) s.head[p] = cell_of(step_[s.head[p]][at(way[p])]);
    s.taken |= bit(s.head[0]) | bit(s.head[1]);
    s.history.push(static_cast<std::uint64_t>(way[0] | way[1] << 2), 4);
    end_where_stuck(s);
  }
  void utilities(const State& s, double* out) const {
    out[0] = s.result;
    out[1] = -out[0];
  }
  void info_key(const State& s, int, KeyWriter& key) const { s.history.write(key, s.history.capacity(4), 4); }
  void state_key(const State& s, KeyWriter& key) const { key.u64(s.taken), key.u8(s.head[0]), key.u8(s.head[1]); }
  /// The board turned by half a turn, so that a board with opposite starts is its own mirror.
  void mirror_key(const State& s, KeyWriter& key) const {
    std::uint64_t turned = 0;
    for (std::uint64_t rest = s.taken; rest != 0; rest &= rest - 1) turned |= bit(cells_ - 1 - std::countr_zero(rest));
    key.u64(turned);
    key.u8(static_cast<std::uint64_t>(cells_ - 1 - s.head[1])),
        key.u8(static_cast<std::uint64_t>(cells_ - 1 - s.head[0]));
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  /// Who has more room.
  double evaluate(const State& s) const { return (room(s, 0) - room(s, 1)) / static_cast<double>(cells_); }
  std::string action_label(const State& s, int player, int action) const {
    return {kNames[direction_of(s, player, action)]};
  }
  /// The directions of every round, player 0's first.
  std::string info_label(const State& s, int) const {
    std::string text;
    for (int i = 0; i < s.history.size(); ++i) {
      const std::uint64_t code = s.history.code(i, 4);
      text += (i > 0 ? " " : "") + std::string{kNames[code & 3], '-', kNames[code >> 2]};
    }
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (int cell = 0; cell < cells_; ++cell) {
      if (cell > 0 && cell % rules_.columns == 0) text += '/';
      text += symbol(s, cell);
    }
    return text;
  }
  std::string draw(const State& s, int) const {
    return grid_text(rules_.rows, rules_.columns,
                     [&](int row, int column) { return std::string(1, symbol(s, row * rules_.columns + column)); }) +
           "\n0 and 1 are the players, # is taken; N is up, E right";
  }

 private:
  static constexpr const char* kNames = "NESW";

  static char symbol(const State& s, int cell) {
    const bool first = s.head[0] == cell, second = s.head[1] == cell;
    return first && second ? 'X' : first ? '0' : second ? '1' : s.taken & bit(cell) ? '#' : '.';
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }
  static unsigned char cell_of(std::uint64_t bit) { return static_cast<unsigned char>(std::countr_zero(bit)); }
  int on_board(int cell) const {
    if (cell < 0 || cell >= cells_) throw GameDefinitionError("tron: walls and starts must be cells of the board.");
    return cell;
  }
  /// The cell to the north, east, south or west, or -1 beyond the board.
  int neighbour(int cell, int direction) const {
    const int row = cell / rules_.columns, column = cell % rules_.columns;
    const std::array<int, 4> next{row > 0 ? cell - rules_.columns : -1, column + 1 < rules_.columns ? cell + 1 : -1,
                                  row + 1 < rules_.rows ? cell + rules_.columns : -1, column > 0 ? cell - 1 : -1};
    return next[at(direction)];
  }
  std::uint64_t open(const State& s, int player) const { return around_[s.head[at(player)]] & ~s.taken; }
  int direction_of(const State& s, int player, int action) const {
    for (int direction = 0;; ++direction)
      if ((step_[s.head[at(player)]][at(direction)] & ~s.taken) != 0 && action-- == 0) return direction;
  }
  /// The cells that a player could reach if the other stood still.
  int room(const State& s, int player) const {
    std::uint64_t reached = open(s, player), border = reached;
    while (border != 0) {
      std::uint64_t next = 0;
      for (std::uint64_t rest = border; rest != 0; rest &= rest - 1) next |= around_[cell_of(rest)];
      border = next & ~s.taken & ~reached;
      reached |= border;
    }
    return std::popcount(reached);
  }
  /// Ends the game where the players meet or one cannot move.
  void end_where_stuck(State& s) const {
    const bool met = s.head[0] == s.head[1];
    const bool first_stuck = open(s, 0) == 0, second_stuck = open(s, 1) == 0;
    s.over = met || first_stuck || second_stuck;
    s.result = static_cast<signed char>(met ? 0 : second_stuck - first_stuck);
  }

  TronParameters rules_;
  int cells_;
  std::uint64_t walls_ = 0;
  std::array<std::array<std::uint64_t, 4>, kMaxCells> step_{};  ///< the cell in each direction, or nothing
  std::array<std::uint64_t, kMaxCells> around_{};               ///< neighbours of every cell
};

}  // namespace dodona
