/// Strategies for games that are never stored: named rows where there are any, and a rule elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
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

/// Plays a plan, wherever it lives; an opponent of best-response searches. Named rows are looked up by their labels and
/// functions are asked once or twice per information set, then both are found by its key.
template <SequentialGame G>
  requires InformationGame<G>
class PlanReader {
 public:
  using State = typename G::State;
  PlanReader(const G& game, int player, std::shared_ptr<const Plan> plan)
      : game_(game),
        player_(player),
        plan_(std::move(plan)),
        named_(dynamic_cast<const NamedPlan*>(plan_.get())),
        keyed_(dynamic_cast<const KeyedPlan*>(plan_.get())),
        asked_(dynamic_cast<const AskedPlan*>(plan_.get())),
        plain_(game, false),
        knowledge_(game, named_ != nullptr && named_->symmetry),
        defaults_(game, named_ != nullptr && named_->fallback == Fallback::promising, nullptr) {
    if constexpr (std::is_same_v<G, Rules>)
      if (keyed_ != nullptr && game.abilities().untrusted && !game.is_same_game(keyed_->game)) adopt();
  }

  template <class F>
  void moves(const State& s, std::int32_t trace, F&& f) {
    if (keyed_ != nullptr) return keyed_moves(s, trace, f);
    if (asked_ != nullptr || !named_->rows.empty()) {
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
    if (named_->fallback == Fallback::first || named_->fallback == Fallback::promising)
      return default_moves(game_, knowledge_, defaults_, s, player_, [&](int a, double p) { f(a, p, trace); });
    if (named_->fallback == Fallback::error)
      throw UnsupportedGameError("the strategy of player " + std::to_string(player_) +
                                 " says nothing at information set '" + game_.info_label(s, player_) + "'.");
    uniform_moves(s, trace, f);
  }

  /// The place of the information set at s in the table of a plan that has one.
  std::uint32_t place(const State& s) {
    if constexpr (std::is_same_v<G, Rules>)
      if (adopts_) {
        key_.clear();
        keyed_->game.info_key(keyed_->game.adopted(game_, s), player_, key_);
        return keyed_->table->find(player_, key_.view());
      }
    return keyed_->table->find(player_, plain_.key(s, player_).first);
  }

 private:
  static constexpr std::int32_t kNoRow = -1;

  /// Other rules from outside number what players know in another way: the plan's own rules are asked.
  void adopt() {
    if (keyed_->by_history())
      throw UnsupportedGameError("the strategy of player " + std::to_string(player_) +
                                 " belongs to another run of these rules: give strategies of one solution.");
    adopts_ = true;
  }

  template <class F>
  void uniform_moves(const State& s, std::int32_t trace, F&& f) {
    const int count = game_.num_actions(s);
    for (int a = 0; a < count; ++a) f(a, 1.0 / count, trace);
  }
  template <class F>
  void keyed_moves(const State& s, std::int32_t trace, F&& f) {
    const std::uint32_t place = this->place(s);
    if (place == SetTable::kNone) return uniform_moves(s, trace, f);
    const SetTable::Record& record = (*keyed_->table)[place];
    const int count = game_.num_actions(s);
    require_action(game_, s, count - 1, static_cast<int>(record.actions));
    const double* sums = record.sums();
    double total = 0;
    for (int a = 0; a < count; ++a) total += sums[a];
    if (!(total > 0)) return uniform_moves(s, trace, f);
    for (int a = 0; a < count; ++a)
      if (sums[a] > 0) f(a, sums[a] / total, trace);
  }

  std::int32_t find(const State& s) {
    const auto [id, is_new] = keys_.intern(plain_.key(s, player_).first);
    if (is_new)
      rows_.push_back(asked_ != nullptr ? ask(s) : read(s)), confirmed_.push_back(asked_ == nullptr);
    else if (!confirmed_[index(id)])
      confirm(s, id);
    return rows_[index(id)];
  }
  std::int32_t ask(const State& s) {
    const std::vector<double> row = answer(s);
    starts_.push_back(values_.size()), lengths_.push_back(static_cast<int>(row.size()));
    values_.insert(values_.end(), row.begin(), row.end());
    return static_cast<std::int32_t>(starts_.size() - 1);
  }
  /// A function is asked at a second position of a set, too: it may not see what its player does not.
  void confirm(const State& s, std::int32_t id) {
    confirmed_[index(id)] = true;
    const std::vector<double> row = answer(s);
    const auto known = values_.begin() + static_cast<std::ptrdiff_t>(starts_[index(rows_[index(id)])]);
    if (!std::equal(row.begin(), row.end(), known, [](double a, double b) { return std::abs(a - b) <= 1e-9; }))
      throw UnsupportedGameError("the strategy of player " + std::to_string(player_) +
                                 " differs between positions of information set '" + game_.info_label(s, player_) +
                                 "': it may depend only on what she knows, which is state.information(" +
                                 std::to_string(player_) + ").");
  }
  std::vector<double> answer(const State& s) {
    std::vector<double> row;
    if constexpr (std::is_same_v<G, Rules>)
      row = asked_->ask(&game_, s);
    else
      row = asked_->ask(nullptr, Position::of(s));
    require_action(game_, s, game_.num_actions(s) - 1, static_cast<int>(row.size()));
    return row;
  }
  std::int32_t read(const State& s) {
    const auto row = named_->rows.find(game_.info_label(s, player_));
    if (row == named_->rows.end()) return kNoRow;
    const int count = game_.num_actions(s);
    starts_.push_back(values_.size()), lengths_.push_back(count);
    double sum = 0;
    for (int a = 0; a < count; ++a) {
      const std::string label = game_.action_label(s, player_, a);
      double p = 0;
      for (std::size_t i = row->second.begin; i < row->second.end; ++i)
        if (named_->actions[i] == label) p = named_->probabilities[i];
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
  std::shared_ptr<const Plan> plan_;
  const NamedPlan* named_;
  const KeyedPlan* keyed_;
  const AskedPlan* asked_;
  Knowledge<G> plain_, knowledge_;
  DefaultActions<G> defaults_;
  KeyTable keys_;
  KeyWriter key_;
  std::vector<std::int32_t> rows_;
  std::vector<bool> confirmed_;  ///< by row, whether the function need not be asked again
  std::vector<std::size_t> starts_;
  std::vector<int> lengths_;
  std::vector<double> values_;
  bool adopts_ = false;
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
