#include "bindings/bindings.h"
#include "domains/random_simultaneous.h"
#include "games/host.h"
#include "simultaneous/stage_kernel.h"

namespace dodona {

void bind_random_simultaneous(nb::module_& m) {
  m.def(
      "random_simultaneous",
      [](int depth, int branching, int chance, RandomUtility utility, bool zeros, std::uint64_t seed) {
        return host<StageKernel>(RandomSimultaneous({depth, branching, chance, utility, zeros, seed}));
      },
      nb::arg("depth"), nb::arg("branching"), nb::arg("chance"), nb::arg("utility"), nb::arg("zeros"), nb::arg("seed"));
}

}  // namespace dodona
