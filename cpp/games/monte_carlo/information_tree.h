/// The trees of Monte Carlo searches where players know different things: one row per information set.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/keys.h"
#include "games/game_tree.h"
#include "games/rules.h"

namespace dodona {

/// What is known of one action: a sum of rewards or regrets, and its weight in the average strategy.
struct Cell {
  double sum = 0, weight = 0;
};

/// Strategies of a player by the labels of information sets and actions.
struct LabelledRows {
  std::vector<std::string> labels, actions;
  std::vector<std::int64_t> offsets{0};
  std::vector<double> probabilities;
};

/// Rows of cells by exact information keys, a table of them per player, in flat arrays.
class InformationTree {
 public:
  struct Row {
    std::size_t first;
    std::int32_t count, player;
    std::int64_t visits;
    double total;  ///< what its player got after it was visited, summed up
  };

  /// With `positions` every row remembers one, so that it has a label.
  InformationTree(const Rules& rules, bool positions);

  /// The row of what a player knows at a position, or -1.
  std::int32_t find(const Position& s, int player);
  /// The same; where there is none, a new one with so many actions.
  std::int32_t find_or_add(const Position& s, int player, int count, bool& is_new);
  /// Refuses a position whose player has other actions than elsewhere in the information set.
  void require_count(std::int32_t row, const Position& s, int count) const;

  Row& operator[](std::int32_t row) { return rows_[static_cast<std::size_t>(row)]; }
  const Row& operator[](std::int32_t row) const { return rows_[static_cast<std::size_t>(row)]; }
  std::span<Cell> cells(std::int32_t row) {
    const Row& own = rows_[static_cast<std::size_t>(row)];
    return {cells_.data() + own.first, static_cast<std::size_t>(own.count)};
  }
  std::size_t size() const { return rows_.size(); }
  std::int64_t memory() const;

  /// The strategy of a player where rows were visited, and uniform elsewhere, for every sequence of the game's tree.
  /// `strategy(cells, visits, out)` writes the probabilities of a row.
  template <class Strategy>
  std::vector<double> behaviour(const GameTree& tree, int player, Strategy&& strategy);
  /// The rows of a player by label.
  template <class Strategy>
  LabelledRows labelled(int player, Strategy&& strategy);

 private:
  std::span<const std::uint8_t> key_of(const Position& s, int player);
  /// One row, or -1, per information set of a tree.
  std::vector<std::int32_t> rows_on(const GameTree& tree, int player);

  const Rules& rules_;
  const bool positions_;
  KeyWriter key_;
  std::vector<KeyTable> tables_;                   ///< by player
  std::vector<std::vector<std::int32_t>> row_of_;  ///< by player and number of the key
  std::vector<Row> rows_;
  std::vector<Cell> cells_;
  std::vector<Position> samples_;  ///< by row, where they are kept
};

template <class Strategy>
std::vector<double> InformationTree::behaviour(const GameTree& tree, int player, Strategy&& strategy) {
  const std::vector<std::int32_t> rows = rows_on(tree, player);
  const PlayerSets& sets = tree.own(player);
  std::vector<double> result(tree.num_sequences(player), 1.0);
  for (std::size_t set = 0; set < rows.size(); ++set) {
    const std::span<double> own(result.data() + sets.begin(set), sets.end(set) - sets.begin(set));
    std::ranges::fill(own, 1.0 / static_cast<double>(own.size()));
    if (rows[set] >= 0) strategy(cells(rows[set]), rows_[static_cast<std::size_t>(rows[set])].visits, own);
  }
  return result;
}

template <class Strategy>
LabelledRows InformationTree::labelled(int player, Strategy&& strategy) {
  LabelledRows result;
  for (std::size_t row = 0; row < samples_.size(); ++row) {
    if (rows_[row].player != player) continue;
    const Position& s = samples_[row];
    result.labels.push_back(rules_.info_label(s, player));
    for (int a = 0; a < rows_[row].count; ++a) result.actions.push_back(rules_.action_label(s, player, a));
    result.probabilities.resize(result.actions.size());
    strategy(cells(static_cast<std::int32_t>(row)), rows_[row].visits,
             std::span<double>(result.probabilities).last(static_cast<std::size_t>(rows_[row].count)));
    result.offsets.push_back(static_cast<std::int64_t>(result.actions.size()));
  }
  return result;
}

}  // namespace dodona
