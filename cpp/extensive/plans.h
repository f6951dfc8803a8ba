/// Strategies for games that are never stored: named rows where there are any, and a rule elsewhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "extensive/knowledge.h"
#include "games/contract.h"
#include "games/game_tree.h"

namespace dodona {

/// What a player does where her plan names nothing.
enum class Fallback { error, uniform, first, promising };

/// Probabilities by the labels of information sets and actions.
struct NamedPlan {
  struct Row {
    std::size_t begin, end;
  };
  std::unordered_map<std::string, Row> rows;
  std::vector<std::string> actions;
  std::vector<double> probabilities;
  Fallback fallback = Fallback::error;
  bool symmetry = false;  ///< whether `first` counts actions as they are in the least of the sets that maps exchange
};

/// The label of one action for each label of an information set.
using NamedActions = std::unordered_map<std::string, std::string>;

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
      if (promising_) {
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
      const auto i = static_cast<std::size_t>(knowledge.image(s, action, map));
      return least.empty() ? static_cast<int>(i) == wanted : least[i] == least[static_cast<std::size_t>(wanted)];
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
        const std::size_t begin = starts_[static_cast<std::size_t>(row)];
        const int count = game_.num_actions(s);
        for (int a = 0; a < count; ++a)
          if (const double p = values_[begin + static_cast<std::size_t>(a)]; p > 0) f(a, p, trace);
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
    return rows_[static_cast<std::size_t>(id)];
  }
  std::int32_t read(const State& s) {
    const auto row = plan_->rows.find(game_.info_label(s, player_));
    if (row == plan_->rows.end()) return kNoRow;
    starts_.push_back(values_.size());
    const int count = game_.num_actions(s);
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
    if (turn == kTerminal) return;
    if (turn == player_) fill_set(s, node);
    const int count = game_.num_actions(s);
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
    if (filled_[static_cast<std::size_t>(raw(set))]) return;
    filled_[static_cast<std::size_t>(raw(set))] = true;
    const SequenceId first = tree_.own(player_).first_sequence[set];
    plan_.moves(s, 0, [&](int action, double p, std::int32_t) {
      behaviour[static_cast<std::size_t>(raw(offset(first, action)))] = p;
    });
  }

  const G& game_;
  const GameTree& tree_;
  const int player_;
  Plan& plan_;
  std::vector<bool> filled_;
};

/// Rows of a plan for reading: one per information set.
struct PlanRows {
  std::vector<std::string> labels, actions;
  std::vector<std::int64_t> offsets{0};
  std::vector<double> probabilities;

  template <class G, class Plan>
  void add(const G& game, const typename G::State& s, int player, Plan& plan) {
    labels.push_back(game.info_label(s, player));
    const int count = game.num_actions(s);
    const std::size_t begin = probabilities.size();
    probabilities.resize(begin + static_cast<std::size_t>(count), 0.0);
    for (int a = 0; a < count; ++a) actions.push_back(game.action_label(s, player, a));
    plan.moves(
        s, 0, [&](int action, double p, std::int32_t) { probabilities[begin + static_cast<std::size_t>(action)] = p; });
    offsets.push_back(static_cast<std::int64_t>(probabilities.size()));
  }
};

}  // namespace dodona
