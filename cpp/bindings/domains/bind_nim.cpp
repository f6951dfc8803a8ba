#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/nim.h"
#include "games/host.h"

namespace dodona {

void bind_nim(nb::module_& m) {
  m.def(
      "nim", [](std::vector<int> heaps, int most, bool misere) { return host(Nim(std::move(heaps), most, misere)); },
      nb::arg("heaps"), nb::arg("most"), nb::arg("misere"));
}

}  // namespace dodona
