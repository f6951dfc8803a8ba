/// Estimates of positions that a search does not look into.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/errors.h"
#include "games/adapters.h"
#include "games/contract.h"
#include "games/rules.h"

namespace dodona {

/// An estimate that comes from the user: a function of the position, or a compiled one of the exact key. Where both
/// are missing, the game's own.
struct Evaluation {
  std::function<double(const Rules& rules, const Position& s)> of_position;
  double (*of_key)(const std::uint8_t* key, std::int64_t length) = nullptr;
  const void* identity = nullptr;  ///< the same for two that give the same estimates
};

/// What tells the estimates of two searches apart; null for the game's own.
inline std::shared_ptr<const void> identity_of(const std::shared_ptr<const Evaluation>& evaluation) {
  return {evaluation, evaluation ? evaluation->identity : nullptr};
}

/// An estimate of player 0's utility.
template <class G>
double estimate(const G& game, const typename G::State& s, const Evaluation* evaluation) {
  if constexpr (std::same_as<G, Rules>)
    if (evaluation != nullptr && evaluation->of_position) return evaluation->of_position(game, s);
  if constexpr (KeyedGame<G>)
    if (evaluation != nullptr && evaluation->of_key != nullptr && abilities_of(game).keys) {
      KeyWriter key;
      game.state_key(s, key);
      return evaluation->of_key(key.view().data(), static_cast<std::int64_t>(key.view().size()));
    }
  if constexpr (EvaluatedGame<G>)
    if (abilities_of(game).evaluation) return game.evaluate(s);
  throw SolverError("there is no evaluation for positions beyond the depth limit.");
}

/// Serialized games are estimated as the game behind them.
template <class G>
double estimate(const Serialized<G>& game, const typename Serialized<G>::State& s, const Evaluation* evaluation) {
  return estimate(game.game(), s.base, evaluation);
}

}  // namespace dodona
