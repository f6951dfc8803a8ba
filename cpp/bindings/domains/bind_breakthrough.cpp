#include "bindings/bindings.h"
#include "domains/breakthrough.h"
#include "games/host.h"

namespace dodona {

void bind_breakthrough(nb::module_& m) {
  m.def(
      "breakthrough", [](int columns, int rows, int pawn_rows) { return host(Breakthrough(columns, rows, pawn_rows)); },
      nb::arg("columns"), nb::arg("rows"), nb::arg("pawn_rows"));
}

}  // namespace dodona
