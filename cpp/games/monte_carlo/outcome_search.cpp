#include <algorithm>

#include "core/errors.h"
#include "core/ids.h"
#include "games/monte_carlo/information_search.h"

namespace dodona {

OutcomeSearch::OutcomeSearch(const Rules& rules, const InformationOptions& options, std::optional<Knowledge> knowledge)
    : InformationSearch(rules, options, std::move(knowledge)), reach_(index(playouts_.players) + 1) {}

/// The prefixes of all moves that lead to positions the player holds possible, each with the share of what lies behind.
void OutcomeSearch::prepare() {
  if (starts_.empty()) return;
  aim_ = options_.targeting;
  double sum = 0;
  for (const Determinization& one : starts_) sum += one.weight;
  prefixes_.push_back({-1});
  for (const Determinization& one : starts_) {
    std::int32_t at = 0;
    prefixes_[0].mass += one.weight / sum;
    for (const int move : one.moves) {
      std::int32_t next = child(at, move);
      if (next < 0) {
        next = static_cast<std::int32_t>(prefixes_.size());
        prefixes_.push_back({move, -1, prefixes_[index(at)].first});
        prefixes_[index(at)].first = next;
      }
      prefixes_[index(at = next)].mass += one.weight / sum;
    }
  }
}

std::int32_t OutcomeSearch::child(std::int32_t prefix, int move) const {
  std::int32_t at = prefixes_[index(prefix)].first;
  while (at >= 0 && prefixes_[index(at)].move != move) at = prefixes_[index(at)].next;
  return at;
}

double OutcomeSearch::simulate() {
  updating_ = static_cast<int>(round() % playouts_.players);
  is_aiming_ = aim_ > 0 && playouts_.random.real() < aim_;
  prefix_ = prefixes_.empty() ? -1 : 0;
  aimed_ = prefixes_.empty() ? 0 : 1, free_ = 1;
  path_.clear();
  std::ranges::fill(reach_, 1.0);
  Position s = playouts_.rules.initial_position();
  for (int ply = 0;; ++ply) {
    const int turn = playouts_.rules.turn(s);
    if (turn == kTerminal) {
      playouts_.end(s, utilities_.data());
      return learn();
    }
    playouts_.visit(s, ply);
    if (turn == kChance) {
      play_chance(s);
      continue;
    }
    bool ends = false;
    for (int p = turn == kSimultaneous ? 0 : turn; p < (turn == kSimultaneous ? playouts_.players : turn + 1); ++p) {
      joint_[index(p)] = ends ? -1 : decide(s, turn, p);
      ends = joint_[index(p)] < 0;
      if (ends) joint_[index(p)] = playouts_.choose(s, turn, p, playouts_.count_actions(s, turn, p));
    }
    if (turn == kSimultaneous)
      playouts_.rules.apply_joint(s, joint_.data());
    else
      playouts_.rules.apply(s, joint_[index(turn)]);
    if (ends) {
      playouts_.play_out(s, ply + 1, utilities_.data());
      return learn();
    }
  }
}

void OutcomeSearch::play_chance(Position& s) {
  const int count = playouts_.count_actions(s, kChance, kChance);
  probabilities_.resize(index(count));
  for (int o = 0; o < count; ++o) probabilities_[index(o)] = playouts_.probability(s, o);
  const int outcome = draw(probabilities_);
  const double p = probabilities_[index(outcome)];
  path_.push_back({-1, outcome, kChance, p, 0, 0, 0});
  reach_.back() *= p;
  playouts_.rules.apply(s, outcome);
}

int OutcomeSearch::decide(const Position& s, int turn, int player) {
  const int count = playouts_.count_actions(s, turn, player);
  bool is_new = false;
  const std::int32_t row = tree_.find_or_add(s, player, count, is_new);
  if (is_new) return -1;
  strategy_.resize(index(count));
  match_regrets(tree_.cells(row), strategy_);
  probabilities_ = strategy_;
  if (player == updating_)
    for (double& p : probabilities_) p = (1 - options_.exploration) * p + options_.exploration / count;
  double others = 1;
  for (std::size_t p = 0; p < reach_.size(); ++p) others *= p == index(player) ? 1.0 : reach_[p];
  const double before = sampled();
  const int action = draw(probabilities_);
  path_.push_back({row, action, player, strategy_[index(action)], reach_[index(player)], others, before});
  reach_[index(player)] *= strategy_[index(action)];
  return action;
}

int OutcomeSearch::draw(const std::vector<double>& likely) {
  if (prefix_ < 0 || prefixes_[index(prefix_)].first < 0) {  // beside the target, or behind it
    const int move = playouts_.draw(likely.data(), static_cast<int>(likely.size()), 1.0);
    free_ *= likely[index(move)], aimed_ *= likely[index(move)];
    return move;
  }
  // An aiming simulation moves as another one would, among the moves that lead to the target; where that one would make
  // none of them, by their shares of the target.
  double sum = 0;
  for (std::int32_t at = prefixes_[index(prefix_)].first; at >= 0; at = prefixes_[index(at)].next) {
    if (index(prefixes_[index(at)].move) >= likely.size())
      throw GameDefinitionError(
          "changing answers: the game offers other actions than before; give the same answer to the same question "
          "every "
          "time.");
    sum += likely[index(prefixes_[index(at)].move)];
  }
  const auto aimed = [&](const Prefix& next) {
    return sum > 0 ? likely[index(next.move)] / sum : next.mass / prefixes_[index(prefix_)].mass;
  };
  int move = 0;
  if (is_aiming_) {
    double rest = playouts_.random.real();
    for (std::int32_t at = prefixes_[index(prefix_)].first; at >= 0; at = prefixes_[index(at)].next) {
      if (aimed(prefixes_[index(at)]) <= 0) continue;
      move = prefixes_[index(at)].move;
      if ((rest -= aimed(prefixes_[index(at)])) < 0) break;
    }
  } else {
    move = playouts_.draw(likely.data(), static_cast<int>(likely.size()), 1.0);
  }
  const std::int32_t next = child(prefix_, move);
  free_ *= likely[index(move)];
  aimed_ *= next < 0 ? 0.0 : aimed(prefixes_[index(next)]);
  prefix_ = next;
  return move;
}

/// Sampled counterfactual regrets of the player who is updated, from the end of the simulation to its start, and the
/// weights of the others' strategies in their averages (Algorithm 1 of [Lisy2015]).
double OutcomeSearch::learn() {
  const double utility = utilities_[index(updating_)] / sampled();
  double tail = 1;  // how likely the end is behind the step
  for (std::size_t i = path_.size(); i-- > 0;) {
    const Step& step = path_[i];
    const double behind = tail;
    tail *= step.sigma;
    if (step.row < 0) continue;
    const std::span<Cell> cells = tree_.cells(step.row);
    InformationTree::Row& row = tree_[step.row];
    ++row.visits, row.total += utilities_[index(row.player)];
    if (step.player == updating_) {
      for (Cell& cell : cells) cell.sum -= tail * utility * step.others;
      cells[index(step.action)].sum += behind * utility * step.others;
    } else {
      strategy_.resize(cells.size());
      match_regrets(cells, strategy_);
      for (std::size_t a = 0; a < cells.size(); ++a) cells[a].weight += step.reach * strategy_[a] / step.sampled;
    }
  }
  return tail / sampled();
}

void OutcomeSearch::recommend(std::span<const Cell> cells, std::int64_t, std::span<double> out) const {
  for (std::size_t a = 0; a < out.size(); ++a) out[a] = cells[a].weight;
  normalize(out);
}

}  // namespace dodona
