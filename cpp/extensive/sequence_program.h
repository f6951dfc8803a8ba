/// The linear program of a game in sequence form [Koller1996].
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/sequence_form.h"

namespace dodona {

/// Where the program has what. Player 0's sequences are columns, the probabilities of her plan, and her sets rows, the
/// constraints of that plan. Player 1's sets are columns, the values that player 0 can expect there, and her sequences
/// rows, the bounds that they put on these values. One more column is the value of the game, and one more row says that
/// player 0 plays the empty sequence; without that row the bounds of its column say so.
struct ProgramLayout {
  std::size_t rows = 0, columns = 0;
  std::int32_t value = 0;
  std::optional<std::int32_t> root;
  std::array<std::vector<std::int32_t>, 2> sets, sequences;  ///< by player
};

/// Everything in the order that the form has it. Columns: player 0's sequences, the value, player 1's sets. Rows: the
/// one of the empty sequence, player 0's sets, player 1's sequences.
ProgramLayout layout_in_order(const SequenceForm& form);

/// Minimise `cost` x with `row_lower` <= `matrix` x <= `row_upper` and `lower` <= x <= `upper`.
struct SequenceProgram {
  CompressedRows matrix;
  std::vector<double> cost, row_lower, row_upper, lower, upper;
};

/// The program that maximises what player 0 can guarantee, with payoffs in multiples of a unit. Its multipliers,
/// negated, are player 1's plan.
SequenceProgram sequence_program(const SequenceForm& form, const ProgramLayout& layout, double unit);

}  // namespace dodona
