#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "bindings/bindings.h"
#include "core/errors.h"
#include "games/automorphisms.h"
#include "games/counts.h"
#include "games/game_tree.h"
#include "games/state.h"
#include "games/tree_rules.h"

namespace dodona {
namespace {

/// The label of an action: what the rules gave, be it text, a number or any other object, by its text.
std::string to_label(nb::handle part) {
  try {
    return nb::cast<std::string>(nb::str(part));
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;
  } catch (const std::bad_cast&) {
  }
  throw IllegalMoveError("a move is a label or an action of the game; this has no text.");
}

int to_index(nb::handle part) {
  if (PyIndex_Check(part.ptr()) && !PyBool_Check(part.ptr())) {
    const Py_ssize_t index = PyNumber_AsSsize_t(part.ptr(), nullptr);
    if (index != -1 || !PyErr_Occurred()) return static_cast<int>(std::clamp<Py_ssize_t>(index, -1, 2'000'000'000));
    PyErr_Clear();
  }
  throw IllegalMoveError("an index is a whole number, or a tuple of them where players move at once.");
}

bool is_sequence(nb::handle move) { return nb::isinstance<nb::tuple>(move) || nb::isinstance<nb::list>(move); }

/// A move by labels or by indices: one part, or one per player where players move at once. Elsewhere an action that is
/// a tuple itself is one part, and a tuple of one part stands for that.
Move to_move(const State& state, nb::handle move, bool by_index) {
  const auto part = [&](nb::handle given) { return by_index ? MovePart(to_index(given)) : MovePart(to_label(given)); };
  if (!is_sequence(move) || (state.turn() != kSimultaneous && nb::len(move) != 1)) return {part(move)};
  Move parts;
  for (nb::handle given : move) parts.push_back(part(given));
  return parts;
}

State play(const State& state, nb::handle move, nb::handle index) {
  if (move.is_none() == index.is_none())
    throw IllegalMoveError("play takes a move, as in play('5'), or its index by name, as in play(index=4).");
  const bool by_index = move.is_none();
  return state.play(to_move(state, by_index ? index : move, by_index));
}

nb::object key_bytes(const std::optional<std::string>& key) {
  if (!key) return nb::none();
  return nb::bytes(key->data(), key->size());
}

std::vector<std::string> actions(const State& state, std::optional<int> player) {
  const int mover = player.value_or(state.turn());
  std::vector<std::string> labels;
  for (int a = 0; a < state.num_actions(mover); ++a) labels.push_back(state.action_label(mover, a));
  return labels;
}

std::vector<double> probabilities(const State& state) {
  std::vector<double> result;
  for (int a = 0; a < state.num_actions(kChance); ++a) result.push_back(state.chance_probability(a));
  return result;
}

/// Whether two states are positions of one game from which the same may follow, known alike to the players. Rules in
/// Python have a new handle for every use; of other games, and of views, positions are equal within a handle.
bool are_equal(const State& first, const State& second) {
  const Rules &own = first.rules(), &its = second.rules();
  const bool same_rules = own.foreign_rules() != nullptr && own.foreign_rules() == its.foreign_rules();
  if (!own.abilities().keys || !(same_rules || own.is_same_game(its))) return &first == &second;
  try {
    return first.identity() == State(own, own.adopted(its, second.position())).identity();
  } catch (const IllegalMoveError&) {
    return false;  // a position of another view of the rules
  }
}

/// Keys of rules in Python mean something only within one handle: there the state object is hashed.
Py_hash_t hash_of(const State& state) {
  const std::optional<std::string> identity = state.identity();
  if (!identity) return static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(&state) >> 4U);
  auto* const object = static_cast<PyObject*>(const_cast<void*>(state.foreign()));
  const Py_hash_t hash =
      PyObject_Hash(object != nullptr ? object : nb::bytes(identity->data(), identity->size()).ptr());
  if (hash == -1) nb::raise_python_error();
  return hash;
}

/// Collects problems until the walk ends, a limit ends it, or the rules fail in a way that ends it.
std::pair<std::vector<Problem>, std::string> check_contract(const Rules& game, Budget& budget, std::size_t most) {
  ContractReport report(most);
  std::vector<Problem> last;
  std::string stopped_by;
  try {
    run_walk(game, budget, [&] {
      check(game, budget, report);
      if (game.abilities().untrusted && !report.full()) check_automorphisms(game, budget, report);
    });
  } catch (const LimitReached& limit) {
    stopped_by = limit.what();
  } catch (const GameDefinitionError& error) {
    last.push_back({"", "", error.what()});
  } catch (const nb::python_error& error) {
    if (!error.matches(nb::module_::import_("dodona.model.errors").attr("GameDefinitionError"))) throw;
    last.push_back({"", "", nb::cast<std::string>(nb::str(error.value()))});
  }
  std::vector<Problem> problems = report.problems();
  problems.insert(problems.end(), last.begin(), last.end());
  return {std::move(problems), std::move(stopped_by)};
}

void bind_state(nb::module_& m) {
  nb::class_<State>(m, "State", "A position of a game.")
      .def_prop_ro("turn", &State::turn, "The player to move, or CHANCE, TERMINAL or SIMULTANEOUS.")
      .def_prop_ro("is_terminal", [](const State& s) { return s.turn() == kTerminal; })
      .def("actions", &actions, nb::arg("player") = nb::none(),
           "Labels of what the player may do; of chance's outcomes where chance moves.")
      .def("probabilities", &probabilities, "Probabilities of chance's outcomes, in the order of actions().")
      .def("play", &play, nb::arg("move").none() = nb::none(), nb::kw_only(), nb::arg("index").none() = nb::none(),
           "The position after a move: an action of the game or its label, where players move at once a tuple with one "
           "per player. With ``index``, the move by its place in actions().")
      .def("utility", &State::utilities, "One number per player, where the game is over.")
      .def(
          "information", [](const State& s, int player) { return s.info_label(player); }, nb::arg("player"),
          "The label of what the player knows.")
      .def(
          "information_key", [](const State& s, int player) { return key_bytes(s.info_key(player)); },
          nb::arg("player"), nb::sig("def information_key(self, player: int) -> bytes | None"),
          "Exact bytes of what the player knows; None where every history is its own information set.")
      .def(
          "key", [](const State& s) { return key_bytes(s.state_key()); }, nb::sig("def key(self) -> bytes | None"),
          "Exact bytes of the position: equal keys have equal futures; None where the game has no such key.")
      .def(
          "mirror_key", [](const State& s) { return key_bytes(s.mirror_key()); },
          nb::sig("def mirror_key(self) -> bytes | None"),
          "The key of the position with the players' roles exchanged, which has the negated value; None where the "
          "game knows no such position.")
      .def("image", &State::image, nb::arg("map"),
           "What the position becomes under a map of the game onto itself; map 0 changes nothing.")
      .def("image_action", &State::image_action, nb::arg("action"), nb::arg("map"),
           "The index, in the image of this position, of an action of whoever moves here.")
      .def("undo", &State::undo, nb::sig("def undo(self) -> State | None"),
           "The position before the last move; None at the start and where the game cannot take moves back.")
      .def(
          "python_state",
          [](const State& s) {
            auto* object = static_cast<PyObject*>(const_cast<void*>(s.foreign()));
            return object == nullptr ? nb::none() : nb::borrow(object);
          },
          "The state object of a game written in Python; None for others.")
      .def_prop_ro("path", &State::path, nb::sig("def path(self) -> list[int] | None"),
                   "Indices of the actions since the start, one per player where all moved at once; None for images.")
      .def("draw", &State::draw, nb::arg("viewer").none() = nb::none(),
           "A drawing of the position for people, in lines of text: what a player sees, by default everything.")
      .def("__str__", &State::describe)
      .def("__repr__", [](const State& s) { return "<State " + s.summary() + ">"; })
      .def(
          "__eq__", [](const State& s, const State& other) { return are_equal(s, other); }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object) -> bool"),
          "Positions of one game are equal if the same may follow and the players know the same.")
      .def("__hash__", &hash_of);
}

std::optional<std::pair<double, double>> utility_bounds(const Rules& rules) {
  if (std::isinf(rules.min_utility()) && std::isinf(rules.max_utility())) return std::nullopt;
  return std::pair{rules.min_utility(), rules.max_utility()};
}

template <auto Ask>
std::vector<double> per_player(const Rules& rules, const State& state) {
  std::vector<double> numbers(index(rules.traits().players));
  (rules.*Ask)(rules.adopted(state.rules(), state.position()), numbers.data());
  return numbers;
}

std::vector<std::vector<double>> outcomes(const Rules& rules) {
  const std::vector<double> all = rules.outcomes();
  std::vector<std::vector<double>> rows;
  for (auto row = all.begin(); row != all.end(); row += rules.traits().players)
    rows.emplace_back(row, row + rules.traits().players);
  return rows;
}

void bind_rules(nb::module_& m) {
  nb::class_<Rules>(m, "GameHandle", nb::is_weak_referenceable(), "The rules of a game, as the core sees them.")
      .def_prop_ro("traits", &Rules::traits)
      .def_prop_ro("utility_bounds", &utility_bounds)
      .def_prop_ro("at_start", &Rules::at_start, "Whether the automorphisms are those of the game from here on.")
      .def_prop_ro("num_automorphisms", &Rules::num_automorphisms,
                   "How many maps of the game onto itself are known, the identity included.")
      .def_prop_ro("has_evaluation", [](const Rules& rules) { return rules.abilities().evaluation; })
      .def_prop_ro("has_vector_evaluation", [](const Rules& rules) { return rules.abilities().vector_evaluation; })
      .def("evaluate_all", &per_player<&Rules::evaluate_all>, nb::arg("state"),
           "Estimates of a position's worth, one per player; NaN where the game has none.")
      .def("hopes", &per_player<&Rules::hopes>, nb::arg("state"),
           "What each player can still get at most, as far as the rules know.")
      .def("outcomes", &outcomes, "The vectors of utilities that the game can end with; empty where nobody has said.")
      .def_prop_ro("untrusted", [](const Rules& rules) { return rules.abilities().untrusted; })
      .def("root", [](const Rules& rules) { return State(rules, rules.initial()); })
      .def(
          "at",
          [](const Rules& rules, const State& state) {
            return rules.starting_at(rules.adopted(state.rules(), state.position()));
          },
          nb::arg("state"))
      .def("extensive", &Rules::extensive)
      .def("serialized", &Rules::serialized, nb::arg("first"))
      .def(
          "tree",
          [](const Rules& rules, Budget& budget) {
            return run_walk(rules, budget, [&] { return tree_of(rules, budget); });
          },
          nb::arg("budget"))
      .def(
          "count",
          [](const Rules& rules, Budget& budget) {
            return run_walk(rules, budget, [&] { return count(rules, budget); });
          },
          nb::arg("budget"))
      .def(
          "check_automorphisms",
          [](const Rules& rules, Budget& budget) {
            ContractReport report;
            run_walk(rules, budget, [&] { check_automorphisms(rules, budget, report); });
          },
          nb::arg("budget"), "Raises where a declared automorphism does not preserve the game.")
      .def("check", &check_contract, nb::arg("budget"), nb::arg("most"),
           "Problems, and the limit that ended the walk, if any.");
}

}  // namespace

void bind_games(nb::module_& m) {
  nb::class_<CancelToken>(m, "CancelToken", "Asks running work to end soon and keep what it has.")
      .def(nb::init<>())
      .def("cancel", &CancelToken::cancel)
      .def_prop_ro("cancelled", &CancelToken::cancelled);

  nb::class_<Budget>(m, "Budget", "Limits of one walk over a game.")
      .def(
          "__init__",
          [](Budget* self, std::optional<double> seconds, std::optional<std::int64_t> nodes,
             std::optional<std::int64_t> memory, std::optional<int> depth, const CancelToken& token) {
            new (self) Budget();
            if (seconds) self->seconds = *seconds;
            if (nodes) self->max_nodes = *nodes;
            if (memory) self->max_bytes = *memory;
            if (depth) self->max_depth = *depth;
            self->token = token;
          },
          nb::arg("seconds") = nb::none(), nb::arg("nodes") = nb::none(), nb::arg("memory") = nb::none(),
          nb::arg("depth") = nb::none(), nb::arg("token") = CancelToken());

  nb::class_<Traits>(m, "Traits", "What is known of a game before it is walked.")
      .def_ro("players", &Traits::players)
      .def_ro("zero_sum", &Traits::zero_sum)
      .def_ro("chance", &Traits::chance)
      .def_ro("simultaneous", &Traits::simultaneous)
      .def_ro("perfect_information", &Traits::perfect_information);

  nb::class_<Counts>(m, "Counts", "The size of a game.")
      .def_ro("nodes", &Counts::nodes)
      .def_ro("terminals", &Counts::terminals)
      .def_ro("chance_nodes", &Counts::chance_nodes)
      .def_ro("depth", &Counts::depth)
      .def_ro("infosets", &Counts::infosets)
      .def_ro("sequences", &Counts::sequences)
      .def_ro("min_utility", &Counts::min_utility)
      .def_ro("max_utility", &Counts::max_utility)
      .def_ro("perfect_recall", &Counts::perfect_recall);

  nb::class_<Problem>(m, "Problem", "A broken clause of the contract of games.")
      .def_ro("kind", &Problem::kind)
      .def_ro("where", &Problem::where)
      .def_ro("message", &Problem::message)
      .def("__str__", &Problem::text);

  bind_state(m);
  bind_rules(m);
}

}  // namespace dodona
