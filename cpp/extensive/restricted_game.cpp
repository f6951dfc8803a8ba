#include "extensive/restricted_game.h"

#include <algorithm>
#include <utility>

namespace dodona {
namespace {

/// Probabilities below this come from the program's rounding.
constexpr double kNegligible = 1e-12;

}  // namespace

std::int32_t RestrictedGame::find(int player, std::int32_t set, int action) const {
  const RestrictedPlayer& own = players[index(player)];
  std::int32_t sequence = own.sets[index(set)].first;
  while (sequence != kNone && own.sequences[index(sequence)].action != action)
    sequence = own.sequences[index(sequence)].next;
  return sequence;
}

std::int32_t RestrictedGame::allow(int player, std::int32_t set, int action, double size) {
  RestrictedPlayer& own = players[index(player)];
  const auto sequence = static_cast<std::int32_t>(own.sequences.size());
  own.sequences.push_back({set, kNone, action, kNone, size});
  own.behaviour.push_back(0.0);
  RestrictedSet& home = own.sets[index(set)];
  (home.last == kNone ? home.first : own.sequences[index(home.last)].next) = sequence;
  home.last = sequence;
  if (++home.allowed == 1) own.behaviour.back() = 1 / size;
  return sequence;
}

/// Gives rows and columns to sets that have become a choice and to their sequences.
void RestrictedGame::number(int player, RestrictedForm& form) {
  RestrictedPlayer& own = players[index(player)];
  std::size_t& of_sets = player == 0 ? rows_ : columns_;
  std::size_t& of_sequences = player == 0 ? columns_ : rows_;
  auto& set_basic = player == 0 ? form.row_basic : form.column_basic;
  auto& sequence_basic = player == 0 ? form.column_basic : form.row_basic;
  for (RestrictedSet& set : own.sets) {
    if (!has_choice(set)) continue;
    const bool is_new = set.variable == kNone;
    if (is_new) {
      set.variable = static_cast<std::int32_t>(of_sets++);
      set_basic.push_back(player == 1);
    }
    for (std::int32_t s = set.first; s != kNone; s = own.sequences[index(s)].next) {
      RestrictedSequence& sequence = own.sequences[index(s)];
      if (sequence.variable != kNone) continue;
      sequence.variable = static_cast<std::int32_t>(of_sequences++);
      // What was the only action so far takes over all of the plan's weight: player 0's first column enters the basis
      // in place of the set's row, and player 1's value in place of her first row.
      const bool was_only = is_new && s == set.first;
      sequence_basic.push_back(player == 0 ? was_only : !was_only);
    }
  }
}

std::vector<RestrictedGame::Place> RestrictedGame::places(int player) const {
  const RestrictedPlayer& own = players[index(player)];
  std::vector<Place> places(own.sequences.size());
  places[0] = {kRoot, 1};
  for (std::size_t s = 1; s < places.size(); ++s) {
    const RestrictedSequence& sequence = own.sequences[s];
    const std::int32_t parent = own.sets[index(sequence.set)].parent;
    if (parent == kNone) {
      places[s] = {kNone, 0};
    } else {
      const Place& before = places[index(parent)];
      places[s] = {sequence.variable != kNone ? sequence.variable : before.variable, before.share / sequence.size};
    }
  }
  return places;
}

void RestrictedGame::number() {
  RestrictedForm unused;
  number(0, unused), number(1, unused);
  is_first_ = false;
  changes.clear();
}

/// Numbers a player's sets with a choice and their sequences for the form, parents first. Returns the sequence at each
/// row or column of the program.
std::vector<std::int32_t> RestrictedGame::arrange(int player, const std::vector<Place>& places,
                                                  RestrictedForm& form) const {
  const RestrictedPlayer& own = players[index(player)];
  std::vector<std::int32_t> set_at(player == 0 ? rows_ : columns_, kNone),
      sequence_at(player == 0 ? columns_ : rows_, kNone);
  for (std::size_t s = 0; s < own.sets.size(); ++s)
    if (own.sets[s].variable != kNone) set_at[index(own.sets[s].variable)] = static_cast<std::int32_t>(s);
  std::vector<std::vector<std::int32_t>> after(
      sequence_at.size());  // sets by the last choice before them, oldest first
  for (const std::int32_t s : set_at)
    if (s != kNone) after[index(places[index(own.sets[index(s)].parent)].variable)].push_back(s);

  Treeplex& treeplex = form.form.players[index(player)];
  std::vector<std::int32_t>&sets = form.layout.sets[index(player)], &sequences = form.layout.sequences[index(player)];
  sequences = {kRoot};
  sequence_at[kRoot] = 0;
  for (std::size_t q = 0; q < sequences.size(); ++q)
    for (const std::int32_t s : after[index(sequences[q])]) {
      const RestrictedSet& set = own.sets[index(s)];
      treeplex.add_set(static_cast<SequenceId>(q), set.allowed);
      sets.push_back(set.variable);
      for (std::int32_t a = set.first; a != kNone; a = own.next(a)) {
        sequence_at[index(own.sequences[index(a)].variable)] = static_cast<std::int32_t>(sequences.size());
        sequences.push_back(own.sequences[index(a)].variable);
      }
    }
  return sequence_at;
}

void RestrictedGame::take_payoffs(std::span<const Payoff> leaves, const std::array<std::vector<Place>, 2>& place,
                                  const std::array<std::vector<std::int32_t>, 2>& sequence_at,
                                  RestrictedForm& form) const {
  Triplets entries;
  for (const std::span<const Payoff> part : {std::span<const Payoff>(payoffs), leaves})
    for (const Payoff& payoff : part) {
      const Place &row = place[0][index(payoff.rows)], &column = place[1][index(payoff.columns)];
      entries.add(sequence_at[1][index(column.variable)], sequence_at[0][index(row.variable)],
                  payoff.value * row.share * column.share);
    }
  const auto& [own, other] = form.form.players;
  form.form.payoffs =
      compress(index(other.num_sequences), index(own.num_sequences), entries.rows, entries.columns, entries.values);
}

void RestrictedGame::take_changes(const std::array<std::vector<Place>, 2>& place, RestrictedForm& form) {
  for (const Payoff& change : changes) {
    const Place &row = place[0][index(change.rows)], &column = place[1][index(change.columns)];
    form.changes.add(column.variable, row.variable, change.value * row.share * column.share);
  }
  changes.clear();
}

RestrictedForm RestrictedGame::form(std::span<const Payoff> leaves) {
  RestrictedForm form;
  if (is_first_) form.column_basic = {0, 1}, form.row_basic = {0};
  number(0, form), number(1, form);
  is_first_ = false;
  form.layout.rows = rows_, form.layout.columns = columns_, form.layout.value = kValue;
  const std::array<std::vector<Place>, 2> place{places(0), places(1)};
  const std::array<std::vector<std::int32_t>, 2> sequence_at{arrange(0, place[0], form), arrange(1, place[1], form)};
  take_payoffs(leaves, place, sequence_at, form);
  take_changes(place, form);
  return form;
}

void RestrictedGame::set_plan(int player, std::span<const double> plan, double cut) {
  RestrictedPlayer& own = players[index(player)];
  const std::vector<Place> place = places(player);
  for (const RestrictedSet& set : own.sets) {
    if (set.variable == kNone) continue;
    double total = 0;
    for (std::int32_t s = set.first; s != kNone; s = own.next(s)) {
      const RestrictedSequence& sequence = own.sequences[index(s)];
      const bool is_known = sequence.variable != kNone && index(sequence.variable) < plan.size();
      const double p = is_known ? plan[index(sequence.variable)] * place[index(s)].share : 0.0;
      own.behaviour[index(s)] = p > kNegligible && p >= cut ? p : 0.0;
      total += sequence.size * own.behaviour[index(s)];
    }
    for (std::int32_t s = set.first; s != kNone; s = own.next(s))
      own.behaviour[index(s)] =
          total > 0 ? own.behaviour[index(s)] / total : (s == set.first ? 1 / own.sequences[index(s)].size : 0.0);
  }
}

std::size_t RestrictedGame::memory() const {
  return players[0].memory() + players[1].memory() + (payoffs.capacity() + changes.capacity()) * sizeof(Payoff);
}

}  // namespace dodona
