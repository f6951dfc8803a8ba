#include "bindings/bindings.h"
#include "domains/kuhn.h"
#include "games/host.h"

namespace dodona {

void bind_kuhn(nb::module_& m) {
  m.def("kuhn", [](int cards) { return host(Kuhn(cards)); }, nb::arg("cards"));
}

}  // namespace dodona
