#include "bindings/bindings.h"
#include "domains/chinese_checkers.h"
#include "domains/random_multiplayer.h"
#include "games/host.h"
#include "multiplayer/max_n_kernel.h"

namespace dodona {

void bind_multiplayer_games(nb::module_& m) {
  nb::enum_<RandomOutcomes>(m, "RandomOutcomes")
      .value("independent", RandomOutcomes::independent)
      .value("zero_sum", RandomOutcomes::zero_sum)
      .value("shares", RandomOutcomes::shares);
  m.def(
      "random_multiplayer",
      [](int players, int depth, int branching, int min_branching, int outcomes, int levels, RandomOutcomes kind,
         bool in_turn, std::uint64_t seed) {
        return host<MaxNKernel>(
            RandomMultiplayer({players, depth, branching, min_branching, outcomes, levels, kind, in_turn, seed}));
      },
      nb::arg("players"), nb::arg("depth"), nb::arg("branching"), nb::arg("min_branching"), nb::arg("outcomes"),
      nb::arg("levels"), nb::arg("kind"), nb::arg("in_turn"), nb::arg("seed"));
  m.def(
      "chinese_checkers",
      [](int players, int radius, int pieces, int turns) {
        return host<MaxNKernel>(ChineseCheckers(players, radius, pieces, turns));
      },
      nb::arg("players"), nb::arg("radius"), nb::arg("pieces"), nb::arg("turns"));
}

}  // namespace dodona
