/// Chinese checkers on a small hexagon.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "games/contract.h"

namespace dodona {

/// Two, three or six players start at corners of a hexagon and race to the opposite ones. A piece steps to a free
/// neighbour, or jumps over neighbours of any colour, several in a row. Whoever first has all of her pieces in the
/// opposite corner gets 1, the others nothing; after `turns` moves nobody gets anything.
class ChineseCheckers {
 public:
  static constexpr int kMaxRadius = 3, kMaxCells = 37, kMaxTurns = 56, kMaxMoves = 256;

  struct State {
    std::array<unsigned char, kMaxCells> cell{};        ///< 0, or the player of the piece plus 1
    std::array<unsigned char, kMaxTurns> from{}, to{};  ///< the moves made; equal for a pass
    unsigned char length = 0;
  };

  ChineseCheckers(int players, int radius, int pieces, int turns)
      : players_(players), radius_(radius), pieces_(pieces), turns_(turns) {
    if (players != 2 && players != 3 && players != 6)
      throw GameDefinitionError("chinese_checkers: players must be 2, 3 or 6.");
    if (radius < 1 || radius > kMaxRadius) throw GameDefinitionError("chinese_checkers: radius must be 1, 2 or 3.");
    if (turns < 1 || turns > kMaxTurns) throw GameDefinitionError("chinese_checkers: turns must be from 1 to 56.");
    for (int q = -radius; q <= radius; ++q)
      for (int r = std::max(-radius, -q - radius); r <= std::min(radius, -q + radius); ++r) cells_.push_back({q, r});
    if (pieces < 1 || pieces > 6 || 2 * pieces * players > static_cast<int>(cells_.size()))
      throw GameDefinitionError("chinese_checkers: the pieces, 1 to 6 of each player, may fill half of the board.");
    link_cells();
    place_players();
  }

  Traits traits() const { return {players_, false, false, false, true}; }
  State initial() const {
    State s;
    for (int p = 0; p < players_; ++p)
      for (const int home : homes_[index(p)]) s.cell[index(home)] = static_cast<unsigned char>(p + 1);
    return s;
  }
  int turn(const State& s) const { return s.length == turns_ || winner(s) >= 0 ? kTerminal : s.length % players_; }
  int num_actions(const State& s) const {
    Moves moves;
    return list_moves(s, moves);
  }
  void apply(State& s, int action) const {
    Moves moves;
    list_moves(s, moves);
    const auto [from, to] = moves[index(action)];
    std::swap(s.cell[from], s.cell[to]);
    s.from[s.length] = from, s.to[s.length++] = to;
  }
  void undo(State& s) const {
    --s.length;
    std::swap(s.cell[s.from[s.length]], s.cell[s.to[s.length]]);
  }
  void utilities(const State& s, double* out) const {
    const int first = winner(s);
    for (int p = 0; p < players_; ++p) out[p] = p == first ? 1 : 0;
  }
  /// How far along everybody's pieces are, as shares of one point that nobody has for sure.
  void evaluate_all(const State& s, double* out) const {
    double sum = 0;
    for (int p = 0; p < players_; ++p) sum += out[p] = 1.0 / (1 + way_left(s, p));
    for (int p = 0; p < players_; ++p) out[p] *= 0.9 / sum;
  }
  /// Nobody wins whose pieces need more moves than are left; a move takes a piece across the board at most.
  void hopes(const State& s, double* out) const {
    const int left = turns_ - s.length;
    for (int p = 0; p < players_; ++p) {
      const int until = (p - s.length % players_ + players_) % players_;
      const int moves = left > until ? (left - until - 1) / players_ + 1 : 0;
      out[p] = winner(s) == p || (winner(s) < 0 && astray(s, p) <= moves) ? 1 : 0;
    }
  }
  std::vector<double> outcomes() const {
    std::vector<double> all(index((players_ + 1) * players_), 0.0);
    for (int p = 0; p < players_; ++p) all[index(p * players_ + p)] = 1;
    return all;
  }
  double min_utility() const { return 0; }
  double max_utility() const { return 1; }
  double promise(const State& s, int action) const {
    Moves moves;
    list_moves(s, moves);
    const auto [from, to] = moves[index(action)];
    const auto& way = way_[index(s.length % players_)];
    return way[from] - way[to];
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.bytes({s.cell.data(), cells_.size()});
    key.u8(s.length);
  }
  std::string action_label(const State& s, int, int action) const {
    Moves moves;
    list_moves(s, moves);
    return move_name(moves[index(action)].first, moves[index(action)].second);
  }
  std::string info_label(const State& s, int) const {
    std::string text = s.length == 0 ? "start" : "";
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? " " : "") + move_name(s.from[i], s.to[i]);
    return text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      text += s.cell[c] == 0 ? '.' : static_cast<char>('0' + s.cell[c] - 1);
    return text + " " + std::to_string(s.length);
  }
  std::string draw(const State& s, int) const {
    std::string text;
    for (int r = -radius_; r <= radius_; ++r) {
      text += std::string(static_cast<std::size_t>(std::abs(r)), ' ');
      for (int q = std::max(-radius_, -r - radius_); q <= std::min(radius_, -r + radius_); ++q) {
        const unsigned char piece = s.cell[index(cell_at(q, r))];
        text += std::string(1, piece == 0 ? '.' : static_cast<char>('0' + piece - 1)) + " ";
      }
      text.back() = '\n';
    }
    return text.substr(0, text.size() - 1);
  }

 private:
  struct Cell {
    int q, r;  ///< axial coordinates
  };
  using Moves = std::array<std::pair<unsigned char, unsigned char>, kMaxMoves>;
  static constexpr std::array<Cell, 6> kWays{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

  static int distance(Cell a, Cell b) {
    const int q = a.q - b.q, r = a.r - b.r;
    return (std::abs(q) + std::abs(r) + std::abs(q + r)) / 2;
  }
  int cell_at(int q, int r) const {
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (cells_[c].q == q && cells_[c].r == r) return static_cast<int>(c);
    return -1;
  }
  std::string cell_name(std::size_t cell) const {
    return std::string(1, static_cast<char>('a' + cells_[cell].q + radius_)) +
           std::to_string(cells_[cell].r + radius_ + 1);
  }
  std::string move_name(std::size_t from, std::size_t to) const {
    return from == to ? "pass" : cell_name(from) + cell_name(to);
  }
  void link_cells() {
    next_.resize(cells_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c)
      for (std::size_t way = 0; way < 6; ++way)
        next_[c][way] = cell_at(cells_[c].q + kWays[way].q, cells_[c].r + kWays[way].r);
  }
  /// Homes are the cells nearest to a player's corner, the same for all up to turns of the board; goals are the homes
  /// of the opposite corner.
  void place_players() {
    for (int p = 0; p < players_; ++p) {
      const int corner = p * 6 / players_;
      homes_.push_back(home(corner));
      const Cell aim{-kWays[index(corner)].q * radius_, -kWays[index(corner)].r * radius_};
      way_.emplace_back();
      for (const Cell& cell : cells_) way_.back().push_back(distance(cell, aim));
      goals_.emplace_back(cells_.size(), false);
      for (const int goal : home(corner + 3)) goals_.back()[index(goal)] = true;
    }
    for (const std::vector<int>& own : homes_)
      for (const std::vector<int>& other : homes_)
        if (&own != &other && std::ranges::find_first_of(own, other) != own.end())
          throw GameDefinitionError("chinese_checkers: the homes of the players meet; use fewer pieces.");
  }
  /// The cells nearest to the first corner, turned by so many sixths.
  std::vector<int> home(int corner) const {
    std::vector<Cell> order = cells_;
    std::ranges::stable_sort(order, {}, [&](const Cell& cell) { return distance(cell, {radius_, 0}); });
    std::vector<int> cells;
    for (std::size_t piece = 0; piece < index(pieces_); ++piece) {
      Cell cell = order[piece];
      for (int turn = 0; turn < corner; ++turn) cell = {-cell.r, cell.q + cell.r};
      cells.push_back(cell_at(cell.q, cell.r));
    }
    return cells;
  }
  int winner(const State& s) const {
    for (int p = 0; p < players_; ++p)
      if (astray(s, p) == 0) return p;
    return -1;
  }
  /// How many pieces of a player are not where they belong.
  int astray(const State& s, int player) const {
    int count = pieces_;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (s.cell[c] == player + 1 && goals_[index(player)][c]) --count;
    return count;
  }
  int way_left(const State& s, int player) const {
    int sum = 0;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (s.cell[c] == player + 1) sum += way_[index(player)][c];
    return sum;
  }
  int list_moves(const State& s, Moves& moves) const {
    int count = 0;
    const int own = s.length % players_ + 1;
    for (std::size_t c = 0; c < cells_.size(); ++c)
      if (s.cell[c] == own) list_moves_of(s, c, moves, count);
    if (count == 0) moves[index(count++)] = {0, 0};  // nobody can move: a pass
    return count;
  }
  void list_moves_of(const State& s, std::size_t from, Moves& moves, int& count) const {
    std::uint64_t seen = std::uint64_t{1} << from;
    const auto add = [&](std::size_t to) {
      seen |= std::uint64_t{1} << to;
      if (count < kMaxMoves) moves[index(count++)] = {static_cast<unsigned char>(from), static_cast<unsigned char>(to)};
    };
    std::array<std::size_t, kMaxCells> landed{};
    std::size_t reached = 1;
    landed[0] = from;
    for (std::size_t at = 0; at < reached; ++at)
      for (std::size_t way = 0; way < 6; ++way) {
        const int over = next_[landed[at]][way];
        if (over < 0 || s.cell[index(over)] == 0 || index(over) == from) continue;
        const int to = next_[index(over)][way];
        if (to < 0 || s.cell[index(to)] != 0 || (seen >> index(to) & 1) != 0) continue;
        add(index(to));
        landed[reached++] = index(to);
      }
    for (const int to : next_[from])
      if (to >= 0 && s.cell[index(to)] == 0 && (seen >> index(to) & 1) == 0) add(index(to));
  }

  int players_, radius_, pieces_, turns_;
  std::vector<Cell> cells_;
  std::vector<std::array<int, 6>> next_;
  std::vector<std::vector<int>> homes_, way_;
  std::vector<std::vector<bool>> goals_;
};

}  // namespace dodona
