#include <nanobind/stl/shared_ptr.h>

#include "bindings/bindings.h"
#include "domains/connect_four.h"

namespace dodona {

void bind_connect_four(nb::module_& m) {
  m.def(
      "connect_four", [](int width, int height, int connect) { return host(ConnectFour(width, height, connect)); },
      nb::arg("width"), nb::arg("height"), nb::arg("connect"));
}

}  // namespace dodona
