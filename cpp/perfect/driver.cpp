/// From one question to an answer: aspiration windows, the memory-enhanced test drivers, iterative deepening, and the
/// principal variation.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "perfect/mtd.h"
#include "perfect/parallel/parallel_search.h"
#include "perfect/search.h"
#include "perfect/searcher.h"

namespace dodona {

namespace {

/// Runs one search as the options say.
class SearchDriver {
 public:
  SearchDriver(const Rules& rules, const SearchOptions& options, const Evaluation* evaluation, Budget& budget,
               const OnSearch& on_search)
      : rules_(rules),
        root_(rules.initial_position()),
        options_(options),
        on_search_(on_search),
        memory_(options),
        search_(rules, options, evaluation, budget, memory_),
        guess_(options.guess) {
    result_.lower = rules.min_utility(), result_.upper = rules.max_utility();
    if (std::isnan(guess_)) guess_ = middle();
    result_.value = guess_;
    if (options_.scheme != Scheme::serial)
      parallel_ = std::make_unique<ParallelSearch>(rules, options, evaluation, budget);
  }

  /// The answer; a limit makes it less precise, other errors come out as they are.
  SearchResult run() {
    try {
      if (rules_.turn(root_) == kTerminal) {
        take_answer(at_depth(kNoHorizon), kNoHorizon, true);
      } else if (options_.scheme == Scheme::unsynchronised && rules_.turn(root_) >= 0 && options_.depth > 0) {
        divided();
      } else if (options_.deepening) {
        deepen();
      } else {
        to_depth(options_.depth);
      }
      result_.finished = true;
      if (options_.line && result_.lower >= result_.upper) complete_line();
    } catch (const LimitReached& limit) {
      result_.stopped_by = limit.what();
      keep_what_is_proven();
    }
    result_.value = std::clamp(result_.value, result_.lower, result_.upper) + 0.0;  // no negative zero
    result_.lower += 0.0, result_.upper += 0.0;
    if (!counted_) count();
    if (options_.table)
      options_.table->evaluated_low = evaluated_low(), options_.table->evaluated_high = evaluated_high();
    return std::move(result_);
  }

 private:
  /// Depth 1, 2, ... until the limit, until the value is proven, or until the horizon is out of the game.
  void deepen() {
    for (int depth = std::min(1, options_.depth); depth <= options_.depth; ++depth)
      if (to_depth(depth) || result_.lower >= result_.upper) return;
  }

  /// One search to a depth; whether no line was cut short.
  bool to_depth(int depth) {
    const std::int64_t horizon = horizon_count();
    memory_.reset();
    bounds_ = {-kInfinity, kInfinity};
    const double value = at_depth(depth);
    const bool complete = horizon_count() == horizon;
    take_answer(value, depth, complete);
    return complete;
  }

  void divided() {
    const auto division = parallel_->divide(options_.depth, options_.deepening);
    take_answer(division.value, division.depth, division.complete);
  }

  /// Takes over what a finished search says. Where estimates came in, the value is proven only from the side on which
  /// no estimate could have made a difference: whether a value reaches a bar depends on which leaves reach it.
  void take_answer(double value, int depth, bool complete) {
    result_.value = guess_ = value;
    result_.depth = depth >= kNoHorizon ? 0 : depth;
    if (complete) {
      result_.lower = result_.upper = value;
    } else if (!rules_.traits().chance) {
      if (value > evaluated_high()) result_.lower = std::max(result_.lower, value);
      if (value < evaluated_low()) result_.upper = std::min(result_.upper, value);
    }
    if (!parallel_) result_.line = memory_.line();
    if (parallel_) result_.line.clear();
    if (parallel_ && parallel_->root_action() >= 0) result_.line.push_back(parallel_->root_action());
    if (driven_by_tests()) result_.line.clear();
    complete_ = complete;
    if (parallel_ || driven_by_tests()) result_.line = line_to(value, complete ? kNoHorizon : depth, result_.line);
    if (on_search_) on_search_(result_.depth, result_.value, result_.lower, result_.upper);
  }

  bool driven_by_tests() const {
    return options_.algorithm == Algorithm::mtdf || options_.algorithm == Algorithm::sss_star ||
           options_.algorithm == Algorithm::dual_star;
  }

  double at_depth(int depth) {
    Position s = root_;
    switch (options_.algorithm) {
      case Algorithm::minimax:
        return parallel_ ? parallel_->search(-kInfinity, kInfinity, depth) : search_.minimax(s, depth, 0);
      case Algorithm::scout:
        return search_.scout(s, depth, 0);
      case Algorithm::aspiration:
        return aspiration(depth);
      case Algorithm::mtdf:
        return test_driver(guess_, depth);
      case Algorithm::sss_star:
        return test_driver(kInfinity, depth);
      case Algorithm::dual_star:
        return test_driver(-kInfinity, depth);
      default:
        return window(-kInfinity, kInfinity, depth);
    }
  }

  double window(double alpha, double beta, int depth) {
    if (parallel_) return parallel_->search(alpha, beta, depth);
    Position s = root_;
    return search_.alphabeta(s, alpha, beta, depth, 0);
  }

  /// A window around the guess; the value is exact only strictly inside it, and a failure is searched again on the
  /// side where it lies.
  double aspiration(int depth) {
    const double width = options_.width > 0 ? options_.width : default_width();
    const double low = guess_ - width, high = guess_ + width;
    const double value = window(low, high, depth);
    if (low < value && value < high) return value;
    ++memory_.stats.researches;
    if (value <= low) bounds_.second = value;
    if (value >= high) bounds_.first = value;
    return value <= low ? window(-kInfinity, search_.up(value), depth) : window(search_.down(value), kInfinity, depth);
  }

  double test_driver(double first, int depth) {
    const bool upward = options_.algorithm == Algorithm::dual_star;
    return mtd(search_, {.first = first, .upward = upward}, bounds_.first, bounds_.second,
               [&](double alpha, double beta) { return window(alpha, beta, depth); });
  }

  // --- the principal variation --------------------------------------------------------------------------------------

  /// The line continued by tests, as far as the value is decided: each mover plays on to a child that has it.
  std::vector<int> line_to(double value, int depth, std::vector<int> line) {
    if (!options_.line) return line;
    if (!counted_ && !options_.deepening) count(), counted_ = true;  // what follows is not part of the search
    const double slack = rules_.traits().chance ? 1e-12 * (1 + std::abs(value)) : 0;
    Position s = root_;
    memory_.reset();
    for (std::size_t ply = 0;; ++ply) {
      const int turn = rules_.turn(s);
      const int left = depth - static_cast<int>(ply);
      if (turn < 0 || left <= 0) return line;
      if (ply == line.size()) {
        const int next = child_with(s, turn, value, slack, left, static_cast<int>(ply));
        if (next < 0) return line;
        line.push_back(next);
      }
      rules_.apply(s, line[ply]);
    }
  }

  int child_with(Position& s, int turn, double value, double slack, int depth, int ply) {
    TableEntry known;
    std::uint64_t hash = 0;
    search_.recall(s, depth, hash, known);
    const double bar = turn == 0 ? value - slack : value + slack;
    for (const int action : search_.ordered(s, turn, search_.actions(s, turn), known.move, ply)) {
      const double v = search_.play(s, action, [&](Position& child) {
        return turn == 0 ? search_.alphabeta(child, below(bar), bar, depth - 1, ply + 1)
                         : search_.alphabeta(child, bar, above(bar), depth - 1, ply + 1);
      });
      if (turn == 0 ? v >= bar : v <= bar) return action;
    }
    return -1;
  }

  void complete_line() {
    // A table may know the end of the game from a search that went deeper than this one.
    const int depth = complete_ || result_.depth == 0 ? kNoHorizon : result_.depth;
    result_.line = line_to(result_.value, depth, std::move(result_.line));
  }

  // --- what is known ------------------------------------------------------------------------------------------------

  /// A search without horizon proves something even if it does not come to its end.
  void keep_what_is_proven() {
    if (options_.deepening || options_.depth < kNoHorizon || result_.lower >= result_.upper) return;
    double lower = bounds_.first, upper = bounds_.second;
    const int turn = rules_.turn(root_);
    if (!parallel_ && turn == 0) lower = std::max(lower, memory_.best_at_root);
    if (!parallel_ && turn == 1) upper = std::min(upper, -memory_.best_at_root);
    result_.lower = std::max(result_.lower, lower), result_.upper = std::min(result_.upper, upper);
    if (std::isfinite(result_.lower) && std::isfinite(result_.upper)) result_.value = middle_of(result_);
    if (result_.line.empty() && !parallel_) result_.line = memory_.line();
  }

  static double middle_of(const SearchResult& r) { return r.lower + (r.upper - r.lower) / 2; }
  double middle() const {
    return std::isfinite(result_.lower) && std::isfinite(result_.upper) ? middle_of(result_) : 0.0;
  }
  double default_width() const {
    const double range = result_.upper - result_.lower;
    return std::isfinite(range) && range > 0 ? range / 8 : 1;
  }
  void count() {
    result_.stats = memory_.stats;
    if (parallel_) result_.stats += parallel_->stats();
  }
  std::int64_t horizon_count() const { return memory_.horizon + (parallel_ ? parallel_->horizon_count() : 0); }
  double evaluated_low() const {
    return std::min(memory_.evaluated_low, parallel_ ? parallel_->evaluated_low() : kInfinity);
  }
  double evaluated_high() const {
    return std::max(memory_.evaluated_high, parallel_ ? parallel_->evaluated_high() : -kInfinity);
  }

  const Rules& rules_;
  const Position root_;
  const SearchOptions& options_;
  const OnSearch& on_search_;
  SearchMemory memory_;
  Searcher search_;
  std::unique_ptr<ParallelSearch> parallel_;
  SearchResult result_;
  double guess_;
  std::pair<double, double> bounds_{-kInfinity, kInfinity};
  bool counted_ = false;
  bool complete_ = false;  ///< the last search cut no line short
};

}  // namespace

SearchResult search(const Rules& rules, const SearchOptions& options, std::shared_ptr<const Evaluation> evaluation,
                    Budget& budget, const OnSearch& on_search) {
  const Traits traits = rules.traits();
  if (traits.players != 2 || traits.simultaneous || !traits.perfect_information)
    throw UnsupportedGameError("searches need two players, perfect information and no simultaneous moves.");
  if (options.table) options.table->open(rules.identity(), identity_of(evaluation));
  return SearchDriver(rules, options, evaluation.get(), budget, on_search).run();
}

}  // namespace dodona
