/// Whether an outcome can exist that every player of some nodes in a row would take: the question behind all pruning.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "core/ids.h"
#include "games/contract.h"
#include "multiplayer/leaf_values.h"
#include "multiplayer/options.h"

namespace dodona {

/// What each player must get for a value to be taken.
struct Bars {
  std::array<double, kMostPlayers> at;    ///< linear rule: she must get more than this,
  std::array<bool, kMostPlayers> strict;  ///< or as much where it is not strict
  std::array<int, kMostPlayers> least;    ///< leaf values: the smallest rank that is enough

  explicit Bars(int players) {
    std::fill_n(at.begin(), players, -std::numeric_limits<double>::infinity());
    std::fill_n(strict.begin(), players, false);
    std::fill_n(least.begin(), players, 0);
  }
};

/// What a game knows of a position: the most that each player can still get, and which outcomes are possible.
struct Outlook {
  std::array<double, kMostPlayers> hope;
  std::array<int, kMostPlayers> most;  ///< the number of ranks up to the hope
  int prospect = 0;
};

/// The linear rule, which knows only the largest sum of utilities and the smallest utility of each player, or a
/// leaf-value table, which knows all outcomes. Both leave out what the outlook of a position excludes.
class DecisionRule {
 public:
  template <SequentialGame G>
  DecisionRule(const G& game, const MaxNOptions& options)
      : players_(game.traits().players),
        values_(options.values.get()),
        max_sum_(options.max_sum),
        least_(options.least) {
    least_.resize(index(players_), -std::numeric_limits<double>::infinity());
    if (options.pruning == Pruning::none || options.pruning == Pruning::shallow || !options.hopes) return;
    hopes_ = abilities_of(game).hopes;
    if constexpr (ProspectGame<G>) read_prospects(game);
  }

  bool looks() const { return hopes_ || prospects_; }

  template <class G>
  void look(const G& game, const typename G::State& s, Outlook& out) const {
    if constexpr (ProspectGame<G>)
      if (prospects_) out.prospect = game.prospect(s);
    if constexpr (HopefulGame<G>)
      if (hopes_) {
        game.hopes(s, out.hope.data());
        if (values_ != nullptr)
          for (int p = 0; p < players_; ++p) out.most[index(p)] = values_->ranks_up_to(p, out.hope[index(p)]);
      }
  }

  /// The player of a node will not take less than its best value so far, or as little where `strict`. `entry` is the
  /// row of that value.
  void raise(Bars& bars, int player, double at, int entry, bool strict) const {
    const std::size_t p = index(player);
    if (values_ != nullptr) {
      bars.least[p] = std::max(bars.least[p], values_->rank(entry, player) + (strict ? 1 : 0));
    } else if (at > bars.at[p]) {
      bars.at[p] = at, bars.strict[p] = strict;
    } else if (at == bars.at[p]) {
      bars.strict[p] = bars.strict[p] || strict;
    }
  }

  bool possible(const Bars& bars, const Outlook& outlook) const {
    if (values_ != nullptr)
      return values_->possible(bars.least.data(), hopes_ ? outlook.most.data() : nullptr, outlook.prospect);
    return linear(bars, outlook);
  }

 private:
  /// Korf's test, players without a bar at their smallest utility: nobody can exceed all bars where they sum to more
  /// than any outcome does, or to as much and one of them must be exceeded.
  bool linear(const Bars& bars, const Outlook& outlook) const {
    const double* least = least_.data();
    double max_sum = max_sum_;
    if (prospects_) least = low_.data() + index(outlook.prospect * players_), max_sum = sums_[index(outlook.prospect)];
    double sum = 0;
    bool strict = false;
    for (std::size_t p = 0; p < index(players_); ++p) {
      const bool barred = bars.at[p] >= least[p];
      const double at = barred ? bars.at[p] : least[p];
      const bool beyond = barred && bars.strict[p];
      if (hopes_ && (beyond ? outlook.hope[p] <= at : outlook.hope[p] < at)) return false;
      if (prospects_) {
        const double high = high_[index(outlook.prospect * players_) + p];
        if (beyond ? high <= at : high < at) return false;
      }
      sum += at, strict = strict || beyond;
    }
    return strict ? sum < max_sum : sum <= max_sum;
  }

  /// What every prospect leaves to each player and to all together.
  template <class G>
  void read_prospects(const G& game) {
    const std::vector<double> outcomes = game.outcomes();
    const int count = game.num_prospects();
    if (count < 2 || outcomes.empty()) return;
    if (values_ != nullptr) {
      prospects_ = values_->num_prospects() == count;  // a table of the user's list knows nothing of prospects
      return;
    }
    prospects_ = true;
    const double infinity = std::numeric_limits<double>::infinity();
    low_.assign(index(count * players_), infinity), high_.assign(index(count * players_), -infinity);
    sums_.assign(index(count), -infinity);
    for (int prospect = 0; prospect < count; ++prospect)
      for (std::size_t o = 0; o * index(players_) < outcomes.size(); ++o) {
        if (!game.reachable(prospect, static_cast<int>(o))) continue;
        double sum = 0;
        for (std::size_t p = 0; p < index(players_); ++p) {
          const double utility = outcomes[o * index(players_) + p];
          double &low = low_[index(prospect * players_) + p], &high = high_[index(prospect * players_) + p];
          low = std::min(low, utility), high = std::max(high, utility), sum += utility;
        }
        sums_[index(prospect)] = std::max(sums_[index(prospect)], sum);
      }
  }

  int players_;
  LeafValues* values_;
  double max_sum_;
  std::vector<double> least_;
  bool hopes_ = false, prospects_ = false;
  std::vector<double> low_, high_, sums_;  ///< by prospect
};

}  // namespace dodona
