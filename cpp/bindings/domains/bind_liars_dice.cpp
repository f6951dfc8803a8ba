#include "bindings/bindings.h"
#include "domains/liars_dice.h"
#include "games/host.h"

namespace dodona {

void bind_liars_dice(nb::module_& m) {
  m.def(
      "liars_dice", [](int dice, int faces, bool wild) { return host(LiarsDice(dice, faces, wild)); }, nb::arg("dice"),
      nb::arg("faces"), nb::arg("wild"));
}

}  // namespace dodona
