#include "games/monte_carlo/information_search.h"

#include <algorithm>
#include <cmath>

#include "core/ids.h"
#include "games/playing.h"

namespace dodona {
namespace {

/// Where the positions that a player holds possible are too many to be listed: how many are drawn, and how many nodes
/// may be visited for each.
constexpr int kDescents = 1000;
constexpr std::int64_t kDescentNodes = 20'000;

}  // namespace

InformationSearch::InformationSearch(const Rules& rules, const InformationOptions& options,
                                     std::optional<Knowledge> knowledge)
    : options_(options),
      playouts_(rules, options.playouts, options.seed),
      tree_(playouts_.rules, options.labels),
      utilities_(index(playouts_.players)),
      totals_(index(playouts_.players)),
      joint_(index(playouts_.players)),
      knowledge_(std::move(knowledge)) {}

void InformationSearch::run(std::int64_t simulations, Budget& budget) {
  playouts_.begin(budget, [this] { return memory(); });
  if (!is_prepared_) {
    if (knowledge_) find_starts(budget);
    prepare();
    is_prepared_ = true;
  }
  for (std::int64_t i = 0; i < simulations; ++i) {
    const double weight = simulate();
    for (std::size_t p = 0; p < totals_.size(); ++p) totals_[p] += weight * utilities_[p];
    ++simulations_;
  }
}

std::vector<double> InformationSearch::values() const {
  std::vector<double> values = totals_;
  for (double& value : values) value /= static_cast<double>(std::max<std::int64_t>(simulations_, 1));
  return values;
}

void InformationSearch::find_starts(Budget& budget) {
  Determinizer determinizer(playouts_.rules, *knowledge_, budget);
  is_complete_ = determinizer.list(options_.listing);
  if (!is_complete_)
    determinizer.draw(kDescents, std::min(kDescentNodes, options_.listing), options_.listing, playouts_.random);
  starts_ = std::move(determinizer.found);
}

std::vector<double> InformationSearch::strategy_at(const Position& s, int player) {
  const std::int32_t row = tree_.find(s, player);
  if (row < 0) return {};
  std::vector<double> strategy(index(tree_[row].count));
  recommend(tree_.cells(row), tree_[row].visits, strategy);
  return strategy;
}

double InformationSearch::value_at(const Position& s, int player) {
  const std::int32_t row = tree_.find(s, player);
  if (row < 0 || tree_[row].visits == 0) return std::nan("");
  return tree_[row].total / static_cast<double>(tree_[row].visits);
}

std::vector<double> InformationSearch::behaviour(const GameTree& tree, int player) {
  return tree_.behaviour(tree, player, [this](std::span<const Cell> cells, std::int64_t visits, std::span<double> out) {
    recommend(cells, visits, out);
  });
}

LabelledRows InformationSearch::labelled(int player) {
  return tree_.labelled(player, [this](std::span<const Cell> cells, std::int64_t visits, std::span<double> out) {
    recommend(cells, visits, out);
  });
}

SelectingSearch::SelectingSearch(const Rules& rules, const InformationOptions& options,
                                 std::optional<Knowledge> knowledge)
    : InformationSearch(rules, options, std::move(knowledge)),
      chooser_(options.selector, options.exploration),
      left_(index(playouts_.players)),
      least_(rules.min_utility()),
      most_(rules.max_utility()) {
  if (!std::isfinite(most_ - least_)) least_ = kInfinity, most_ = -kInfinity;
}

void SelectingSearch::prepare() {
  double sum = 0;
  for (const Determinization& one : starts_) cumulated_.push_back(sum += one.weight);
}

/// One of the positions that the player holds possible; where none was found, the start of the game.
const Position& SelectingSearch::start() {
  if (starts_.empty()) return playouts_.rules.initial_position();
  const double at = playouts_.random.real() * cumulated_.back();
  const auto found = std::ranges::upper_bound(cumulated_, at) - cumulated_.begin();
  return starts_[std::min(index(found), starts_.size() - 1)].position;
}

double SelectingSearch::simulate() {
  Position s = start();
  path_.clear();
  left_.assign(left_.size(), false);
  inside_ = playouts_.players;
  for (int ply = 0;; ++ply) {
    const int turn = playouts_.rules.turn(s);
    if (turn == kTerminal || inside_ == 0) {
      playouts_.play_out(s, ply, utilities_.data());
      return learn();
    }
    playouts_.visit(s, ply);
    if (turn == kChance) {
      playouts_.play_chance(s);
    } else if (turn == kSimultaneous) {
      for (int p = 0; p < playouts_.players; ++p) joint_[index(p)] = choose(s, turn, p);
      playouts_.rules.apply_joint(s, joint_.data());
    } else {
      playouts_.rules.apply(s, choose(s, turn, turn));
    }
  }
}

int SelectingSearch::choose(const Position& s, int turn, int player) {
  const int count = playouts_.count_actions(s, turn, player);
  if (left_[index(player)]) return playouts_.choose(s, turn, player, count);
  bool is_new = false;
  const std::int32_t row = tree_.find_or_add(s, player, count, is_new);
  if (is_new) left_[index(player)] = true, --inside_;
  probabilities_.resize(index(count));
  chooser_.mix(tree_.cells(row), tree_[row].visits, playouts_.random, probabilities_);
  const int action = playouts_.draw(probabilities_.data(), count, 1.0);
  path_.push_back({row, action, probabilities_[index(action)]});
  return action;
}

double SelectingSearch::learn() {
  if (!std::isfinite(playouts_.rules.max_utility() - playouts_.rules.min_utility())) {
    const auto [low, high] = std::minmax_element(utilities_.begin(), utilities_.end());
    least_ = std::min(least_, *low), most_ = std::max(most_, *high);
  }
  const double range = most_ > least_ ? most_ - least_ : 1.0;
  for (const Step& step : path_) {
    InformationTree::Row& row = tree_[step.row];
    const double utility = utilities_[index(row.player)];
    chooser_.learn(tree_.cells(step.row), step.action, step.p, (utility - least_) / range);
    ++row.visits, row.total += utility;
  }
  return 1;
}

}  // namespace dodona
