/// One player's information sets and sequences, as flat arrays: what plans, best responses and regrets work on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ids.h"

namespace dodona {

/// A player's decisions under perfect recall. Sequence 0 is the empty one. Each information set follows one sequence of
/// hers, which belongs to a set with a smaller number, and its own sequences, one per action, are numbered
/// consecutively. A realization plan gives every sequence the probability that the player plays it: 1 to the empty one,
/// and to those of a set together as much as to the sequence before it.
struct Treeplex {
  Table<InfosetId, SequenceId> parent_sequence;
  Table<InfosetId, SequenceId> first_sequence;
  Table<InfosetId, std::int32_t> num_actions;
  std::int64_t num_infosets = 0;
  std::int64_t num_sequences = 1;

  /// Numbers a new set and its sequences; returns the set.
  InfosetId add_set(SequenceId parent, std::int32_t actions) {
    parent_sequence.push(parent);
    first_sequence.push(static_cast<SequenceId>(num_sequences));
    num_actions.push(actions);
    num_sequences += actions;
    return static_cast<InfosetId>(num_infosets++);
  }
  std::size_t parent(std::size_t set) const { return index(raw(parent_sequence[static_cast<InfosetId>(set)])); }
  /// The sequences of a set are those from `begin` to before `end`.
  std::size_t begin(std::size_t set) const { return index(raw(first_sequence[static_cast<InfosetId>(set)])); }
  std::size_t end(std::size_t set) const { return begin(set) + index(num_actions[static_cast<InfosetId>(set)]); }

  std::size_t memory() const { return parent_sequence.bytes() + first_sequence.bytes() + num_actions.bytes(); }
};

/// The realization plan of a behaviour, which gives every sequence the probability of its last action in its set.
inline void follow(const Treeplex& treeplex, std::span<const double> behaviour, std::span<double> plan) {
  plan[0] = 1;
  for (std::size_t set = 0; set < index(treeplex.num_infosets); ++set) {
    const double reach = plan[treeplex.parent(set)];
    for (std::size_t q = treeplex.begin(set); q < treeplex.end(set); ++q) plan[q] = reach * behaviour[q];
  }
}

/// The behaviour of a realization plan, which may be off by rounding; uniform at sets that the plan does not reach.
inline std::vector<double> behaviour_of(const Treeplex& treeplex, std::span<const double> plan) {
  constexpr double kReached = 1e-12;
  std::vector<double> behaviour(plan.size(), 1.0);
  for (std::size_t set = 0; set < index(treeplex.num_infosets); ++set) {
    const std::size_t begin = treeplex.begin(set), end = treeplex.end(set);
    double reach = 0;
    for (std::size_t q = begin; q < end; ++q) reach += std::max(plan[q], 0.0);
    for (std::size_t q = begin; q < end; ++q)
      behaviour[q] = reach > kReached ? std::max(plan[q], 0.0) / reach : 1.0 / static_cast<double>(end - begin);
  }
  return behaviour;
}

/// Backs values of sequences up to the empty one: `value_at(begin, end)` says what a set with these sequences is worth,
/// which is added to the sequence before it. Sets that come later are worth what they are before those on the way to
/// them are asked.
template <class ValueAt>
void back_up(const Treeplex& treeplex, std::span<double> values, ValueAt&& value_at) {
  for (std::size_t set = index(treeplex.num_infosets); set-- > 0;)
    values[treeplex.parent(set)] += value_at(treeplex.begin(set), treeplex.end(set));
}

/// The most valuable sequence of a set; ties take the earliest.
inline std::size_t best_sequence(std::span<const double> values, std::size_t begin, std::size_t end) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
  return begin + index(std::max_element(first, first + static_cast<std::ptrdiff_t>(end - begin)) - first);
}

/// What the best plan is worth where every sequence brings its value; `values` are backed up by that.
inline double best_value(const Treeplex& treeplex, std::span<double> values) {
  back_up(treeplex, values,
          [&](std::size_t begin, std::size_t end) { return values[best_sequence(values, begin, end)]; });
  return values[0];
}

}  // namespace dodona
