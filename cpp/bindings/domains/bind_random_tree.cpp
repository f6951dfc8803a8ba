#include "bindings/bindings.h"
#include "domains/random_tree.h"
#include "games/host.h"

namespace dodona {

void bind_random_tree(nb::module_& m) {
  m.def(
      "random_tree",
      [](int depth, int branching, int min_branching, int chance, RandomUtility utility, std::uint64_t seed) {
        return host(RandomTree({depth, branching, min_branching, chance, utility, seed}));
      },
      nb::arg("depth"), nb::arg("branching"), nb::arg("min_branching"), nb::arg("chance"), nb::arg("utility"),
      nb::arg("seed"));
}

}  // namespace dodona
