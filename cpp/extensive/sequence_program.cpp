#include "extensive/sequence_program.h"

#include <limits>
#include <numeric>
#include <utility>

namespace dodona {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::int32_t> numbers(std::int64_t count, std::size_t from) {
  std::vector<std::int32_t> numbers(index(count));
  std::iota(numbers.begin(), numbers.end(), static_cast<std::int32_t>(from));
  return numbers;
}

/// The sets that follow each sequence of a player: those of sequence q are from start[q] to before start[q + 1].
struct Followers {
  explicit Followers(const Treeplex& treeplex)
      : start(index(treeplex.num_sequences) + 1), sets(index(treeplex.num_infosets)) {
    for (std::size_t s = 0; s < sets.size(); ++s) ++start[treeplex.parent(s) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (std::size_t s = 0; s < sets.size(); ++s) sets[next[treeplex.parent(s)]++] = s;
  }
  std::vector<std::size_t> start, sets;
};

/// Fills the rows of the program in their order.
class Rows {
 public:
  Rows(const SequenceForm& form, const ProgramLayout& layout, double unit)
      : form_(form), layout_(layout), unit_(unit), followers_(form.players[1]), set_of_(layout.sequences[1].size(), 0) {
    for (std::size_t s = 0; s < layout.sets[1].size(); ++s)
      for (std::size_t q = form.players[1].begin(s); q < form.players[1].end(s); ++q) set_of_[q] = s;
    const std::size_t size = layout.sets[0].size() + layout.sequences[0].size() + layout.sets[1].size() +
                             layout.sequences[1].size() + form.payoffs.index.size();
    matrix.index.reserve(size), matrix.value.reserve(size);
  }

  void add_root() {
    add(layout_.sequences[0][0], 1);
    end_row();
  }
  /// Player 0 plays the sequences of a set together as often as the sequence before it.
  void add_set(std::size_t set) {
    const Treeplex& own = form_.players[0];
    add(layout_.sequences[0][own.parent(set)], -1);
    for (std::size_t q = own.begin(set); q < own.end(set); ++q) add(layout_.sequences[0][q], 1);
    end_row();
  }
  /// The value of a set is at most what one of its sequences brings: payoffs, and the values of the sets that follow.
  void add_sequence(std::size_t q) {
    add(q == 0 ? layout_.value : layout_.sets[1][set_of_[q]], 1);
    for (std::size_t k = followers_.start[q]; k < followers_.start[q + 1]; ++k)
      add(layout_.sets[1][followers_.sets[k]], -1);
    for (auto k = index(form_.payoffs.start[q]); k < index(form_.payoffs.start[q + 1]); ++k)
      add(layout_.sequences[0][index(form_.payoffs.index[k])], -form_.payoffs.value[k] / unit_);
    end_row();
  }

  CompressedRows matrix;

 private:
  void add(std::int32_t column, double value) { matrix.index.push_back(column), matrix.value.push_back(value); }
  void end_row() { matrix.start.push_back(static_cast<std::int32_t>(matrix.index.size())); }

  const SequenceForm& form_;
  const ProgramLayout& layout_;
  const double unit_;
  const Followers followers_;
  std::vector<std::size_t> set_of_;  ///< of each sequence of player 1
};

/// What each row stands for: a set of player 0, or a sequence of player 1; neither for the one of the empty sequence.
struct Row {
  std::optional<std::size_t> set, sequence;
};
std::vector<Row> contents(const ProgramLayout& layout) {
  std::vector<Row> rows(layout.rows);
  for (std::size_t s = 0; s < layout.sets[0].size(); ++s) rows[index(layout.sets[0][s])].set = s;
  for (std::size_t q = 0; q < layout.sequences[1].size(); ++q) rows[index(layout.sequences[1][q])].sequence = q;
  return rows;
}

CompressedRows matrix(const SequenceForm& form, const ProgramLayout& layout, double unit) {
  Rows rows(form, layout, unit);
  for (const Row& row : contents(layout)) {
    if (row.set)
      rows.add_set(*row.set);
    else if (row.sequence)
      rows.add_sequence(*row.sequence);
    else
      rows.add_root();
  }
  return std::move(rows.matrix);
}

}  // namespace

ProgramLayout layout_in_order(const SequenceForm& form) {
  const auto& [row, column] = form.players;
  const std::size_t plan = index(row.num_sequences), constraints = 1 + index(row.num_infosets);
  return {constraints + index(column.num_sequences),
          plan + 1 + index(column.num_infosets),
          static_cast<std::int32_t>(plan),
          0,
          {numbers(row.num_infosets, 1), numbers(column.num_infosets, plan + 1)},
          {numbers(row.num_sequences, 0), numbers(column.num_sequences, constraints)}};
}

SequenceProgram sequence_program(const SequenceForm& form, const ProgramLayout& layout, double unit) {
  SequenceProgram program;
  program.matrix = matrix(form, layout, unit);
  program.row_lower.assign(layout.rows, -kInfinity), program.row_upper.assign(layout.rows, 0.0);
  for (const std::int32_t row : layout.sets[0]) program.row_lower[index(row)] = 0;
  program.lower.assign(layout.columns, 0.0), program.upper.assign(layout.columns, kInfinity);
  for (const std::int32_t column : layout.sets[1]) program.lower[index(column)] = -kInfinity;
  program.lower[index(layout.value)] = -kInfinity;
  const std::size_t empty = index(layout.sequences[0][0]);
  if (layout.root)
    program.row_lower[index(*layout.root)] = program.row_upper[index(*layout.root)] = 1;
  else
    program.lower[empty] = program.upper[empty] = 1;
  program.cost.assign(layout.columns, 0.0);
  program.cost[index(layout.value)] = -1;
  return program;
}

}  // namespace dodona
