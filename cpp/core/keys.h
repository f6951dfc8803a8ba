/// Exact keys: byte strings written by games, and the table that gives each a dense id.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace dodona {

/// Collects the bytes of one key; reused from key to key so that writing allocates nothing.
class KeyWriter {
 public:
  void clear() { size_ = 0; }
  void u8(std::uint64_t value) { little_endian(value, 1); }
  void u32(std::uint64_t value) { little_endian(value, 4); }
  void u64(std::uint64_t value) { little_endian(value, 8); }
  void bytes(std::span<const std::uint8_t> values) {
    if (values.empty()) return;
    reserve(values.size());
    std::memcpy(bytes_.data() + size_, values.data(), values.size());
    size_ += values.size();
  }
  std::span<const std::uint8_t> view() const { return {bytes_.data(), size_}; }

  /// A number that `u32` wrote at this place, and another in its stead.
  std::uint32_t u32_at(std::size_t place) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(bytes_[place + i]) << (8 * i);
    return value;
  }
  void set_u32(std::size_t place, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) bytes_[place + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }

 private:
  void reserve(std::size_t more) {
    if (size_ + more > bytes_.size()) [[unlikely]]
      enlarge(more);
  }
  [[gnu::noinline]] void enlarge(std::size_t more) { bytes_.resize(2 * (size_ + more) + 64); }
  /// Writes eight bytes, of which the first `count` stay: one store instead of a loop.
  void little_endian(std::uint64_t value, std::size_t count) {
    reserve(8);
    if constexpr (std::endian::native == std::endian::little)
      std::memcpy(bytes_.data() + size_, &value, 8);
    else
      for (std::size_t i = 0; i < 8; ++i) bytes_[size_ + i] = static_cast<std::uint8_t>(value >> (8 * i));
    size_ += count;
  }
  std::vector<std::uint8_t> bytes_;  ///< longer than the key
  std::size_t size_ = 0;
};

/// Mixes 64 bits so that every input bit reaches every output bit (the finaliser of SplitMix64, Steele et al. 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

inline std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL ^ bytes.size();
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = mix(hash ^ word);
  }
  std::uint64_t tail = 0;
  if (i < bytes.size()) std::memcpy(&tail, bytes.data() + i, bytes.size() - i);
  return mix(hash ^ tail);
}

/// Maps whole keys to ids 0, 1, 2, ... in order of first appearance. The hash only finds the slot; bytes decide.
class KeyTable {
 public:
  /// The key's id, and whether it is new.
  std::pair<std::int32_t, bool> intern(std::span<const std::uint8_t> key) {
    if (2 * (entries_.size() + 1) > slots_.size()) grow();
    const std::uint64_t hash = hash_bytes(key);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      const std::int32_t id = slots_[slot];
      if (id < 0) {
        slots_[slot] = static_cast<std::int32_t>(entries_.size());
        entries_.push_back({hash, bytes_.size(), key.size()});
        bytes_.insert(bytes_.end(), key.begin(), key.end());
        return {slots_[slot], true};
      }
      if (entries_[static_cast<std::size_t>(id)].hash == hash && same(id, key)) return {id, false};
    }
  }
  /// The key's id, or -1.
  std::int32_t find(std::span<const std::uint8_t> key) const {
    if (slots_.empty()) return -1;
    const std::uint64_t hash = hash_bytes(key);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      const std::int32_t id = slots_[slot];
      if (id < 0 || (entries_[static_cast<std::size_t>(id)].hash == hash && same(id, key))) return id;
    }
  }
  std::size_t size() const { return entries_.size(); }
  std::size_t memory() const {
    return slots_.capacity() * sizeof(std::int32_t) + entries_.capacity() * sizeof(Entry) + bytes_.capacity();
  }

 private:
  struct Entry {
    std::uint64_t hash;
    std::size_t begin, length;
  };

  bool same(std::int32_t id, std::span<const std::uint8_t> key) const {
    const Entry& entry = entries_[static_cast<std::size_t>(id)];
    return entry.length == key.size() &&
           (key.empty() || std::memcmp(bytes_.data() + entry.begin, key.data(), key.size()) == 0);
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), -1);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t id = 0; id < entries_.size(); ++id) {
      std::size_t slot = entries_[id].hash & mask;
      while (slots_[slot] >= 0) slot = (slot + 1) & mask;
      slots_[slot] = static_cast<std::int32_t>(id);
    }
  }

  std::vector<std::int32_t> slots_;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace dodona
