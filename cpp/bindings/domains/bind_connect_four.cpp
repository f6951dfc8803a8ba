#include "bindings/bindings.h"
#include "domains/connect_four.h"
#include "games/host.h"
#include "perfect/search_kernel.h"

namespace dodona {

void bind_connect_four(nb::module_& m) {
  m.def(
      "connect_four",
      [](int width, int height, int connect) { return host<SearchKernel>(ConnectFour(width, height, connect)); },
      nb::arg("width"), nb::arg("height"), nb::arg("connect"));
}

}  // namespace dodona
