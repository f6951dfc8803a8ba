#include "multiplayer/max_n.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "multiplayer/max_n_kernel.h"

namespace dodona {
namespace {

/// Runs one search as the options say: at once or deeper and deeper, then along the line of best play.
class MaxNDriver {
 public:
  MaxNDriver(const Rules& rules, const MaxNOptions& options, const VectorEvaluation* evaluation, Budget& budget,
             const OnMaxN& on_search)
      : rules_(rules), options_(options), on_search_(on_search) {
    const auto* typed = rules.kernel<MaxNSearches>();
    // An evaluation that takes positions as the user sees them works on the rules, and its calls take all the time.
    if (typed != nullptr && evaluation == nullptr)
      search_ = typed->start(options, budget, stats_);
    else
      search_ = std::make_unique<TypedMaxN<Rules>>(rules, options, evaluation, budget, stats_);
  }

  MaxNResult run() {
    try {
      for (int depth = options_.deepening ? std::min(1, options_.depth) : options_.depth;; ++depth)
        if (to_depth(depth) || depth >= options_.depth) break;
      result_.finished = true;
      result_.stats = stats_;
      if (options_.line) follow_line();
    } catch (const LimitReached& limit) {
      if (!result_.finished) {
        result_.stats = stats_, result_.stopped_by = limit.what();
        if (result_.line.empty() && search_->best_so_far() >= 0) result_.line = {search_->best_so_far()};
      }
    }
    return std::move(result_);
  }

 private:
  /// One search to a depth; whether no line was cut short.
  bool to_depth(int depth) {
    const std::int64_t horizon = search_->horizon();
    const int move = search_->search(rules_.initial_position(), depth);
    result_.values.assign(search_->values(), search_->values() + rules_.traits().players);
    for (double& value : result_.values) value += 0.0;  // no negative zero
    result_.complete = search_->horizon() == horizon;
    result_.depth = depth >= kNoHorizon ? 0 : depth;
    searched_ = depth;
    result_.line.clear();
    if (move >= 0) result_.line.push_back(move);
    if (on_search_) on_search_(result_.depth);
    return result_.complete;
  }

  /// Best play after the first move, up to a move of chance. What it takes is no part of the search.
  void follow_line() {
    Position s = rules_.initial_position();
    for (std::size_t ply = 0; ply < result_.line.size(); ++ply) {
      rules_.apply(s, result_.line[ply]);
      const int left = searched_ - static_cast<int>(ply) - 1, turn = rules_.turn(s);
      if (turn < 0 || left <= 0) return;
      const int move = search_->search(s, left);
      if (move < 0) return;
      result_.line.push_back(move);
    }
  }

  const Rules& rules_;
  const MaxNOptions& options_;
  const OnMaxN& on_search_;
  MaxNStats stats_;
  std::unique_ptr<MaxNSearcher> search_;
  MaxNResult result_;
  int searched_ = 0;  ///< the depth of the last search that came to its end
};

}  // namespace

std::shared_ptr<KeyedStore> max_n_table(int players, std::size_t bytes, std::size_t key_bytes) {
  if (players > kMostPlayers) throw UnsupportedGameError("tables of max_n hold vectors of at most 16 players.");
  return std::make_shared<KeyedStore>(bytes, key_bytes, index(players) + 1, Replacement::effort);
}

std::shared_ptr<LeafValues> leaf_values_of(const Rules& rules, Decisions decisions) {
  const std::vector<double> outcomes = rules.outcomes();
  if (outcomes.empty()) return nullptr;
  return std::make_shared<LeafValues>(rules.traits().players, outcomes, decisions, rules.num_prospects(),
                                      [&](int prospect, int outcome) { return rules.reachable(prospect, outcome); });
}

MaxNResult max_n(const Rules& rules, const MaxNOptions& options, std::shared_ptr<const VectorEvaluation> evaluation,
                 Budget& budget, const OnMaxN& on_search) {
  const Traits traits = rules.traits();
  if (traits.simultaneous || !traits.perfect_information)
    throw UnsupportedGameError("max_n needs perfect information and no simultaneous moves.");
  if (traits.players > kMostPlayers) throw UnsupportedGameError("max_n searches games of at most 16 players.");
  if (options.values != nullptr && traits.chance)
    throw UnsupportedGameError(
        "a leaf-value table lists what a game can end with, and with chance moves values lie in between: use the "
        "linear "
        "rule.");
  if (options.values != nullptr && options.values->players() != traits.players)
    throw SolverError("the leaf-value table has outcomes of " + std::to_string(options.values->players()) +
                      " players, and the game has " + std::to_string(traits.players) + ".");
  if (options.table) options.table->open(rules.identity(), {evaluation, evaluation ? evaluation->identity : nullptr});
  return MaxNDriver(rules, options, evaluation.get(), budget, on_search).run();
}

}  // namespace dodona
