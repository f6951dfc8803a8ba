/// Puts a game of a known type behind the common face.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "games/adapters.h"
#include "games/contract.h"
#include "games/rules.h"

namespace dodona {

/// The face of a game of type G, with those kernels compiled for it that the domain names.
template <SequentialGame G, template <class> class... Kernels>
class HostedRules final : public RulesFace {
 public:
  using State = typename G::State;
  explicit HostedRules(G game) : game_(std::move(game)), kernels_(Kernels<G>(game_)...) {}
  HostedRules(const HostedRules&) = delete;  // its kernels refer to its game
  HostedRules& operator=(const HostedRules&) = delete;

  Traits traits() const override { return game_.traits(); }
  Abilities abilities() const override { return abilities_of(game_); }
  std::pair<double, double> utility_bounds() const override {
    if constexpr (BoundedGame<G>) return {game_.min_utility(), game_.max_utility()};
    return {-kInfinite, kInfinite};
  }
  Position initial() const override { return Position::of(game_.initial()); }

  int turn(const Position& s) const override { return game_.turn(state(s)); }
  int num_actions(const Position& s) const override { return game_.num_actions(state(s)); }
  int num_actions(const Position& s, int player) const override {
    if constexpr (SimultaneousGame<G>) return game_.num_actions(state(s), player);
    return player == game_.turn(state(s)) ? game_.num_actions(state(s)) : 0;
  }
  void apply(Position& s, int action) const override { game_.apply(state(s), action); }
  void apply_joint([[maybe_unused]] Position& s, [[maybe_unused]] const int* joint) const override {
    if constexpr (SimultaneousGame<G>) game_.apply_joint(state(s), joint);
  }
  void undo([[maybe_unused]] Position& s) const override {
    if constexpr (UndoGame<G>) game_.undo(state(s));
  }
  double chance_probability([[maybe_unused]] const Position& s, [[maybe_unused]] int outcome) const override {
    if constexpr (ChanceGame<G>) return game_.chance_probability(state(s), outcome);
    return 0;
  }
  void utilities(const Position& s, double* out) const override { game_.utilities(state(s), out); }

  void info_key([[maybe_unused]] const Position& s, [[maybe_unused]] int player,
                [[maybe_unused]] KeyWriter& key) const override {
    if constexpr (InformationGame<G>) game_.info_key(state(s), player, key);
  }
  void state_key([[maybe_unused]] const Position& s, [[maybe_unused]] KeyWriter& key) const override {
    if constexpr (KeyedGame<G>) game_.state_key(state(s), key);
  }
  void canonical([[maybe_unused]] KeyWriter& key) const override {
    if constexpr (CanonicalGame<G>) game_.canonical(key);
  }
  void mirror_key(const Position& s, KeyWriter& key) const override {
    if constexpr (SymmetricGame<G>)
      game_.mirror_key(state(s), key);
    else
      state_key(s, key);
  }

  std::pair<double, double> outlook([[maybe_unused]] const Position& s) const override {
    if constexpr (OutlookGame<G>) return game_.outlook(state(s));
    return {-kInfinite, kInfinite};
  }
  double evaluate([[maybe_unused]] const Position& s) const override {
    if constexpr (EvaluatedGame<G>) return game_.evaluate(state(s));
    return std::numeric_limits<double>::quiet_NaN();
  }
  void evaluate_all([[maybe_unused]] const Position& s, double* out) const override {
    if constexpr (VectorEvaluatedGame<G>)
      game_.evaluate_all(state(s), out);
    else
      std::fill_n(out, game_.traits().players, std::numeric_limits<double>::quiet_NaN());
  }
  void hopes([[maybe_unused]] const Position& s, double* out) const override {
    if constexpr (HopefulGame<G>)
      game_.hopes(state(s), out);
    else
      std::fill_n(out, game_.traits().players, utility_bounds().second);
  }
  std::vector<double> outcomes() const override {
    if constexpr (OutcomeGame<G>) return game_.outcomes();
    return {};
  }
  int num_prospects() const override {
    if constexpr (ProspectGame<G>) return game_.num_prospects();
    return 1;
  }
  int prospect([[maybe_unused]] const Position& s) const override {
    if constexpr (ProspectGame<G>) return game_.prospect(state(s));
    return 0;
  }
  bool reachable([[maybe_unused]] int prospect, [[maybe_unused]] int outcome) const override {
    if constexpr (ProspectGame<G>) return game_.reachable(prospect, outcome);
    return true;
  }
  double promise([[maybe_unused]] const Position& s, [[maybe_unused]] int action) const override {
    if constexpr (OrderedGame<G>) return game_.promise(state(s), action);
    return 0;
  }
  double promise([[maybe_unused]] const Position& s, [[maybe_unused]] int player,
                 [[maybe_unused]] int action) const override {
    if constexpr (StageOrderedGame<G>) return game_.promise(state(s), player, action);
    return 0;
  }
  int move_id([[maybe_unused]] const Position& s, int action) const override {
    if constexpr (MoveIdGame<G>) return game_.move_id(state(s), action);
    return action;
  }
  int num_automorphisms() const override {
    if constexpr (AutomorphicGame<G>) return game_.num_automorphisms();
    return 1;
  }
  Position image(const Position& s, [[maybe_unused]] int map) const override {
    if constexpr (AutomorphicGame<G>) return Position::of(game_.image(state(s), map));
    return s;
  }
  int image([[maybe_unused]] const Position& s, int action, [[maybe_unused]] int map) const override {
    if constexpr (AutomorphicGame<G>) return game_.image(state(s), action, map);
    return action;
  }
  void image_key(const Position& s, [[maybe_unused]] int map, int player, KeyWriter& key) const override {
    if constexpr (AutomorphicGame<G> && InformationGame<G>)
      game_.info_key(game_.image(state(s), map), player, key);
    else
      info_key(s, player, key);
  }

  std::string action_label(const Position& s, int player, int action) const override {
    return game_.action_label(state(s), player, action);
  }
  std::string info_label(const Position& s, int player) const override { return game_.info_label(state(s), player); }
  std::string describe(const Position& s) const override { return game_.describe(state(s)); }
  std::string draw(const Position& s, int viewer) const override {
    if constexpr (DrawnGame<G>) return game_.draw(state(s), viewer);
    const bool sees_all = viewer == kOnlooker || game_.traits().perfect_information;
    return sees_all ? describe(s) : info_label(s, viewer);
  }
  std::string difference([[maybe_unused]] const Position& s) const override {
    if constexpr (requires { game_.difference(state(s)); }) return game_.difference(state(s));
    return {};
  }
  Position adopted(const Position& s) const override {
    if constexpr (requires { game_.adopted(state(s)); }) return Position::of(game_.adopted(state(s)));
    return s;
  }
  const void* foreign([[maybe_unused]] const Position& s) const override {
    if constexpr (requires { game_.foreign(state(s)); }) return game_.foreign(state(s));
    return nullptr;
  }
  const void* foreign_rules() const override {
    if constexpr (requires { game_.foreign_rules(); }) return game_.foreign_rules();
    return nullptr;
  }

  std::shared_ptr<const RulesFace> extensive() const override {
    if constexpr (SimultaneousGame<G> && InformationGame<G>)
      if (game_.traits().simultaneous) return std::make_shared<HostedRules<AsExtensive<G>>>(AsExtensive<G>(game_));
    return nullptr;
  }
  std::shared_ptr<const RulesFace> serialized([[maybe_unused]] int first) const override {
    if constexpr (SimultaneousGame<G>)
      if (game_.traits().simultaneous) return std::make_shared<HostedRules<Serialized<G>>>(Serialized<G>(game_, first));
    return nullptr;
  }
  Position lifted(const Position& base) const override {
    if constexpr (requires(typename G::Base s) { game_.at(s); })
      return Position::of(game_.at(base.template as<typename G::Base>()));
    return base;
  }

  const void* kernel([[maybe_unused]] std::type_index interface) const override {
    const void* found = nullptr;
    ((interface == typeid(typename Kernels<G>::Interface)
          ? void(found = static_cast<const typename Kernels<G>::Interface*>(&std::get<Kernels<G>>(kernels_)))
          : void()),
     ...);
    return found;
  }

 private:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  static const State& state(const Position& s) { return s.as<State>(); }
  static State& state(Position& s) { return s.as<State>(); }

  G game_;
  std::tuple<Kernels<G>...> kernels_;
};

/// A game as rules. `host<SearchKernel>(ConnectFour(7, 6, 4))` has searches compiled for its type.
template <template <class> class... Kernels, SequentialGame G>
Rules host(G game) {
  return Rules(std::make_shared<HostedRules<G, Kernels...>>(std::move(game)));
}

}  // namespace dodona
