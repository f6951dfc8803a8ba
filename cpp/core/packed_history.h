/// A history of small codes in a few machine words, for positions that remember how they came about.
#pragma once

#include <array>
#include <cstdint>

#include "core/keys.h"

namespace dodona {

/// Codes of 2 to 32 bits, all of the same width; the owner knows the width and passes it.
template <int kWords>
class PackedHistory {
 public:
  /// How many codes of that width fit.
  static constexpr int capacity(int bits) { return kWords * (64 / bits); }

  int size() const { return size_; }
  void push(std::uint64_t code, int bits) {
    if (shift_ + bits > 64) ++word_, shift_ = 0;
    words_[word_] |= code << shift_;
    shift_ = static_cast<std::uint8_t>(shift_ + bits);
    ++size_;
  }
  std::uint64_t code(int i, int bits) const {
    const int per_word = 64 / bits;
    return words_[static_cast<std::size_t>(i / per_word)] >> (i % per_word * bits) & ((std::uint64_t{1} << bits) - 1);
  }
  /// Writes as many bytes for every history of at most `most` codes.
  void write(KeyWriter& key, int most, int bits) const {
    const int per_word = 64 / bits;
    for (int word = 0; word * per_word < most; ++word) key.u64(words_[static_cast<std::size_t>(word)]);
    key.u8(size_);
  }

 private:
  static_assert(kWords >= 1 && kWords <= 7, "the length must fit a byte");
  std::array<std::uint64_t, kWords> words_{};
  std::uint8_t size_ = 0, word_ = 0, shift_ = 0;
};

}  // namespace dodona
