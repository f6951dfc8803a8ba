#include "extensive/double_oracle.h"

#include "extensive/double_oracle_impl.h"

namespace dodona {

std::unique_ptr<DoubleOracle> make_double_oracle(const Rules& rules, const OracleOptions& options, Budget& budget) {
  OracleOptions own = options;
  own.symmetry = options.symmetry && rules.at_start();
  return std::make_unique<ImplicitDoubleOracle<Rules>>(hidden_form(rules), own, budget);
}

}  // namespace dodona
