/// Tables of what is known of positions met before, under their exact keys, in bounded memory.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace dodona {

/// Which entry of a full bucket gives way to a new one.
enum class Replacement { always, effort };  ///< the first in turn; the one that cost the fewest nodes, old ones first

/// Buckets of four slots, a power of two of them, for entries of so many machine words. A hash finds the bucket, the
/// bytes of the key decide; keys longer than `key_bytes` are not kept. Threads may share a store: every slot is guarded
/// by a version number that is odd while it is written, and a reader who sees it change takes the slot for empty.
/// Memory is taken when the store is first opened.
class KeyedStore {
 public:
  using Words = std::uint64_t;
  static constexpr std::size_t kMostWords = 32;  ///< of an entry
  /// Joins what is known with what has been found, into `fresh`; whether that is worth writing.
  using Merge = bool (*)(const Words* known, Words* fresh);

  KeyedStore(std::size_t bytes, std::size_t key_bytes, std::size_t entry_words, Replacement replacement);

  /// Called at the start of every search. Entries of another evaluation are forgotten, which the answer tells; a store
  /// of other rules is an error.
  bool open(std::shared_ptr<const void> rules, std::shared_ptr<const void> evaluation);

  bool find(std::uint64_t hash, std::span<const std::uint8_t> key, Words* entry) const;
  /// Keeps an entry; `effort` is the number of nodes it cost.
  void store(std::uint64_t hash, std::span<const std::uint8_t> key, Words* entry, std::int64_t effort, Merge merge);

  /// Takes all of its memory at once. A store begins small and grows as it fills, because memory that is spread wide
  /// is slow; several threads cannot move entries, so they call this first.
  void spread();
  void clear();

  std::size_t memory() const { return buckets_ * kSlots * stride_ * sizeof(Words); }
  std::size_t capacity() const { return buckets_ * kSlots; }
  std::size_t key_bytes() const { return key_words_ * 8; }
  std::size_t count() const;  ///< slots in use; goes through the whole store

 private:
  static constexpr std::size_t kSlots = 4, kHead = 1;  ///< words of a slot: its head, the entry, the key
  struct Free {
    void operator()(Words* words) const;
  };

  Words* bucket(std::uint64_t hash) const { return words_.get() + (hash & mask_) * kSlots * stride_; }
  void allocate();
  void grow();
  bool same(const Words* slot, Words head, std::span<const std::uint8_t> key) const;
  Words* victim(Words* bucket) const;

  std::size_t key_words_, entry_words_, stride_, buckets_;
  std::size_t mask_;          ///< of the buckets in use
  std::size_t new_ones_ = 0;  ///< entries since the last growth
  Replacement replacement_;
  std::unique_ptr<Words, Free> words_;
  std::atomic<std::uint32_t> turn_{0};
  std::uint8_t generation_ = 0;
  std::shared_ptr<const void> rules_, evaluation_;
};

/// A store of entries of one type, flat ones. `Entry::merge(known, fresh)` joins two entries of the same position and
/// tells whether the result is worth writing.
template <class Entry>
class KeyedTable : public KeyedStore {
  static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Entry) % sizeof(Words) == 0 &&
                sizeof(Entry) <= kMostWords * sizeof(Words));
  static constexpr std::size_t kWords = sizeof(Entry) / sizeof(Words);
  using Packed = std::array<Words, kWords>;

 public:
  KeyedTable(std::size_t bytes, std::size_t key_bytes, Replacement replacement = Replacement::effort)
      : KeyedStore(bytes, key_bytes, kWords, replacement) {}

  bool find(std::uint64_t hash, std::span<const std::uint8_t> key, Entry& out) const {
    Packed words;
    if (!KeyedStore::find(hash, key, words.data())) return false;
    out = std::bit_cast<Entry>(words);
    return true;
  }
  void store(std::uint64_t hash, std::span<const std::uint8_t> key, const Entry& entry, std::int64_t effort) {
    auto words = std::bit_cast<Packed>(entry);
    KeyedStore::store(hash, key, words.data(), effort, [](const Words* known, Words* fresh) {
      Packed before, after;
      std::copy_n(known, kWords, before.begin()), std::copy_n(fresh, kWords, after.begin());
      auto joined = std::bit_cast<Entry>(after);
      const bool worth = Entry::merge(std::bit_cast<Entry>(before), joined);
      std::ranges::copy(std::bit_cast<Packed>(joined), fresh);
      return worth;
    });
  }
};

/// Bounds on the value of a position for player 0, from a search to `depth`; `complete` where no line was cut short by
/// the depth limit, so that the bounds are those of the game itself.
struct TableEntry {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  std::int32_t move = -1;  ///< the best action, or the one that caused the cut-off
  std::uint32_t depth : 31 = 0;
  std::uint32_t complete : 1 = 0;

  static bool merge(const TableEntry& known, TableEntry& fresh);
};

/// The table of searches in two-player games.
class TranspositionTable : public KeyedTable<TableEntry> {
 public:
  using KeyedTable::KeyedTable;
  void open(std::shared_ptr<const void> rules, std::shared_ptr<const void> evaluation) {
    if (KeyedStore::open(std::move(rules), std::move(evaluation))) forget_estimates();
  }
  void clear() {
    KeyedStore::clear();
    forget_estimates();
  }
  /// The range of all estimates that entries may rest on.
  double evaluated_low = std::numeric_limits<double>::infinity();
  double evaluated_high = -std::numeric_limits<double>::infinity();

 private:
  void forget_estimates() { evaluated_low = std::numeric_limits<double>::infinity(), evaluated_high = -evaluated_low; }
};

}  // namespace dodona
