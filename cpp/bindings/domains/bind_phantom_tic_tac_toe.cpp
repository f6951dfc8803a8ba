#include "bindings/bindings.h"
#include "domains/phantom_tic_tac_toe.h"
#include "extensive/oracle_kernel.h"
#include "extensive/response_kernel.h"
#include "games/host.h"

namespace dodona {

void bind_phantom_tic_tac_toe(nb::module_& m) {
  m.def(
      "phantom_tic_tac_toe",
      [](bool outward, bool forced_win, int forced_first) {
        return host<ResponseKernel, OracleKernel>(PhantomTicTacToe({outward, forced_win, forced_first}));
      },
      nb::arg("outward"), nb::arg("forced_win"), nb::arg("forced_first"));
}

}  // namespace dodona
