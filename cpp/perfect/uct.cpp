#include "perfect/uct.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "core/ids.h"
#include "games/playing.h"

namespace dodona {

Uct::Uct(const Rules& rules, const UctOptions& options)
    : playouts_(rules, options.playouts, options.seed),
      exploration_(options.exploration),
      sum_(options.playouts.sum),
      proofs_(options.proofs),
      least_(rules.min_utility()),
      most_(rules.max_utility()),
      totals_(index(playouts_.players), 0.0),
      utilities_(index(playouts_.players)) {
  const bool bounded = proofs_ && least_ < most_;
  unknown_.lower = bounded ? least_ : -kInfinity, unknown_.upper = bounded ? most_ : kInfinity;
  nodes_.push_back(unknown_);
  if (!std::isfinite(most_ - least_)) least_ = kInfinity, most_ = -kInfinity;
}

void Uct::run(std::int64_t simulations, Budget& budget) {
  playouts_.begin(budget, [this] { return memory(); });
  for (std::int64_t i = 0; i < simulations && !is_proven(); ++i) simulate();
}

void Uct::simulate() {
  Position s = playouts_.rules.initial_position();
  path_.clear();
  for (std::int32_t node = 0;;) {
    path_.push_back(node);
    if (const Node& here = nodes_[index(node)]; here.is_proven()) {
      utilities_[0] = here.lower;
      if (playouts_.players > 1) utilities_[1] = sum_ - here.lower;
      break;
    }
    const bool is_new = nodes_[index(node)].visits == 0;
    if (is_new) nodes_[index(node)].turn = playouts_.rules.turn(s);
    if (nodes_[index(node)].turn == kTerminal || (is_new && node > 0)) {
      evaluate(nodes_[index(node)], s);
      break;
    }
    playouts_.visit(s, static_cast<int>(path_.size()));
    if (nodes_[index(node)].first < 0) expand(node, s);
    const std::int32_t child = select(node);
    playouts_.rules.apply(s, child - nodes_[index(node)].first);
    node = child;
  }
  back_up();
}

void Uct::evaluate(Node& leaf, Position& s) {
  if (leaf.turn != kTerminal) return playouts_.play_out(s, static_cast<int>(path_.size()), utilities_.data());
  playouts_.end(s, utilities_.data());
  if (proofs_) leaf.lower = leaf.upper = utilities_[0];
}

void Uct::expand(std::int32_t node, const Position& s) {
  const int turn = nodes_[index(node)].turn;
  const int count = playouts_.count_actions(s, turn, turn);
  const std::size_t size = nodes_.size() + index(count);
  if (size > index(std::numeric_limits<std::int32_t>::max())) throw LimitReached("memory");
  Node& parent = nodes_[index(node)];
  parent.first = static_cast<std::int32_t>(nodes_.size()), parent.count = count;
  parent.chances = static_cast<std::int32_t>(chances_.size());
  if (turn == kChance)
    for (int outcome = 0; outcome < count; ++outcome) chances_.push_back(playouts_.probability(s, outcome));
  totals_.resize(size * index(playouts_.players), 0.0);
  nodes_.resize(size, unknown_);
}

/// UCB1 over the moves that may still matter, each of which is tried once before any is tried again; outcomes as they
/// fall.
std::int32_t Uct::select(std::int32_t node) {
  const Node& parent = nodes_[index(node)];
  if (parent.turn == kChance) return parent.first + playouts_.draw(chances_.data() + parent.chances, parent.count, 1.0);
  const double log_visits = std::log(static_cast<double>(std::max<std::int64_t>(parent.visits, 1)));
  const double weight = exploration_ * std::max(0.0, most_ - least_);
  std::int32_t best = parent.first;
  double most = -kInfinity;
  for (std::int32_t child = parent.first, equals = 0; child < parent.first + parent.count; ++child) {
    const Node& own = nodes_[index(child)];
    if (is_useless(parent, own)) continue;
    const double visits = static_cast<double>(own.visits);
    const double score =
        own.visits == 0 ? kInfinity : mean(child, parent.turn) + weight * std::sqrt(log_visits / visits);
    if (score > most) most = score, equals = 0;
    if (score == most && playouts_.random.below(++equals) == 0) best = child;
  }
  return best;
}

/// Whether the mover has something proven that is at least as good.
bool Uct::is_useless(const Node& parent, const Node& child) const {
  return proofs_ && (parent.turn == 0 ? child.upper <= parent.lower : child.lower >= parent.upper);
}

void Uct::back_up() {
  const auto [low, high] = std::minmax_element(utilities_.begin(), utilities_.end());
  if (!std::isfinite(playouts_.rules.max_utility() - playouts_.rules.min_utility()))
    least_ = std::min(least_, *low), most_ = std::max(most_, *high);
  bool proves = proofs_;
  for (std::size_t i = path_.size(); i-- > 0;) {
    Node& node = nodes_[index(path_[i])];
    if (node.first >= 0) proves = proves && prove(node);
    ++node.visits;
    double* totals = totals_.data() + index(path_[i]) * utilities_.size();
    for (std::size_t p = 0; p < utilities_.size(); ++p) totals[p] += utilities_[p];
  }
  ++simulations_;
}

/// What the children prove; whether that is more than before.
bool Uct::prove(Node& node) {
  double lower = node.turn == 1 ? kInfinity : node.turn == 0 ? -kInfinity : 0.0, upper = lower;
  for (int i = 0; i < node.count; ++i) {
    const Node& child = nodes_[index(node.first + i)];
    if (node.turn == 0) {
      lower = std::max(lower, child.lower), upper = std::max(upper, child.upper);
    } else if (node.turn == 1) {
      lower = std::min(lower, child.lower), upper = std::min(upper, child.upper);
    } else if (const double p = chances_[index(node.chances + i)]; p > 0) {
      lower += p * child.lower, upper += p * child.upper;
    }
  }
  lower = std::max(lower, node.lower), upper = std::min(upper, node.upper);
  if (lower == node.lower && upper == node.upper) return false;
  node.lower = std::min(lower, upper), node.upper = upper;  // sums over chance may cross by rounding
  return true;
}

double Uct::mean(std::int32_t node, int player) const {
  const auto visits = static_cast<double>(nodes_[index(node)].visits);
  return totals_[index(node) * index(playouts_.players) + index(player)] / visits;
}

/// The move tried most often, unless what is proven of another is better than what that one gave.
int Uct::best_action(const Node& node) const {
  const bool maximizes = node.turn == 0;
  const auto worth = [&](std::int32_t child) {
    return maximizes ? nodes_[index(child)].lower : -nodes_[index(child)].upper;
  };
  std::int32_t most = -1, surest = node.first;
  for (std::int32_t child = node.first; child < node.first + node.count; ++child) {
    if (proofs_ && worth(child) > worth(surest)) surest = child;
    if (is_useless(node, nodes_[index(child)])) continue;
    if (most < 0 || nodes_[index(child)].visits > nodes_[index(most)].visits) most = child;
  }
  if (most < 0 || nodes_[index(most)].visits == 0) return surest - node.first;
  const double expected = maximizes || !proofs_ ? mean(most, node.turn) : -mean(most, 0);
  return (proofs_ && worth(surest) >= expected ? surest : most) - node.first;
}

std::vector<double> Uct::values() const {
  std::vector<double> values;
  for (int p = 0; p < playouts_.players; ++p) values.push_back(mean(0, p));
  if (proofs_) {
    values[0] = std::clamp(values[0], lower(), upper());
    if (values.size() > 1) values[1] = sum_ - values[0];
  }
  return values;
}

std::vector<std::int64_t> Uct::root_visits() const {
  std::vector<std::int64_t> visits;
  for (int i = 0; i < nodes_[0].count; ++i) visits.push_back(nodes_[index(nodes_[0].first + i)].visits);
  return visits;
}

std::vector<int> Uct::line() const {
  std::vector<int> line;
  for (std::int32_t node = 0; nodes_[index(node)].first >= 0 && nodes_[index(node)].turn >= 0;) {
    line.push_back(best_action(nodes_[index(node)]));
    node = nodes_[index(node)].first + line.back();
  }
  return line;
}

std::int64_t Uct::memory() const {
  return static_cast<std::int64_t>(nodes_.capacity() * sizeof(Node) +
                                   (totals_.capacity() + chances_.capacity()) * sizeof(double));
}

}  // namespace dodona
