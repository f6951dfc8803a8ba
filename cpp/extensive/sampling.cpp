#include "extensive/sampling.h"

#include "extensive/responses.h"
#include "extensive/sampling_impl.h"

namespace dodona {

std::unique_ptr<Sampling> make_sampling(const Rules& rules, const SamplingRule& rule, std::uint64_t seed) {
  const Rules game = hidden_form(rules);
  if (game.traits().players != 2) throw UnsupportedGameError("sampling is for games of two players.");
  return std::make_unique<SamplingRun<Rules>>(game, game.initial(), game, rule, seed);
}

}  // namespace dodona
