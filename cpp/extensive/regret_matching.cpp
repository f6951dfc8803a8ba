#include "extensive/regret_matching.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dodona {
namespace {

std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }

/// Rounds between looks at the gap, which takes as long as a round.
constexpr std::int64_t kPace = 10;

}  // namespace

/// Numbers the sequences of a player by her sets, parents first. Returns the sequence of each variable.
std::vector<std::int32_t> RegretMatching::arrange(Tree& tree, const std::vector<Constraint>& sets) {
  std::vector<std::int32_t> sequence(tree.variables, kNone);
  std::vector<std::vector<std::size_t>> below(tree.variables);
  for (std::size_t s = 0; s < sets.size(); ++s)
    for (const auto& [variable, coefficient] : sets[s])
      if (coefficient < 0) below[at(variable)].push_back(s);
  tree.variable = {RestrictedGame::kRoot}, tree.share = {1.0};
  sequence[RestrictedGame::kRoot] = 0;
  for (std::size_t q = 0; q < tree.variable.size(); ++q)
    for (const std::size_t s : below[at(tree.variable[q])]) {
      Set set{static_cast<std::int32_t>(q), static_cast<std::int32_t>(tree.variable.size()), 0, 0.0};
      for (const auto& [variable, coefficient] : sets[s]) {
        if (coefficient < 0) {
          set.scale = -coefficient;
          continue;
        }
        sequence[at(variable)] = static_cast<std::int32_t>(tree.variable.size());
        tree.variable.push_back(variable), tree.share.push_back(1 / coefficient);
      }
      set.end = static_cast<std::int32_t>(tree.variable.size());
      tree.sets.push_back(set);
    }
  return sequence;
}

void RegretMatching::carry_over(const Tree& before, Tree& tree) {
  std::vector<double> regret(tree.variables, 0.0);
  for (std::size_t q = 1; q < before.variable.size(); ++q) regret[at(before.variable[q])] = before.regret[q];
  const std::size_t count = tree.variable.size();
  tree.regret.resize(count);
  for (std::size_t q = 0; q < count; ++q) tree.regret[q] = regret[at(tree.variable[q])];
  tree.behaviour.assign(count, 1.0), tree.plan.assign(count, 1.0), tree.sum.assign(count, 0.0),
      tree.value.assign(count, 0.0);
  for (const Set& set : tree.sets) choose(tree, set);
  follow(tree);
}

std::array<std::vector<RegretMatching::Constraint>, 2> RegretMatching::constraints(const SequenceProgram& program) {
  const std::size_t rows = program.row_lower.size(), columns = program.lower.size();
  std::array<std::vector<Constraint>, 2> sets;
  std::vector<std::int32_t> set_of(columns, kNone);
  for (std::size_t c = RestrictedGame::kValue + 1; c < columns; ++c)
    if (std::isinf(program.lower[c])) set_of[c] = static_cast<std::int32_t>(sets[1].size()), sets[1].emplace_back();
  for (std::size_t r = 0; r < rows; ++r) {
    const bool is_set = r != RestrictedGame::kRoot && program.row_lower[r] == 0;
    if (is_set) sets[0].emplace_back();
    for (std::int32_t k = program.matrix.start[r]; k < program.matrix.start[r + 1]; ++k) {
      const std::int32_t column = program.matrix.index[at(k)];
      if (is_set)
        sets[0].back().emplace_back(column, program.matrix.value[at(k)]);
      else if (set_of[at(column)] != kNone)
        sets[1][at(set_of[at(column)])].emplace_back(static_cast<std::int32_t>(r), program.matrix.value[at(k)]);
    }
  }
  return sets;
}

/// Player 1's payoffs lie in the program's order; player 0's are their transpose.
void RegretMatching::take_payoffs(const SequenceProgram& program, const std::vector<std::int32_t>& sequence_of_column) {
  Tree &own = trees_[0], &other = trees_[1];
  other.start = {0};
  own.start.assign(own.variable.size() + 1, 0);
  for (const std::int32_t row : other.variable) {
    for (std::int32_t k = program.matrix.start[at(row)]; k < program.matrix.start[at(row) + 1]; ++k) {
      const std::int32_t q = sequence_of_column[at(program.matrix.index[at(k)])];
      if (q == kNone) continue;
      other.index.push_back(q), other.payoff.push_back(program.matrix.value[at(k)]);
      ++own.start[at(q) + 1];
    }
    other.start.push_back(static_cast<std::int32_t>(other.index.size()));
  }
  for (std::size_t q = 0; q < own.variable.size(); ++q) own.start[q + 1] += own.start[q];
  own.index.resize(other.index.size()), own.payoff.resize(other.index.size());
  std::vector<std::int32_t> fill(own.start.begin(), own.start.end() - 1);
  for (std::size_t q = 0; q < other.variable.size(); ++q)
    for (std::int32_t k = other.start[q]; k < other.start[q + 1]; ++k) {
      const std::int32_t place = fill[at(other.index[at(k)])]++;
      own.index[at(place)] = static_cast<std::int32_t>(q), own.payoff[at(place)] = -other.payoff[at(k)];
    }
}

void RegretMatching::load(const SequenceProgram& program) {
  const auto sets = constraints(program);
  const std::array<Tree, 2> before = std::exchange(trees_, {});
  trees_[0].variables = program.lower.size(), trees_[1].variables = program.row_lower.size();
  std::array<std::vector<std::int32_t>, 2> sequence;
  for (const std::size_t p : {0, 1}) sequence[p] = arrange(trees_[p], sets[p]), carry_over(before[p], trees_[p]);
  take_payoffs(program, sequence[0]);
  rounds_ = 0;
}

/// What every sequence brings against a plan of the other player, leaving out what comes after it.
void RegretMatching::values(Tree& tree, std::span<const double> other) {
  for (std::size_t q = 0; q < tree.variable.size(); ++q) {
    double sum = 0;
    for (std::int32_t k = tree.start[q]; k < tree.start[q + 1]; ++k)
      sum += tree.payoff[at(k)] * other[at(tree.index[at(k)])];
    tree.value[q] = sum;
  }
}

/// Regret matching at one set.
void RegretMatching::choose(Tree& tree, const Set& set) {
  double total = 0;
  for (std::int32_t q = set.begin; q < set.end; ++q) total += tree.regret[at(q)];
  const double factor = total > 0 ? 1 / total : 0, rest = total > 0 ? 0 : 1.0 / (set.end - set.begin);
  for (std::int32_t q = set.begin; q < set.end; ++q) tree.behaviour[at(q)] = tree.regret[at(q)] * factor + rest;
}

/// The plan of the behaviour.
void RegretMatching::follow(Tree& tree) {
  for (const Set& set : tree.sets) {
    const double reach = tree.plan[at(set.parent)] * set.scale;
    for (std::int32_t q = set.begin; q < set.end; ++q)
      tree.plan[at(q)] = reach * tree.behaviour[at(q)] * tree.share[at(q)];
  }
}

void RegretMatching::step(int player, double weight) {
  Tree& tree = trees_[static_cast<std::size_t>(player)];
  values(tree, trees_[static_cast<std::size_t>(1 - player)].plan);
  for (std::size_t s = tree.sets.size(); s-- > 0;) {
    const Set& set = tree.sets[s];
    double mean = 0;
    for (std::int32_t q = set.begin; q < set.end; ++q) {
      tree.value[at(q)] *= tree.share[at(q)];
      mean += tree.behaviour[at(q)] * tree.value[at(q)];
    }
    for (std::int32_t q = set.begin; q < set.end; ++q)
      tree.regret[at(q)] = std::max(0.0, tree.regret[at(q)] + (tree.value[at(q)] - mean));
    choose(tree, set);
    tree.value[at(set.parent)] += set.scale * mean;
  }
  follow(tree);
  for (std::size_t q = 0; q < tree.plan.size(); ++q) tree.sum[q] += weight * tree.plan[q];
}

void RegretMatching::play_round() {
  const auto round = static_cast<double>(++rounds_);
  step(0, round * round), step(1, round * round);
}

double RegretMatching::improve(double target, std::int64_t most) {
  double reached = std::numeric_limits<double>::infinity();
  for (std::int64_t i = 0; i < most && reached > target; i += kPace) {
    for (std::int64_t k = 0; k < kPace; ++k) play_round();
    reached = gap();
  }
  return reached;
}

/// What a player gets at best against the other's average plan.
double RegretMatching::best_value(int player) {
  Tree &tree = trees_[static_cast<std::size_t>(player)], &other = trees_[static_cast<std::size_t>(1 - player)];
  values(tree, other.sum);
  for (std::size_t s = tree.sets.size(); s-- > 0;) {
    const Set& set = tree.sets[s];
    double best = -std::numeric_limits<double>::infinity();
    for (std::int32_t q = set.begin; q < set.end; ++q) best = std::max(best, tree.value[at(q)] * tree.share[at(q)]);
    tree.value[at(set.parent)] += set.scale * best;
  }
  return tree.value[0] / other.sum[0];
}

double RegretMatching::gap() { return best_value(0) + best_value(1); }

std::vector<double> RegretMatching::plan(int player, double cut) const {
  const Tree& tree = trees_[static_cast<std::size_t>(player)];
  std::vector<double> plan(tree.variables, 0.0);
  for (std::size_t q = 0; q < tree.variable.size(); ++q) {
    const double weight = tree.sum[q] / tree.sum[0];
    if (weight >= cut) plan[at(tree.variable[q])] = weight;
  }
  return plan;
}

}  // namespace dodona
