/// Strategies for games that are never stored: named rows where there are any, and a rule elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "extensive/knowledge.h"
#include "extensive/named_plan.h"
#include "games/contract.h"
#include "games/game_tree.h"

namespace dodona {

/// The default strategy: the first action; where a game has an order of its own and it is asked for, the most promising
/// one; or what a user has named.
template <SequentialGame G>
class DefaultActions {
 public:
  using State = typename G::State;
  DefaultActions(const G& game, bool promising, std::shared_ptr<const NamedActions> named)
      : game_(game), promising_(promising), named_(std::move(named)) {}

  int operator()(const State& s, int player) const {
    if (named_) return of_name(s, player);
    int best = 0;
    if constexpr (OrderedGame<G>)
      if (promising_ && abilities_of(game_).order) {
        const int count = game_.num_actions(s);
        double most = -std::numeric_limits<double>::infinity();
        for (int a = 0; a < count; ++a)
          if (const double promise = game_.promise(s, a); promise > most) most = promise, best = a;
      }
    return best;
  }

 private:
  int of_name(const State& s, int player) const {
    const std::string label = game_.info_label(s, player);
    const auto row = named_->find(label);
    if (row == named_->end())
      throw GameDefinitionError("the default strategy of player " + std::to_string(player) +
                                " says nothing at information set '" + label + "': give it an action there.");
    const int count = game_.num_actions(s);
    for (int a = 0; a < count; ++a)
      if (game_.action_label(s, player, a) == row->second) return a;
    throw GameDefinitionError("the default strategy of player " + std::to_string(player) + " plays '" + row->second +
                              "' at information set '" + label + "', which is no action there.");
  }

  const G& game_;
  bool promising_;
  std::shared_ptr<const NamedActions> named_;
};

/// Calls f(action, probability) for the default action at s, and for those that automorphisms exchange it with.
template <SequentialGame G, class F>
void default_moves(const G& game, Knowledge<G>& knowledge, const DefaultActions<G>& defaults,
                   const typename G::State& s, int player, F&& f) {
  if (knowledge.maps() == 1) return f(defaults(s, player), 1.0);
  if constexpr (AutomorphicGame<G>) {
    const int map = knowledge.key(s, player).second;
    const typename G::State named = map == 0 ? s : game.image(s, map);
    const int wanted = defaults(named, player);
    std::vector<int> least;
    knowledge.orbits(named, player, least);
    const auto is_default = [&](int action) {
      const auto i = index(knowledge.image(s, action, map));
      if (!least.empty() && i >= least.size())
        throw GameDefinitionError("unequal actions at positions that automorphisms exchange.");
      return least.empty() ? static_cast<int>(i) == wanted : least[i] == least[index(wanted)];
    };
    const int count = game.num_actions(s);
    int size = 0;
    for (int a = 0; a < count; ++a) size += is_default(a);
    for (int a = 0; a < count; ++a)
      if (is_default(a)) f(a, 1.0 / size);
  }
}

/// Plays a named plan; an opponent of best-response searches. Rows are looked up by their labels once, then by key.
template <SequentialGame G>
  requires InformationGame<G>
class NamedOpponent {
 public:
  using State = typename G::State;
  NamedOpponent(const G& game, int player, std::shared_ptr<const NamedPlan> plan)
      : game_(game),
        player_(player),
        plan_(std::move(plan)),
        plain_(game, false),
        knowledge_(game, plan_->symmetry),
        defaults_(game, plan_->fallback == Fallback::promising, nullptr) {}

  template <class F>
  void moves(const State& s, std::int32_t trace, F&& f) {
    if (!plan_->rows.empty()) {
      const std::int32_t row = find(s);
      if (row != kNoRow) {
        const std::size_t begin = starts_[index(row)];
        const int count = game_.num_actions(s);
        require_action(game_, s, count - 1, lengths_[index(row)]);
        for (int a = 0; a < count; ++a)
          if (const double p = values_[begin + index(a)]; p > 0) f(a, p, trace);
        return;
      }
    }
    if (plan_->fallback == Fallback::first || plan_->fallback == Fallback::promising)
      return default_moves(game_, knowledge_, defaults_, s, player_, [&](int a, double p) { f(a, p, trace); });
    if (plan_->fallback == Fallback::error)
      throw UnsupportedGameError("the strategy of player " + std::to_string(player_) +
                                 " says nothing at information set '" + game_.info_label(s, player_) + "'.");
    const int count = game_.num_actions(s);
    for (int a = 0; a < count; ++a) f(a, 1.0 / count, trace);
  }

 private:
  static constexpr std::int32_t kNoRow = -1;

  std::int32_t find(const State& s) {
    const auto [id, is_new] = keys_.intern(plain_.key(s, player_).first);
    if (is_new) rows_.push_back(read(s));
    return rows_[index(id)];
  }
  std::int32_t read(const State& s) {
    const auto row = plan_->rows.find(game_.info_label(s, player_));
    if (row == plan_->rows.end()) return kNoRow;
    const int count = game_.num_actions(s);
    starts_.push_back(values_.size()), lengths_.push_back(count);
    double sum = 0;
    for (int a = 0; a < count; ++a) {
      const std::string label = game_.action_label(s, player_, a);
      double p = 0;
      for (std::size_t i = row->second.begin; i < row->second.end; ++i)
        if (plan_->actions[i] == label) p = plan_->probabilities[i];
      values_.push_back(p), sum += p;
    }
    if (!(std::abs(sum - 1) <= 1e-6))
      throw UnsupportedGameError("the probabilities of player " + std::to_string(player_) + " at '" + row->first +
                                 "' must sum to 1 over the actions there.");
    for (std::size_t i = starts_.back(); i < values_.size(); ++i) values_[i] /= sum;
    return static_cast<std::int32_t>(starts_.size() - 1);
  }

  const G& game_;
  int player_;
  std::shared_ptr<const NamedPlan> plan_;
  Knowledge<G> plain_, knowledge_;
  DefaultActions<G> defaults_;
  KeyTable keys_;
  std::vector<std::int32_t> rows_;
  std::vector<std::size_t> starts_;
  std::vector<int> lengths_;
  std::vector<double> values_;
};

/// Nothing is there yet: every action is worth a look.
template <SequentialGame G>
struct NoActions {
  const G& game;
  int look(const typename G::State& s, bool, std::vector<int>& order) {
    order.clear();
    const int count = game.num_actions(s);
    for (int a = 0; a < count; ++a) order.push_back(a);
    return 0;
  }
};

/// Lays a strategy out on a stored tree: one probability per sequence, entry 0 for the empty one.
template <SequentialGame G, class Plan>
class TreeBehaviour {
 public:
  TreeBehaviour(const G& game, const GameTree& tree, int player, Plan& plan)
      : game_(game), tree_(tree), player_(player), plan_(plan), filled_(tree.num_infosets(player), false) {
    behaviour.assign(tree.num_sequences(player), 0.0);
    behaviour[0] = 1;
  }
  void fill(const typename G::State& s, NodeId node) {
    const int turn = game_.turn(s);
    const int count = turn == kTerminal ? 0 : game_.num_actions(s);
    require_same_node(game_, s, tree_, node, turn, count);
    if (turn == kTerminal) return;
    if (turn == player_) fill_set(s, node);
    for (int a = 0; a < count; ++a) {
      typename G::State child = s;
      game_.apply(child, a);
      fill(child, offset(tree_.first_child[node], a));
    }
  }
  std::vector<double> behaviour;

 private:
  void fill_set(const typename G::State& s, NodeId node) {
    const InfosetId set = tree_.infoset[node];
    if (filled_[index(raw(set))]) return;
    filled_[index(raw(set))] = true;
    const SequenceId first = tree_.own(player_).first_sequence[set];
    const int count = tree_.own(player_).num_actions[set];
    plan_.moves(s, 0, [&](int action, double p, std::int32_t) {
      require_action(game_, s, action, count);
      behaviour[index(raw(offset(first, action)))] = p;
    });
  }

  const G& game_;
  const GameTree& tree_;
  const int player_;
  Plan& plan_;
  std::vector<bool> filled_;
};

/// Walks rules and their stored tree together, along actions that behaviours of both players make likely enough, and
/// names what they choose at every set that it comes to.
template <class G>
class SupportWalk {
 public:
  using Choices = std::array<std::vector<std::pair<typename G::State, int>>, 2>;

  SupportWalk(const G& game, const GameTree& tree, const std::array<std::span<const double>, 2>& behaviours,
              double least, Choices& choices, Budget& budget)
      : game_(game), tree_(tree), behaviours_(behaviours), least_(least), choices_(choices), budget_(budget) {
    for (const int p : {0, 1}) seen_[index(p)].assign(tree.num_infosets(p), false);
  }
  void walk(const typename G::State& s, NodeId node) {
    budget_.listen(1);
    const int turn = game_.turn(s);
    const int count = turn == kTerminal ? 0 : game_.num_actions(s);
    require_same_node(game_, s, tree_, node, turn, count);
    if (turn == kTerminal) return;
    bool is_new = false;
    if (turn >= 0) {
      std::vector<bool>& seen = seen_[index(turn)];
      const std::size_t set = index(raw(tree_.infoset[node]));
      is_new = !seen[set];
      seen[set] = true;
    }
    for (int a = 0; a < count; ++a) {
      if (turn >= 0 && likelihood(node, turn, a) < least_) continue;
      if (is_new) choices_[index(turn)].emplace_back(s, a);
      typename G::State child = s;
      game_.apply(child, a);
      walk(child, offset(tree_.first_child[node], a));
    }
  }

 private:
  double likelihood(NodeId node, int player, int action) const {
    return behaviours_[index(player)]
                      [index(raw(offset(tree_.own(player).first_sequence[tree_.infoset[node]], action)))];
  }

  const G& game_;
  const GameTree& tree_;
  const std::array<std::span<const double>, 2> behaviours_;
  const double least_;
  Choices& choices_;
  Budget& budget_;
  std::array<std::vector<bool>, 2> seen_;
};

}  // namespace dodona
