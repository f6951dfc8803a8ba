#include "core/table.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/errors.h"
#include "core/keys.h"

namespace dodona {
namespace {

using Words = KeyedStore::Words;

/// The first word of a slot. A version of 0 says that the slot is empty.
struct Head {
  std::uint32_t version;
  std::uint8_t key_length;
  std::uint8_t generation, weight;  ///< the search it comes from, and log2 of what it cost
  std::uint8_t spare = 0;
};
static_assert(sizeof(Head) == sizeof(Words));

constexpr std::size_t kFirstBuckets = 1 << 10;

Words load(const Words& word) { return std::atomic_ref(const_cast<Words&>(word)).load(std::memory_order_relaxed); }
void save(Words& word, Words value) { std::atomic_ref(word).store(value, std::memory_order_relaxed); }
Head head_of(const Words* slot) { return std::bit_cast<Head>(load(slot[0])); }

/// The bytes of a key from `at` on, as one word padded with zeros.
Words word_of(std::span<const std::uint8_t> key, std::size_t at) {
  Words word = 0;
  std::memcpy(&word, key.data() + at, std::min<std::size_t>(8, key.size() - at));
  return word;
}

}  // namespace

void KeyedStore::Free::operator()(Words* words) const { std::free(words); }

KeyedStore::KeyedStore(std::size_t bytes, std::size_t key_bytes, std::size_t entry_words, Replacement replacement)
    : key_words_((key_bytes + 7) / 8),
      entry_words_(entry_words),
      stride_(kHead + entry_words + key_words_),
      replacement_(replacement) {
  if (key_bytes > 255) throw SolverError("a transposition table holds keys of at most 255 bytes.");
  buckets_ = std::bit_floor(std::max<std::size_t>(1, bytes / (kSlots * stride_ * sizeof(Words))));
  mask_ = std::min(buckets_, kFirstBuckets) - 1;
}

void KeyedStore::allocate() {
  // Zeroed memory that nobody has touched costs nothing, so small games pay little for a large table.
  words_.reset(static_cast<Words*>(std::calloc(buckets_, kSlots * stride_ * sizeof(Words))));
  if (!words_)
    throw SolverError("there is no memory for a table of " + std::to_string(memory()) + " bytes; make it smaller.");
#ifdef __linux__
  // Entries lie scattered: large pages spare the processor most of the way to them. Where there are none, no harm.
  constexpr std::uintptr_t kPage = 1 << 21;
  const auto begin = (reinterpret_cast<std::uintptr_t>(words_.get()) + kPage - 1) / kPage * kPage;
  const auto end = (reinterpret_cast<std::uintptr_t>(words_.get()) + memory()) / kPage * kPage;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

bool KeyedStore::open(std::shared_ptr<const void> rules, std::shared_ptr<const void> evaluation) {
  if (rules_ && rules_ != rules)
    throw SolverError("this transposition table belongs to another game; make one for each game.");
  if (!words_) allocate();
  const bool other = rules_ && evaluation_ != evaluation;
  if (other) clear();
  rules_ = std::move(rules);
  evaluation_ = std::move(evaluation);
  generation_ = (generation_ + 1) & 3;
  return other;
}

void KeyedStore::spread() {
  while (mask_ + 1 < buckets_) grow();
}

/// Twice as many buckets: entries whose hash has the new bit set move to the new half. Keys are hashed again, so that
/// slots need not keep their hash.
void KeyedStore::grow() {
  const std::size_t half = mask_ + 1;
  mask_ = 2 * half - 1;
  for (std::size_t at = 0; at < half * kSlots; ++at) {
    Words* const slot = words_.get() + at * stride_;
    if (slot[0] == 0) continue;
    const auto* key = reinterpret_cast<const std::uint8_t*>(slot + kHead + entry_words_);
    const std::uint64_t hash = hash_bytes({key, head_of(slot).key_length});
    if ((hash & half) == 0) continue;
    std::copy_n(slot, stride_, slot + half * kSlots * stride_);
    std::fill_n(slot, stride_, 0);
  }
  new_ones_ = 0;
}

void KeyedStore::clear() {
  if (words_) std::memset(words_.get(), 0, (mask_ + 1) * kSlots * stride_ * sizeof(Words));
}

bool KeyedStore::same(const Words* slot, Words head, std::span<const std::uint8_t> key) const {
  if (std::bit_cast<Head>(head).key_length != key.size()) return false;
  const Words* words = slot + kHead + entry_words_;
  for (std::size_t at = 0; at < key.size(); at += 8)
    if (load(*words++) != word_of(key, at)) return false;
  return true;
}

bool KeyedStore::find(std::uint64_t hash, std::span<const std::uint8_t> key, Words* entry) const {
  if (key.size() > key_bytes()) return false;
  const Words* slot = bucket(hash);
  for (std::size_t i = 0; i < kSlots; ++i, slot += stride_) {
    const Words head = std::atomic_ref(const_cast<Words&>(slot[0])).load(std::memory_order_acquire);
    if (head == 0 || (std::bit_cast<Head>(head).version & 1) != 0 || !same(slot, head, key)) continue;
    for (std::size_t word = 0; word < entry_words_; ++word) entry[word] = load(slot[kHead + word]);
    std::atomic_thread_fence(std::memory_order_acquire);
    return load(slot[0]) == head;
  }
  return false;
}

/// The slot of a bucket that a new entry takes.
Words* KeyedStore::victim(Words* bucket) const {
  Words* chosen = bucket;
  int least = 1 << 20;
  for (std::size_t i = 0; i < kSlots; ++i) {
    Words* slot = bucket + i * stride_;
    if (load(slot[0]) == 0) return slot;
    const Head head = head_of(slot);
    const int worth = head.weight + (head.generation == generation_ ? 64 : 0);
    if (worth < least) least = worth, chosen = slot;
  }
  return chosen;
}

void KeyedStore::store(std::uint64_t hash, std::span<const std::uint8_t> key, Words* entry, std::int64_t effort,
                       Merge merge) {
  if (key.size() > key_bytes()) return;
  Words* const first = bucket(hash);
  Words* slot = nullptr;
  for (std::size_t i = 0; i < kSlots && slot == nullptr; ++i) {
    Words* candidate = first + i * stride_;
    const Words head = load(candidate[0]);
    if (head != 0 && same(candidate, head, key)) slot = candidate;
  }
  const bool known = slot != nullptr;
  if (!known && mask_ + 1 < buckets_ && ++new_ones_ > 2 * (mask_ + 1)) {
    grow();
    return store(hash, key, entry, effort, merge);
  }
  if (!known)
    slot = replacement_ == Replacement::effort
               ? victim(first)
               : first + turn_.fetch_add(1, std::memory_order_relaxed) % kSlots * stride_;
  std::atomic_ref guard(slot[0]);
  Words before = guard.load(std::memory_order_relaxed);
  Head head = std::bit_cast<Head>(before);
  // Whoever comes second to a slot leaves it: what it would write is a matter of speed, not of truth.
  if ((head.version & 1) != 0) return;
  ++head.version;
  if (!guard.compare_exchange_strong(before, std::bit_cast<Words>(head), std::memory_order_acquire)) return;
  std::atomic_thread_fence(std::memory_order_release);
  head.version += head.version == std::numeric_limits<std::uint32_t>::max() ? 3 : 1;  // 0 would say that it is empty

  bool worth = true;
  if (known && same(slot, before, key)) {
    Words old[kMostWords];
    for (std::size_t word = 0; word < entry_words_; ++word) old[word] = load(slot[kHead + word]);
    worth = merge(old, entry);
  }
  if (worth) {
    for (std::size_t word = 0; word < entry_words_; ++word) save(slot[kHead + word], entry[word]);
    for (std::size_t at = 0, word = kHead + entry_words_; at < key.size(); at += 8)
      save(slot[word++], word_of(key, at));
    head.key_length = static_cast<std::uint8_t>(key.size());
    head.generation = generation_;
    head.weight =
        static_cast<std::uint8_t>(std::min(31, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(effort)))));
  }
  guard.store(std::bit_cast<Words>(head), std::memory_order_release);
}

std::size_t KeyedStore::count() const {
  if (!words_) return 0;
  std::size_t used = 0;
  for (std::size_t slot = 0; slot < (mask_ + 1) * kSlots; ++slot) used += load(words_.get()[slot * stride_]) != 0;
  return used;
}

/// Two searches to the same depth prove bounds of the same number, and so do two without any horizon.
bool TableEntry::merge(const TableEntry& known, TableEntry& fresh) {
  if (known.complete != fresh.complete || (!known.complete && known.depth != fresh.depth)) return !known.complete;
  const double lower = std::max(fresh.lower, known.lower), upper = std::min(fresh.upper, known.upper);
  if (lower <= upper) fresh.lower = lower, fresh.upper = upper;
  if (fresh.move < 0) fresh.move = known.move;
  return true;
}

}  // namespace dodona
