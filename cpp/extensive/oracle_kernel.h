/// The double oracle compiled for the type of a domain: `host<OracleKernel>(PhantomTicTacToe(...))`. A matter of speed
/// alone.
#pragma once

#include <memory>

#include "extensive/double_oracle_impl.h"

namespace dodona {

template <SequentialGame G>
  requires InformationGame<G>
class OracleKernel final : public TypedDoubleOracle {
 public:
  using Interface = TypedDoubleOracle;
  explicit OracleKernel(const G& game) : game_(game) {}

  std::unique_ptr<DoubleOracle> make(const OracleOptions& options, Budget& budget) const override {
    return std::make_unique<ImplicitDoubleOracle<G>>(game_, options, budget);
  }

 private:
  const G& game_;
};

}  // namespace dodona
