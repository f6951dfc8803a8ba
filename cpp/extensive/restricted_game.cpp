#include "extensive/restricted_game.h"

#include <algorithm>
#include <limits>

namespace dodona {
namespace {

std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Probabilities below this come from the program's rounding.
constexpr double kNegligible = 1e-12;

}  // namespace

std::int32_t RestrictedGame::find(int player, std::int32_t set, int action) const {
  const RestrictedPlayer& own = players[static_cast<std::size_t>(player)];
  std::int32_t sequence = own.sets[at(set)].first;
  while (sequence != kNone && own.sequences[at(sequence)].action != action) sequence = own.sequences[at(sequence)].next;
  return sequence;
}

std::int32_t RestrictedGame::allow(int player, std::int32_t set, int action, double size) {
  RestrictedPlayer& own = players[static_cast<std::size_t>(player)];
  const auto sequence = static_cast<std::int32_t>(own.sequences.size());
  own.sequences.push_back({set, kNone, action, kNone, size});
  own.behaviour.push_back(0.0);
  RestrictedSet& home = own.sets[at(set)];
  (home.last == kNone ? home.first : own.sequences[at(home.last)].next) = sequence;
  home.last = sequence;
  if (++home.allowed == 1) own.behaviour.back() = 1 / size;
  return sequence;
}

/// Gives rows and columns to sets that have become a choice and to their sequences.
void RestrictedGame::number(int player, SequenceProgram& program) {
  RestrictedPlayer& own = players[static_cast<std::size_t>(player)];
  std::size_t& of_sets = player == 0 ? rows_ : columns_;
  std::size_t& of_sequences = player == 0 ? columns_ : rows_;
  auto& set_basic = player == 0 ? program.row_basic : program.column_basic;
  auto& sequence_basic = player == 0 ? program.column_basic : program.row_basic;
  for (RestrictedSet& set : own.sets) {
    if (!has_choice(set)) continue;
    const bool is_new = set.variable == kNone;
    if (is_new) {
      set.variable = static_cast<std::int32_t>(of_sets++);
      set_basic.push_back(player == 1);
    }
    for (std::int32_t s = set.first; s != kNone; s = own.sequences[at(s)].next) {
      RestrictedSequence& sequence = own.sequences[at(s)];
      if (sequence.variable != kNone) continue;
      sequence.variable = static_cast<std::int32_t>(of_sequences++);
      // What was the only action so far takes over all of the plan's weight: player 0's first column enters the basis
      // in place of the set's row, and player 1's value in place of her first row.
      const bool was_only = is_new && s == set.first;
      sequence_basic.push_back(player == 0 ? was_only : !was_only);
    }
  }
}

/// Where the weight of every sequence is found: at the last choice on the way to it.
std::vector<RestrictedGame::Place> RestrictedGame::places(int player) const {
  const RestrictedPlayer& own = players[static_cast<std::size_t>(player)];
  std::vector<Place> places(own.sequences.size());
  places[0] = {kRoot, 1};
  for (std::size_t s = 1; s < places.size(); ++s) {
    const RestrictedSequence& sequence = own.sequences[s];
    const RestrictedSet& set = own.sets[at(sequence.set)];
    if (sequence.variable != kNone) {
      places[s] = {sequence.variable, 1};
    } else if (set.parent != kNone) {
      places[s] = places[at(set.parent)];
      places[s].scale /= sequence.size;
    } else {
      places[s] = {kNone, 0};
    }
  }
  return places;
}

void RestrictedGame::number() {
  SequenceProgram unused;
  number(0, unused), number(1, unused);
  is_first_ = false;
  changes.clear();
}

SequenceProgram RestrictedGame::program(std::span<const Payoff> leaves) {
  SequenceProgram program;
  if (is_first_) program.column_basic = {0, 1}, program.row_basic = {0};
  number(0, program), number(1, program);
  is_first_ = false;
  program.row_lower.assign(rows_, -kInfinity), program.row_upper.assign(rows_, 0.0);
  program.lower.assign(columns_, 0.0), program.upper.assign(columns_, kInfinity);
  program.lower[kRoot] = program.upper[kRoot] = 1;
  program.lower[kValue] = -kInfinity;

  Triplets entries;
  entries.add(kRoot, kValue, 1.0);
  const std::array<std::vector<Place>, 2> place{places(0), places(1)};
  for (const int player : {0, 1}) {
    const RestrictedPlayer& own = players[static_cast<std::size_t>(player)];
    for (const RestrictedSet& set : own.sets) {
      if (set.variable == kNone) continue;
      const Place& parent = place[static_cast<std::size_t>(player)][at(set.parent)];
      if (player == 0) {
        program.row_lower[at(set.variable)] = 0;
        entries.add(set.variable, parent.variable, -parent.scale);
      } else {
        program.lower[at(set.variable)] = -kInfinity;
        entries.add(parent.variable, set.variable, -parent.scale);
      }
      for (std::int32_t s = set.first; s != kNone; s = own.sequences[at(s)].next) {
        const RestrictedSequence& sequence = own.sequences[at(s)];
        if (player == 0)
          entries.add(set.variable, sequence.variable, sequence.size);
        else
          entries.add(sequence.variable, set.variable, sequence.size);
      }
    }
  }
  for (const std::span<const Payoff> part : {std::span<const Payoff>(payoffs), leaves})
    for (const Payoff& payoff : part) {
      const Place &row = place[0][at(payoff.rows)], &column = place[1][at(payoff.columns)];
      entries.add(column.variable, row.variable, -payoff.value * row.scale * column.scale);
    }

  program.matrix = compress(rows_, columns_, entries.rows, entries.columns, entries.values);
  take_changes(program, place);
  return program;
}

void RestrictedGame::take_changes(SequenceProgram& program, const std::array<std::vector<Place>, 2>& place) {
  for (const Payoff& change : changes) {
    const Place &row = place[0][at(change.rows)], &column = place[1][at(change.columns)];
    program.changes.add(column.variable, row.variable, change.value * row.scale * column.scale);
  }
  changes.clear();
}

void RestrictedGame::set_plan(int player, std::span<const double> plan) {
  RestrictedPlayer& own = players[static_cast<std::size_t>(player)];
  for (const RestrictedSet& set : own.sets) {
    if (set.variable == kNone) continue;
    double total = 0;
    for (std::int32_t s = set.first; s != kNone; s = own.sequences[at(s)].next) {
      const RestrictedSequence& sequence = own.sequences[at(s)];
      const double p = sequence.variable < static_cast<std::int32_t>(plan.size()) ? plan[at(sequence.variable)] : 0.0;
      own.behaviour[at(s)] = p > kNegligible ? p : 0.0;
      total += sequence.size * own.behaviour[at(s)];
    }
    for (std::int32_t s = set.first; s != kNone; s = own.sequences[at(s)].next)
      own.behaviour[at(s)] =
          total > 0 ? own.behaviour[at(s)] / total : (s == set.first ? 1 / own.sequences[at(s)].size : 0.0);
  }
}

std::size_t RestrictedGame::memory() const {
  return players[0].memory() + players[1].memory() + (payoffs.capacity() + changes.capacity()) * sizeof(Payoff);
}

}  // namespace dodona
