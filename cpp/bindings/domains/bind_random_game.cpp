#include <nanobind/stl/string.h>

#include "bindings/bindings.h"
#include "domains/random_game.h"
#include "games/host.h"

namespace dodona {

void bind_random_game(nb::module_& m) {
  nb::enum_<RandomUtility>(m, "RandomUtility")
      .value("uniform", RandomUtility::uniform)
      .value("binary", RandomUtility::binary)
      .value("edges", RandomUtility::edges)
      .value("sign", RandomUtility::sign);
  m.def(
      "random_game",
      [](int depth, int branching, int min_branching, int observations, int chance, RandomUtility utility,
         std::uint64_t seed) {
        return host(RandomGame({depth, branching, min_branching, observations, chance, utility, seed}));
      },
      nb::arg("depth"), nb::arg("branching"), nb::arg("min_branching"), nb::arg("observations"), nb::arg("chance"),
      nb::arg("utility"), nb::arg("seed"));
}

}  // namespace dodona
