#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/pursuit_evasion.h"
#include "games/host.h"
#include "simultaneous/stage_kernel.h"

namespace dodona {

void bind_pursuit_evasion(nb::module_& m) {
  m.def(
      "pursuit_evasion",
      [](std::vector<std::string> nodes, std::vector<std::vector<int>> moves, int evader, std::vector<int> pursuers,
         int depth, int columns) {
        return host<StageKernel>(
            PursuitEvasion({std::move(nodes), std::move(moves), evader, std::move(pursuers), depth, columns}));
      },
      nb::arg("nodes"), nb::arg("moves"), nb::arg("evader"), nb::arg("pursuers"), nb::arg("depth"),
      nb::arg("columns") = 0,
      "Labels of the nodes, the nodes that each leads to, the starts, and how many nodes a row of a grid has.");
}

}  // namespace dodona
