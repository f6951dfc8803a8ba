/// Rules written in Python behind the contract of games.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "games/contract.h"

namespace dodona {

namespace nb = nanobind;

/// Calls the methods of a `dodona.Game` subclass; all its uses hold the interpreter lock. Each position asks Python
/// once for its turn and once per mover for the actions, whatever the walk then needs of them. Whatever goes wrong in
/// Python becomes a GameDefinitionError that names the method and the state.
class PythonGame {
  struct Position;

 public:
  static constexpr bool kUntrusted = true;
  using State = std::shared_ptr<Position>;

  explicit PythonGame(nb::object game);

  Traits traits() const { return traits_; }
  State initial() const;
  int turn(const State& s) const;
  int num_actions(const State& s) const { return num_actions(s, turn(s)); }
  int num_actions(const State& s, int player) const;
  void apply(State& s, int action) const;
  void apply_joint(State& s, const int* joint) const;
  double chance_probability(const State& s, int outcome) const;
  void utilities(const State& s, double* out) const;
  void info_key(const State& s, int player, KeyWriter& key) const;
  void state_key(const State& s, KeyWriter& key) const;
  const void* foreign(const State& s) const { return s->state.ptr(); }
  bool has_evaluation() const { return evaluates_; }
  double evaluate(const State& s) const;
  double promise(const State& s, int action) const;
  int move_id(const State& s, int action) const;
  double min_utility() const { return min_utility_; }
  double max_utility() const { return max_utility_; }
  int num_automorphisms() const { return hides_ ? automorphisms_ : 1; }
  State image(const State& s, int map) const;
  int image(const State& s, int action, int map) const;
  std::string action_label(const State& s, int player, int action) const;
  std::string info_label(const State& s, int player) const;
  std::string describe(const State& s) const;

 private:
  struct Choices {
    std::vector<nb::object> moves;
    std::vector<std::string> labels;
    std::vector<double> probabilities;  ///< of chance only
  };
  struct Position {
    nb::object state;
    std::uint64_t serial = 0;  ///< tells histories apart where nothing is hidden
    int turn = 0;
    std::vector<std::unique_ptr<Choices>> choices;  ///< per player; chance's come first
  };

  template <class... Args>
  nb::object call(const char* method, nb::handle state, Args&&... args) const;
  [[noreturn]] void broken(const char* method, nb::handle state, const std::string& what) const;
  State position(nb::object state, std::uint64_t serial) const;
  void advance(State& s, nb::object next, std::span<const int> moves) const;
  const Choices& choices(const State& s, int player) const;
  std::unique_ptr<Choices> ask_actions(const State& s, int player) const;
  std::unique_ptr<Choices> ask_chance(const State& s) const;
  void name_moves(const char* method, const State& s, Choices& choices) const;
  double number(const char* method, nb::handle state, const nb::object& given) const;
  std::uint64_t intern(nb::dict& ids, nb::handle item, const char* method, nb::handle state) const;

  nb::object game_;
  std::string name_;
  Traits traits_;
  bool hides_ = false;                       ///< the game defines what players know
  bool evaluates_ = false, orders_ = false;  ///< it defines evaluate, promise
  int automorphisms_ = 1;
  double min_utility_, max_utility_;
  mutable nb::dict information_ids_, state_ids_, move_ids_;
  mutable KeyTable histories_;  ///< where nothing is hidden, a player knows the history
  mutable KeyWriter history_;
  std::uint64_t first_serial_;  ///< other objects of the same rules number histories elsewhere
};

}  // namespace dodona
