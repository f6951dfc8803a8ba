/// Bounds on simultaneous-move games by the two games in which one player moves first (Corollary 4.3.2 of Bosansky
/// 2014): whoever does is at a disadvantage.
#pragma once

#include <array>

#include "core/budget.h"
#include "games/adapters.h"
#include "perfect/search.h"
#include "simultaneous/options.h"

namespace dodona {

template <SimultaneousGame G>
class SerializedBounds {
 public:
  using State = typename G::State;
  using View = Serialized<G>;

  SerializedBounds(const G& game, const StageOptions& options, const std::function<double(const State&)>& evaluate,
                   Budget& budget)
      : evaluate_([&evaluate](const typename View::State& s) { return evaluate(s.base); }),
        views_{View(game, 0), View(game, 1)},
        options_{of(options, 0), of(options, 1)},
        searches_{{views_[0], options_[0], evaluate_, budget}, {views_[1], options_[1], evaluate_, budget}} {}

  SerializedBounds(const SerializedBounds&) = delete;  // its parts refer to each other
  SerializedBounds& operator=(const SerializedBounds&) = delete;

  /// A lower bound on a value that lies from `low` to `high`, looking `depth` stages ahead.
  double lower(const State& s, double low, double high, int depth) { return search(0, s, low, high, depth); }
  double upper(const State& s, double low, double high, int depth) { return search(1, s, low, high, depth); }

  std::int64_t nodes() const { return searches_[0].stats.nodes + searches_[1].stats.nodes; }
  std::int64_t evaluations() const { return searches_[0].stats.evaluations + searches_[1].stats.evaluations; }
  /// Nodes so far whose value rests on an estimate.
  std::int64_t horizon_count() const { return searches_[0].horizon_count() + searches_[1].horizon_count(); }

 private:
  static SearchOptions of(const StageOptions& options, int first) {
    SearchOptions serial;
    serial.algorithm = options.search;
    serial.ordering = options.ordering;
    serial.ordering.shuffle = options.shuffle;
    serial.ordering.domain = options.ordering.domain && !options.shuffle;
    serial.ordering.seed = options.seed + static_cast<std::uint64_t>(first);
    serial.table = options.serialized_tables[first];
    serial.outlook = options.outlook;
    serial.canonical = options.canonical;
    serial.line = false;
    serial.count_stages = true;
    return serial;
  }

  double search(int first, const State& s, double low, double high, int depth) {
    auto& own = searches_[static_cast<std::size_t>(first)];
    auto root = views_[static_cast<std::size_t>(first)].at(s);
    if (options_[static_cast<std::size_t>(first)].algorithm == Algorithm::mtdf)
      return memory_enhanced(own, root, low, high, depth);
    return own.alphabeta(root, low, high, depth, 0);
  }

  /// MTD(f) from the middle: tests that close in on the value.
  static double memory_enhanced(Search<View>& own, typename View::State& root, double low, double high, int depth) {
    double value = std::isfinite(low) && std::isfinite(high) ? low + (high - low) / 2 : 0;
    while (low + own.step() < high) {
      const double bar = value <= low ? own.up(low) : value;
      value = own.alphabeta(root, own.down(bar), bar, depth, 0);
      (value < bar ? high : low) = value;
    }
    return value;
  }

  typename Search<View>::Evaluate evaluate_;
  std::array<View, 2> views_;
  std::array<SearchOptions, 2> options_;
  Search<View> searches_[2];
};

}  // namespace dodona
