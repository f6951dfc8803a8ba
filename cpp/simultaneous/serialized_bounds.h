/// Bounds on simultaneous-move games by the two games in which one player moves first (Corollary 4.3.2 of Bosansky
/// 2014): whoever does is at a disadvantage.
#pragma once

#include <array>

#include "core/budget.h"
#include "core/ids.h"
#include "games/adapters.h"
#include "perfect/mtd.h"
#include "perfect/serial_search_impl.h"
#include "simultaneous/options.h"

namespace dodona {

template <SimultaneousGame G>
class SerializedBounds {
 public:
  using State = typename G::State;
  using View = Serialized<G>;

  SerializedBounds(const G& game, const StageOptions& options, const Evaluation* evaluation, Budget& budget)
      : views_{View(game, 0), View(game, 1)},
        options_{of(options, 0), of(options, 1)},
        memories_{SearchMemory(options_[0]), SearchMemory(options_[1])},
        searches_{{views_[0], options_[0], evaluation, budget, memories_[0]},
                  {views_[1], options_[1], evaluation, budget, memories_[1]}} {}

  SerializedBounds(const SerializedBounds&) = delete;  // its parts refer to each other
  SerializedBounds& operator=(const SerializedBounds&) = delete;

  /// A lower bound on a value that lies from `low` to `high`, looking `depth` stages ahead.
  double lower(const State& s, double low, double high, int depth) { return search(0, s, low, high, depth); }
  double upper(const State& s, double low, double high, int depth) { return search(1, s, low, high, depth); }

  std::int64_t nodes() const { return memories_[0].stats.nodes + memories_[1].stats.nodes; }
  std::int64_t evaluations() const { return memories_[0].stats.evaluations + memories_[1].stats.evaluations; }
  /// Nodes so far whose value rests on an estimate.
  std::int64_t horizon_count() const { return memories_[0].horizon + memories_[1].horizon; }

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
    Search<View>& own = searches_[index(first)];
    auto root = views_[index(first)].at(s);
    if (options_[index(first)].algorithm != Algorithm::mtdf) return own.alphabeta(root, low, high, depth, 0);
    const double middle = std::isfinite(low) && std::isfinite(high) ? low + (high - low) / 2 : 0;
    return mtd(own, {.first = middle}, low, high,
               [&](double alpha, double beta) { return own.alphabeta(root, alpha, beta, depth, 0); });
  }

  std::array<View, 2> views_;
  std::array<SearchOptions, 2> options_;
  std::array<SearchMemory, 2> memories_;
  Search<View> searches_[2];
};

}  // namespace dodona
