#include <algorithm>
#include <cmath>

#include "bindings/python_game.h"
#include "core/ids.h"

namespace dodona {
namespace {

/// Whether two objects are equal as their class says; one that does not say compares itself with nothing else.
bool same_value(nb::handle a, nb::handle b) {
  const nb::handle plain = nb::handle(reinterpret_cast<PyObject*>(&PyBaseObject_Type)).attr("__eq__");
  if (a.is(b) || nb::object(a.type().attr("__eq__")).is(plain)) return true;
  return a.equal(b);
}

}  // namespace

/// Asks once more what the walk has been told at a position.
std::string PythonGame::difference(const State& s) const {
  if (ask_turn(s->state) != s->turn) return "turn gives another mover when it is asked again.";
  if (s->turn == kTerminal) {
    std::vector<double> first(index(traits_.players)), second(first);
    utilities(s, first.data()), utilities(s, second.data());
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    if (!std::equal(first.begin(), first.end(), second.begin(), same))
      return "utility gives other numbers when it is asked again.";
    return {};
  }
  if (std::string found = difference_of_choices(s); !found.empty()) return found;
  return difference_of_play(s);
}

std::string PythonGame::difference_of_choices(const State& s) const {
  const bool stage = s->turn == kSimultaneous;
  for (int player = stage ? 0 : s->turn; player < (stage ? traits_.players : s->turn + 1); ++player) {
    const Choices& known = choices(s, player);
    const Choices again = ask(s, player);
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    if (again.labels != known.labels || !std::equal(again.probabilities.begin(), again.probabilities.end(),
                                                    known.probabilities.begin(), known.probabilities.end(), same))
      return std::string(player == kChance ? "chance" : "actions") + " gives something else to " + who(player) +
             " when it is asked again.";
    if (hides() && player >= 0 && !same_value(call(memory_->information, s->state, player), information(s, player)))
      return "information gives something else to " + who(player) + " when it is asked again.";
  }
  return {};
}

std::string PythonGame::difference_of_play(const State& s) const {
  if (s->turn == kSimultaneous) {
    const std::vector<int> first(index(traits_.players), 0);
    const nb::object joint = joint_move(s, first.data());
    return same_value(played(s, joint), played(s, joint))
               ? ""
               : "play leads to another state when the same moves are played again.";
  }
  const int count = num_actions(s);
  for (int a = 0; a < count; ++a)
    if (!same_value(played(s, move_at(s, s->turn, a)), played(s, move_at(s, s->turn, a))))
      return "play leads to another state when " + action_label(s, s->turn, a) + " is played again.";
  return {};
}

}  // namespace dodona
