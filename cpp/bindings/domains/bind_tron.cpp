#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/tron.h"
#include "games/host.h"

namespace dodona {

void bind_tron(nb::module_& m) {
  m.def(
      "tron",
      [](int rows, int columns, std::vector<int> walls, std::array<int, 2> starts) {
        return host(Tron({rows, columns, std::move(walls), starts}));
      },
      nb::arg("rows"), nb::arg("columns"), nb::arg("walls"), nb::arg("starts"),
      "Walls and starts are cells, counted row by row.");
}

}  // namespace dodona
