/// What a restricted game says in the full game: a player's plan, and what she has already.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "extensive/double_oracle.h"
#include "extensive/knowledge.h"
#include "extensive/plans_impl.h"
#include "extensive/restricted_game.h"

namespace dodona {

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
        own_(game.players[index(player)]),
        behaviour_(behaviour),
        knowledge_(rules, options.symmetry),
        defaults_(rules, options.promising, options.defaults[index(player)]) {}

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
    const RestrictedSet& set = own_.sets[index(id)];
    return set.parent != kNone && set.first != kNone && of(set.first) >= 0;
  }
  double of(std::int32_t sequence) const {
    const auto i = index(sequence);
    return i < behaviour_.size() ? behaviour_[i] : -1.0;
  }
  template <class F>
  void planned(const State& s, std::int32_t set, int map, F& f) {
    if (knowledge_.maps() == 1) {
      for (std::int32_t q = own_.sets[index(set)].first; q != kNone; q = own_.next(q))
        if (const double p = of(q); p > 0) f(own_.sequences[index(q)].action, p, kInside);
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
      : rules_(rules), game_(game), player_(player), own_(game.players[index(player)]), knowledge_(rules, symmetry) {}

  /// Of actions that automorphisms exchange only the least; those that are allowed first.
  int look(const State& s, bool known, std::vector<int>& order) {
    order.clear();
    const int count = rules_.num_actions(s);
    knowledge_.orbits(s, player_, orbits_);
    for (int a = 0; a < count; ++a)
      if (orbits_.empty() || orbits_[index(a)] == a) order.push_back(a);
    if (!known) return 0;
    const auto [key, map] = knowledge_.key(s, player_);
    const std::int32_t set = own_.keys.find(key);
    if (set == kNone || own_.sets[index(set)].allowed == 0) return 0;
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

}  // namespace dodona
