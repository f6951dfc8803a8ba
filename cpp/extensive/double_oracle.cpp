#include "extensive/double_oracle.h"

#include "extensive/double_oracle_impl.h"

namespace dodona {

std::unique_ptr<DoubleOracle> make_double_oracle(const Rules& rules, const OracleOptions& options, Budget& budget) {
  const Rules game = hidden_form(rules);
  if (game.at_start())
    if (const auto* typed = game.kernel<TypedDoubleOracle>()) return typed->make(options, budget);
  OracleOptions own = options;
  own.symmetry = options.symmetry && rules.at_start();  // automorphisms hold for the whole game alone
  return std::make_unique<ImplicitDoubleOracle<Rules>>(game, own, budget);
}

}  // namespace dodona
