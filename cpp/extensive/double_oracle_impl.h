/// The restricted game of a particular game: it grows from implicit play, and best responses to its plans come from a
/// walk over the full game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/ids.h"
#include "extensive/double_oracle.h"
#include "extensive/knowledge.h"
#include "extensive/plans_impl.h"
#include "extensive/response_search_impl.h"
#include "extensive/restricted_plan_impl.h"
#include "games/watch.h"

namespace dodona {

template <SequentialGame G>
  requires InformationGame<G>
class ImplicitDoubleOracle final : public DoubleOracle {
 public:
  using State = typename G::State;
  using Plan = RestrictedPlan<G>;

  ImplicitDoubleOracle(G rules, const OracleOptions& options, Budget& budget)
      : rules_(std::move(rules)),
        root_(rules_.initial()),
        options_(options),
        knowledge_(rules_, options.symmetry),
        watch_(rules_, report_) {
    for (const std::size_t p : {0U, 1U}) defaults_.emplace_back(rules_, options.promising, options.defaults[p]);
    const int maps = knowledge_.maps();
    enter(root_, 1.0, {0, 0}, maps == kMaxMaps ? ~std::uint64_t{0} : (std::uint64_t{1} << maps) - 1, 0, budget);
  }

  double respond(int player, Budget& budget) override {
    auto& choices = choices_[index(player)];
    choices.clear();
    const auto other = index(1 - player);
    ResponseOptions response = options_.response;
    // Utilities may all be tiny; that many are huge is no reason to overlook a gain of ordinary size.
    if (const double size = magnitudes.typical(); size > 0) response.unit = std::min(1.0, size);
    ResponseSearch<G, Plan, AllowedActions<G>> search(
        rules_, player, Plan(rules_, game, 1 - player, game.players[other].behaviour, options_),
        AllowedActions<G>(rules_, game, player, options_.symmetry), budget, response);
    const double value = search.run(root_, Plan::kInside);
    for (auto& choice : search.choices)
      if (choice.action >= 0) choices.emplace_back(std::move(choice.state), choice.action);
    oracle_nodes += search.nodes;
    return value;
  }

  void choose(const GameTree& tree, const std::array<std::span<const double>, 2>& behaviours, double least,
              Budget& budget) override {
    for (auto& choices : choices_) choices.clear();
    SupportWalk<G>(rules_, tree, behaviours, least, choices_, budget).walk(root_, NodeId{0});
  }

  std::int64_t grow(int player, Budget& budget) override {
    std::int64_t added = 0;
    RestrictedPlayer& own = game.players[index(player)];
    for (const auto& [state, action] : choices_[index(player)]) {
      const auto [set, map] = intern(state, player);
      const int least = own.orbit(set, knowledge_.image(state, action, map));
      if (game.find(player, set, least) != kNone) continue;
      remember(player, state, set, least);
      allow(player, set, least, budget);
      ++added;
    }
    choices_[index(player)].clear();
    return added;
  }

  void repeat(const Growth& growth, Budget& budget) override {
    if (growth.player < 0) {
      open_leaves(budget);
      game.number();
    } else {
      RestrictedPlayer& own = game.players[index(growth.player)];
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(growth.key.data());
      const auto [set, is_new] = own.keys.intern({bytes, growth.key.size()});
      if (is_new) create(growth.player, growth.actions, growth.orbits);
      if (own.sets[index(set)].actions <= growth.action || growth.action < 0 ||
          game.find(growth.player, set, growth.action) != kNone)
        throw GameDefinitionError("the checkpoint does not fit this game: start without it.");
      allow(growth.player, set, growth.action, budget);
    }
    log.push_back(growth);
  }

  RestrictedForm form(Budget& budget) override {
    const std::vector<Payoff> open = open_leaves(budget);
    leaves = static_cast<std::int64_t>(open.size());
    log.push_back({-1, {}, 0, {}, 0});  // where rows and columns were numbered anew
    return game.form(open);
  }

  void set_incumbent(int player) override {
    const RestrictedPlayer& own = game.players[index(player)];
    std::vector<double>& plan = incumbent[index(player)];
    plan = own.behaviour;
    for (std::size_t s = 1; s < plan.size(); ++s)
      if (own.sets[index(own.sequences[s].set)].parent == kNone) plan[s] = -1;
  }

  PlanRows rows(int player) override {
    PlanRows rows;
    Plan plan = incumbent_plan(player);
    const std::vector<double>& probabilities = incumbent[index(player)];
    Knowledge<G> plain(rules_, false);
    KeyTable seen;
    for (const RestrictedSet& set : game.players[index(player)].sets) {
      if (set.parent == kNone || set.first == kNone || index(set.first) >= probabilities.size() ||
          probabilities[index(set.first)] < 0)
        continue;
      for (int map = 0; map < knowledge_.maps(); ++map) {
        State s = nodes_[index(set.nodes)].state;
        if constexpr (AutomorphicGame<G>)
          if (map != 0) s = rules_.image(s, map);
        if (seen.intern(plain.key(s, player).first).second) rows.add(rules_, s, player, plan);
      }
    }
    return rows;
  }

  std::vector<double> behaviour(const GameTree& tree, int player) override {
    Plan plan = incumbent_plan(player);
    TreeBehaviour<G, Plan> filling(rules_, tree, player, plan);
    filling.fill(root_, NodeId{0});
    return std::move(filling.behaviour);
  }

 private:
  struct Node {
    State state;
    double weight;  ///< of chance, times the number of histories that automorphisms make of this one
    std::array<std::int32_t, 2> sequence;
    std::int32_t next;
    std::uint64_t maps;  ///< the stabiliser of the history: the maps that leave it as it is
    double leaf = std::numeric_limits<double>::quiet_NaN();
  };

  static constexpr int kLongest = 10'000;  ///< moves of a game: deeper would exhaust the stack

  Plan incumbent_plan(int player) const { return Plan(rules_, game, player, incumbent[index(player)], options_); }

  void remember(int player, const State& state, std::int32_t set, int action) {
    const RestrictedPlayer& own = game.players[index(player)];
    const auto key = knowledge_.key(state, player).first;
    Growth growth{player, {key.begin(), key.end()}, own.sets[index(set)].actions, {}, action};
    if (const std::int32_t orbits = own.sets[index(set)].orbits; orbits != kNone)
      growth.orbits.assign(own.orbits.begin() + orbits, own.orbits.begin() + orbits + growth.actions);
    log.push_back(std::move(growth));
  }

  /// The information set of the mover at s, and the map that takes s to where it is named.
  std::pair<std::int32_t, int> intern(const State& s, int player) {
    RestrictedPlayer& own = game.players[index(player)];
    const auto [key, map] = knowledge_.key(s, player);
    const auto [set, is_new] = own.keys.intern(key);
    if (is_new) {
      std::vector<int> orbits;
      if constexpr (AutomorphicGame<G>)
        if (knowledge_.maps() > 1) knowledge_.orbits(map == 0 ? s : rules_.image(s, map), player, orbits);
      create(player, rules_.num_actions(s), orbits);
    }
    return {set, map};
  }
  void create(int player, int actions, const std::vector<std::int32_t>& orbits) {
    RestrictedPlayer& own = game.players[index(player)];
    if (!orbits.empty() && orbits.size() != index(actions))
      throw GameDefinitionError("false automorphism: a position and its image have different numbers of actions.");
    RestrictedSet set;
    set.actions = actions;
    if (!orbits.empty()) {
      set.orbits = static_cast<std::int32_t>(own.orbits.size());
      own.orbits.insert(own.orbits.end(), orbits.begin(), orbits.end());
    }
    own.sets.push_back(set);
  }

  /// What nodes that end the game for now are worth.
  std::vector<Payoff> open_leaves(Budget& budget) {
    std::vector<Payoff> open;
    for (const int player : {0, 1})
      for (const RestrictedSet& set : game.players[index(player)].sets)
        if (set.allowed == 0)
          for (std::int32_t n = set.nodes; n != kNone; n = nodes_[index(n)].next) {
            Node& node = nodes_[index(n)];
            const bool is_new = std::isnan(node.leaf);
            if (is_new) node.leaf = default_value(node.state, player, 0, budget);
            open.push_back({node.sequence[0], node.sequence[1], node.weight * node.leaf});
            if (is_new) game.changes.push_back(open.back());
          }
    return open;
  }
  void close_leaves(const RestrictedSet& set) {
    for (std::int32_t n = set.nodes; n != kNone; n = nodes_[index(n)].next)
      if (const Node& node = nodes_[index(n)]; !std::isnan(node.leaf))
        game.changes.push_back({node.sequence[0], node.sequence[1], -node.weight * node.leaf});
  }

  void allow(int player, std::int32_t set, int action, Budget& budget) {
    RestrictedPlayer& own = game.players[index(player)];
    if (own.sets[index(set)].allowed == 0) close_leaves(own.sets[index(set)]);
    const std::int32_t sequence = game.allow(player, set, action, own.orbit_size(set, action));
    for (std::int32_t n = own.sets[index(set)].nodes; n != kNone; n = nodes_[index(n)].next)
      expand(n, player, set, sequence, 0, budget);
  }

  /// The nodes that a sequence leads to from node n of its set.
  void expand(std::int32_t n, int player, std::int32_t set, std::int32_t sequence, int depth, Budget& budget) {
    const RestrictedPlayer& own = game.players[index(player)];
    const int wanted = own.sequences[index(sequence)].action;
    std::array<std::int32_t, 2> sequences = nodes_[index(n)].sequence;
    sequences[index(player)] = sequence;
    const State s = nodes_[index(n)].state;
    const double weight = nodes_[index(n)].weight;
    if (knowledge_.maps() == 1) return enter(after(s, wanted), weight, sequences, 1, depth + 1, budget);
    const int map = knowledge_.key(s, player).second;
    each_orbit(s, nodes_[index(n)].maps, [&](int a, double size, std::uint64_t maps) {
      if (own.orbit(set, knowledge_.image(s, a, map)) == wanted)
        enter(after(s, a), weight * size, sequences, maps, depth + 1, budget);
    });
  }
  State after(const State& s, int action) const {
    State child = s;
    rules_.apply(child, action);
    return child;
  }

  /// Of the moves at s that the stabiliser of the history exchanges, one representative: the move, the size of its
  /// orbit, and the stabiliser of the longer history.
  template <class F>
  void each_orbit(const State& s, std::uint64_t maps, F&& f) {
    const int count = rules_.num_actions(s);
    for (int a = 0; a < count; ++a) {
      std::uint64_t stay = 0;
      bool least = true;
      for (std::uint64_t left = maps; left != 0 && least; left &= left - 1) {
        const int g = std::countr_zero(left);
        const int image = knowledge_.image(s, a, g);
        least = image >= a;
        if (image == a) stay |= std::uint64_t{1} << g;
      }
      if (least) f(a, static_cast<double>(std::popcount(maps)) / std::popcount(stay), stay);
    }
  }

  void enter(State s, double weight, std::array<std::int32_t, 2> sequences, std::uint64_t maps, int depth,
             Budget& budget) {
    budget.spend(++nodes, [this] { return static_cast<std::int64_t>(memory()); });
    const int turn = rules_.turn(s);
    if (turn == kTerminal) {
      const double u = utility(s);
      if (u != 0) game.pay({sequences[0], sequences[1], weight * u});
      return;
    }
    if (!watch_.turn(s, turn) || !watch_.actions(s, turn, rules_.num_actions(s))) return;
    if (depth >= std::min(budget.max_depth, kLongest)) too_long(depth);
    if (turn == kChance) {
      if constexpr (ChanceGame<G>) {
        if (untrusted()) watch_.chance(s, rules_.num_actions(s));
        each_orbit(s, maps, [&](int outcome, double size, std::uint64_t stay) {
          const double p = rules_.chance_probability(s, outcome);
          if (p > 0) enter(after(s, outcome), weight * size * p, sequences, stay, depth + 1, budget);
        });
      }
      return;
    }
    enter_set(std::move(s), turn, weight, sequences, maps, depth, budget);
  }

  void enter_set(State s, int player, double weight, std::array<std::int32_t, 2> sequences, std::uint64_t maps,
                 int depth, Budget& budget) {
    const std::int32_t set = intern(s, player).first;
    RestrictedPlayer& own = game.players[index(player)];
    compare(own.sets[index(set)], s, player, sequences[index(player)]);
    own.sets[index(set)].parent = sequences[index(player)];
    const auto node = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({s, weight, sequences, own.sets[index(set)].nodes, maps});
    own.sets[index(set)].nodes = node;
    if (options_.leaves == TemporaryLeaves::defaults && own.sets[index(set)].allowed == 0)
      return allow(player, set, default_orbit(s, player, set), budget);
    for (std::int32_t q = own.sets[index(set)].first; q != kNone; q = own.next(q))
      expand(node, player, set, q, depth, budget);
  }
  int default_orbit(const State& s, int player, std::int32_t set) {
    const int map = knowledge_.key(s, player).second;
    int action = 0;
    default_moves(rules_, knowledge_, defaults_[index(player)], s, player, [&](int a, double) { action = a; });
    return game.players[index(player)].orbit(set, knowledge_.image(s, action, map));
  }

  /// Every node of an information set offers the same actions and follows the same own sequence.
  void compare(const RestrictedSet& set, const State& s, int player, std::int32_t sequence) const {
    if (const int count = rules_.num_actions(s); set.actions != count)
      throw GameDefinitionError(unequal_actions(rules_, s, player, set.actions, count).text());
    if (set.parent != kNone && set.parent != sequence)
      throw UnsupportedGameError(imperfect_recall(rules_, s, player).text());
  }

  bool untrusted() const { return abilities_of(rules_).untrusted; }

  double utility(const State& s) {
    std::array<double, 2> u{};
    rules_.utilities(s, u.data());
    if (untrusted()) watch_.utilities(s, u.data());
    magnitudes.add(u[0]);
    return u[0];
  }
  [[noreturn]] static void too_long(int depth) {
    throw UnsupportedGameError("the game is still going after " + std::to_string(depth) +
                               " moves, too many for a double oracle; bound its length.");
  }

  /// Player 0's utility if `player` plays her default from s on and the other answers knowing the node.
  double default_value(const State& s, int player, int depth, Budget& budget) {
    budget.spend(0, [this] { return static_cast<std::int64_t>(memory()); });
    const int turn = rules_.turn(s);
    if (turn == kTerminal) return utility(s);
    if (depth >= std::min(budget.max_depth, kLongest)) too_long(depth);
    const auto next = [&](int action) { return default_value(after(s, action), player, depth + 1, budget); };
    const int count = rules_.num_actions(s);
    double value = 0;
    if (turn == kChance) {
      if constexpr (ChanceGame<G>)
        for (int outcome = 0; outcome < count; ++outcome) {
          const double p = rules_.chance_probability(s, outcome);
          if (p > 0) value += p * next(outcome);
        }
      return value;
    }
    if (turn == player) {
      default_moves(rules_, knowledge_, defaults_[index(player)], s, player,
                    [&](int action, double p) { value += p * next(action); });
      return value;
    }
    double best = -std::numeric_limits<double>::infinity();
    for (int a = 0; a < count; ++a) {
      best = std::max(best, turn == 0 ? next(a) : -next(a));
      if constexpr (BoundedGame<G>)
        if (best >= (turn == 0 ? rules_.max_utility() : -rules_.min_utility())) break;
    }
    return turn == 0 ? best : -best;
  }

  std::size_t memory() const { return game.memory() + nodes_.capacity() * sizeof(Node); }

  const G rules_;
  State root_;
  OracleOptions options_;
  Knowledge<G> knowledge_;
  ContractReport report_;
  Watch<G> watch_;
  std::vector<DefaultActions<G>> defaults_;
  std::vector<Node> nodes_;
  std::array<std::vector<std::pair<State, int>>, 2> choices_;
};

}  // namespace dodona
