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
         int depth) {
        return host<StageKernel>(
            PursuitEvasion({std::move(nodes), std::move(moves), evader, std::move(pursuers), depth}));
      },
      nb::arg("nodes"), nb::arg("moves"), nb::arg("evader"), nb::arg("pursuers"), nb::arg("depth"),
      "Labels of the nodes, the nodes that each leads to, and the starts.");
}

}  // namespace dodona
