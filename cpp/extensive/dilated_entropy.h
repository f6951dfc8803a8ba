/// The dilated entropy of a treeplex [Hoda2010]: at every information set the relative entropy of the behaviour to a
/// reference, weighed with how likely the player makes the set. Best responses that it smooths have a closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "games/treeplex.h"

namespace dodona {

/// No action becomes less likely than this, or nothing could bring it back.
inline constexpr double kLeastLikely = 1e-30;

/// The behaviour that maximises what every sequence brings, less `smoothing` times the entropy to `reference`; both
/// are behaviours, and may be the same array. `values` are backed up, and what the best is worth is returned.
template <class Passes>
double smoothed_response(const Treeplex& treeplex, std::span<double> values, std::span<const double> reference,
                         double smoothing, std::span<double> behaviour, Passes&& passes) {
  passes.back_up(treeplex, values, [&](std::size_t begin, std::size_t end) {
    const double most = values[best_sequence(values, begin, end)];
    double total = 0;
    for (std::size_t q = begin; q < end; ++q)
      total += behaviour[q] = reference[q] * std::exp((values[q] - most) / smoothing);
    for (std::size_t q = begin; q < end; ++q) behaviour[q] = std::max(kLeastLikely, behaviour[q] / total);
    return most + smoothing * std::log(total);
  });
  return values[0];
}

}  // namespace dodona
