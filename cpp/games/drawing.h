/// Words and grids for drawings of positions (see DrawnGame in contract.h).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "games/contract.h"

namespace dodona {

/// What the marks on a board mean.
inline constexpr const char* kPlayersXO = "X is player 0, O is player 1";

inline std::string player_name(int player) { return "player " + std::to_string(player); }

/// Whether a viewer sees what a player keeps to herself.
inline bool sees(int viewer, int player) { return viewer == kOnlooker || viewer == player; }

/// "1 coin", "2 coins".
inline std::string counted(int number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// Rows of cells with a blank between them, each as wide as the widest; `cell(row, column)` gives the text of one.
template <class Cell>
std::string grid_text(int rows, int columns, Cell&& cell) {
  std::vector<std::string> cells;
  std::size_t width = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      cells.push_back(cell(row, column));
      width = std::max(width, cells.back().size());
    }
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += i % static_cast<std::size_t>(columns) == 0 ? '\n' : ' ';
    text.append(width - cells[i].size(), ' ') += cells[i];
  }
  return text;
}

}  // namespace dodona
