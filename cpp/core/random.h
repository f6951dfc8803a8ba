/// Reproducible randomness: the same seed gives the same stream on every machine.
#pragma once

#include <cstdint>

#include "core/keys.h"

namespace dodona {

/// SplitMix64 (Steele, Lea and Flood 2014): one word of state, so a stream can start at any hashed history.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  /// Uniform in [0, 1) with 53 bits.
  double real() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// Uniform in [0, bound): the high half of a 96-bit product; the bias is below bound / 2^32.
  int below(int bound) { return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32); }

 private:
  std::uint64_t state_;
};

}  // namespace dodona
