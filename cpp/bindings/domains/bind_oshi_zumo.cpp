#include <nanobind/stl/array.h>

#include "bindings/bindings.h"
#include "domains/oshi_zumo.h"
#include "games/host.h"
#include "simultaneous/stage_kernel.h"

namespace dodona {

void bind_oshi_zumo(nb::module_& m) {
  m.def(
      "oshi_zumo",
      [](std::array<int, 2> coins, int size, int min_bid, int start, bool distance) {
        return host<StageKernel>(OshiZumo({coins, size, min_bid, start, distance}));
      },
      nb::arg("coins"), nb::arg("size"), nb::arg("min_bid"), nb::arg("start"), nb::arg("distance"));
}

}  // namespace dodona
