#include "perfect/table.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/errors.h"
#include "core/keys.h"

namespace dodona {
namespace {

/// What a slot says of its entry beside the bounds, in one word.
struct Facts {
  std::int32_t move;
  std::uint16_t depth;
  std::uint8_t key_length, packed;  ///< packed: complete (1 bit), generation (2 bits), log2 of the effort (5 bits)
};
static_assert(sizeof(Facts) == sizeof(std::uint64_t));

constexpr std::int32_t kDeepest = 65535;
constexpr std::size_t kFirstBuckets = 1 << 10;

std::uint64_t load(const std::uint64_t& word) {
  return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
}
void save(std::uint64_t& word, std::uint64_t value) { std::atomic_ref(word).store(value, std::memory_order_relaxed); }

Facts facts_of(const std::uint64_t* slot) { return std::bit_cast<Facts>(load(slot[3])); }

/// The bytes of a key from `at` on, as one word padded with zeros.
std::uint64_t word_of(std::span<const std::uint8_t> key, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, key.data() + at, std::min<std::size_t>(8, key.size() - at));
  return word;
}

}  // namespace

void TranspositionTable::Free::operator()(std::uint64_t* words) const { std::free(words); }

TranspositionTable::TranspositionTable(std::size_t bytes, std::size_t key_bytes, Replacement replacement)
    : key_words_((key_bytes + 7) / 8), stride_(kHeader + key_words_), replacement_(replacement) {
  if (key_bytes > 255) throw SolverError("a transposition table holds keys of at most 255 bytes.");
  const std::size_t bucket_bytes = kSlots * stride_ * sizeof(std::uint64_t);
  buckets_ = std::bit_floor(std::max<std::size_t>(1, bytes / bucket_bytes));
  mask_ = std::min(buckets_, kFirstBuckets) - 1;
  // Zeroed memory that nobody has touched costs nothing, so small games pay little for a large table.
  words_.reset(static_cast<std::uint64_t*>(std::calloc(buckets_, bucket_bytes)));
  if (!words_) throw std::bad_alloc();
#ifdef __linux__
  // Entries lie scattered: large pages spare the processor most of the way to them. Where there are none, no harm.
  constexpr std::uintptr_t kPage = 1 << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(words_.get()) + kPage - 1) / kPage * kPage;
  const auto end = (reinterpret_cast<std::uintptr_t>(words_.get()) + memory()) / kPage * kPage;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void TranspositionTable::open(std::shared_ptr<const void> rules, std::shared_ptr<const void> evaluation) {
  if (rules_ && rules_ != rules)
    throw SolverError("this transposition table belongs to another game; make one for each game.");
  if (rules_ && evaluation_ != evaluation) clear();
  rules_ = std::move(rules);
  evaluation_ = std::move(evaluation);
  generation_ = (generation_ + 1) & 3;
}

void TranspositionTable::spread() {
  while (mask_ + 1 < buckets_) grow();
}

/// Twice as many buckets: entries whose hash has the new bit set move to the new half. Keys are hashed again, so that
/// slots need not keep their hash.
void TranspositionTable::grow() {
  const std::size_t half = mask_ + 1;
  mask_ = 2 * half - 1;
  for (std::size_t at = 0; at < half * kSlots; ++at) {
    std::uint64_t* const slot = words_.get() + at * stride_;
    if (slot[0] == 0) continue;
    const auto* key = reinterpret_cast<const std::uint8_t*>(slot + kHeader);
    const std::uint64_t hash = hash_bytes({key, facts_of(slot).key_length});
    if ((hash & half) == 0) continue;
    std::copy_n(slot, stride_, slot + half * kSlots * stride_);
    std::fill_n(slot, stride_, 0);
  }
  new_ones_ = 0;
}

void TranspositionTable::clear() {
  std::memset(words_.get(), 0, (mask_ + 1) * kSlots * stride_ * sizeof(std::uint64_t));
  evaluated_low = std::numeric_limits<double>::infinity();
  evaluated_high = -std::numeric_limits<double>::infinity();
}

bool TranspositionTable::same(const std::uint64_t* slot, std::span<const std::uint8_t> key) const {
  const std::uint64_t* words = slot + kHeader;
  for (std::size_t at = 0; at < key.size(); at += 8)
    if (load(*words++) != word_of(key, at)) return false;
  return true;
}

bool TranspositionTable::find(std::uint64_t hash, std::span<const std::uint8_t> key, TableEntry& out) const {
  if (key.size() > key_bytes()) return false;
  const std::uint64_t* slot = bucket(hash);
  for (std::size_t i = 0; i < kSlots; ++i, slot += stride_) {
    const std::uint64_t version = std::atomic_ref(const_cast<std::uint64_t&>(slot[0])).load(std::memory_order_acquire);
    if (version == 0 || (version & 1) != 0) continue;
    const Facts facts = facts_of(slot);
    if (facts.key_length != key.size() || !same(slot, key)) continue;
    out.lower = std::bit_cast<double>(load(slot[1]));
    out.upper = std::bit_cast<double>(load(slot[2]));
    out.move = facts.move;
    out.depth = facts.depth;
    out.complete = facts.packed & 1;
    std::atomic_thread_fence(std::memory_order_acquire);
    return load(slot[0]) == version;
  }
  return false;
}

/// The slot of a bucket that a new entry takes.
std::uint64_t* TranspositionTable::victim(std::uint64_t* bucket) const {
  std::uint64_t* chosen = bucket;
  int least = 1 << 20;
  for (std::size_t i = 0; i < kSlots; ++i) {
    std::uint64_t* slot = bucket + i * stride_;
    if (load(slot[0]) == 0) return slot;
    const int packed = facts_of(slot).packed;
    const int worth = (packed >> 3) + ((packed >> 1 & 3) == generation_ ? 64 : 0);
    if (worth < least) least = worth, chosen = slot;
  }
  return chosen;
}

void TranspositionTable::store(std::uint64_t hash, std::span<const std::uint8_t> key, const TableEntry& entry,
                               std::int64_t effort) {
  if (key.size() > key_bytes()) return;
  std::uint64_t* const first = bucket(hash);
  std::uint64_t* slot = nullptr;
  for (std::size_t i = 0; i < kSlots && slot == nullptr; ++i) {
    std::uint64_t* candidate = first + i * stride_;
    if (load(candidate[0]) != 0 && facts_of(candidate).key_length == key.size() && same(candidate, key))
      slot = candidate;
  }
  const bool known = slot != nullptr;
  if (!known && mask_ + 1 < buckets_ && ++new_ones_ > 2 * (mask_ + 1)) {
    grow();
    return store(hash, key, entry, effort);
  }
  if (!known)
    slot = replacement_ == Replacement::effort
               ? victim(first)
               : first + turn_.fetch_add(1, std::memory_order_relaxed) % kSlots * stride_;
  std::atomic_ref guard(slot[0]);
  std::uint64_t version = guard.load(std::memory_order_relaxed);
  // Whoever comes second to a slot leaves it: what it would write is a matter of speed, not of truth.
  if ((version & 1) != 0 || !guard.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) return;
  std::atomic_thread_fence(std::memory_order_release);

  TableEntry kept = entry;
  if (known && same(slot, key)) {
    const Facts old = facts_of(slot);
    const bool complete = old.packed & 1;
    // Two searches to the same depth prove bounds of the same number, and so do two without any horizon.
    if (complete == entry.complete && (complete || old.depth == std::min(entry.depth, kDeepest))) {
      kept.lower = std::max(kept.lower, std::bit_cast<double>(load(slot[1])));
      kept.upper = std::min(kept.upper, std::bit_cast<double>(load(slot[2])));
      if (kept.lower > kept.upper) kept.lower = entry.lower, kept.upper = entry.upper;
      if (kept.move < 0) kept.move = old.move;
    } else if (complete) {
      guard.store(version + 2, std::memory_order_release);
      return;
    }
  }
  const int weight = std::min(31, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(effort))));
  const Facts facts{kept.move, static_cast<std::uint16_t>(std::min(kept.depth, kDeepest)),
                    static_cast<std::uint8_t>(key.size()),
                    static_cast<std::uint8_t>(weight << 3 | generation_ << 1 | (kept.complete ? 1 : 0))};
  save(slot[1], std::bit_cast<std::uint64_t>(kept.lower));
  save(slot[2], std::bit_cast<std::uint64_t>(kept.upper));
  save(slot[3], std::bit_cast<std::uint64_t>(facts));
  for (std::size_t at = 0, word = kHeader; at < key.size(); at += 8) save(slot[word++], word_of(key, at));
  guard.store(version + 2, std::memory_order_release);
}

std::size_t TranspositionTable::count() const {
  std::size_t used = 0;
  for (std::size_t slot = 0; slot < (mask_ + 1) * kSlots; ++slot) used += load(words_.get()[slot * stride_]) != 0;
  return used;
}

}  // namespace dodona
