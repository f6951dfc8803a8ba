#include "bindings/any_game.h"

namespace dodona {

std::shared_ptr<AnyGame> no_such_view(const char* view) {
  throw UnsupportedGameError(std::string(view) + " is a view of games with simultaneous moves; this game has none.");
}

SearchResult no_search() {
  throw UnsupportedGameError("searches need two players, perfect information and no simultaneous moves.");
}

void no_information() {
  throw UnsupportedGameError(
      "this needs a game that tells what its players know: those of perfect information do not.");
}

void no_stages() { throw UnsupportedGameError("this needs two players who move at once and see everything else."); }

int resolve_move(const AnyState& state, int player, const MovePart& part) {
  const int count = state.num_actions(player);
  std::string legal;
  if (const int* index = std::get_if<int>(&part)) {
    if (*index >= 0 && *index < count) return *index;
    throw IllegalMoveError("move index " + std::to_string(*index) + " at " + state.describe() + " is not one of 0 to " +
                           std::to_string(count - 1) + ".");
  }
  const std::string& label = std::get<std::string>(part);
  for (int a = 0; a < count; ++a) {
    const std::string known = state.action_label(player, a);
    if (known == label) return a;
    if (a < 30) legal += (a > 0 ? ", " : "") + known;
  }
  throw IllegalMoveError("move '" + label + "' does not exist at " + state.describe() + "; the moves are " + legal +
                         (count > 30 ? ", ..." : "") + ".");
}

}  // namespace dodona
