#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/matrix.h"
#include "games/host.h"

namespace dodona {

void bind_matrix(nb::module_& m) {
  m.def(
      "matrix_game",
      [](std::vector<std::vector<std::string>> actions, std::vector<double> payoffs, bool zero_sum) {
        return host(MatrixRules(std::move(actions), std::move(payoffs), zero_sum));
      },
      nb::arg("actions"), nb::arg("payoffs"), nb::arg("zero_sum"));
}

}  // namespace dodona
