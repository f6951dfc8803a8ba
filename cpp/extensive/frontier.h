/// Positions of one moment of the game, put together by what a player knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "core/keys.h"

namespace dodona {

/// Numbers keys 0, 1, 2, ... for a short while: clearing takes no time.
class KeyGroups {
 public:
  void clear() {
    ++round_, bytes_.clear(), ends_.clear();
    if (round_ == 0) slots_.assign(slots_.size(), {}), round_ = 1;
  }
  std::int32_t size() const { return static_cast<std::int32_t>(ends_.size()); }
  std::int32_t intern(std::span<const std::uint8_t> key) {
    const std::int32_t count = size();
    if (count > 0 && same(count - 1, key)) return count - 1;  // as a rule neighbours go together
    if (2 * (static_cast<std::size_t>(count) + 1) > slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash_bytes(key) & mask;; slot = (slot + 1) & mask) {
      Slot& entry = slots_[slot];
      if (entry.round != round_) {
        entry = {round_, count};
        bytes_.insert(bytes_.end(), key.begin(), key.end());
        ends_.push_back(bytes_.size());
        return count;
      }
      if (same(entry.id, key)) return entry.id;
    }
  }

 private:
  struct Slot {
    std::uint32_t round = 0;
    std::int32_t id = 0;
  };
  std::span<const std::uint8_t> key(std::int32_t id) const {
    const auto i = static_cast<std::size_t>(id);
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, ends_[i] - begin};
  }
  bool same(std::int32_t id, std::span<const std::uint8_t> other) const {
    const auto own = key(id);
    return own.size() == other.size() && (own.empty() || std::memcmp(own.data(), other.data(), own.size()) == 0);
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(16, 2 * slots_.size()), {});
    const std::size_t mask = slots_.size() - 1;
    for (std::int32_t id = 0; id < size(); ++id) {
      std::size_t slot = hash_bytes(key(id)) & mask;
      while (slots_[slot].round == round_) slot = (slot + 1) & mask;
      slots_[slot] = {round_, id};
    }
  }

  std::uint32_t round_ = 1;
  std::vector<Slot> slots_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> ends_;
};

/// A position with the probability that chance and the opponent lead there.
template <class State>
struct Weighted {
  State state;
  double weight;
  std::int32_t trace;  ///< what the opponent's strategy remembers of the way here
};

/// Positions after a move of the searching player and the answers to it, by what she knows then.
template <class State>
class Frontier {
 public:
  struct Group {
    std::size_t begin, end;
    double weight;
  };

  double value = 0;  ///< of positions where the game is over
  std::vector<Weighted<State>> positions;
  std::vector<Group> groups;

  void clear() { value = 0, positions.clear(), groups.clear(), group_of_.clear(), keys_.clear(); }
  void push(State s, double weight, std::int32_t trace, std::span<const std::uint8_t> key) {
    group_of_.push_back(keys_.intern(key));
    positions.push_back({std::move(s), weight, trace});
  }
  std::span<const Weighted<State>> in(const Group& group) const {
    return {positions.data() + group.begin, group.end - group.begin};
  }
  /// Puts the positions of each group side by side, heavier groups first.
  void close() {
    groups.assign(static_cast<std::size_t>(keys_.size()), {0, 0, 0.0});
    for (std::size_t i = 0; i < positions.size(); ++i) {
      Group& group = groups[static_cast<std::size_t>(group_of_[i])];
      ++group.end, group.weight += positions[i].weight;
    }
    if (groups.size() <= 1) return;
    std::size_t begin = 0;
    for (Group& group : groups) group.begin = begin, begin += group.end, group.end = group.begin;
    sorted_.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
      sorted_[groups[static_cast<std::size_t>(group_of_[i])].end++] = std::move(positions[i]);
    positions.swap(sorted_);
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.weight > b.weight; });
  }

 private:
  std::vector<std::int32_t> group_of_;
  std::vector<Weighted<State>> sorted_;
  KeyGroups keys_;
};

}  // namespace dodona
