/// The restricted game of a particular game: it grows from implicit play, and best responses to its plans come from a
/// walk over the full game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "extensive/knowledge.h"
#include "extensive/plans.h"
#include "extensive/response_search.h"
#include "extensive/restricted_game.h"

namespace dodona {

/// What ends the restricted game where the mover has no allowed action.
enum class TemporaryLeaves {
  best_response,  ///< what the mover's default gets against a best response from that node on (thesis 5.2.1)
  defaults,       ///< nothing: the default action is allowed there at once
};

struct OracleOptions {
  TemporaryLeaves leaves = TemporaryLeaves::best_response;
  ResponseOptions response;
  bool symmetry = true;
  bool promising = false;  ///< default actions are the game's most promising ones
  std::array<std::shared_ptr<const NamedActions>, 2> defaults;
};

/// A sequence that was allowed, as a checkpoint remembers it.
struct Growth {
  int player;
  std::string key;
  std::int32_t actions;
  std::vector<std::int32_t> orbits;
  std::int32_t action;
};

/// The growing game, behind one face for all games.
class AnyDoubleOracle {
 public:
  virtual ~AnyDoubleOracle() = default;
  /// A player's best response in the full game to the other's plan, default actions outside it; what it plays is kept
  /// for `grow`.
  virtual double respond(int player, Budget& budget) = 0;
  /// Allows what a player's last response plays; how many sequences are new.
  virtual std::int64_t grow(int player, Budget& budget) = 0;
  /// The same from a checkpoint.
  virtual void repeat(const Growth& growth, Budget& budget) = 0;
  virtual SequenceProgram program(Budget& budget) = 0;
  /// Remembers a player's plan as it is now, for `rows` and `behaviour`.
  virtual void keep(int player) = 0;
  virtual PlanRows rows(int player) = 0;
  virtual std::vector<double> behaviour(const GameTree& tree, int player) = 0;

  RestrictedGame game;
  std::vector<Growth> log;
  std::array<std::vector<double>, 2> kept;  ///< by sequence; negative where it was not yet in the game
  std::int64_t nodes = 0;                   ///< of the restricted game
  std::int64_t oracle_nodes = 0;            ///< that best responses have walked over
  std::int64_t leaves = 0;                  ///< temporary leaves in the last program
  Magnitudes magnitudes;                    ///< of the utilities that the game has met
};

/// A player's part of a restricted game as a strategy for the full game: the plan where it says something, the default
/// elsewhere. Each thread has its own.
template <SequentialGame G>
class RestrictedPlan {
 public:
  using State = typename G::State;
  static constexpr std::int32_t kInside = 0, kOutside = 1;  ///< traces: in the restricted game, or beyond it

  RestrictedPlan(const G& rules, const RestrictedGame& game, int player, const std::vector<double>& behaviour,
                 const OracleOptions& options)
      : rules_(rules),
        game_(game),
        player_(player),
        own_(game.players[static_cast<std::size_t>(player)]),
        behaviour_(behaviour),
        knowledge_(rules, options.symmetry),
        defaults_(rules, options.promising, options.defaults[static_cast<std::size_t>(player)]) {}

  template <class F>
  void moves(const State& s, std::int32_t trace, F&& f) {
    if (trace == kInside) {
      const auto [key, map] = knowledge_.key(s, player_);
      if (const std::int32_t set = own_.keys.find(key); set != kNone && plays(set)) return planned(s, set, map, f);
    }
    default_moves(rules_, knowledge_, defaults_, s, player_, [&](int a, double p) { f(a, p, kOutside); });
  }

 private:
  bool plays(std::int32_t id) const {
    const RestrictedSet& set = own_.sets[static_cast<std::size_t>(id)];
    return set.parent != kNone && set.first != kNone && of(set.first) >= 0;
  }
  double of(std::int32_t sequence) const {
    const auto i = static_cast<std::size_t>(sequence);
    return i < behaviour_.size() ? behaviour_[i] : -1.0;
  }
  template <class F>
  void planned(const State& s, std::int32_t set, int map, F& f) {
    if (knowledge_.maps() == 1) {
      for (std::int32_t q = own_.sets[static_cast<std::size_t>(set)].first; q != kNone; q = own_.next(q))
        if (const double p = of(q); p > 0) f(own_.sequences[static_cast<std::size_t>(q)].action, p, kInside);
      return;
    }
    const int count = rules_.num_actions(s);
    for (int a = 0; a < count; ++a) {
      const std::int32_t q = game_.find(player_, set, own_.orbit(set, knowledge_.image(s, a, map)));
      if (q != kNone && of(q) > 0) f(a, of(q), kInside);
    }
  }

  const G& rules_;
  const RestrictedGame& game_;
  const int player_;
  const RestrictedPlayer& own_;
  const std::vector<double>& behaviour_;
  Knowledge<G> knowledge_;
  DefaultActions<G> defaults_;
};

/// What the responding player has already.
template <SequentialGame G>
class AllowedActions {
 public:
  using State = typename G::State;
  AllowedActions(const G& rules, const RestrictedGame& game, int player, bool symmetry)
      : rules_(rules),
        game_(game),
        player_(player),
        own_(game.players[static_cast<std::size_t>(player)]),
        knowledge_(rules, symmetry) {}

  /// Of actions that automorphisms exchange only the least; those that are allowed first.
  int look(const State& s, bool known, std::vector<int>& order) {
    order.clear();
    const int count = rules_.num_actions(s);
    knowledge_.orbits(s, player_, orbits_);
    for (int a = 0; a < count; ++a)
      if (orbits_.empty() || orbits_[static_cast<std::size_t>(a)] == a) order.push_back(a);
    if (!known) return 0;
    const auto [key, map] = knowledge_.key(s, player_);
    const std::int32_t set = own_.keys.find(key);
    if (set == kNone || own_.sets[static_cast<std::size_t>(set)].allowed == 0) return 0;
    const auto rest = std::stable_partition(order.begin(), order.end(), [&, to = map](int a) {
      return game_.find(player_, set, own_.orbit(set, knowledge_.image(s, a, to))) != kNone;
    });
    return static_cast<int>(rest - order.begin());
  }

 private:
  const G& rules_;
  const RestrictedGame& game_;
  const int player_;
  const RestrictedPlayer& own_;
  Knowledge<G> knowledge_;
  std::vector<int> orbits_;
};

template <SequentialGame G>
  requires InformationGame<G>
class DoubleOracle final : public AnyDoubleOracle {
 public:
  using State = typename G::State;
  using Plan = RestrictedPlan<G>;

  DoubleOracle(std::shared_ptr<const G> rules, State root, const OracleOptions& options, Budget& budget)
      : rules_(std::move(rules)),
        root_(std::move(root)),
        options_(options),
        knowledge_(*rules_, options.symmetry),
        watch_(*rules_, report_) {
    for (const std::size_t p : {0U, 1U}) defaults_.emplace_back(*rules_, options.promising, options.defaults[p]);
    const int maps = knowledge_.maps();
    enter(root_, 1.0, {0, 0}, maps == kMaxMaps ? ~std::uint64_t{0} : (std::uint64_t{1} << maps) - 1, 0, budget);
  }

  double respond(int player, Budget& budget) override {
    auto& choices = choices_[static_cast<std::size_t>(player)];
    choices.clear();
    const auto other = static_cast<std::size_t>(1 - player);
    ResponseSearch<G, Plan, AllowedActions<G>> search(
        *rules_, player, Plan(*rules_, game, 1 - player, game.players[other].behaviour, options_),
        AllowedActions<G>(*rules_, game, player, options_.symmetry), budget, options_.response);
    const double value = search.run(root_, Plan::kInside);
    for (auto& choice : search.choices)
      if (choice.action >= 0) choices.emplace_back(std::move(choice.state), choice.action);
    oracle_nodes += search.nodes;
    return value;
  }

  std::int64_t grow(int player, Budget& budget) override {
    std::int64_t added = 0;
    RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    for (const auto& [state, action] : choices_[static_cast<std::size_t>(player)]) {
      const auto [set, map] = intern(state, player);
      const int least = own.orbit(set, knowledge_.image(state, action, map));
      if (game.find(player, set, least) != kNone) continue;
      remember(player, state, set, least);
      allow(player, set, least, budget);
      ++added;
    }
    choices_[static_cast<std::size_t>(player)].clear();
    return added;
  }

  void repeat(const Growth& growth, Budget& budget) override {
    if (growth.player < 0) {
      open_leaves(budget);
      game.number();
    } else {
      RestrictedPlayer& own = game.players[static_cast<std::size_t>(growth.player)];
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(growth.key.data());
      const auto [set, is_new] = own.keys.intern({bytes, growth.key.size()});
      if (is_new) create(growth.player, growth.actions, growth.orbits);
      if (own.sets[at(set)].actions <= growth.action || growth.action < 0 ||
          game.find(growth.player, set, growth.action) != kNone)
        throw GameDefinitionError("the checkpoint does not fit this game: start without it.");
      allow(growth.player, set, growth.action, budget);
    }
    log.push_back(growth);
  }

  SequenceProgram program(Budget& budget) override {
    const std::vector<Payoff> open = open_leaves(budget);
    leaves = static_cast<std::int64_t>(open.size());
    log.push_back({-1, {}, 0, {}, 0});  // where the program was numbered anew
    return game.program(open);
  }

  void keep(int player) override {
    const RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    std::vector<double>& plan = kept[static_cast<std::size_t>(player)];
    plan = own.behaviour;
    for (std::size_t s = 1; s < plan.size(); ++s)
      if (own.sets[at(own.sequences[s].set)].parent == kNone) plan[s] = -1;
  }

  PlanRows rows(int player) override {
    PlanRows rows;
    Plan plan = kept_plan(player);
    const std::vector<double>& probabilities = kept[static_cast<std::size_t>(player)];
    Knowledge<G> plain(*rules_, false);
    KeyTable seen;
    for (const RestrictedSet& set : game.players[static_cast<std::size_t>(player)].sets) {
      if (set.parent == kNone || set.first == kNone || at(set.first) >= probabilities.size() ||
          probabilities[at(set.first)] < 0)
        continue;
      for (int map = 0; map < knowledge_.maps(); ++map) {
        State s = nodes_[at(set.nodes)].state;
        if constexpr (AutomorphicGame<G>)
          if (map != 0) s = rules_->image(s, map);
        if (seen.intern(plain.key(s, player).first).second) rows.add(*rules_, s, player, plan);
      }
    }
    return rows;
  }

  std::vector<double> behaviour(const GameTree& tree, int player) override {
    Plan plan = kept_plan(player);
    TreeBehaviour<G, Plan> filling(*rules_, tree, player, plan);
    filling.fill(root_, NodeId{0});
    return std::move(filling.behaviour);
  }

 private:
  struct Node {
    State state;
    double weight;  ///< of chance, times the number of histories that automorphisms make of this one
    std::array<std::int32_t, 2> sequence;
    std::int32_t next;
    std::uint64_t maps;  ///< those that leave the history as it is
    double leaf = std::numeric_limits<double>::quiet_NaN();
  };

  static constexpr int kLongest = 10'000;  ///< moves of a game: deeper would exhaust the stack
  static std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }

  Plan kept_plan(int player) const {
    return Plan(*rules_, game, player, kept[static_cast<std::size_t>(player)], options_);
  }

  void remember(int player, const State& state, std::int32_t set, int action) {
    const RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    const auto key = knowledge_.key(state, player).first;
    Growth growth{player, {key.begin(), key.end()}, own.sets[at(set)].actions, {}, action};
    if (const std::int32_t orbits = own.sets[at(set)].orbits; orbits != kNone)
      growth.orbits.assign(own.orbits.begin() + orbits, own.orbits.begin() + orbits + growth.actions);
    log.push_back(std::move(growth));
  }

  /// The information set of the mover at s, and the map that takes s to where it is named.
  std::pair<std::int32_t, int> intern(const State& s, int player) {
    RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    const auto [key, map] = knowledge_.key(s, player);
    const auto [set, is_new] = own.keys.intern(key);
    if (is_new) {
      std::vector<int> orbits;
      if constexpr (AutomorphicGame<G>)
        if (knowledge_.maps() > 1) knowledge_.orbits(map == 0 ? s : rules_->image(s, map), player, orbits);
      create(player, rules_->num_actions(s), orbits);
    }
    return {set, map};
  }
  void create(int player, int actions, const std::vector<std::int32_t>& orbits) {
    RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
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
      for (const RestrictedSet& set : game.players[static_cast<std::size_t>(player)].sets)
        if (set.allowed == 0)
          for (std::int32_t n = set.nodes; n != kNone; n = nodes_[at(n)].next) {
            Node& node = nodes_[at(n)];
            const bool is_new = std::isnan(node.leaf);
            if (is_new) node.leaf = default_value(node.state, player, 0, budget);
            open.push_back({node.sequence[0], node.sequence[1], node.weight * node.leaf});
            if (is_new) game.changes.push_back(open.back());
          }
    return open;
  }
  void close_leaves(const RestrictedSet& set) {
    for (std::int32_t n = set.nodes; n != kNone; n = nodes_[at(n)].next)
      if (const Node& node = nodes_[at(n)]; !std::isnan(node.leaf))
        game.changes.push_back({node.sequence[0], node.sequence[1], -node.weight * node.leaf});
  }

  void allow(int player, std::int32_t set, int action, Budget& budget) {
    RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    if (own.sets[at(set)].allowed == 0) close_leaves(own.sets[at(set)]);
    const std::int32_t sequence = game.allow(player, set, action, own.orbit_size(set, action));
    for (std::int32_t n = own.sets[at(set)].nodes; n != kNone; n = nodes_[at(n)].next)
      expand(n, player, set, sequence, 0, budget);
  }

  /// The nodes that a sequence leads to from node n of its set.
  void expand(std::int32_t n, int player, std::int32_t set, std::int32_t sequence, int depth, Budget& budget) {
    const RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    const int wanted = own.sequences[at(sequence)].action;
    std::array<std::int32_t, 2> sequences = nodes_[at(n)].sequence;
    sequences[static_cast<std::size_t>(player)] = sequence;
    const State s = nodes_[at(n)].state;
    const double weight = nodes_[at(n)].weight;
    if (knowledge_.maps() == 1) return enter(after(s, wanted), weight, sequences, 1, depth + 1, budget);
    const int map = knowledge_.key(s, player).second;
    each_class(s, nodes_[at(n)].maps, [&](int a, double size, std::uint64_t maps) {
      if (own.orbit(set, knowledge_.image(s, a, map)) == wanted)
        enter(after(s, a), weight * size, sequences, maps, depth + 1, budget);
    });
  }
  State after(const State& s, int action) const {
    State child = s;
    rules_->apply(child, action);
    return child;
  }

  /// One move at s of every class that the maps which leave the history to s as it is make of them: the move, how many
  /// there are of it, and the maps that leave it as it is too.
  template <class F>
  void each_class(const State& s, std::uint64_t maps, F&& f) {
    const int count = rules_->num_actions(s);
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
    const int turn = rules_->turn(s);
    if (turn == kTerminal) {
      const double u = utility(s);
      if (u != 0) game.pay({sequences[0], sequences[1], weight * u});
      return;
    }
    if (!watch_.turn(s, turn) || !watch_.actions(s, turn, rules_->num_actions(s))) return;
    if (depth >= std::min(budget.max_depth, kLongest)) too_long(depth);
    if (turn == kChance) {
      if constexpr (ChanceGame<G>) {
        if constexpr (UntrustedGame<G>) watch_.chance(s, rules_->num_actions(s));
        each_class(s, maps, [&](int outcome, double size, std::uint64_t stay) {
          const double p = rules_->chance_probability(s, outcome);
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
    RestrictedPlayer& own = game.players[static_cast<std::size_t>(player)];
    compare(own.sets[at(set)], s, player, sequences[static_cast<std::size_t>(player)]);
    own.sets[at(set)].parent = sequences[static_cast<std::size_t>(player)];
    const auto node = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({s, weight, sequences, own.sets[at(set)].nodes, maps});
    own.sets[at(set)].nodes = node;
    if (options_.leaves == TemporaryLeaves::defaults && own.sets[at(set)].allowed == 0)
      return allow(player, set, default_orbit(s, player, set), budget);
    for (std::int32_t q = own.sets[at(set)].first; q != kNone; q = own.next(q))
      expand(node, player, set, q, depth, budget);
  }
  int default_orbit(const State& s, int player, std::int32_t set) {
    const int map = knowledge_.key(s, player).second;
    int action = 0;
    default_moves(*rules_, knowledge_, defaults_[static_cast<std::size_t>(player)], s, player,
                  [&](int a, double) { action = a; });
    return game.players[static_cast<std::size_t>(player)].orbit(set, knowledge_.image(s, action, map));
  }

  /// Every node of an information set offers the same actions and follows the same own sequence.
  void compare(const RestrictedSet& set, const State& s, int player, std::int32_t sequence) const {
    const auto where = [&] {
      return "information set '" + rules_->info_label(s, player) + "' of player " + std::to_string(player);
    };
    if (set.actions != rules_->num_actions(s))
      throw GameDefinitionError("unequal actions at " + where() + ": one node has " + std::to_string(set.actions) +
                                " actions and another " + std::to_string(rules_->num_actions(s)) +
                                "; a player who cannot tell nodes apart must have the same actions in them.");
    if (set.parent != kNone && set.parent != sequence)
      throw UnsupportedGameError("imperfect recall at " + where() +
                                 ": two nodes of it follow different own moves of the player; let the information "
                                 "include the player's own earlier moves and observations.");
  }

  double utility(const State& s) {
    std::array<double, 2> u{};
    rules_->utilities(s, u.data());
    if constexpr (UntrustedGame<G>) watch_.utilities(s, u.data());
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
    const int turn = rules_->turn(s);
    if (turn == kTerminal) return utility(s);
    if (depth >= std::min(budget.max_depth, kLongest)) too_long(depth);
    const auto next = [&](int action) { return default_value(after(s, action), player, depth + 1, budget); };
    const int count = rules_->num_actions(s);
    double value = 0;
    if (turn == kChance) {
      if constexpr (ChanceGame<G>)
        for (int outcome = 0; outcome < count; ++outcome) {
          const double p = rules_->chance_probability(s, outcome);
          if (p > 0) value += p * next(outcome);
        }
      return value;
    }
    if (turn == player) {
      default_moves(*rules_, knowledge_, defaults_[static_cast<std::size_t>(player)], s, player,
                    [&](int action, double p) { value += p * next(action); });
      return value;
    }
    double best = -std::numeric_limits<double>::infinity();
    for (int a = 0; a < count; ++a) {
      best = std::max(best, turn == 0 ? next(a) : -next(a));
      if constexpr (BoundedGame<G>)
        if (best >= (turn == 0 ? rules_->max_utility() : -rules_->min_utility())) break;
    }
    return turn == 0 ? best : -best;
  }

  std::size_t memory() const { return game.memory() + nodes_.capacity() * sizeof(Node); }

  std::shared_ptr<const G> rules_;
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
