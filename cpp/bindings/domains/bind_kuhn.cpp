#include <nanobind/stl/shared_ptr.h>

#include "bindings/bindings.h"
#include "domains/kuhn.h"

namespace dodona {

void bind_kuhn(nb::module_& m) {
  m.def("kuhn", [](int cards) { return host(Kuhn(cards)); }, nb::arg("cards"));
}

}  // namespace dodona
