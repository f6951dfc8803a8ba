#include "bindings/python_game.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <typeinfo>

#include "bindings/bindings.h"
#include "core/errors.h"
#include "core/ids.h"
#include "games/host.h"

namespace dodona {
namespace {

std::string class_name(nb::handle object) { return text_of(object.type().attr("__name__")); }

constexpr std::size_t kMaxChoices = 1'000'000;

/// Whether two numbers in a row are alike.
bool has_twins(std::vector<std::int32_t> ids) {
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) != ids.end();
}

}  // namespace

PythonGame::PythonGame(nb::object game)
    : game_(std::move(game)),
      name_(class_name(game_)),
      min_utility_(-std::numeric_limits<double>::infinity()),
      max_utility_(std::numeric_limits<double>::infinity()),
      memory_(std::make_shared<Memory>()) {
  const nb::object traits = game_.attr("_declared")();
  traits_ = {nb::cast<int>(traits[0]), nb::cast<bool>(traits[1]), nb::cast<bool>(traits[2]), nb::cast<bool>(traits[3]),
             nb::cast<bool>(traits[4])};
  abilities_ = {.information = hides() || traits_.simultaneous,
                .keys = true,
                .evaluation = defines("evaluate"),
                .vector_evaluation = defines("evaluate_all"),
                .hopes = defines("hopes"),
                .order = defines("promise"),
                .untrusted = true};
  if (!traits[5].is_none())
    min_utility_ = nb::cast<double>(traits[5][0]), max_utility_ = nb::cast<double>(traits[5][1]);
  automorphisms_ = nb::cast<int>(traits[6]);
}

bool PythonGame::defines(const char* method) const {
  try {
    return nb::object(game_.attr(method)).is_valid();
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_AttributeError)) throw;
    return false;
  }
}

void PythonGame::broken(const char* method, nb::handle state, const std::string& what) const {
  throw GameDefinitionError(name_ + "." + method + (state.is_valid() ? " at state " + text_of(state) : "") + ": " +
                            what);
}

void PythonGame::fickle(const State& s, const std::string& what) const {
  broken("actions", s->state, what + "; give the same answer to the same question every time.");
}

PythonGame::State PythonGame::position(nb::object state, std::uint64_t serial) const {
  if (PyObject_Hash(state.ptr()) == -1) {
    nb::python_error error;
    if (!error.matches(PyExc_Exception)) throw error;
    broken("initial or play", state, "gave a state that cannot be hashed; build states from tuples, numbers and text.");
  }
  auto fresh = std::make_shared<Position>();
  fresh->turn = ask_turn(state);
  fresh->state = std::move(state);
  fresh->serial = serial;
  return fresh;
}

int PythonGame::ask_turn(nb::handle state) const {
  const nb::object turn = call(memory_->turn, state);
  if (!PyIndex_Check(turn.ptr()))
    broken("turn", state, "gave " + repr_of(turn) + ", not a player, CHANCE, TERMINAL or SIMULTANEOUS.");
  const Py_ssize_t mover = PyNumber_AsSsize_t(turn.ptr(), nullptr);  // clips what is out of range
  if (mover == -1 && PyErr_Occurred()) {
    nb::python_error error;
    if (!error.matches(PyExc_Exception)) throw error;
    broken("turn", state, "gave something whose __index__ fails.");
  }
  if (mover >= traits_.players || mover < kSimultaneous)
    broken("turn", state, "gave " + text_of(turn) + " in a game of " + std::to_string(traits_.players) + " players.");
  if (mover == kSimultaneous && !traits_.simultaneous)
    broken("turn", state, "gave SIMULTANEOUS; declare it in the class with simultaneous = True.");
  if (mover == kChance && !traits_.chance) broken("turn", state, "gave CHANCE; define the method chance.");
  return static_cast<int>(mover);
}

PythonGame::State PythonGame::initial() const { return position(call(memory_->initial, nb::handle()), 0); }

PythonGame::State PythonGame::adopted(const State& s) const { return position(s->state, 0); }

const PythonGame::Choices& PythonGame::choices(const State& s, int player) const {
  const bool stage = s->turn == kSimultaneous;
  if (stage ? player < 0 || player >= traits_.players : player != s->turn)
    fickle(s, who(player) + " was to move and no longer is");
  if (s->choices.empty()) s->choices.resize(stage ? index(traits_.players) : 1);
  Choices& known = s->choices[stage ? index(player) : 0];
  if (known.moves.empty()) known = ask(s, player);
  return known;
}

const nb::object& PythonGame::move_at(const State& s, int player, int action) const {
  const Choices& known = choices(s, player);
  if (action < 0 || index(action) >= known.moves.size())
    fickle(s, "gave " + std::to_string(known.moves.size()) + " choices to " + who(player) + " where there were more");
  return known.moves[index(action)];
}

PythonGame::Choices PythonGame::ask(const State& s, int player) const {
  return player == kChance ? ask_chance(s) : ask_actions(s, player);
}

PythonGame::Choices PythonGame::ask_actions(const State& s, int player) const {
  Choices result;
  const nb::object actions = call(memory_->actions, s->state, player);
  if (!PySequence_Check(actions.ptr()) || nb::isinstance<nb::str>(actions))
    broken("actions", s->state, "gave " + repr_of(actions) + " for " + who(player) + ", not a list of actions.");
  try {
    for (nb::handle action : actions) {
      if (result.moves.size() >= kMaxChoices) broken("actions", s->state, "gave more than a million actions.");
      result.moves.push_back(nb::borrow(action));
    }
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken("actions", s->state, "its items cannot be read: " + text_of(error.value()));
  }
  if (result.moves.empty())
    broken("actions", s->state,
           who(player) + " is to move and has no actions; make the state TERMINAL or give an action.");
  name_moves("actions", s, result);
  return result;
}

PythonGame::Choices PythonGame::ask_chance(const State& s) const {
  Choices result;
  nb::object outcomes = call(memory_->chance, s->state);
  try {
    if (nb::hasattr(outcomes, "items")) outcomes = outcomes.attr("items")();
    for (nb::handle item : outcomes) {
      if (result.moves.size() >= kMaxChoices) throw std::length_error("too many outcomes");
      const nb::object pair = nb::borrow(item);
      if (nb::len(pair) != 2) throw nb::type_error();
      result.moves.push_back(nb::borrow(pair[0]));
      result.probabilities.push_back(nb::cast<double>(nb::object(pair[1]).attr("__float__")()));
    }
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken("chance", s->state, "must give a mapping from outcome to probability, or pairs of these.");
  } catch (const std::length_error&) {
    broken("chance", s->state, "gave more than a million outcomes.");
  } catch (const std::exception&) {
    broken("chance", s->state, "must give a mapping from outcome to probability, or pairs of these.");
  }
  if (result.moves.empty()) broken("chance", s->state, "gave no outcomes.");
  name_moves("chance", s, result);
  return result;
}

/// Labels of what can be chosen; they must be text and differ.
void PythonGame::name_moves(const char* method, const State& s, Choices& choices) const {
  for (const nb::object& move : choices.moves) {
    choices.labels.push_back(memory_->labels.of(move));
    if (choices.labels.back() < 0)
      broken(method, s->state, "one of its choices has no text: its str() fails or is not Unicode.");
  }
  if (!has_twins(choices.labels)) return;
  for (std::size_t i = 0; i < choices.labels.size(); ++i)
    if (std::count(choices.labels.begin(), choices.labels.begin() + static_cast<std::ptrdiff_t>(i), choices.labels[i]))
      broken(method, s->state,
             "two choices print alike, as '" + memory_->labels.text(choices.labels[i]) + "'; give each its own str().");
}

int PythonGame::num_actions(const State& s, int player) const {
  return s->turn == kTerminal ? 0 : static_cast<int>(choices(s, player).moves.size());
}

void PythonGame::apply(State& s, int action) const { advance(s, played(s, move_at(s, s->turn, action)), {&action, 1}); }

void PythonGame::apply_joint(State& s, const int* joint) const {
  advance(s, played(s, joint_move(s, joint)), {joint, index(traits_.players)});
}

/// A move that gives back the very object it was played in has changed it in place; what cannot change only leads
/// nowhere.
nb::object PythonGame::played(const State& s, const nb::object& move) const {
  nb::object next = call(memory_->play, s->state, move);
  PyObject* given = next.ptr();
  const bool fixed = PyTuple_Check(given) || PyLong_Check(given) || PyUnicode_Check(given) || PyFloat_Check(given) ||
                     PyBytes_Check(given) || PyFrozenSet_Check(given) || given == Py_None;
  if (next.is(s->state) && !fixed)
    broken("play", s->state, "returned the state it was given; return a new state and leave the old one as it is.");
  return next;
}

nb::object PythonGame::joint_move(const State& s, const int* joint) const {
  nb::list moves;
  for (int p = 0; p < traits_.players; ++p) moves.append(move_at(s, p, joint[p]));
  return nb::tuple(moves);
}

void PythonGame::advance(State& s, nb::object next, std::span<const int> moves) const {
  std::uint64_t serial = 0;
  if (!hides() && abilities_.information) {
    memory_->history.clear();
    memory_->history.u64(s->serial);
    for (const int move : moves) memory_->history.u32(static_cast<std::uint32_t>(move));
    serial = 1 + static_cast<std::uint64_t>(memory_->histories.intern(memory_->history.view()).first);
  }
  s = position(std::move(next), serial);
}

double PythonGame::chance_probability(const State& s, int outcome) const {
  move_at(s, kChance, outcome);
  return choices(s, kChance).probabilities[index(outcome)];
}

void PythonGame::utilities(const State& s, double* out) const {
  const nb::object utility = call(memory_->utility, s->state);
  if (PySequence_Check(utility.ptr())) return one_per_player("utility", s->state, utility, out);
  if (traits_.players != 2 || !traits_.zero_sum)
    broken("utility", s->state,
           "must give one number per player; a single number serves two players with zero_sum = True.");
  out[0] = number("utility", s->state, utility);
  out[1] = -out[0];
}

void PythonGame::one_per_player(const char* method, nb::handle state, const nb::object& given, double* out) const {
  const auto players = index(traits_.players);
  try {
    if (nb::len(given) != players)
      broken(method, state,
             "gave " + std::to_string(nb::len(given)) + " numbers for " + std::to_string(players) + " players.");
    for (std::size_t p = 0; p < players; ++p) out[p] = nb::cast<double>(nb::object(given[p]).attr("__float__")());
    return;
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
  } catch (const std::bad_cast&) {
  }
  broken(method, state, "gave " + repr_of(given) + ", which is not made of numbers.");
}

double PythonGame::number(const char* method, nb::handle state, const nb::object& given) const {
  try {
    return nb::cast<double>(given.attr("__float__")());
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
  } catch (const std::bad_cast&) {
  }
  broken(method, state, "gave " + repr_of(given) + ", which is not made of numbers.");
}

double PythonGame::evaluate(const State& s) const {
  const double estimate = number("evaluate", s->state, call(memory_->evaluate, s->state));
  if (!std::isfinite(estimate)) broken("evaluate", s->state, "gave a number that is not finite.");
  return estimate;
}

void PythonGame::evaluate_all(const State& s, double* out) const {
  if (!abilities_.vector_evaluation) {
    std::fill_n(out, traits_.players, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  one_per_player("evaluate_all", s->state, call(memory_->evaluate_all, s->state), out);
  if (!std::all_of(out, out + traits_.players, [](double estimate) { return std::isfinite(estimate); }))
    broken("evaluate_all", s->state, "gave a number that is not finite.");
}

void PythonGame::hopes(const State& s, double* out) const {
  if (!abilities_.hopes) {
    std::fill_n(out, traits_.players, max_utility_);
    return;
  }
  one_per_player("hopes", s->state, call(memory_->hopes, s->state), out);
  if (std::any_of(out, out + traits_.players, [](double hope) { return std::isnan(hope); }))
    broken("hopes", s->state, "gave NaN.");
}

std::vector<double> PythonGame::outcomes() const {
  if (!defines("outcomes")) return {};
  const nb::object given = call(memory_->outcomes, nb::handle());
  std::vector<double> all;
  std::vector<double> one(index(traits_.players));
  try {
    for (nb::handle outcome : given) {
      if (all.size() >= kMaxChoices * one.size()) broken("outcomes", {}, "gave more than a million outcomes.");
      one_per_player("outcomes", {}, nb::borrow(outcome), one.data());
      all.insert(all.end(), one.begin(), one.end());
    }
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
    broken("outcomes", {}, "gave " + repr_of(given) + ", not a list with one number per player in each item.");
  }
  if (!std::all_of(all.begin(), all.end(), [](double utility) { return std::isfinite(utility); }))
    broken("outcomes", {}, "gave a number that is not finite.");
  return all;
}

double PythonGame::promise(const State& s, int action) const {
  const double promise = number("promise", s->state, call(memory_->promise, s->state, move_at(s, s->turn, action)));
  if (std::isnan(promise)) broken("promise", s->state, "gave NaN.");
  return promise;
}

int PythonGame::move_id(const State& s, int action) const {
  move_at(s, s->turn, action);
  return choices(s, s->turn).labels[index(action)];
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

const nb::object& PythonGame::information(const State& s, int player) const {
  if (s->informed != player) {
    s->information = call(memory_->information, s->state, player);
    s->informed = player;
  }
  return s->information;
}

void PythonGame::info_key(const State& s, int player, KeyWriter& key) const {
  if (!hides()) return key.u64(s->serial);
  key.u64(intern(memory_->information_ids, information(s, player), "information", s->state));
}

void PythonGame::state_key(const State& s, KeyWriter& key) const {
  key.u64(intern(memory_->state_ids, s->state, "initial or play", s->state));
}

PythonGame::State PythonGame::image(const State& s, int map) const {
  return map == 0 ? s : position(call(memory_->image, s->state, map), 0);
}

int PythonGame::image(const State& s, int action, int map) const {
  if (map == 0) return action;
  const nb::object given = call(memory_->image_action, s->state, move_at(s, s->turn, action), map);
  const State there = image(s, map);
  if (there->turn != s->turn) broken("image", s->state, "gave a state where somebody else moves.");
  const std::vector<std::int32_t>& labels = choices(there, there->turn).labels;
  const auto found = std::find(labels.begin(), labels.end(), memory_->labels.of(given));
  if (found == labels.end())
    broken("image_action", s->state, "gave " + repr_of(given) + ", which is no action at the image of the state.");
  return static_cast<int>(found - labels.begin());
}

std::string PythonGame::action_label(const State& s, int player, int action) const {
  move_at(s, player, action);
  return memory_->labels.text(choices(s, player).labels[index(action)]);
}

std::string PythonGame::info_label(const State& s, int player) const {
  return text_of(hides() ? information(s, player) : s->state);
}

std::string PythonGame::describe(const State& s) const { return text_of(s->state); }

std::string PythonGame::draw(const State& s, int viewer) const {
  if (!defines("draw")) return viewer == kOnlooker || !hides() ? describe(s) : info_label(s, viewer);
  const nb::object drawn =
      call(memory_->draw, s->state, viewer == kOnlooker ? nb::none() : nb::object(nb::int_(viewer)));
  if (!nb::isinstance<nb::str>(drawn)) broken("draw", s->state, "gave " + text_of(drawn) + ", which is no text.");
  return text_of(drawn);
}

void bind_python_game(nb::module_& m) {
  m.def("python_game", [](nb::object game) { return host(PythonGame(std::move(game))); }, nb::arg("game"));
}

}  // namespace dodona
