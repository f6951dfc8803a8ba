/// Phantom tic-tac-toe: tic-tac-toe without seeing the other's marks (thesis 5.4.1 and A.1).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct PhantomParameters {
  bool outward = false;     ///< number actions from the centre outward, as kOutward lists the cells, not row by row
  bool forced_win = false;  ///< a player with an untried cell that may complete a line must try the first such cell
  int forced_first = 0;     ///< how many of the players, from player 0 on, must try the centre first
};

/// A player names a cell that she has not tried. If it is free, her mark goes there and the other moves; if the other
/// holds it, she learns that and moves again. She never sees what the other tries.
///
/// Cells are kept by their place in the order of actions. What a player tried is one word: five bits per attempt, the
/// first one lowest, which hold the cell's place plus one and whether the cell was free.
class PhantomTicTacToe {
 public:
  static constexpr int kCells = 9;
  static constexpr std::array<int, kCells> kOutward{4, 0, 8, 6, 2, 1, 3, 7, 5};

  struct State {
    std::array<std::uint64_t, 2> attempts{};
    std::array<std::uint16_t, 2> tried{};
    std::array<std::uint16_t, 2> marks{};
    std::int8_t turn = 0;
    std::int8_t winner = -1;
  };

  explicit PhantomTicTacToe(const PhantomParameters& parameters)
      : rules_(parameters), forces_(parameters.forced_win || parameters.forced_first > 0) {
    if (rules_.forced_first < 0 || rules_.forced_first > 2)
      throw GameDefinitionError("phantom_tic_tac_toe: forced_first must be from 0 to 2, not " +
                                std::to_string(rules_.forced_first) + ".");
    for (std::size_t i = 0; i < kCells; ++i) {
      cell_[i] = static_cast<std::uint8_t>(rules_.outward ? kOutward[i] : static_cast<int>(i));
      place_[cell_[i]] = static_cast<std::uint8_t>(i);
    }
    list_places();
    list_maps();
  }

  Traits traits() const { return {2, true, false, false, false}; }
  State initial() const { return {}; }
  int turn(const State& s) const { return s.turn; }
  int num_actions(const State& s) const {
    const std::size_t player = static_cast<std::size_t>(s.turn);
    return forced(s, player) != 0 ? 1 : kCells - std::popcount(s.tried[player]);
  }
  void apply(State& s, int action) const {
    const std::size_t player = static_cast<std::size_t>(s.turn);
    const unsigned place = chosen(s, player, action), bit = 1U << place;
    const bool free = (s.marks[1 - player] & bit) == 0;
    s.attempts[player] |= std::uint64_t{(place + 1) << 1U | free} << (5 * std::popcount(s.tried[player]));
    s.tried[player] = static_cast<std::uint16_t>(s.tried[player] | bit);
    if (!free) return;
    s.marks[player] = static_cast<std::uint16_t>(s.marks[player] | bit);
    s.turn = static_cast<std::int8_t>(1 - player);
    if (line_[s.marks[player]]) {
      s.winner = static_cast<std::int8_t>(player);
      s.turn = kTerminal;
    } else if ((s.marks[0] | s.marks[1]) == kAll) {
      s.turn = kTerminal;
    }
  }
  void utilities(const State& s, double* out) const {
    out[0] = s.winner < 0 ? 0 : s.winner == 0 ? 1 : -1;
    out[1] = -out[0];
  }
  /// All that the player knows: her attempts in order, and which of them found a free cell.
  static std::uint64_t knowledge(const State& s, int player) { return s.attempts[static_cast<std::size_t>(player)]; }
  void info_key(const State& s, int player, KeyWriter& key) const { key.u64(knowledge(s, player)); }
  void state_key(const State& s, KeyWriter& key) const {
    // The numbers of marks tell whose turn it is.
    const std::uint64_t sets = s.marks[0] | std::uint64_t{s.marks[1]} << 9U | std::uint64_t{s.tried[0]} << 18U |
                               std::uint64_t{s.tried[1]} << 27U;
    key.u32(sets), key.u8(sets >> 32U);
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  /// The turns and mirror images of the square. The choice between two winning cells breaks them.
  int num_automorphisms() const { return rules_.forced_win ? 1 : kMaps; }
  State image(const State& s, int map) const {
    const Map& to = maps_[static_cast<std::size_t>(map)];
    State t = s;
    for (std::size_t player = 0; player < 2; ++player) {
      t.tried[player] = to.set[s.tried[player]];
      t.marks[player] = to.set[s.marks[player]];
      t.attempts[player] = 0;
      for (unsigned shift = 0; s.attempts[player] >> shift != 0; shift += 10)
        t.attempts[player] |= std::uint64_t{to.pair[s.attempts[player] >> shift & 1023U]} << shift;
    }
    return t;
  }
  int image(const State& s, int action, int map) const {
    const std::size_t player = static_cast<std::size_t>(s.turn);
    if (forced(s, player) != 0) return action;
    const Map& to = maps_[static_cast<std::size_t>(map)];
    const unsigned below = (1U << to.place[chosen(s, player, action)]) - 1;
    return std::popcount(below & ~static_cast<unsigned>(to.set[s.tried[player]]));
  }
  std::string action_label(const State& s, int player, int action) const {
    return name(chosen(s, static_cast<std::size_t>(player), action));
  }
  /// The cells in the order of the attempts; x marks those that were taken.
  std::string info_label(const State& s, int player) const {
    std::string text;
    for (std::uint64_t rest = knowledge(s, player); rest != 0; rest >>= 5U)
      text += (text.empty() ? "" : " ") + name(static_cast<unsigned>(rest >> 1U & 15U) - 1) + (rest & 1U ? "" : "x");
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (cell == 3 || cell == 6) text += "/";
      text += s.marks[0] >> place_[cell] & 1 ? "X" : s.marks[1] >> place_[cell] & 1 ? "O" : ".";
    }
    return text + " X: " + info_label(s, 0) + ", O: " + info_label(s, 1);
  }
  /// The board as far as the viewer knows it; cells that she has not tried show the number that names them.
  std::string draw(const State& s, int viewer) const {
    std::string text = grid_text(3, 3, [&](int row, int column) -> std::string {
      const unsigned cell = static_cast<unsigned>(3 * row + column), place = place_[cell];
      const bool seen = viewer == kOnlooker || (s.tried[static_cast<std::size_t>(viewer)] >> place & 1);
      if (!seen || ((s.marks[0] | s.marks[1]) >> place & 1) == 0) return std::to_string(cell + 1);
      return s.marks[0] >> place & 1 ? "X" : "O";
    });
    text += std::string("\n") + kPlayersXO;
    for (int player = 0; player < 2; ++player)
      if (sees(viewer, player))
        text += "\n" + player_name(player) + " tried " + attempts_text(s, player) + " (x: taken)";
    return text;
  }

 private:
  static constexpr unsigned kAll = 0777;
  static constexpr int kMaps = 8;
  static constexpr std::array kLines{0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U};

  /// A map of the board onto itself, in places: of one, of sets, and of two attempts at once.
  struct Map {
    std::array<std::uint8_t, kCells> place;
    std::array<std::uint16_t, kAll + 1> set;
    std::array<std::uint16_t, 1024> pair;
  };

  /// The set of the only cell that the player may try, or 0 where she has a choice.
  unsigned forced(const State& s, std::size_t player) const {
    if (!forces_) return 0;
    if (static_cast<int>(player) < rules_.forced_first && s.tried[player] == 0) return 1U << place_[4];
    if (!rules_.forced_win) return 0;
    return first_[winning_[s.marks[player]] & ~static_cast<unsigned>(s.tried[player])];
  }
  unsigned chosen(const State& s, std::size_t player, int action) const {
    const unsigned only = forced(s, player);
    if (only != 0) return static_cast<unsigned>(std::countr_zero(only));
    return static_cast<unsigned>(others_[s.tried[player]] >> (4 * action) & 15U);
  }
  std::string attempts_text(const State& s, int player) const {
    return s.attempts[static_cast<std::size_t>(player)] == 0 ? "nothing" : info_label(s, player);
  }
  std::string name(unsigned place) const { return std::to_string(cell_[place] + 1); }

  void list_places() {
    for (unsigned set = 0; set <= kAll; ++set) {
      unsigned shift = 0;
      for (unsigned place = 0; place < kCells; ++place)
        if ((set >> place & 1U) == 0) others_[set] |= std::uint64_t{place} << shift, shift += 4;
      for (const int cell : kOutward)
        if (first_[set] == 0)
          first_[set] = static_cast<std::uint16_t>(set & 1U << place_[static_cast<std::size_t>(cell)]);
      for (const unsigned cells : kLines) {
        unsigned line = 0;
        for (unsigned cell = 0; cell < kCells; ++cell)
          if (cells >> cell & 1U) line |= 1U << place_[cell];
        if (std::popcount(line & ~set) == 1) winning_[set] = static_cast<std::uint16_t>(winning_[set] | (line & ~set));
        if ((line & ~set) == 0) line_[set] = true;
      }
    }
  }
  void list_maps() {
    for (std::size_t m = 0; m < kMaps; ++m) {
      Map& map = maps_[m];
      for (unsigned cell = 0; cell < kCells; ++cell) {
        unsigned row = cell / 3, column = cell % 3;
        if (m & 1U) std::swap(row, column);
        if (m & 2U) row = 2 - row;
        if (m & 4U) column = 2 - column;
        map.place[place_[cell]] = place_[3 * row + column];
      }
      for (unsigned set = 0; set <= kAll; ++set) {
        map.set[set] = 0;
        for (std::size_t place = 0; place < kCells; ++place)
          if (set >> place & 1U) map.set[set] = static_cast<std::uint16_t>(map.set[set] | 1U << map.place[place]);
      }
      for (unsigned two = 0; two < 1024; ++two)
        map.pair[two] =
            static_cast<std::uint16_t>(image_of_attempt(map, two & 31U) | image_of_attempt(map, two >> 5U) << 5U);
    }
  }
  static unsigned image_of_attempt(const Map& map, unsigned attempt) {
    const unsigned place = (attempt >> 1U) - 1;
    return place < kCells ? (map.place[place] + 1U) << 1U | (attempt & 1U) : 0;
  }

  PhantomParameters rules_;
  bool forces_;
  std::array<std::uint8_t, kCells> cell_{}, place_{};
  std::array<std::uint64_t, kAll + 1> others_{};   ///< the places outside of a set, four bits each
  std::array<std::uint16_t, kAll + 1> winning_{};  ///< the places that complete a line of the set
  std::array<std::uint16_t, kAll + 1> first_{};    ///< the one of a set that comes first in kOutward
  std::array<bool, kAll + 1> line_{};              ///< whether the set holds a line
  std::array<Map, kMaps> maps_{};
};

}  // namespace dodona
