/// What sampling remembers of the information sets that it has met, by their exact keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "core/keys.h"

namespace dodona {

/// One record per information set: 16 bytes, the key in whole words of eight bytes, and two doubles per action (the sum
/// of regrets and the sum of strategies). Records lie one after the other in blocks that never move. A slot of eight
/// bytes, of which a third to two thirds are in use, holds 32 bits of the hash and the place of the record: the hash
/// finds the slot, and the bytes of the key decide.
class SetTable {
 public:
  static constexpr std::uint32_t kNone = 0;

  /// A player's last move of her own: the set it was made at, or kNone before the first, and the action there.
  struct Sequence {
    std::uint32_t set = kNone, action = 0;
    bool operator==(const Sequence&) const = default;
  };
  struct Record {
    std::uint32_t key_length, actions;
    std::uint32_t parent;
    std::uint32_t player : 4, parent_action : 28;

    const std::uint8_t* key() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
    double* regrets() { return reinterpret_cast<double*>(this + 1) + words_of(key_length); }
    double* sums() { return regrets() + actions; }
    const double* sums() const { return const_cast<Record*>(this)->sums(); }
    Sequence follows() const { return {parent, parent_action}; }
  };
  static_assert(sizeof(Record) == 16 && sizeof(double) == 8);

  std::int64_t max_bytes = std::numeric_limits<std::int64_t>::max();

  /// The place of a player's set, or kNone.
  std::uint32_t find(int player, std::span<const std::uint8_t> key) const {
    if (slots_.empty()) return kNone;
    return slots_[slot_of(player, key, hash_of(player, key))].place;
  }
  /// The place of a player's set, which is made where it is new: `actions` many, reached by `follows`.
  std::uint32_t intern(int player, std::span<const std::uint8_t> key, int actions, Sequence follows) {
    if (4 * (size_ + 1) > 3 * slots_.size()) grow();
    const std::uint32_t hash = hash_of(player, key);
    Slot& slot = slots_[slot_of(player, key, hash)];
    if (slot.place == kNone) [[unlikely]]
      slot = {hash, append(player, key, actions, follows)};
    return slot.place;
  }

  Record& operator[](std::uint32_t place) {
    return *reinterpret_cast<Record*>(blocks_[place >> kBlockBits] + 8 * (place & (kBlockWords - 1)));
  }
  const Record& operator[](std::uint32_t place) const { return const_cast<SetTable&>(*this)[place]; }

  /// The average strategy at a set; uniform where it has never been played to.
  static double average(const Record& record, int action) {
    const double* sums = record.sums();
    double total = 0;
    for (std::uint32_t a = 0; a < record.actions; ++a) total += sums[a];
    return total > 0 ? sums[action] / total : 1.0 / record.actions;
  }

  std::size_t size() const { return size_; }
  std::size_t size(int player) const { return index(player) < sizes_.size() ? sizes_[index(player)] : 0; }
  std::size_t memory() const { return slots_.capacity() * sizeof(Slot) + block_bytes_; }

 private:
  struct Slot {
    std::uint32_t hash = 0, place = kNone;
  };
  static constexpr int kBlockBits = 13;
  static constexpr std::uint32_t kBlockWords = 1u << kBlockBits;

  static std::size_t words_of(std::size_t bytes) { return (bytes + 7) / 8; }
  static std::uint32_t hash_of(int player, std::span<const std::uint8_t> key) {
    return static_cast<std::uint32_t>(hash_bytes(key) >> 32) ^ static_cast<std::uint32_t>(player) * 0x9e3779b9u;
  }

  /// The slot of a key, or the empty one where it belongs.
  std::size_t slot_of(int player, std::span<const std::uint8_t> key, std::uint32_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot].place != kNone && !(slots_[slot].hash == hash && same(slots_[slot].place, player, key)))
      slot = (slot + 1) & mask;
    return slot;
  }
  bool same(std::uint32_t place, int player, std::span<const std::uint8_t> key) const {
    const Record& record = (*this)[place];
    return record.key_length == key.size() && record.player == static_cast<std::uint32_t>(player) &&
           (key.empty() || std::memcmp(record.key(), key.data(), key.size()) == 0);
  }

  void require(std::size_t more) const {
    if (static_cast<std::int64_t>(memory() + more) > max_bytes) throw LimitReached("memory");
  }

  void grow() {
    const std::size_t count = std::max<std::size_t>(64, 2 * slots_.size());
    require(count * sizeof(Slot));
    std::vector<Slot> larger(count);
    for (const Slot& slot : slots_) {
      if (slot.place == kNone) continue;
      std::size_t at = slot.hash & (count - 1);
      while (larger[at].place != kNone) at = (at + 1) & (count - 1);
      larger[at] = slot;
    }
    slots_.swap(larger);
  }

  std::uint32_t append(int player, std::span<const std::uint8_t> key, int actions, Sequence follows) {
    const std::size_t words = 2 + words_of(key.size()) + 2 * index(actions);
    if (next_ == kNone || (next_ & (kBlockWords - 1)) + words > kBlockWords || (next_ >> kBlockBits) >= blocks_.size())
      start_block(words);
    const std::uint32_t place = next_;
    next_ += static_cast<std::uint32_t>(words);
    Record& record = (*this)[place];
    record = {static_cast<std::uint32_t>(key.size()), static_cast<std::uint32_t>(actions), follows.set,
              static_cast<std::uint32_t>(player) & 15u, follows.action & 0xfffffffu};
    if (!key.empty()) std::memcpy(&record + 1, key.data(), key.size());
    std::fill_n(record.regrets(), 2 * actions, 0.0);
    ++size_;
    if (sizes_.size() <= index(player)) sizes_.resize(index(player) + 1, 0);
    ++sizes_[index(player)];
    return place;
  }

  /// Makes room for so many words in a row: a block, or several where one is too small.
  void start_block(std::size_t words) {
    // Place 0 stands for none: the first block begins one record further on.
    const std::size_t skipped = blocks_.empty() ? 2 : 0;
    const std::size_t count = (words + skipped + kBlockWords - 1) / kBlockWords;
    if (blocks_.size() + count >= std::numeric_limits<std::uint32_t>::max() / kBlockWords) throw LimitReached("memory");
    require(count * kBlockWords * 8);
    owned_.push_back(std::make_unique_for_overwrite<std::byte[]>(count * kBlockWords * 8));
    next_ = static_cast<std::uint32_t>(blocks_.size() * kBlockWords + skipped);
    for (std::size_t i = 0; i < count; ++i) blocks_.push_back(owned_.back().get() + i * kBlockWords * 8);
    block_bytes_ += count * kBlockWords * 8;
  }

  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<std::byte[]>> owned_;
  std::vector<std::byte*> blocks_;  ///< of equal size; a long record goes on in the next one
  std::uint32_t next_ = kNone;      ///< where the next record begins
  std::size_t size_ = 0, block_bytes_ = 0;
  std::vector<std::size_t> sizes_;
};

}  // namespace dodona
