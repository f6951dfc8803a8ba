#include "bindings/bindings.h"
#include "domains/dice_race.h"
#include "games/host.h"

namespace dodona {

void bind_dice_race(nb::module_& m) {
  m.def(
      "dice_race", [](int length, int faces, int turns) { return host(DiceRace(length, faces, turns)); },
      nb::arg("length"), nb::arg("faces"), nb::arg("turns"));
}

}  // namespace dodona
