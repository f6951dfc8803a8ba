/// Hearts with open hands.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "domains/trick_taking.h"

namespace dodona {

/// Nobody wants the penalties: each heart costs 1, the queen of spades 13. With `moon`, a player who takes all of them
/// pays nothing and each of the others pays for all.
class Hearts : public TrickTaking {
 public:
  Hearts(TrickRules rules, bool moon) : TrickTaking(std::move(rules)), moon_(moon) {
    const CardSet dealt = initial().held;
    hearts_ = std::popcount(dealt & this->rules().penalties);
    all_ = hearts_ + ((dealt & this->rules().heavy) != 0 ? 13 : 0);
  }

  Traits traits() const { return {players(), all_ == 0, false, false, true}; }
  void utilities(const State& s, double* out) const { pay(s.taken, out); }
  /// What was taken is paid, unless all of it can still be had.
  void hopes(const State& s, double* out) const {
    int sum = 0;
    for (const int taken : s.taken) sum += taken;
    for (std::size_t p = 0; p < count(); ++p) out[p] = moon_ && s.taken[p] == sum ? 0 : -static_cast<int>(s.taken[p]);
  }
  /// The penalties that are left, shared in proportion to the strength of the hands.
  void evaluate_all(const State& s, double* out) const {
    if (s.held == 0) return pay(s.taken, out);
    int left = all_;
    double sum = 0;
    for (std::size_t p = 0; p < count(); ++p) {
      left -= s.taken[p];
      sum += out[p] = strength(s, static_cast<int>(p));
    }
    for (std::size_t p = 0; p < count(); ++p) out[p] = -s.taken[p] - (sum > 0 ? left * out[p] / sum : 0);
  }
  double evaluate(const State& s) const {
    std::array<double, kSeats> all;
    evaluate_all(s, all.data());
    return all[0] + 1e-6 * (-all_ / 2.0 - all[0]);
  }
  /// What is paid for every way to share the hearts and to take the queen, one row per way.
  std::vector<double> outcomes() const {
    std::vector<double> rows;
    Taken taken{};
    taken[count() - 1] = static_cast<std::uint8_t>(hearts_);
    do with_queen(taken, rows);
    while (share_otherwise(taken));
    return rows;
  }
  double min_utility() const { return -all_; }
  double max_utility() const { return 0; }
  double promise(const State& s, int action) const { return promise_of(s, nth(choices(s), action), false); }
  std::string draw(const State& s, int) const {
    return drawing(s, [&](int player) { return counted(s.taken[static_cast<std::size_t>(player)], "point"); });
  }

 private:
  using Taken = std::array<std::uint8_t, kSeats>;

  std::size_t count() const { return static_cast<std::size_t>(players()); }
  void pay(const Taken& taken, double* out) const {
    const bool shot = moon_ && all_ > 0 && std::find(taken.begin(), taken.end(), all_) != taken.end();
    for (std::size_t p = 0; p < count(); ++p)
      out[p] = shot ? (taken[p] == all_ ? 0 : -all_) : -static_cast<int>(taken[p]);
  }
  /// The next way to share the hearts, in lexicographic order.
  bool share_otherwise(Taken& taken) const {
    int later = std::exchange(taken[count() - 1], std::uint8_t{0});
    for (std::size_t p = count() - 1; p-- > 0;) {
      if (later > 0) {
        ++taken[p];
        taken[count() - 1] = static_cast<std::uint8_t>(later - 1);
        return true;
      }
      later += std::exchange(taken[p], std::uint8_t{0});
    }
    return false;
  }
  void with_queen(const Taken& taken, std::vector<double>& rows) const {
    const bool queen = all_ > hearts_;
    for (std::size_t taker = 0; taker < (queen ? count() : 1); ++taker) {
      Taken whole = taken;
      if (queen) whole[taker] = static_cast<std::uint8_t>(whole[taker] + 13);
      rows.resize(rows.size() + count());
      pay(whole, rows.data() + rows.size() - count());
    }
  }

  bool moon_;
  int hearts_ = 0, all_ = 0;  ///< what the hearts that were dealt are worth, and the queen with them
};

}  // namespace dodona
