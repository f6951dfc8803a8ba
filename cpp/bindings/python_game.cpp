#include "bindings/python_game.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <typeinfo>
#include <unordered_set>

#include "bindings/bindings.h"
#include "core/errors.h"

namespace dodona {
namespace {

/// Text of any object; a __str__ that fails must not hide the problem being reported.
std::string text_of(nb::handle object) {
  try {
    return nb::cast<std::string>(nb::str(object));
  } catch (const std::exception&) {
    return "<unprintable>";
  }
}

std::string repr_of(nb::handle object) {
  try {
    const std::string text = nb::cast<std::string>(nb::repr(object));
    return text.size() > 300 ? text.substr(0, 300) + "..." : text;
  } catch (const std::exception&) {
    return "<unprintable>";
  }
}

std::string class_name(nb::handle object) { return text_of(object.type().attr("__name__")); }

constexpr std::size_t kMaxChoices = 1'000'000;

std::string who(int player) { return player == kChance ? "chance" : "player " + std::to_string(player); }

}  // namespace

PythonGame::PythonGame(nb::object game)
    : game_(std::move(game)),
      name_(class_name(game_)),
      min_utility_(-std::numeric_limits<double>::infinity()),
      max_utility_(std::numeric_limits<double>::infinity()) {
  static std::uint64_t objects = 0;
  first_serial_ = objects++ << 32;
  const nb::object traits = game_.attr("_declared")();
  traits_ = {nb::cast<int>(traits[0]), nb::cast<bool>(traits[1]), nb::cast<bool>(traits[2]), nb::cast<bool>(traits[3]),
             nb::cast<bool>(traits[4])};
  hides_ = !traits_.perfect_information;
  evaluates_ = nb::hasattr(game_, "evaluate");
  orders_ = nb::hasattr(game_, "promise");
  if (!traits[5].is_none())
    min_utility_ = nb::cast<double>(traits[5][0]), max_utility_ = nb::cast<double>(traits[5][1]);
  automorphisms_ = nb::cast<int>(traits[6]);
}

void PythonGame::broken(const char* method, nb::handle state, const std::string& what) const {
  throw GameDefinitionError(name_ + "." + method + (state.is_valid() ? " at state " + text_of(state) : "") + ": " +
                            what);
}

template <class... Args>
nb::object PythonGame::call(const char* method, nb::handle state, Args&&... args) const {
  try {
    if (state.is_valid()) return game_.attr(method)(state, std::forward<Args>(args)...);
    return game_.attr(method)();
  } catch (nb::python_error& error) {
    const nb::module_ errors = nb::module_::import_("dodona.model.errors");
    if (!error.matches(PyExc_Exception) || error.matches(errors.attr("GameDefinitionError"))) throw;
    const std::string what = name_ + "." + method + (state.is_valid() ? " at state " + text_of(state) : "") +
                             " raised " + text_of(error.type().attr("__name__")) + ": " + text_of(error.value());
    nb::raise_from(error, errors.attr("GameDefinitionError"), "%s", what.c_str());
  }
}

PythonGame::State PythonGame::position(nb::object state, std::uint64_t serial) const {
  if (PyObject_Hash(state.ptr()) == -1) {
    nb::python_error error;
    if (!error.matches(PyExc_Exception)) throw error;
    broken("initial or play", state, "gave a state that cannot be hashed; build states from tuples, numbers and text.");
  }
  auto fresh = std::make_shared<Position>();
  fresh->state = std::move(state);
  fresh->serial = serial;
  const nb::object turn = call("turn", fresh->state);
  if (!PyIndex_Check(turn.ptr()))
    broken("turn", fresh->state, "gave " + repr_of(turn) + ", not a player, CHANCE, TERMINAL or SIMULTANEOUS.");
  const Py_ssize_t mover = PyNumber_AsSsize_t(turn.ptr(), nullptr);  // clips what is out of range
  if (mover == -1 && PyErr_Occurred()) {
    nb::python_error error;
    if (!error.matches(PyExc_Exception)) throw error;
    broken("turn", fresh->state, "gave something whose __index__ fails.");
  }
  if (mover >= traits_.players || mover < kSimultaneous)
    broken("turn", fresh->state,
           "gave " + text_of(turn) + " in a game of " + std::to_string(traits_.players) + " players.");
  fresh->turn = static_cast<int>(mover);
  if (fresh->turn == kSimultaneous && !traits_.simultaneous)
    broken("turn", fresh->state, "gave SIMULTANEOUS; declare it in the class with simultaneous = True.");
  if (fresh->turn == kChance && !traits_.chance) broken("turn", fresh->state, "gave CHANCE; define the method chance.");
  fresh->choices.resize(static_cast<std::size_t>(traits_.players) + 1);
  return fresh;
}

PythonGame::State PythonGame::initial() const { return position(call("initial", nb::handle()), first_serial_); }

int PythonGame::turn(const State& s) const { return s->turn; }

const PythonGame::Choices& PythonGame::choices(const State& s, int player) const {
  auto& known = s->choices[static_cast<std::size_t>(player + 1)];
  if (!known) known = player == kChance ? ask_chance(s) : ask_actions(s, player);
  return *known;
}

std::unique_ptr<PythonGame::Choices> PythonGame::ask_actions(const State& s, int player) const {
  auto result = std::make_unique<Choices>();
  const nb::object actions = call("actions", s->state, player);
  if (!PySequence_Check(actions.ptr()) || nb::isinstance<nb::str>(actions))
    broken("actions", s->state, "gave " + repr_of(actions) + " for " + who(player) + ", not a list of actions.");
  try {
    if (nb::len(actions) > kMaxChoices) broken("actions", s->state, "gave more than a million actions.");
    for (nb::handle action : actions) result->moves.push_back(nb::borrow(action));
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken("actions", s->state, "its items cannot be read: " + text_of(error.value()));
  }
  if (result->moves.empty())
    broken("actions", s->state,
           who(player) + " is to move and has no actions; make the state TERMINAL or give an action.");
  name_moves("actions", s, *result);
  return result;
}

std::unique_ptr<PythonGame::Choices> PythonGame::ask_chance(const State& s) const {
  auto result = std::make_unique<Choices>();
  nb::object outcomes = call("chance", s->state);
  try {
    if (nb::hasattr(outcomes, "items")) outcomes = outcomes.attr("items")();
    for (nb::handle item : outcomes) {
      if (result->moves.size() >= kMaxChoices) throw std::length_error("too many outcomes");
      const nb::object pair = nb::borrow(item);
      if (nb::len(pair) != 2) throw nb::type_error();
      result->moves.push_back(nb::borrow(pair[0]));
      result->probabilities.push_back(nb::cast<double>(nb::object(pair[1]).attr("__float__")()));
    }
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken("chance", s->state, "must give a mapping from outcome to probability, or pairs of these.");
  } catch (const std::length_error&) {
    broken("chance", s->state, "gave more than a million outcomes.");
  } catch (const std::exception&) {
    broken("chance", s->state, "must give a mapping from outcome to probability, or pairs of these.");
  }
  if (result->moves.empty()) broken("chance", s->state, "gave no outcomes.");
  name_moves("chance", s, *result);
  return result;
}

/// Labels of what can be chosen; they must be text and differ.
void PythonGame::name_moves(const char* method, const State& s, Choices& choices) const {
  std::unordered_set<std::string> seen;
  for (const nb::object& move : choices.moves) {
    try {
      choices.labels.push_back(nb::cast<std::string>(nb::str(move)));
    } catch (const std::exception&) {
      broken(method, s->state, "one of its choices has no text: its str() fails or is not Unicode.");
    }
    if (!seen.insert(choices.labels.back()).second)
      broken(method, s->state, "two choices print alike, as '" + choices.labels.back() + "'; give each its own str().");
  }
}

int PythonGame::num_actions(const State& s, int player) const {
  return s->turn == kTerminal ? 0 : static_cast<int>(choices(s, player).moves.size());
}

void PythonGame::apply(State& s, int action) const {
  const nb::object move = choices(s, s->turn).moves[static_cast<std::size_t>(action)];
  advance(s, call("play", s->state, move), {&action, 1});
}

void PythonGame::apply_joint(State& s, const int* joint) const {
  nb::list moves;
  for (int p = 0; p < traits_.players; ++p) moves.append(choices(s, p).moves[static_cast<std::size_t>(joint[p])]);
  advance(s, call("play", s->state, nb::tuple(moves)), {joint, static_cast<std::size_t>(traits_.players)});
}

/// A move that gives back the very object it was played in has changed it in place; what cannot change only leads
/// nowhere.
void PythonGame::advance(State& s, nb::object next, std::span<const int> moves) const {
  PyObject* given = next.ptr();
  const bool fixed = PyTuple_Check(given) || PyLong_Check(given) || PyUnicode_Check(given) || PyFloat_Check(given) ||
                     PyBytes_Check(given) || PyFrozenSet_Check(given) || given == Py_None;
  if (next.is(s->state) && !fixed)
    broken("play", s->state, "returned the state it was given; return a new state and leave the old one as it is.");
  std::uint64_t serial = 0;
  if (!hides_) {
    history_.clear();
    history_.u64(s->serial);
    for (const int move : moves) history_.u32(static_cast<std::uint32_t>(move));
    serial = first_serial_ + 1 + static_cast<std::uint64_t>(histories_.intern(history_.view()).first);
  }
  s = position(std::move(next), serial);
}

double PythonGame::chance_probability(const State& s, int outcome) const {
  return choices(s, kChance).probabilities[static_cast<std::size_t>(outcome)];
}

void PythonGame::utilities(const State& s, double* out) const {
  const nb::object utility = call("utility", s->state);
  const auto players = static_cast<std::size_t>(traits_.players);
  try {
    if (PySequence_Check(utility.ptr())) {
      if (nb::len(utility) != players)
        broken("utility", s->state,
               "gave " + std::to_string(nb::len(utility)) + " numbers for " + std::to_string(players) + " players.");
      for (std::size_t p = 0; p < players; ++p) out[p] = nb::cast<double>(nb::object(utility[p]).attr("__float__")());
      return;
    }
    if (players != 2 || !traits_.zero_sum)
      broken("utility", s->state,
             "must give one number per player; a single number serves two players with zero_sum = True.");
    out[0] = nb::cast<double>(utility.attr("__float__")());
    out[1] = -out[0];
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken("utility", s->state, "gave " + repr_of(utility) + ", which is not made of numbers.");
  } catch (const std::bad_cast&) {
    broken("utility", s->state, "gave " + repr_of(utility) + ", which is not made of numbers.");
  }
}

double PythonGame::number(const char* method, nb::handle state, const nb::object& given) const {
  try {
    return nb::cast<double>(given.attr("__float__")());
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
  } catch (const std::bad_cast&) {
  }
  broken(method, state, "gave " + repr_of(given) + ", which is not a number.");
}

double PythonGame::evaluate(const State& s) const {
  const double estimate = number("evaluate", s->state, call("evaluate", s->state));
  if (!std::isfinite(estimate)) broken("evaluate", s->state, "gave a number that is not finite.");
  return estimate;
}

double PythonGame::promise(const State& s, int action) const {
  if (!orders_) return 0;
  const nb::object move = choices(s, s->turn).moves[static_cast<std::size_t>(action)];
  const double promise = number("promise", s->state, call("promise", s->state, move));
  if (std::isnan(promise)) broken("promise", s->state, "gave NaN.");
  return promise;
}

int PythonGame::move_id(const State& s, int action) const {
  const std::string& label = choices(s, s->turn).labels[static_cast<std::size_t>(action)];
  return static_cast<int>(intern(move_ids_, nb::str(label.c_str(), label.size()), "actions", s->state));
}

std::uint64_t PythonGame::intern(nb::dict& ids, nb::handle item, const char* method, nb::handle state) const {
  try {
    if (ids.contains(item)) return nb::cast<std::uint64_t>(nb::object(ids[item]));
    const auto id = static_cast<std::uint64_t>(nb::len(ids));
    ids[item] = id;
    return id;
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken(method, state, "gave " + repr_of(item) + ", which cannot be hashed; use tuples, numbers and text.");
  }
}

void PythonGame::info_key(const State& s, int player, KeyWriter& key) const {
  if (!hides_) return key.u64(s->serial);
  key.u64(intern(information_ids_, call("information", s->state, player), "information", s->state));
}

void PythonGame::state_key(const State& s, KeyWriter& key) const {
  key.u64(intern(state_ids_, s->state, "initial or play", s->state));
}

PythonGame::State PythonGame::image(const State& s, int map) const {
  return map == 0 ? s : position(call("image", s->state, map), 0);
}

int PythonGame::image(const State& s, int action, int map) const {
  if (map == 0) return action;
  const nb::object move = choices(s, s->turn).moves[static_cast<std::size_t>(action)];
  const nb::object given = call("image_action", s->state, move, map);
  const State there = image(s, map);
  if (there->turn != s->turn) broken("image", s->state, "gave a state where somebody else moves.");
  const std::vector<std::string>& labels = choices(there, there->turn).labels;
  const auto found = std::find(labels.begin(), labels.end(), text_of(given));
  if (found == labels.end())
    broken("image_action", s->state, "gave " + repr_of(given) + ", which is no action at the image of the state.");
  return static_cast<int>(found - labels.begin());
}

std::string PythonGame::action_label(const State& s, int player, int action) const {
  return choices(s, player).labels[static_cast<std::size_t>(action)];
}

std::string PythonGame::info_label(const State& s, int player) const {
  return hides_ ? text_of(call("information", s->state, player)) : text_of(s->state);
}

std::string PythonGame::describe(const State& s) const { return text_of(s->state); }

void bind_python_game(nb::module_& m) {
  m.def("python_game", [](nb::object game) { return host(PythonGame(std::move(game))); }, nb::arg("game"));
}

}  // namespace dodona
