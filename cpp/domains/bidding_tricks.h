/// Trick-taking games with bids: Spades and Oh Hell, with open hands.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "domains/trick_taking.h"

namespace dodona {

/// What a player's tricks are worth. The names are those of Sturtevant 2005, section 5.1, who describes them in words;
/// Table 1 has the only formula, and its rule that a missed bid is worth 0 is kept for all that look at bids.
enum class TrickScoring {
  mt,      ///< the tricks taken
  momb,    ///< 0 for a missed bid, else 10 * bid + 3 * opponents who miss theirs
  mot,     ///< minimise overtricks: 0 for a missed bid, else 10 * bid - overtricks
  smot,    ///< the same, but the first overtrick costs nothing
  table1,  ///< 0 for a missed bid, else 10 * bid - overtricks + 3 * opponents who miss theirs
  wl,      ///< 1 for a bid that is made, 0 for a missed one
  oh,      ///< minus the distance to the bid
  points,  ///< the points of a hand of Spades: 10 * bid + overtricks, or -10 * bid for a missed bid
  exact,   ///< the points of a hand of Oh Hell: 10 + bid for a bid that is met exactly, else 0
};

/// Every trick is taken by somebody, so that what a player can still get depends on nothing but the tricks that each
/// has taken. A table has it for every such vector; where all tricks are taken, it is the score.
class BiddingTricks : public TrickTaking {
 public:
  BiddingTricks(TrickRules rules, std::vector<int> bids, TrickScoring scoring)
      : TrickTaking(std::move(rules)),
        bids_(std::move(bids)),
        scoring_(scoring),
        width_(static_cast<std::size_t>(players())) {
    for (const int bid : bids_)
      if (bid < 0 || bid > static_cast<int>(kCards)) throw GameDefinitionError("a bid is a number from 0 to 52.");
    if (bids_.size() != width_) throw GameDefinitionError("there must be one bid for each player.");
    tabulate();
    list_outcomes();
    const auto [low, high] = std::minmax_element(outcomes_.begin(), outcomes_.end());
    low_ = *low, high_ = *high;
  }

  Traits traits() const { return {players(), is_zero_sum(), false, false, true}; }
  void utilities(const State& s, double* out) const { hopes(s, out); }
  /// The most that each player can still get, given the tricks that were taken.
  void hopes(const State& s, double* out) const {
    const double* row = best_.data() + width_ * index(s.taken);
    std::copy(row, row + width_, out);
  }
  /// The score if the tricks that are left were shared in proportion to the strength of the hands.
  void evaluate_all(const State& s, double* out) const {
    const double* row = best_.data() + width_ * index(shared_out(s));
    std::copy(row, row + width_, out);
  }
  /// The same for player 0, drawn a little towards the middle of the utilities.
  double evaluate(const State& s) const {
    std::array<double, kSeats> all;
    evaluate_all(s, all.data());
    return all[0] + 1e-6 * ((low_ + high_) / 2 - all[0]);
  }
  /// The scores of every way to share the tricks, one row per way.
  std::vector<double> outcomes() const { return outcomes_; }
  /// Tricks that were taken stay taken: the prospect of a position is the index of the tricks that each has.
  int num_prospects() const { return static_cast<int>(best_.size() / width_); }
  int prospect(const State& s) const { return static_cast<int>(index(s.taken)); }
  bool reachable(int prospect, int outcome) const {
    auto now = static_cast<std::size_t>(prospect), end = ends_[static_cast<std::size_t>(outcome)];
    for (; now > 0; now /= radix_, end /= radix_)
      if (now % radix_ > end % radix_) return false;
    return true;
  }
  /// What each player bid and what she has taken.
  std::vector<std::pair<int, int>> bids_and_tricks(const State& s) const {
    std::vector<std::pair<int, int>> record;
    for (std::size_t p = 0; p < width_; ++p) record.emplace_back(bids_[p], s.taken[p]);
    return record;
  }
  double min_utility() const { return low_; }
  double max_utility() const { return high_; }
  double promise(const State& s, int action) const {
    const auto player = static_cast<std::size_t>(player_of(s.seat));
    const bool wants =
        scoring_ == TrickScoring::mt || scoring_ == TrickScoring::momb || s.taken[player] < bids_[player];
    return promise_of(s, nth(choices(s), action), wants);
  }
  std::string draw(const State& s, int) const {
    return drawing(s, [&](int player) {
      const auto p = static_cast<std::size_t>(player);
      return counted(s.taken[p], "trick") + " of " + std::to_string(bids_[p]);
    });
  }

 private:
  using Taken = std::array<std::uint8_t, kSeats>;

  std::size_t index(const Taken& taken) const {
    std::size_t sum = 0;
    for (std::size_t p = 0; p < width_; ++p) sum = sum * radix_ + taken[p];
    return sum;
  }
  /// One more trick for somebody leads to a larger index, so that the table is filled from its end.
  void tabulate() {
    radix_ = static_cast<std::size_t>(tricks()) + 1;
    std::size_t size = 1;
    for (std::size_t p = 0; p < width_; ++p) size *= radix_;
    best_.assign(size * width_, 0);
    for (std::size_t place = size; place-- > 0;) {
      Taken taken{};
      std::size_t rest = place;
      int sum = 0;
      for (std::size_t p = width_; p-- > 0; rest /= radix_) {
        taken[p] = static_cast<std::uint8_t>(rest % radix_);
        sum += taken[p];
      }
      double* row = best_.data() + place * width_;
      if (sum == tricks()) score(taken, row);
      if (sum < tricks()) best_of_next(place, row);
    }
  }
  void best_of_next(std::size_t place, double* row) const {
    std::size_t step = 1;
    for (std::size_t taker = 0; taker < width_; ++taker, step *= radix_) {
      const double* next = best_.data() + (place + step) * width_;
      for (std::size_t p = 0; p < width_; ++p) row[p] = taker == 0 ? next[p] : std::max(row[p], next[p]);
    }
  }
  void score(const Taken& taken, double* out) const {
    int misses = 0;
    for (std::size_t p = 0; p < width_; ++p) misses += taken[p] < bids_[p];
    for (std::size_t p = 0; p < width_; ++p) {
      const bool missed = taken[p] < bids_[p];
      out[p] = score_of(taken[p], bids_[p], misses - missed);
    }
  }
  double score_of(int taken, int bid, int opponents_missing) const {
    const int over = taken - bid;
    switch (scoring_) {
      case TrickScoring::mt:
        return taken;
      case TrickScoring::momb:
        return over < 0 ? 0 : 10 * bid + 3 * opponents_missing;
      case TrickScoring::mot:
        return over < 0 ? 0 : 10 * bid - over;
      case TrickScoring::smot:
        return over < 0 ? 0 : 10 * bid - std::max(0, over - 1);
      case TrickScoring::table1:
        return over < 0 ? 0 : 10 * bid - over + 3 * opponents_missing;
      case TrickScoring::wl:
        return over >= 0;
      case TrickScoring::oh:
        return -std::abs(over);
      case TrickScoring::points:
        return over < 0 ? -10 * bid : 10 * bid + over;
      case TrickScoring::exact:
        return over == 0 ? 10 + bid : 0;
    }
    return 0;
  }
  void list_outcomes() {
    for (std::size_t place = 0; place < best_.size() / width_; ++place) {
      std::size_t sum = 0;
      for (std::size_t rest = place; rest > 0; rest /= radix_) sum += rest % radix_;
      if (sum + 1 != radix_) continue;
      ends_.push_back(place);
      const double* row = best_.data() + width_ * place;
      outcomes_.insert(outcomes_.end(), row, row + width_);
    }
  }
  bool is_zero_sum() const {
    for (auto row = outcomes_.begin(); row != outcomes_.end(); row += static_cast<std::ptrdiff_t>(width_))
      if (std::accumulate(row, row + static_cast<std::ptrdiff_t>(width_), 0.0) != 0) return false;
    return true;
  }
  /// The tricks that are left, shared by the method of largest remainders; of equal remainders the first player's.
  Taken shared_out(const State& s) const {
    Taken taken = s.taken;
    int left = tricks();
    std::array<double, kSeats> share{};
    double sum = 0;
    for (std::size_t p = 0; p < width_; ++p) {
      left -= taken[p];
      share[p] = strength(s, static_cast<int>(p));
      sum += share[p];
    }
    int unshared = left;
    for (std::size_t p = 0; p < width_ && sum > 0; ++p) {
      share[p] *= left / sum;
      const int whole = static_cast<int>(share[p]);
      share[p] -= whole, unshared -= whole;
      taken[p] = static_cast<std::uint8_t>(taken[p] + whole);
    }
    for (; unshared > 0; --unshared) {
      const auto largest = std::max_element(share.begin(), share.begin() + static_cast<std::ptrdiff_t>(width_));
      ++taken[static_cast<std::size_t>(largest - share.begin())];
      *largest = -1;
    }
    return taken;
  }

  std::vector<int> bids_;
  TrickScoring scoring_;
  std::size_t width_, radix_ = 0;
  std::vector<double> best_;       ///< what each player can still get, by the index of the tricks taken
  std::vector<double> outcomes_;   ///< rows of scores
  std::vector<std::size_t> ends_;  ///< of each row the index of its tricks
  double low_ = 0, high_ = 0;
};

}  // namespace dodona
