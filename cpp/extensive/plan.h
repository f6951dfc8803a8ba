/// Strategies of one player in a game that is never stored, and where they live.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "extensive/set_table.h"
#include "games/rules.h"

namespace dodona {

/// A strategy in one of its homes: rows by label (named_plan.h), or one of those below. `PlanReader` reads all of them.
struct Plan {
  virtual ~Plan() = default;
};

/// The average strategies that sampling has found, by the exact keys of information sets; uniform where it has not
/// been.
struct KeyedPlan : Plan {
  KeyedPlan(Rules rules, Rules sampled, std::shared_ptr<const SetTable> sets)
      : base(std::move(rules)), game(std::move(sampled)), table(std::move(sets)) {}

  Rules base;  ///< the game that was sampled
  Rules game;  ///< its extensive form
  std::shared_ptr<const SetTable> table;

  /// Whether keys number histories, which mean something only to the very rules that were sampled.
  bool by_history() const { return base.abilities().untrusted && base.traits().perfect_information; }
};

/// A function of a position, asked where its player moves for one probability per action. It is told the rules that are
/// walked; null where they are walked by their type, and any of their values will do.
struct AskedPlan : Plan {
  using Ask = std::function<std::vector<double>(const Rules* walked, const Position& s)>;
  explicit AskedPlan(Ask function) : ask(std::move(function)) {}
  Ask ask;
};

}  // namespace dodona
