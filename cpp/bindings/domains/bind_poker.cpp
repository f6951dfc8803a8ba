#include "bindings/bindings.h"
#include "domains/poker.h"
#include "extensive/response_kernel.h"
#include "games/host.h"

namespace dodona {

void bind_poker(nb::module_& m) {
  m.def(
      "poker",
      [](int types, int copies, int raises, int bet_sizes, int raise_sizes, int ante, bool physical) {
        return host<ResponseKernel>(Poker({types, copies, raises, bet_sizes, raise_sizes, ante, physical}));
      },
      nb::arg("types"), nb::arg("copies"), nb::arg("raises"), nb::arg("bet_sizes"), nb::arg("raise_sizes"),
      nb::arg("ante"), nb::arg("physical"));
}

}  // namespace dodona
