/// Strategies by the labels of information sets and actions, as users write and read them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "extensive/plan.h"

namespace dodona {

/// What a player does where her plan names nothing.
enum class Fallback { error, uniform, first, promising };

/// Probabilities by the labels of information sets and actions.
struct NamedPlan : Plan {
  struct Row {
    std::size_t begin, end;
  };
  std::unordered_map<std::string, Row> rows;
  std::vector<std::string> actions;
  std::vector<double> probabilities;
  Fallback fallback = Fallback::error;
  bool symmetry = false;  ///< whether `first` counts actions as they are in the least of the sets that maps exchange
};

/// The label of one action for each label of an information set.
using NamedActions = std::unordered_map<std::string, std::string>;

/// Refuses an action that a plan has learnt at another position and that does not exist at this one, which happens only
/// where rules from outside break their contract.
template <class G>
void require_action(const G& game, const typename G::State& s, int action, int count) {
  if (action >= 0 && action < count) return;
  throw GameDefinitionError("changing answers at state " + game.describe(s) +
                            ": other actions than before; give the same answer to the same question every time.");
}

/// Rows of a plan for reading: one per information set.
struct PlanRows {
  std::vector<std::string> labels, actions;
  std::vector<std::int64_t> offsets{0};
  std::vector<double> probabilities;

  template <class G, class Plan>
  void add(const G& game, const typename G::State& s, int player, Plan& plan) {
    labels.push_back(game.info_label(s, player));
    const int count = game.num_actions(s);
    const std::size_t begin = probabilities.size();
    probabilities.resize(begin + index(count), 0.0);
    for (int a = 0; a < count; ++a) actions.push_back(game.action_label(s, player, a));
    plan.moves(s, 0, [&](int action, double p, std::int32_t) {
      require_action(game, s, action, count);
      probabilities[begin + index(action)] = p;
    });
    offsets.push_back(static_cast<std::int64_t>(probabilities.size()));
  }
};

}  // namespace dodona
