// Domains whose searches are compiled for their own type. They share a file because they share those templates.
#include "bindings/bindings.h"
#include "domains/connect_four.h"
#include "domains/dice_race.h"
#include "domains/tic_tac_toe.h"
#include "games/host.h"
#include "perfect/search_kernel.h"

namespace dodona {

void bind_boards(nb::module_& m) {
  m.def("tic_tac_toe", [] { return host<SearchKernel>(TicTacToe()); });
  m.def(
      "connect_four",
      [](int width, int height, int connect) { return host<SearchKernel>(ConnectFour(width, height, connect)); },
      nb::arg("width"), nb::arg("height"), nb::arg("connect"));
  m.def(
      "dice_race", [](int length, int faces, int turns) { return host<SearchKernel>(DiceRace(length, faces, turns)); },
      nb::arg("length"), nb::arg("faces"), nb::arg("turns"));
}

}  // namespace dodona
