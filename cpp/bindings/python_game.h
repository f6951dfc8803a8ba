/// Rules written in Python behind the contract of games.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/move_labels.h"
#include "bindings/python_text.h"
#include "games/contract.h"

namespace dodona {

namespace nb = nanobind;

/// Calls the methods of a `dodona.Game` subclass; all its uses hold the interpreter lock. Each position asks Python
/// once for its turn and once per mover for the actions, whatever the walk then needs of them. What the walk asks is
/// checked against these answers, because rules that do not always answer alike make it ask for what is not there.
/// Whatever goes wrong in Python becomes a GameDefinitionError that names the method and the state.
class PythonGame {
  struct Position;

 public:
  using State = std::shared_ptr<Position>;

  explicit PythonGame(nb::object game);

  Traits traits() const { return traits_; }
  Abilities abilities() const { return abilities_; }
  State initial() const;
  /// A position that was made by another object of the same rules.
  State adopted(const State& s) const;
  int turn(const State& s) const { return s->turn; }
  int num_actions(const State& s) const { return num_actions(s, s->turn); }
  int num_actions(const State& s, int player) const;
  void apply(State& s, int action) const;
  void apply_joint(State& s, const int* joint) const;
  double chance_probability(const State& s, int outcome) const;
  void utilities(const State& s, double* out) const;
  void info_key(const State& s, int player, KeyWriter& key) const;
  void state_key(const State& s, KeyWriter& key) const;
  const void* foreign(const State& s) const { return s->state.ptr(); }
  const void* foreign_rules() const { return game_.ptr(); }
  double evaluate(const State& s) const;
  void evaluate_all(const State& s, double* out) const;
  void hopes(const State& s, double* out) const;
  std::vector<double> outcomes() const;
  double promise(const State& s, int action) const;
  int move_id(const State& s, int action) const;
  double min_utility() const { return min_utility_; }
  double max_utility() const { return max_utility_; }
  int num_automorphisms() const { return hides() ? automorphisms_ : 1; }
  State image(const State& s, int map) const;
  int image(const State& s, int action, int map) const;
  std::string action_label(const State& s, int player, int action) const;
  std::string info_label(const State& s, int player) const;
  std::string describe(const State& s) const;
  /// What the rules draw, where they define that; else what they call the state, or what the viewer knows.
  std::string draw(const State& s, int viewer) const;
  std::string difference(const State& s) const;

 private:
  /// A method of the rules, bound when it is first called.
  struct Hook {
    const char* name;
    nb::object method = {};
  };
  /// What is learnt while the game is walked; views of the game have it in common.
  struct Memory {
    Hook initial{"initial"}, turn{"turn"}, actions{"actions"}, chance{"chance"}, play{"play"}, utility{"utility"},
        information{"information"}, evaluate{"evaluate"}, evaluate_all{"evaluate_all"}, hopes{"hopes"},
        outcomes{"outcomes"}, promise{"promise"}, image{"image"}, image_action{"image_action"}, draw{"draw"};
    nb::dict information_ids, state_ids;
    MoveLabels labels;
    KeyTable histories;  ///< where nothing is hidden, a player knows the history
    KeyWriter history;
  };
  struct Choices {
    std::vector<nb::object> moves;
    std::vector<std::int32_t> labels;
    std::vector<double> probabilities;  ///< of chance only
  };
  struct Position {
    nb::object state;
    std::uint64_t serial = 0;  ///< tells histories apart where nothing is hidden
    int turn = 0;
    std::vector<Choices> choices;  ///< of the mover, or of every player at a stage; empty until somebody asks
    nb::object information;        ///< what `informed` knows, kept because its label is often asked for next
    int informed = -1;
  };

  template <class... Args>
  nb::object call(Hook& hook, nb::handle state, Args&&... args) const;
  /// Whether the game defines what players know.
  bool hides() const { return !traits_.perfect_information; }
  bool defines(const char* method) const;
  [[noreturn]] void broken(const char* method, nb::handle state, const std::string& what) const;
  [[noreturn]] void fickle(const State& s, const std::string& what) const;
  State position(nb::object state, std::uint64_t serial) const;
  int ask_turn(nb::handle state) const;
  nb::object played(const State& s, const nb::object& move) const;
  nb::object joint_move(const State& s, const int* joint) const;
  void advance(State& s, nb::object next, std::span<const int> moves) const;
  const Choices& choices(const State& s, int player) const;
  const nb::object& move_at(const State& s, int player, int action) const;
  Choices ask(const State& s, int player) const;
  Choices ask_actions(const State& s, int player) const;
  Choices ask_chance(const State& s) const;
  void name_moves(const char* method, const State& s, Choices& choices) const;
  const nb::object& information(const State& s, int player) const;
  double number(const char* method, nb::handle state, const nb::object& given) const;
  void one_per_player(const char* method, nb::handle state, const nb::object& given, double* out) const;
  std::uint64_t intern(nb::dict& ids, nb::handle item, const char* method, nb::handle state) const;
  std::string difference_of_choices(const State& s) const;
  std::string difference_of_play(const State& s) const;

  nb::object game_;
  std::string name_;
  Traits traits_;
  Abilities abilities_;
  int automorphisms_ = 1;
  double min_utility_, max_utility_;
  std::shared_ptr<Memory> memory_;
};

template <class... Args>
nb::object PythonGame::call(Hook& hook, nb::handle state, Args&&... args) const {
  try {
    if (!hook.method.is_valid()) hook.method = game_.attr(hook.name);
    if (state.is_valid()) return hook.method(state, std::forward<Args>(args)...);
    return hook.method();
  } catch (nb::python_error& error) {
    const nb::module_ errors = nb::module_::import_("dodona.model.errors");
    if (!error.matches(PyExc_Exception) || error.matches(errors.attr("GameDefinitionError"))) throw;
    const std::string what = name_ + "." + hook.name + (state.is_valid() ? " at state " + text_of(state) : "") +
                             " raised " + text_of(error.type().attr("__name__")) + ": " + text_of(error.value());
    nb::raise_from(error, errors.attr("GameDefinitionError"), "%s", what.c_str());
  }
}

}  // namespace dodona
