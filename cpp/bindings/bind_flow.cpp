#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "flow/compact_game.h"
#include "flow/regret.h"
#include "games/flow_game.h"

namespace dodona {
namespace {

using Numbers = Given<double>;
using Ids = Given<std::int32_t>;
using Flags = Given<std::uint8_t>;
using Entries = std::tuple<Ids, Ids, Numbers>;

template <class T>
std::vector<T> copied(const Given<T>& items) {
  return {items.data(), items.data() + items.shape(0)};
}

template <class T>
std::span<const T> span_of(const Given<T>& items) {
  return {items.data(), items.shape(0)};
}

CompressedRows compressed(const Entries& entries, std::size_t height, std::size_t width) {
  const auto& [rows, columns, values] = entries;
  if (rows.shape(0) != columns.shape(0) || rows.shape(0) != values.shape(0))
    throw GameDefinitionError("entries need as many rows as columns and values.");
  const auto within = [](const Ids& ids, std::size_t size) {
    for (const std::int32_t id : span_of(ids))
      if (id < 0 || index(id) >= size) return false;
    return true;
  };
  if (!within(rows, height) || !within(columns, width))
    throw GameDefinitionError("a utility is given for an action or a term that the game does not have.");
  return compress(height, width, span_of(rows), span_of(columns), span_of(values));
}

void read_process(DecisionProcess& process, const Numbers& initial, const Ids& first_action, const Ids& first_outcome,
                  const Ids& next, const Numbers& probability) {
  process.initial = copied(initial), process.first_action = copied(first_action);
  process.first_outcome = copied(first_outcome), process.next = copied(next), process.probability = copied(probability);
  if (process.first_outcome.empty()) throw GameDefinitionError("a decision process needs arrays of actions.");
}

void make_game(FlowGame* made, const std::array<std::tuple<Numbers, Ids, Ids, Ids, Numbers>, 2>& processes,
               const std::array<Numbers, 2>& alone, const Entries& pairs, const std::array<Entries, 2>& factors,
               std::size_t terms, double constant) {
  FlowGame game;
  for (const std::size_t p : {0, 1})
    std::apply([&](const auto&... arrays) { read_process(game.processes[p], arrays...); }, processes[p]);
  const std::array<std::size_t, 2> actions{game.processes[0].num_actions(), game.processes[1].num_actions()};
  game.terms = terms, game.constant = constant;
  for (const std::size_t p : {0, 1}) {
    game.payoffs[p].alone = copied(alone[p]);
    game.payoffs[p].factors = compressed(factors[p], actions[p], terms);
  }
  game.payoffs[0].pairs = compressed(pairs, actions[0], actions[1]);
  game.payoffs[1].pairs = transpose(game.payoffs[0].pairs, actions[1]);
  game.require_sound();
  new (made) FlowGame(std::move(game));
}

const DecisionProcess& process_of(const FlowGame& game, int player) {
  return game.processes[index(checked_player(player, 2))];
}

/// A vector with one number per action of a player.
std::span<const double> per_action(const FlowGame& game, int player, const Numbers& given) {
  if (given.shape(0) != process_of(game, player).num_actions())
    throw GameDefinitionError("player " + std::to_string(player) + " needs one number per action.");
  return span_of(given);
}

Vector follow_behaviour(const FlowGame& game, int player, const Numbers& behaviour) {
  const std::span<const double> given = per_action(game, player, behaviour);
  std::vector<double> flow(given.size());
  follow(process_of(game, player), given, flow);
  return to_array(std::move(flow));
}

Vector behaviour(const FlowGame& game, int player, const Numbers& weights) {
  return to_array(behaviour_of(process_of(game, player), per_action(game, player, weights)));
}

Vector values(const FlowGame& game, int player, const Numbers& other) {
  const std::span<const double> given = per_action(game, 1 - player, other);
  std::vector<double> values(process_of(game, player).num_actions()), shares(game.terms);
  game.take_values(player, given, values, shares);
  return to_array(std::move(values));
}

std::tuple<double, Flat<std::int32_t>, Vector> respond(const FlowGame& game, int player, const Numbers& other,
                                                       const Flags& ranks, double slack) {
  const std::span<const double> given = per_action(game, 1 - player, other);
  if (ranks.shape(0) != 0 && ranks.shape(0) != process_of(game, player).num_actions())
    throw GameDefinitionError("ranks need one number per action.");
  FlowResponse response;
  {
    nb::gil_scoped_release release;
    response = best_response(game, player, given, span_of(ranks), slack);
  }
  return {response.value, to_array(std::move(response.choice)), to_array(std::move(response.values))};
}

template <class T>
auto array_of(std::vector<T> DecisionProcess::* items) {
  return [items](const FlowGame& game, int player) { return view(game, process_of(game, player).*items); };
}

using Rows3 = std::tuple<View<std::int32_t>, View<std::int32_t>, View<double>>;

Rows3 seen(const FlowGame& game, const CompressedRows& rows) {
  return {view(game, rows.start), view(game, rows.index), view(game, rows.value)};
}

template <class T>
auto array_of(std::vector<T> ProgramGrowth::* items) {
  return [items](const ProgramGrowth& growth) { return view(growth, growth.*items); };
}

auto rows_of(CompressedRows ProgramGrowth::* rows) {
  return [rows](const ProgramGrowth& growth) {
    const CompressedRows& own = growth.*rows;
    return Rows3{view(growth, own.start), view(growth, own.index), view(growth, own.value)};
  };
}

void bind_compact_game(nb::module_& m) {
  nb::class_<ProgramGrowth>(m, "ProgramGrowth", "Columns and rows that a linear program gets.")
      .def_prop_ro("cost", array_of(&ProgramGrowth::cost))
      .def_prop_ro("column_lower", array_of(&ProgramGrowth::column_lower))
      .def_prop_ro("column_upper", array_of(&ProgramGrowth::column_upper))
      .def_prop_ro("row_lower", array_of(&ProgramGrowth::row_lower))
      .def_prop_ro("row_upper", array_of(&ProgramGrowth::row_upper))
      .def_prop_ro("fixed_columns", array_of(&ProgramGrowth::fixed_columns))
      .def_prop_ro("freed_rows", array_of(&ProgramGrowth::freed))
      .def_prop_ro("old_rows", rows_of(&ProgramGrowth::old_rows),
                   "Start, index and value of the new columns' entries in rows that were there before.")
      .def_prop_ro("new_rows", rows_of(&ProgramGrowth::new_rows), "Start, index and value of the new rows.");
  nb::class_<CompactGame>(m, "CompactGame", "The restricted game of the compact-strategy double oracle.")
      .def(
          "__init__",
          [](CompactGame* made, const FlowGame& game, const std::array<Ids, 2>& defaults) {
            new (made) CompactGame(game, {copied(defaults[0]), copied(defaults[1])});
          },
          nb::arg("game"), nb::arg("defaults"), nb::keep_alive<1, 2>())
      .def(
          "grow",
          [](CompactGame& own, int player, const Ids& choice) {
            return own.grow(checked_player(player, 2), span_of(choice));
          },
          nb::arg("player"), nb::arg("choice"), "Adds what a best response needs; returns how many actions are new.")
      .def(
          "add",
          [](CompactGame& own, int player, const Flags& actions) {
            return own.add(checked_player(player, 2), span_of(actions));
          },
          nb::arg("player"), nb::arg("actions"), "Adds flagged actions that can be reached; returns how many are new.")
      .def("take_growth", &CompactGame::take_growth, "What the program gets since the last call.")
      .def(
          "extended",
          [](const CompactGame& own, int player, const Numbers& weights) {
            return to_array(own.extended(checked_player(player, 2), span_of(weights)));
          },
          nb::arg("player"), nb::arg("weights"), "The flow in the full game of what a program gives columns or rows.")
      .def(
          "ranks", [](const CompactGame& own, int player) { return to_array(own.ranks(checked_player(player, 2))); },
          nb::arg("player"), "2 for actions of the restricted game, 1 for the default's, else 0.")
      .def(
          "num_actions", [](const CompactGame& own, int player) { return own.num_actions(checked_player(player, 2)); },
          nb::arg("player"))
      .def(
          "num_included",
          [](const CompactGame& own, int player) { return own.num_included(checked_player(player, 2)); },
          nb::arg("player"))
      .def(
          "num_fully_expanded",
          [](const CompactGame& own, int player) { return own.num_fully_expanded(checked_player(player, 2)); },
          nb::arg("player"));
}

}  // namespace

void bind_flow(nb::module_& m) {
  nb::class_<FlowGame>(m, "FlowArrays",
                       "Two decision processes and a utility that is bilinear in their flows, as arrays; every array "
                       "is a read-only view without a copy.")
      .def("__init__", &make_game, nb::arg("processes"), nb::arg("alone"), nb::arg("pairs"), nb::arg("factors"),
           nb::arg("terms"), nb::arg("constant"))
      .def("initial", array_of(&DecisionProcess::initial), nb::arg("player"))
      .def("first_action", array_of(&DecisionProcess::first_action), nb::arg("player"))
      .def("first_outcome", array_of(&DecisionProcess::first_outcome), nb::arg("player"))
      .def("next", array_of(&DecisionProcess::next), nb::arg("player"))
      .def("probability", array_of(&DecisionProcess::probability), nb::arg("player"))
      .def(
          "alone",
          [](const FlowGame& game, int player) {
            return view(game, game.payoffs[index(checked_player(player, 2))].alone);
          },
          nb::arg("player"), "What every action is worth to player 0 by itself.")
      .def(
          "factors",
          [](const FlowGame& game, int player) {
            return seen(game, game.payoffs[index(checked_player(player, 2))].factors);
          },
          nb::arg("player"), "Start, index and value: a row per action, a column per term.")
      .def(
          "pairs",
          [](const FlowGame& game, int player) {
            return seen(game, game.payoffs[index(checked_player(player, 2))].pairs);
          },
          nb::arg("player"),
          "Start, index and value: a row per action of the player, a column per action of the other.")
      .def_ro("terms", &FlowGame::terms)
      .def_ro("constant", &FlowGame::constant)
      .def("follow", &follow_behaviour, nb::arg("player"), nb::arg("behaviour"), "The flow of a behaviour.")
      .def("behaviour", &behaviour, nb::arg("player"), nb::arg("weights"),
           "The behaviour of weights that are a flow up to rounding; uniform where they do not reach.")
      .def("values", &values, nb::arg("player"), nb::arg("other"),
           "What every action of a player is worth to player 0 against a flow of the other, without what follows.")
      .def(
          "utility",
          [](const FlowGame& game, const Numbers& first, const Numbers& second) {
            return game.utility(per_action(game, 0, first), per_action(game, 1, second));
          },
          nb::arg("first"), nb::arg("second"), "What player 0 expects of two flows.")
      .def("best_response", &respond, nb::arg("player"), nb::arg("other"), nb::arg("ranks"), nb::arg("slack"),
           "What player 0 expects of a player's best answer to a flow, its action in every state (-1 for none), and "
           "what every action is worth.");
  nb::class_<FlowRegret>(m, "FlowRegret", "Regret minimisation on the two processes of a flow game.")
      .def(nb::init<const FlowGame&, bool>(), nb::arg("game"), nb::arg("predictive"), nb::keep_alive<1, 2>())
      .def(
          "play",
          [](FlowRegret& own, std::int64_t rounds, Budget& budget) {
            budget.poll = deliver_signals;
            nb::gil_scoped_release release;
            own.play(rounds, budget);
          },
          nb::arg("rounds"), nb::arg("budget"))
      .def(
          "average", [](const FlowRegret& own, int player) { return to_array(own.average(checked_player(player, 2))); },
          nb::arg("player"), "A player's average flow.")
      .def_prop_ro("rounds", &FlowRegret::rounds);
  bind_compact_game(m);
}

}  // namespace dodona
