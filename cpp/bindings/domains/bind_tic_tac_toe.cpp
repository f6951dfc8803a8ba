#include "bindings/bindings.h"
#include "domains/tic_tac_toe.h"
#include "games/host.h"

namespace dodona {

void bind_tic_tac_toe(nb::module_& m) {
  m.def("tic_tac_toe", [] { return host(TicTacToe()); });
}

}  // namespace dodona
