/// The transposition table: what is known of positions met before, under their exact keys, in bounded memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

namespace dodona {

/// Bounds on the value of a position for player 0, from a search to `depth`; `complete` where no line was cut short by
/// the depth limit, so that the bounds are those of the game itself.
struct TableEntry {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  std::int32_t move = -1;  ///< the best action, or the one that caused the cut-off
  std::int32_t depth = 0;
  bool complete = false;
};

/// Which entry of a full bucket gives way to a new one.
enum class Replacement { always, effort };  ///< the first in turn; the one that cost the fewest nodes, old ones first

/// Buckets of four slots, a power of two of them. A hash finds the bucket, the bytes of the key decide; keys longer
/// than `key_bytes` are not kept. Threads may share a table: every slot is guarded by a version number that is odd
/// while it is written, and a reader who sees it change takes the slot for empty.
class TranspositionTable {
 public:
  TranspositionTable(std::size_t bytes, std::size_t key_bytes, Replacement replacement = Replacement::effort);

  /// Called at the start of every search. Entries of another evaluation are forgotten; a table of other rules is an
  /// error.
  void open(std::shared_ptr<const void> rules, std::shared_ptr<const void> evaluation);

  bool find(std::uint64_t hash, std::span<const std::uint8_t> key, TableEntry& out) const;
  /// Keeps an entry; `effort` is the number of nodes it cost.
  void store(std::uint64_t hash, std::span<const std::uint8_t> key, const TableEntry& entry, std::int64_t effort);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }

  /// Takes all of its memory at once. A table begins small and grows as it fills, because memory that is spread wide
  /// is slow; several threads cannot move entries, so they call this first.
  void spread();
  void clear();
  /// The range of all estimates that entries may rest on.
  double evaluated_low = std::numeric_limits<double>::infinity();
  double evaluated_high = -std::numeric_limits<double>::infinity();

  std::size_t memory() const { return buckets_ * kSlots * stride_ * sizeof(std::uint64_t); }
  std::size_t capacity() const { return buckets_ * kSlots; }
  std::size_t key_bytes() const { return key_words_ * 8; }
  std::size_t count() const;  ///< slots in use; goes through the whole table

 private:
  static constexpr std::size_t kSlots = 4, kHeader = 4;  ///< words: version, lower, upper, facts; then the key
  struct Free {
    void operator()(std::uint64_t* words) const;
  };

  std::uint64_t* bucket(std::uint64_t hash) const { return words_.get() + (hash & mask_) * kSlots * stride_; }
  void grow();
  bool same(const std::uint64_t* slot, std::span<const std::uint8_t> key) const;
  std::uint64_t* victim(std::uint64_t* bucket) const;

  std::size_t key_words_, stride_, buckets_;
  std::size_t mask_;          ///< of the buckets in use
  std::size_t new_ones_ = 0;  ///< entries since the last growth
  Replacement replacement_;
  std::unique_ptr<std::uint64_t, Free> words_;
  std::atomic<std::uint32_t> turn_{0};
  std::uint8_t generation_ = 0;
  std::shared_ptr<const void> rules_, evaluation_;
};

}  // namespace dodona
