/// Actions of one information state that several threads search at the same time.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

namespace dodona {

/// What brothers that are searched at the same time have found. An earlier one is as good as this one if they are
/// equal, a later one is not: whatever is finished first, the earliest of the best is chosen.
class SharedActions {
 public:
  explicit SharedActions(std::size_t count) : values_(count, -std::numeric_limits<double>::infinity()) {}
  double floor(std::size_t own) {
    const std::lock_guard lock(mutex_);
    double floor = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < values_.size(); ++i)
      floor =
          std::max(floor, i < own ? values_[i] : std::nextafter(values_[i], -std::numeric_limits<double>::infinity()));
    return floor;
  }
  void set(std::size_t own, double value) {
    const std::lock_guard lock(mutex_);
    values_[own] = value;
  }

 private:
  std::mutex mutex_;
  std::vector<double> values_;
};

}  // namespace dodona
