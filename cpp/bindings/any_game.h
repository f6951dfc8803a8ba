/// Games behind one virtual face, for the parts that choose a game at run time: bindings, CLI, files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "extensive/double_oracle.h"
#include "extensive/plans.h"
#include "extensive/response_search.h"
#include "games/adapters.h"
#include "games/automorphisms.h"
#include "games/contract.h"
#include "games/counts.h"
#include "games/game_tree.h"
#include "perfect/drivers.h"
#include "simultaneous/profile.h"
#include "simultaneous/solve.h"

namespace dodona {

using MovePart = std::variant<int, std::string>;  ///< an action by index or by label
using Move = std::vector<MovePart>;               ///< one part, or one per player at a simultaneous stage

[[noreturn]] void no_information();

/// A position of some game.
class AnyState {
 public:
  virtual ~AnyState() = default;
  virtual int turn() const = 0;
  /// Actions of a player who is to move, or outcomes of chance.
  virtual int num_actions(int player) const = 0;
  virtual std::string action_label(int player, int action) const = 0;
  virtual double chance_probability(int outcome) const = 0;
  virtual std::shared_ptr<AnyState> play(const Move& move) const = 0;
  virtual std::vector<double> utilities() const = 0;
  virtual std::string info_label(int player) const = 0;
  virtual std::optional<std::string> info_key(int player) const = 0;
  virtual std::optional<std::string> state_key() const = 0;
  virtual std::optional<std::string> mirror_key() const = 0;
  virtual std::shared_ptr<AnyState> image(int map) const = 0;
  virtual int image_action(int action, int map) const = 0;
  virtual std::shared_ptr<AnyState> undo() const = 0;  ///< null at the start, and where the game cannot
  virtual std::string describe() const = 0;
  /// What a plan does at this position, where its player moves.
  virtual PlanRows plan(int player, std::shared_ptr<const NamedPlan> plan) const = 0;
  /// The state object of rules from outside; null for others.
  virtual const void* foreign() const = 0;
};

/// An estimate of positions that comes from the user: rules of thumb in Python, or a compiled function of the exact
/// key. Where both are missing, the game's own.
struct Evaluation {
  std::function<double(std::shared_ptr<AnyState>)> of_state;
  double (*of_key)(const std::uint8_t* key, std::int64_t length) = nullptr;
  const void* identity = nullptr;  ///< the same for two that give the same estimates
};

/// A strategy at one information set: one action.
struct PureMove {
  int action;
  template <class State, class F>
  void moves(const State&, std::int32_t trace, F&& f) const {
    f(action, 1.0, trace);
  }
};

/// A best response to a named plan.
struct ResponseResult {
  double value;
  PlanRows rows;
  std::int64_t nodes;
};

class AnyGame {
 public:
  virtual ~AnyGame() = default;
  virtual Traits traits() const = 0;
  virtual bool untrusted() const = 0;  ///< rules from outside the core, see UntrustedGame
  virtual std::shared_ptr<AnyState> root() const = 0;
  /// The game that starts at a position of this one.
  virtual std::shared_ptr<AnyGame> at(const AnyState& state) const = 0;
  virtual std::shared_ptr<AnyGame> extensive() const = 0;
  virtual std::shared_ptr<AnyGame> serialized(int first) const = 0;
  virtual std::optional<std::pair<double, double>> utility_bounds() const = 0;
  virtual int num_automorphisms() const = 0;  ///< 1, the identity, where the game knows no other
  /// Whether the automorphisms are those of this game: from a later position on it may have fewer.
  virtual bool at_start() const = 0;
  virtual GameTree tree(Budget& budget) const = 0;
  virtual Counts count(Budget& budget) const = 0;
  virtual void check(Budget& budget, ContractReport& report) const = 0;
  /// Whether the declared automorphisms preserve the game.
  virtual void check_automorphisms(Budget& budget, ContractReport& report) const = 0;
  virtual std::unique_ptr<AnyDoubleOracle> double_oracle(const OracleOptions& options, Budget& budget) const = 0;
  /// A best response of a player to the other's plan, without a tree.
  virtual ResponseResult respond(int player, std::shared_ptr<const NamedPlan> plan, const ResponseOptions& options,
                                 Budget& budget) const = 0;
  /// A plan on a stored tree.
  virtual std::vector<double> plan_behaviour(const GameTree& tree, int player,
                                             std::shared_ptr<const NamedPlan> plan) const = 0;
  virtual bool has_evaluation() const = 0;
  virtual StageResult solve_stages(const StageOptions& options, std::shared_ptr<const Evaluation> evaluation,
                                   Budget& budget, const OnSearch& on_search) const = 0;
  virtual StageReport stage(const AnyState& state, const StageOptions& options,
                            std::shared_ptr<const Evaluation> evaluation, Budget& budget) const = 0;
  /// Optimal strategies at every stage of a tree, as one behaviour per player.
  virtual std::vector<std::vector<double>> stage_profile(const GameTree& tree, const StageOptions& options,
                                                         Budget& budget) const = 0;
  virtual SearchResult search(const SearchOptions& options, std::shared_ptr<const Evaluation> evaluation,
                              Budget& budget, const OnSearch& on_search) const = 0;
};

std::shared_ptr<AnyGame> no_such_view(const char* view);
SearchResult no_search();
[[noreturn]] void no_stages();
int resolve_move(const AnyState& state, int player, const MovePart& part);

template <class G>
int automorphisms_of(const G& game) {
  if constexpr (AutomorphicGame<G>) return game.num_automorphisms();
  return 1;
}

template <SequentialGame G>
class HostedState final : public AnyState {
 public:
  HostedState(std::shared_ptr<const G> game, typename G::State state, int plies = 0)
      : game_(std::move(game)), plies_(plies), state(std::move(state)) {}

  int turn() const override { return game_->turn(state); }
  int num_actions(int player) const override {
    if (turn() == kTerminal) return 0;
    if constexpr (SimultaneousGame<G>)
      if (turn() == kSimultaneous)
        return player >= 0 && player < game_->traits().players ? game_->num_actions(state, player) : 0;
    return player == turn() ? game_->num_actions(state) : 0;
  }
  std::string action_label(int player, int action) const override {
    if (action < 0 || action >= num_actions(player)) throw IllegalMoveError("no such action.");
    return game_->action_label(state, player, action);
  }
  double chance_probability(int outcome) const override {
    if constexpr (ChanceGame<G>)
      if (turn() == kChance && outcome >= 0 && outcome < num_actions(kChance))
        return game_->chance_probability(state, outcome);
    throw IllegalMoveError("no such chance outcome.");
  }
  std::shared_ptr<AnyState> play(const Move& move) const override {
    const int mover = turn();
    if (mover == kTerminal) throw IllegalMoveError("the game is over at " + describe() + ": there is no move to play.");
    const std::size_t parts = mover == kSimultaneous ? static_cast<std::size_t>(game_->traits().players) : 1;
    if (move.size() != parts)
      throw IllegalMoveError("at " + describe() + " a move has " + std::to_string(parts) +
                             " part(s), one per mover, not " + std::to_string(move.size()) + ".");
    std::vector<int> actions;
    for (std::size_t i = 0; i < parts; ++i)
      actions.push_back(resolve_move(*this, mover == kSimultaneous ? static_cast<int>(i) : mover, move[i]));
    auto next = std::make_shared<HostedState>(game_, state, plies_ + 1);
    if constexpr (SimultaneousGame<G>)
      if (mover == kSimultaneous) {
        game_->apply_joint(next->state, actions.data());
        return next;
      }
    game_->apply(next->state, actions[0]);
    return next;
  }
  std::vector<double> utilities() const override {
    if (turn() != kTerminal)
      throw IllegalMoveError("utilities exist only where the game is over, not at " + describe() + ".");
    std::vector<double> out(static_cast<std::size_t>(game_->traits().players));
    game_->utilities(state, out.data());
    return out;
  }
  std::string info_label(int player) const override { return game_->info_label(state, checked(player)); }
  std::optional<std::string> info_key(int player) const override {
    checked(player);
    // Rules from outside that hide nothing have keys of their own, which mean something only within one walk.
    if constexpr (InformationGame<G>)
      if (!(UntrustedGame<G> && game_->traits().perfect_information))
        return written([&](KeyWriter& key) { game_->info_key(state, player, key); });
    return std::nullopt;
  }
  std::optional<std::string> state_key() const override {
    if constexpr (KeyedGame<G>) return written([&](KeyWriter& key) { game_->state_key(state, key); });
    return std::nullopt;
  }
  std::optional<std::string> mirror_key() const override {
    if constexpr (SymmetricGame<G>) return written([&](KeyWriter& key) { game_->mirror_key(state, key); });
    return std::nullopt;
  }
  std::shared_ptr<AnyState> image(int map) const override {
    require_map(map);
    if constexpr (AutomorphicGame<G>) return std::make_shared<HostedState>(game_, game_->image(state, map), plies_);
    return std::make_shared<HostedState>(*this);
  }
  int image_action(int action, int map) const override {
    require_map(map);
    if (turn() == kTerminal || turn() == kSimultaneous || action < 0 || action >= num_actions(turn()))
      throw IllegalMoveError("no such action.");
    if constexpr (AutomorphicGame<G>) return game_->image(state, action, map);
    return action;
  }
  std::shared_ptr<AnyState> undo() const override {
    if constexpr (UndoGame<G>) {
      if (plies_ == 0) return nullptr;
      auto previous = std::make_shared<HostedState>(game_, state, plies_ - 1);
      game_->undo(previous->state);
      return previous;
    }
    return nullptr;
  }
  std::string describe() const override { return game_->describe(state); }
  PlanRows plan(int player, std::shared_ptr<const NamedPlan> plan) const override {
    if (checked(player) != turn() && turn() != kSimultaneous)
      throw IllegalMoveError("player " + std::to_string(player) + " does not move at " + describe() + ".");
    if constexpr (InformationGame<G> && SimultaneousGame<G>) {
      const AsExtensive<G> view(*game_);
      return planned(view, {state, {}, turn() == kSimultaneous ? player : 0}, player, std::move(plan));
    } else if constexpr (InformationGame<G>) {
      return planned(*game_, state, player, std::move(plan));
    } else {
      no_information();
    }
  }
  const G* rules() const { return game_.get(); }
  const void* foreign() const override {
    if constexpr (requires { game_->foreign(state); }) return game_->foreign(state);
    return nullptr;
  }

 private:
  template <class Write>
  static std::string written(Write&& write) {
    KeyWriter key;
    write(key);
    return {key.view().begin(), key.view().end()};
  }
  void require_map(int map) const {
    const int maps = automorphisms_of(*game_);
    if (map < 0 || map >= maps)
      throw IllegalMoveError("there is no map " + std::to_string(map) + ": maps of the game are counted from 0 to " +
                             std::to_string(maps - 1) + ".");
  }
  template <class View>
  static PlanRows planned(const View& view, const typename View::State& s, int player,
                          std::shared_ptr<const NamedPlan> plan) {
    NamedOpponent<View> opponent(view, player, std::move(plan));
    PlanRows rows;
    rows.add(view, s, player, opponent);
    return rows;
  }
  int checked(int player) const {
    const int players = game_->traits().players;
    if (player >= 0 && player < players) return player;
    throw IllegalMoveError("there is no player " + std::to_string(player) + ": players are counted from 0 to " +
                           std::to_string(players - 1) + ".");
  }

  std::shared_ptr<const G> game_;
  int plies_;  ///< moves since the position that the game started from

 public:
  typename G::State state;
};

template <SequentialGame G>
class HostedGame final : public AnyGame {
 public:
  explicit HostedGame(G game) : game_(std::make_shared<const G>(std::move(game))), root_(game_->initial()) {}
  HostedGame(std::shared_ptr<const G> game, typename G::State root)
      : game_(std::move(game)), root_(std::move(root)), at_start_(false) {}

  Traits traits() const override { return game_->traits(); }
  bool untrusted() const override { return UntrustedGame<G>; }
  std::shared_ptr<AnyState> root() const override { return std::make_shared<HostedState<G>>(game_, root_); }
  std::shared_ptr<AnyGame> at(const AnyState& state) const override {
    return std::make_shared<HostedGame>(game_, own(state));
  }
  std::shared_ptr<AnyGame> extensive() const override {
    if constexpr (SimultaneousGame<G>) {
      auto view = std::make_shared<const AsExtensive<G>>(*game_);
      return std::make_shared<HostedGame<AsExtensive<G>>>(view, view->at(root_));
    } else {
      return no_such_view("extensive");
    }
  }
  std::shared_ptr<AnyGame> serialized(int first) const override {
    if constexpr (SimultaneousGame<G>) {
      auto view = std::make_shared<const Serialized<G>>(*game_, first);
      return std::make_shared<HostedGame<Serialized<G>>>(view, view->at(root_));
    } else {
      (void)first;
      return no_such_view("serialized");
    }
  }
  std::optional<std::pair<double, double>> utility_bounds() const override {
    if constexpr (BoundedGame<G>) return std::pair{game_->min_utility(), game_->max_utility()};
    return std::nullopt;
  }
  int num_automorphisms() const override { return automorphisms_of(*game_); }
  bool at_start() const override { return at_start_; }
  GameTree tree(Budget& budget) const override {
    return on_sequential([&](const auto& game, auto root) { return build_tree(game, std::move(root), budget); });
  }
  Counts count(Budget& budget) const override {
    return on_sequential([&](const auto& game, auto root) { return dodona::count(game, std::move(root), budget); });
  }
  void check(Budget& budget, ContractReport& report) const override {
    on_sequential([&](const auto& game, auto root) { dodona::check(game, std::move(root), budget, report); });
  }
  void check_automorphisms(Budget& budget, ContractReport& report) const override {
    on_sequential([&](const auto& game, auto root) {
      using View = std::remove_cvref_t<decltype(game)>;
      if constexpr (AutomorphicGame<View> && InformationGame<View>)
        if (at_start_ && game.num_automorphisms() > 1) AutomorphismCheck<View>(game, budget, report).walk(root);
    });
  }
  std::unique_ptr<AnyDoubleOracle> double_oracle(const OracleOptions& options, Budget& budget) const override {
    if constexpr (InformationGame<G>) {
      return on_hidden([&](auto game, auto root) -> std::unique_ptr<AnyDoubleOracle> {
        using View = std::remove_cvref_t<decltype(*game)>;
        OracleOptions own = options;
        own.symmetry = options.symmetry && at_start_;
        return std::make_unique<DoubleOracle<View>>(std::move(game), std::move(root), own, budget);
      });
    } else {
      no_information();
    }
  }
  ResponseResult respond(int player, std::shared_ptr<const NamedPlan> plan, const ResponseOptions& options,
                         Budget& budget) const override {
    if constexpr (InformationGame<G>) {
      return on_hidden([&](auto game, auto root) {
        using View = std::remove_cvref_t<decltype(*game)>;
        ResponseSearch<View, NamedOpponent<View>, NoActions<View>> search(
            *game, player, NamedOpponent<View>(*game, 1 - player, plan), NoActions<View>{*game}, budget, options);
        ResponseResult result{search.run(root, 0), {}, search.nodes};
        for (const auto& choice : search.choices) {
          PureMove move{choice.action};
          if (choice.action >= 0) result.rows.add(*game, choice.state, player, move);
        }
        return result;
      });
    } else {
      no_information();
    }
  }
  std::vector<double> plan_behaviour(const GameTree& tree, int player,
                                     std::shared_ptr<const NamedPlan> plan) const override {
    if constexpr (InformationGame<G>) {
      return on_hidden([&](auto game, auto root) {
        using View = std::remove_cvref_t<decltype(*game)>;
        NamedOpponent<View> opponent(*game, player, plan);
        TreeBehaviour<View, NamedOpponent<View>> filling(*game, tree, player, opponent);
        filling.fill(root, NodeId{0});
        return std::move(filling.behaviour);
      });
    } else {
      no_information();
    }
  }
  bool has_evaluation() const override {
    if constexpr (requires { game_->has_evaluation(); }) return game_->has_evaluation();
    return EvaluatedGame<G>;
  }
  StageResult solve_stages(const StageOptions& options, std::shared_ptr<const Evaluation> evaluation, Budget& budget,
                           const OnSearch& on_search) const override {
    require_stages();
    if constexpr (SimultaneousGame<G>) {
      open_tables(options, evaluation);
      return dodona::solve_stages(*game_, root_, options, estimate_by(evaluation), budget, on_search);
    }
    return {};
  }
  StageReport stage(const AnyState& state, const StageOptions& options, std::shared_ptr<const Evaluation> evaluation,
                    Budget& budget) const override {
    require_stages();
    if constexpr (SimultaneousGame<G>) {
      open_tables(options, evaluation);
      const auto estimate = estimate_by(evaluation);
      return StageSearch<G>(*game_, options, estimate, budget).report(own(state));
    }
    return {};
  }
  std::vector<std::vector<double>> stage_profile(const GameTree& tree, const StageOptions& options,
                                                 Budget& budget) const override {
    require_stages();
    if constexpr (SimultaneousGame<G>) {
      open_tables(options, nullptr);
      const auto estimate = estimate_by(nullptr);
      StageSearch<G> search(*game_, options, estimate, budget);
      return profile_of_stages(*game_, root_, tree, search);
    }
    return {};
  }
  SearchResult search(const SearchOptions& options, std::shared_ptr<const Evaluation> evaluation, Budget& budget,
                      const OnSearch& on_search) const override {
    const Traits traits = game_->traits();
    if (traits.players != 2 || traits.simultaneous || !traits.perfect_information) return no_search();
    if constexpr (kSearched) {
      if (options.table) options.table->open(game_, identity_of(evaluation));
      return SearchDriver<G>(*game_, root_, options, estimate_by(evaluation), budget, on_search).run();
    } else {
      return no_search();
    }
  }

 private:
  /// Games that always hide something, or always have simultaneous moves, need no search compiled for them.
  static constexpr bool kSearched =
      UntrustedGame<G> || requires { G::kMayHideNothing; } || !(SimultaneousGame<G> || InformationGame<G>);

  /// A position of this game. Rules in Python are wrapped anew for every handle; their states are their own.
  const typename G::State& own(const AnyState& state) const {
    const auto* hosted = dynamic_cast<const HostedState<G>*>(&state);
    if (hosted == nullptr || (!UntrustedGame<G> && hosted->rules() != game_.get()))
      throw IllegalMoveError("this position belongs to another game.");
    return hosted->state;
  }
  void require_stages() const {
    const Traits traits = game_->traits();
    if (!SimultaneousGame<G> || traits.players != 2 || !traits.perfect_information) no_stages();
  }
  void open_tables(const StageOptions& options, const std::shared_ptr<const Evaluation>& evaluation) const {
    if (options.table) options.table->open(game_, identity_of(evaluation));
    for (const auto& table : options.serialized_tables)
      if (table) table->open(game_, identity_of(evaluation));
  }
  static std::shared_ptr<const void> identity_of(const std::shared_ptr<const Evaluation>& evaluation) {
    return {evaluation, evaluation ? evaluation->identity : nullptr};
  }
  std::function<double(const typename G::State&)> estimate_by(std::shared_ptr<const Evaluation> evaluation) const {
    return [game = game_, evaluation = std::move(evaluation)](const typename G::State& s) {
      return estimated(game, evaluation.get(), s);
    };
  }

  static double estimated(const std::shared_ptr<const G>& game, const Evaluation* evaluation,
                          const typename G::State& s) {
    if (evaluation != nullptr && evaluation->of_state)
      return evaluation->of_state(std::make_shared<HostedState<G>>(game, s));
    if constexpr (KeyedGame<G>)
      if (evaluation != nullptr && evaluation->of_key != nullptr) {
        KeyWriter key;
        game->state_key(s, key);
        return evaluation->of_key(key.view().data(), static_cast<std::int64_t>(key.view().size()));
      }
    if constexpr (EvaluatedGame<G>) return game->evaluate(s);
    throw SolverError("there is no evaluation for positions beyond the depth limit.");
  }

  /// Works on the extensive form of a game that tells what players know.
  template <class Do>
  auto on_hidden(Do&& act) const {
    if constexpr (SimultaneousGame<G>) {
      auto view = std::make_shared<const AsExtensive<G>>(*game_);
      const auto root = view->at(root_);
      return act(std::move(view), root);
    } else {
      return act(game_, root_);
    }
  }

  template <class Do>
  auto on_sequential(Do&& act) const {
    if constexpr (SimultaneousGame<G>) {
      const AsExtensive<G> view(*game_);
      return act(view, view.at(root_));
    } else {
      return act(*game_, root_);
    }
  }

  std::shared_ptr<const G> game_;
  typename G::State root_;
  bool at_start_ = true;
};

}  // namespace dodona
