#include "games/monte_carlo/information_tree.h"

#include <limits>
#include <utility>

#include "core/errors.h"
#include "core/ids.h"
#include "games/watch.h"

namespace dodona {

InformationTree::InformationTree(const Rules& rules, bool positions)
    : rules_(rules),
      positions_(positions),
      tables_(index(rules.traits().players)),
      row_of_(index(rules.traits().players)) {
  if (!rules.abilities().information)
    throw UnsupportedGameError(
        "this needs a game that tells what its players know: those of perfect information do not.");
}

std::span<const std::uint8_t> InformationTree::key_of(const Position& s, int player) {
  key_.clear();
  rules_.info_key(s, player, key_);
  return key_.view();
}

std::int32_t InformationTree::find(const Position& s, int player) {
  const std::int32_t id = tables_[index(player)].find(key_of(s, player));
  return id < 0 ? -1 : row_of_[index(player)][index(id)];
}

std::int32_t InformationTree::find_or_add(const Position& s, int player, int count, bool& is_new) {
  if (rows_.size() >= index(std::numeric_limits<std::int32_t>::max())) throw LimitReached("memory");
  const auto [id, added] = tables_[index(player)].intern(key_of(s, player));
  is_new = added;
  if (!added) {
    require_count(row_of_[index(player)][index(id)], s, count);
    return row_of_[index(player)][index(id)];
  }
  const auto row = static_cast<std::int32_t>(rows_.size());
  row_of_[index(player)].push_back(row);
  rows_.push_back({cells_.size(), count, player, 0, 0.0});
  cells_.resize(cells_.size() + index(count));
  if (positions_) samples_.push_back(s);
  return row;
}

void InformationTree::require_count(std::int32_t row, const Position& s, int count) const {
  const Row& own = rows_[index(row)];
  if (own.count != count) throw GameDefinitionError(unequal_actions(rules_, s, own.player, own.count, count).text());
}

std::int64_t InformationTree::memory() const {
  std::size_t bytes = rows_.capacity() * sizeof(Row) + cells_.capacity() * sizeof(Cell) +
                      samples_.capacity() * sizeof(Position) + rows_.size() * sizeof(std::int32_t);
  for (const KeyTable& table : tables_) bytes += table.memory();
  return static_cast<std::int64_t>(bytes);
}

std::vector<std::int32_t> InformationTree::rows_on(const GameTree& tree, int player) {
  const Rules game = rules_.sequential();
  std::vector<std::int32_t> rows(tree.num_infosets(player), -1);
  std::vector<std::pair<NodeId, Position>> stack{{NodeId{0}, game.initial()}};
  while (!stack.empty()) {
    const auto [node, s] = std::move(stack.back());
    stack.pop_back();
    const int turn = game.turn(s);
    const int count = turn == kTerminal ? 0 : game.num_actions(s);
    require_same_node(game, s, tree, node, turn, count);
    if (turn == player) {
      key_.clear();
      game.info_key(s, player, key_);
      const std::int32_t id = tables_[index(player)].find(key_.view());
      if (id >= 0) {
        rows[index(raw(tree.infoset[node]))] = row_of_[index(player)][index(id)];
        require_count(row_of_[index(player)][index(id)], rules_.initial_position(), count);
      }
    }
    for (int a = 0; a < count; ++a) {
      stack.emplace_back(offset(tree.first_child[node], a), s);
      game.apply(stack.back().second, a);
    }
  }
  return rows;
}

}  // namespace dodona
