#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "games/preorder.h"
#include "games/tree_rules.h"

namespace dodona {
namespace {

template <class T>
using View2 = nb::ndarray<nb::numpy, const T, nb::ndim<2>>;

template <class T, class Item>
View2<T> rows(const GameTree& tree, const std::vector<Item>& items) {
  static_assert(sizeof(T) == sizeof(Item));
  return View2<T>(reinterpret_cast<const T*>(items.data()),
                  {tree.num_terminals(), static_cast<std::size_t>(tree.players)}, nb::find(tree));
}

int checked(const GameTree& tree, int player) { return checked_player(player, tree.players); }

template <class Id, class Item, class Sets>
auto per_player(Table<Id, Item> Sets::* table) {
  return [table](const GameTree& tree, int player) {
    return view<std::int32_t>(tree, tree.own(checked(tree, player)).*table);
  };
}

std::vector<std::string> infoset_labels(const GameTree& tree, int player) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < tree.num_infosets(checked(tree, player)); ++i)
    labels.emplace_back(tree.infoset_label(player, static_cast<InfosetId>(i)));
  return labels;
}

std::vector<std::string> action_labels(const GameTree& tree, int player) {
  std::vector<std::string> labels;
  for (std::size_t s = 0; s < tree.num_sequences(checked(tree, player)); ++s)
    labels.emplace_back(tree.action_label(player, static_cast<SequenceId>(s)));
  return labels;
}

std::vector<std::string> history(const GameTree& tree, std::int64_t node) {
  if (node < 0 || node >= static_cast<std::int64_t>(tree.num_nodes()))
    throw GameDefinitionError("this tree has nodes 0 to " + std::to_string(tree.num_nodes() - 1) + ".");
  std::vector<std::string> moves;
  for (auto at = static_cast<NodeId>(node); tree.parent[at] != kNoNode; at = tree.parent[at])
    moves.emplace_back(tree.move_label(at));
  std::reverse(moves.begin(), moves.end());
  return moves;
}

Rules tree_game(int players, bool zero_sum, const std::vector<int>& set_player,
                const std::vector<std::string>& set_label, const std::vector<std::vector<std::string>>& set_actions,
                const std::vector<std::vector<double>>& set_probabilities, std::vector<std::int32_t> node_set,
                std::vector<std::string> node_label, std::vector<double> utilities) {
  if (set_label.size() != set_player.size() || set_actions.size() != set_player.size() ||
      set_probabilities.size() != set_player.size())
    throw GameDefinitionError("an explicit tree needs a player, a label, actions and probabilities for every set.");
  PreorderTree given{players, zero_sum, {}, std::move(node_set), std::move(node_label), std::move(utilities)};
  for (std::size_t i = 0; i < set_player.size(); ++i)
    given.sets.push_back({set_player[i], set_label[i], set_actions[i], set_probabilities[i]});
  return rules_of(std::make_shared<const GameTree>(assemble(given)));
}

}  // namespace

void bind_tree(nb::module_& m) {
  nb::class_<GameTree>(m, "GameTree", "A game as flat arrays; every array is a read-only view without a copy.")
      .def_ro("players", &GameTree::players)
      .def_ro("zero_sum", &GameTree::zero_sum)
      .def_ro("depth", &GameTree::depth)
      .def_ro("recall_problem", &GameTree::recall_problem, "Empty where every player has perfect recall.")
      .def_prop_ro("perfect_information", &GameTree::perfect_information)
      .def_prop_ro("num_nodes", &GameTree::num_nodes)
      .def_prop_ro("num_terminals", &GameTree::num_terminals)
      .def_prop_ro("memory", &GameTree::memory, "Bytes in use.")
      .def(
          "num_infosets", [](const GameTree& t, int player) { return t.num_infosets(checked(t, player)); },
          nb::arg("player"))
      .def(
          "num_sequences", [](const GameTree& t, int player) { return t.num_sequences(checked(t, player)); },
          nb::arg("player"))
      .def_prop_ro("parent", [](const GameTree& t) { return view<std::int32_t>(t, t.parent); })
      .def_prop_ro("first_child", [](const GameTree& t) { return view<std::int32_t>(t, t.first_child); })
      .def_prop_ro("num_children", [](const GameTree& t) { return view<std::int32_t>(t, t.num_children); })
      .def_prop_ro(
          "player", [](const GameTree& t) { return view<std::int8_t>(t, t.player); },
          "The player to move at each node, or CHANCE or TERMINAL.")
      .def_prop_ro("infoset", [](const GameTree& t) { return view<std::int32_t>(t, t.infoset); })
      .def_prop_ro(
          "probability", [](const GameTree& t) { return view<double>(t, t.probability); },
          "Of the chance outcome that leads to each node; 1 below a player's node.")
      .def_prop_ro("terminal_node", [](const GameTree& t) { return view<std::int32_t>(t, t.terminal_node); })
      .def_prop_ro(
          "terminal_reach", [](const GameTree& t) { return view<double>(t, t.terminal_reach); },
          "Chance's share of the probability of each terminal node.")
      .def_prop_ro("terminal_sequence", [](const GameTree& t) { return rows<std::int32_t>(t, t.terminal_sequence); })
      .def_prop_ro("terminal_utility", [](const GameTree& t) { return rows<double>(t, t.terminal_utility); })
      .def("parent_sequence", per_player(&PlayerSets::parent_sequence), nb::arg("player"))
      .def("first_sequence", per_player(&PlayerSets::first_sequence), nb::arg("player"))
      .def("num_actions", per_player(&PlayerSets::num_actions), nb::arg("player"))
      .def("infoset_size", per_player(&PlayerSets::num_nodes), nb::arg("player"))
      .def("infoset_labels", &infoset_labels, nb::arg("player"))
      .def("action_labels", &action_labels, nb::arg("player"), "By sequence; the empty sequence has an empty label.")
      .def("history", &history, nb::arg("node"), "Labels of the moves from the root to a node.");
  m.def("tree_game", &tree_game, nb::arg("players"), nb::arg("zero_sum"), nb::arg("set_player"), nb::arg("set_label"),
        nb::arg("set_actions"), nb::arg("set_probabilities"), nb::arg("node_set"), nb::arg("node_label"),
        nb::arg("utilities"), "The game of a tree whose nodes are given in preorder.");
  m.def("tree_rules", &rules_of, nb::arg("tree"), "The game of a stored tree.");
}

}  // namespace dodona
