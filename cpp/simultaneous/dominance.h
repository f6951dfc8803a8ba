/// Dominance between the actions of a stage whose cells are known only by bounds (Saffidine, Finnsson and Buro 2012).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "core/matrix_kernel.h"

namespace dodona {

class Dominance {
 public:
  void listen_to(Budget* budget) { budget_ = budget, kernel_.listen_to(budget); }

  /// The largest number such that `action` is dominated, whatever the cells are, if it gets no more than that against
  /// `other`; minus infinity where there is none above what it gets anyway. `least(a, b)` and `most(a, b)` bound what
  /// the player gets by `a` against `b`; `bar`, if it is finite, counts as an action that always gets it.
  ///
  /// A mixture of the others dominates the action if the matrix of differences has a value of at least 0. That value
  /// falls as the number grows, concave and in pieces of straight lines, so that Newton's method ends.
  template <class Least, class Most>
  double threshold(const std::vector<int>& own, const std::vector<int>& others, int action, int other, double bar,
                   Least&& least, Most&& most, double tolerance) {
    constexpr double kNone = -std::numeric_limits<double>::infinity();
    const bool barred = bar > kNone;
    const int rows = static_cast<int>(own.size()) - 1 + barred, columns = static_cast<int>(others.size());
    const double floor = least(action, other);
    double number = bar;
    for (const int a : own)
      if (a != action) number = std::max(number, least(a, other));
    if (rows == 0) return kNone;
    differences_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    mixture_.resize(static_cast<std::size_t>(rows)), weights_.resize(others.size());
    const auto place = static_cast<std::size_t>(std::find(others.begin(), others.end(), other) - others.begin());
    for (int tries = 0; tries < kTries && number > floor; ++tries) {
      if (budget_ != nullptr) budget_->listen(static_cast<std::int64_t>(differences_.size()) / 32);
      std::size_t at = 0;
      const auto bar_of = [&](int b) { return b == other ? number : most(action, b); };
      for (const int a : own)
        for (const int b : others)
          if (a != action) differences_[at++] = least(a, b) - bar_of(b);
      if (barred)
        for (const int b : others) differences_[at++] = bar - bar_of(b);
      const MatrixResult game = kernel_.solve(differences_.data(), rows, columns, mixture_.data(), weights_.data());
      if (game.lower >= -tolerance) return number;
      if (weights_[place] <= 0) return kNone;
      number += game.value / weights_[place];
    }
    return kNone;
  }

 private:
  static constexpr int kTries = 50;  ///< far more than small matrices have pieces
  Budget* budget_ = nullptr;
  MatrixSolver kernel_;
  std::vector<double> differences_, mixture_, weights_;
};

}  // namespace dodona
