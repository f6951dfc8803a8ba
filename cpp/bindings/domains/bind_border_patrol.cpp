#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/border_patrol.h"
#include "extensive/response_kernel.h"
#include "games/host.h"

namespace dodona {

void bind_border_patrol(nb::module_& m) {
  m.def(
      "border_patrol",
      [](std::vector<std::string> nodes, std::vector<std::vector<int>> moves, std::array<std::vector<int>, 2> areas,
         int evader, int goal, std::array<int, 2> units, int depth, bool slow, bool may_stay) {
        return host<ResponseKernel>(BorderPatrol(
            {std::move(nodes), std::move(moves), std::move(areas), evader, goal, units, depth, slow, may_stay}));
      },
      nb::arg("nodes"), nb::arg("moves"), nb::arg("areas"), nb::arg("evader"), nb::arg("goal"), nb::arg("units"),
      nb::arg("depth"), nb::arg("slow"), nb::arg("may_stay"),
      "Labels of the nodes, the nodes that each leads to, and by number the units' areas, the goal and the starts.");
}

}  // namespace dodona
