#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/goofspiel.h"
#include "games/host.h"
#include "simultaneous/stage_kernel.h"

namespace dodona {

void bind_goofspiel(nb::module_& m) {
  m.def(
      "goofspiel",
      [](int cards, int lowest, std::vector<int> order, bool points, bool hidden, bool automatic) {
        return host<StageKernel>(Goofspiel({cards, lowest, std::move(order), points, hidden, automatic}));
      },
      nb::arg("cards"), nb::arg("lowest"), nb::arg("order"), nb::arg("points"), nb::arg("hidden"), nb::arg("automatic"),
      "An empty order lets chance turn up the prizes.");
}

}  // namespace dodona
