/// Selectors: how a player who sees neither the other's move nor her hidden state chooses among actions, and learns.
///
/// Each is written for one row of cells and rewards from 0 to 1. What a row recommends in the end is the average of
/// what was chosen, without what was chosen for exploration alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/ids.h"
#include "core/random.h"
#include "games/monte_carlo/information_tree.h"

namespace dodona {

enum class Selector { uct, exp3, regret_matching };

/// Probabilities in proportion to what is positive, the same for all where nothing is.
inline void match_regrets(std::span<const Cell> cells, std::span<double> out) {
  double sum = 0;
  for (const Cell& cell : cells) sum += std::max(0.0, cell.sum);
  for (std::size_t a = 0; a < out.size(); ++a)
    out[a] = sum > 0 ? std::max(0.0, cells[a].sum) / sum : 1.0 / static_cast<double>(out.size());
}

/// The weights as probabilities, the same for all where there are none.
inline void normalize(std::span<double> weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight = sum > 0 ? weight / sum : 1.0 / static_cast<double>(weights.size());
}

/// UCB1 (Auer et al. 2002), Exp3 (Auer et al. 2003) or regret matching (Hart and Mas-Colell 2000) with rewards of other
/// actions estimated by importance weights.
class Chooser {
 public:
  Chooser(Selector selector, double exploration) : selector_(selector), exploration_(exploration) {}

  /// Writes the probabilities with which the actions of a row are to be tried now, and keeps what the average needs.
  void mix(std::span<Cell> cells, std::int64_t visits, Random& random, std::span<double> out) const {
    const double count = static_cast<double>(cells.size());
    if (selector_ == Selector::uct) return best_bound(cells, visits, random, out);
    if (selector_ == Selector::regret_matching) {
      match_regrets(cells, out);
      for (std::size_t a = 0; a < out.size(); ++a) cells[a].weight += out[a];
    } else {
      soften(cells, out);
    }
    for (double& p : out) p = (1 - exploration_) * p + exploration_ / count;
    if (selector_ == Selector::exp3)
      for (std::size_t a = 0; a < out.size(); ++a) cells[a].weight += out[a];
  }

  /// Learns what an action gave that was tried with some probability.
  void learn(std::span<Cell> cells, int action, double p, double reward) const {
    Cell& own = cells[index(action)];
    if (selector_ == Selector::uct) {
      own.sum += reward, own.weight += 1;
    } else {
      own.sum += reward / p;
      if (selector_ == Selector::regret_matching)
        for (Cell& cell : cells) cell.sum -= reward;
    }
  }

  /// What a row recommends after so many visits.
  void recommend(std::span<const Cell> cells, std::int64_t visits, std::span<double> out) const {
    const double tried = selector_ == Selector::exp3
                             ? exploration_ * static_cast<double>(visits) / static_cast<double>(cells.size())
                             : 0.0;
    for (std::size_t a = 0; a < out.size(); ++a) out[a] = std::max(0.0, cells[a].weight - tried);
    normalize(out);
  }

 private:
  void best_bound(std::span<const Cell> cells, std::int64_t visits, Random& random, std::span<double> out) const {
    const double log_visits = std::log(static_cast<double>(std::max<std::int64_t>(visits, 1)));
    std::size_t best = 0;
    double most = -1;
    int equals = 0;
    for (std::size_t a = 0; a < cells.size(); ++a) {
      const double n = cells[a].weight;
      const double bound = n == 0 ? 1e300 : cells[a].sum / n + exploration_ * std::sqrt(log_visits / n);
      if (bound > most) most = bound, equals = 0;
      if (bound == most && random.below(++equals) == 0) best = a;
    }
    std::ranges::fill(out, 0.0);
    out[best] = 1;
  }

  /// exp(eta x) of every action as probabilities, with eta = exploration / actions, without overflow.
  void soften(std::span<const Cell> cells, std::span<double> out) const {
    const double eta = exploration_ / static_cast<double>(cells.size());
    double most = cells[0].sum;
    for (const Cell& cell : cells) most = std::max(most, cell.sum);
    for (std::size_t a = 0; a < out.size(); ++a) out[a] = std::exp(eta * (cells[a].sum - most));
    normalize(out);
  }

  Selector selector_;
  double exploration_;
};

}  // namespace dodona
