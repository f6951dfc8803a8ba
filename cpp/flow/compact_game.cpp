#include "flow/compact_game.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

#include "core/errors.h"

namespace dodona {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What items play of a term or of an action, as a vector with one entry per index.
std::vector<std::pair<std::int32_t, double>> combined(const std::vector<std::pair<std::int32_t, double>>& flow,
                                                      const CompressedRows& rows) {
  std::vector<std::pair<std::int32_t, double>> parts, sums;
  for (const auto& [action, weight] : flow)
    for (std::size_t k = index(rows.start[index(action)]); k < index(rows.start[index(action) + 1]); ++k)
      parts.emplace_back(rows.index[k], weight * rows.value[k]);
  std::sort(parts.begin(), parts.end());
  for (const auto& [column, value] : parts) {
    if (sums.empty() || sums.back().first != column) sums.emplace_back(column, 0.0);
    sums.back().second += value;
  }
  return sums;
}

}  // namespace

CompactGame::CompactGame(const FlowGame& game, std::array<std::vector<std::int32_t>, 2> defaults)
    : game_(game), term_place_(game.terms, {-1, -1}) {
  for (const int player : {0, 1}) {
    const DecisionProcess& process = game.processes[index(player)];
    const std::size_t states = process.num_states(), actions = process.num_actions();
    Side& side = sides_[index(player)];
    side.defaults = std::move(defaults[index(player)]);
    if (side.defaults.size() != states) throw GameDefinitionError("a default strategy needs one action per state.");
    for (std::size_t s = 0; s < states; ++s)
      if (!process.is_terminal(s) &&
          (side.defaults[s] < process.first_action[s] || side.defaults[s] >= process.first_action[s + 1]))
        throw GameDefinitionError("a default strategy names an action that its state does not have.");
    side.included.assign(states, 0), side.expanded.assign(states, 0), side.allowed.assign(actions, 0);
    side.place.assign(states, -1), side.default_item.assign(states, -1);
    side.passing.resize(states), side.carriers.resize(actions), side.users.resize(game.terms);
  }
  for (const int player : {0, 1})
    for (std::size_t s = 0; s < sides_[index(player)].included.size(); ++s)
      if (game.processes[index(player)].initial[s] > 0) include(player, s);
  keep_valid(0), keep_valid(1);
}

std::int32_t CompactGame::new_column(double cost, double lower, double upper) {
  growth_.cost.push_back(cost), growth_.column_lower.push_back(lower), growth_.column_upper.push_back(upper);
  return columns_++;
}

std::int32_t CompactGame::new_row(double lower, double upper) {
  growth_.row_lower.push_back(lower), growth_.row_upper.push_back(upper);
  return rows_++;
}

/// What the default strategy plays from a state on, in topological order; `passed` are the states on its way.
CompactGame::Item CompactGame::default_continuation(int player, std::size_t state,
                                                    std::vector<std::int32_t>& passed) const {
  const DecisionProcess& process = game_.processes[index(player)];
  const Side& side = sides_[index(player)];
  std::priority_queue<std::pair<std::int32_t, double>, std::vector<std::pair<std::int32_t, double>>, std::greater<>>
      ahead;
  ahead.emplace(static_cast<std::int32_t>(state), 1.0);
  Item item;
  while (!ahead.empty()) {
    const std::int32_t at = ahead.top().first;
    double reach = 0;
    while (!ahead.empty() && ahead.top().first == at) reach += ahead.top().second, ahead.pop();
    if (process.is_terminal(index(at))) continue;
    if (index(at) != state) passed.push_back(at);
    const std::int32_t action = side.defaults[index(at)];
    item.flow.emplace_back(action, reach);
    process.for_outcomes(index(action), [&](std::size_t after, double p) {
      if (p > 0) ahead.emplace(static_cast<std::int32_t>(after), reach * p);
    });
  }
  return item;
}

/// A state of player 0 is a row, by which as much leaves it as comes in; one of player 1 is a column, its value.
void CompactGame::include(int player, std::size_t state) {
  const DecisionProcess& process = game_.processes[index(player)];
  Side& side = sides_[index(player)];
  if (side.included[state] || process.is_terminal(state)) return;
  side.included[state] = 1, ++side.states;
  const double start = process.initial[state];
  side.place[state] = player == 0 ? new_row(start, start) : new_column(-start, -kInfinity, kInfinity);
  std::vector<std::int32_t> passed;
  Item item = default_continuation(player, state, passed);
  side.default_item[state] = static_cast<std::int32_t>(side.items.size());
  add_item(player, std::move(item), state, -1);
  for (const std::int32_t on_the_way : passed)
    side.passing[index(on_the_way)].push_back(static_cast<std::int32_t>(state));
  side.unchecked.push_back(static_cast<std::int32_t>(state));
}

/// Allows an action of an included state; the states that it leads to are included. Returns whether it is new.
bool CompactGame::allow(int player, std::size_t state, std::size_t action) {
  Side& side = sides_[index(player)];
  if (side.allowed[action]) return false;
  side.allowed[action] = 1, ++side.added;
  if (!side.expanded[state]) {
    const std::int32_t place = side.items[index(side.default_item[state])].place;
    (player == 0 ? growth_.fixed_columns : growth_.freed).push_back(place);
  }
  side.expanded[state] = 1;
  game_.processes[index(player)].for_outcomes(action, [&](std::size_t after, double p) {
    if (p > 0) include(player, after);
  });
  add_item(player, Item{-1, {{static_cast<std::int32_t>(action), 1.0}}}, state, static_cast<std::int32_t>(action));
  return true;
}

/// Where default play from an included state that is not expanded meets an included state, the flows of both would add
/// up there, although only one may be redirected: the first step of the default becomes an action of the restricted
/// game, and so on until they meet (6.2.1 of the thesis).
void CompactGame::keep_valid(int player) {
  Side& side = sides_[index(player)];
  while (!side.unchecked.empty()) {
    const std::int32_t number = side.unchecked.back();
    side.unchecked.pop_back();
    std::vector<std::int32_t> meet;
    for (const std::int32_t before : side.passing[index(number)])
      if (!side.expanded[index(before)]) meet.push_back(before);
    if (!side.expanded[index(number)]) {
      std::vector<std::int32_t> passed;
      default_continuation(player, index(number), passed);
      if (std::any_of(passed.begin(), passed.end(), [&](std::int32_t s) { return side.included[index(s)] != 0; }))
        meet.push_back(number);
    }
    for (const std::int32_t state : meet)
      if (!side.expanded[index(state)]) allow(player, index(state), index(side.defaults[index(state)]));
  }
}

/// Enters an item into the program: a column of player 0, a row of player 1. `action` is negative for a default.
void CompactGame::add_item(int player, Item item, std::size_t state, std::int32_t action) {
  const DecisionProcess& process = game_.processes[index(player)];
  Side& side = sides_[index(player)];
  double alone = 0;
  for (const auto& [a, weight] : item.flow) alone += weight * game_.payoffs[index(player)].alone[index(a)];
  item.place = player == 0 ? new_column(-alone, 0, kInfinity) : new_row(-kInfinity, alone);
  const auto link = [&](std::int32_t state_place, double value) {
    if (player == 0)
      entries_.add(state_place, item.place, value);
    else
      entries_.add(item.place, state_place, value);
  };
  link(side.place[state], 1.0);
  if (action >= 0)
    process.for_outcomes(index(action), [&](std::size_t after, double p) {
      if (p > 0 && !process.is_terminal(after)) link(side.place[after], -p);
    });
  const auto number = static_cast<std::int32_t>(side.items.size());
  side.items.push_back(std::move(item));
  add_shares(player, number);
  add_pairs(player, number);
}

/// Entries of an item in the terms of the utility.
void CompactGame::add_shares(int player, std::int32_t item) {
  Side &side = sides_[index(player)], &other = sides_[index(1 - player)];
  const std::int32_t place = side.items[index(item)].place;
  for (const auto& [term, share] : combined(side.items[index(item)].flow, game_.payoffs[index(player)].factors)) {
    side.users[index(term)].emplace_back(item, share);
    const auto [row, column] = term_place_[index(term)];
    if (row < 0 && !other.users[index(term)].empty())
      activate(term);
    else if (row >= 0 && player == 0)
      entries_.add(row, place, share);
    else if (row >= 0)
      entries_.add(place, column, -share);
  }
}

/// A term that both players touch becomes a column, which is what player 0 has of it.
void CompactGame::activate(std::int32_t term) {
  const std::int32_t row = new_row(0, 0), column = new_column(0, -kInfinity, kInfinity);
  term_place_[index(term)] = {row, column};
  entries_.add(row, column, -1.0);
  for (const auto& [item, share] : sides_[0].users[index(term)])
    entries_.add(row, sides_[0].items[index(item)].place, share);
  for (const auto& [item, share] : sides_[1].users[index(term)])
    entries_.add(sides_[1].items[index(item)].place, column, -share);
}

/// Entries of an item beside the other's items, where the utility belongs to pairs of actions.
void CompactGame::add_pairs(int player, std::int32_t item) {
  Side &side = sides_[index(player)], &other = sides_[index(1 - player)];
  const Item& own = side.items[index(item)];
  for (const auto& [action, weight] : own.flow) side.carriers[index(action)].emplace_back(item, weight);
  for (const auto& [action, value] : combined(own.flow, game_.payoffs[index(player)].pairs)) {
    for (const auto& [theirs, weight] : other.carriers[index(action)]) {
      const std::int32_t place = other.items[index(theirs)].place;
      if (player == 0)
        entries_.add(place, own.place, -value * weight);
      else
        entries_.add(own.place, place, -value * weight);
    }
  }
}

int CompactGame::grow(int player, std::span<const std::int32_t> choice) {
  const DecisionProcess& process = game_.processes[index(player)];
  Side& side = sides_[index(player)];
  if (choice.size() != process.num_states()) throw GameDefinitionError("a response needs one action per state.");
  // Algorithm 7, line 11, by state instead of by path; a default action is also needed where the state is expanded
  // without it, which the thesis does not say.
  std::vector<std::uint8_t> needed(process.num_states(), 0);
  for (std::size_t s = process.num_states(); s-- > 0;) {
    if (process.is_terminal(s)) continue;
    const std::size_t a = index(choice[s]);
    needed[s] = choice[s] != side.defaults[s] || (side.expanded[s] && !side.allowed[a]);
    process.for_outcomes(a, [&](std::size_t after, double p) { needed[s] |= p > 0 && needed[after]; });
  }
  const std::int64_t before = side.added;
  std::vector<std::uint8_t> reached(process.num_states(), 0);
  for (std::size_t s = 0; s < process.num_states(); ++s) reached[s] = process.initial[s] > 0;
  for (std::size_t s = 0; s < process.num_states(); ++s) {
    if (!reached[s] || !needed[s]) continue;
    allow(player, s, index(choice[s]));
    process.for_outcomes(index(choice[s]), [&](std::size_t after, double p) { reached[after] |= p > 0; });
  }
  keep_valid(player);
  return static_cast<int>(side.added - before);
}

int CompactGame::add(int player, std::span<const std::uint8_t> actions) {
  const DecisionProcess& process = game_.processes[index(player)];
  Side& side = sides_[index(player)];
  if (actions.size() != process.num_actions()) throw GameDefinitionError("a selection needs one flag per action.");
  const std::int64_t before = side.added;
  for (std::size_t s = 0; s < process.num_states(); ++s) {
    if (!side.included[s]) continue;
    for (std::size_t a = process.begin(s); a < process.end(s); ++a)
      if (actions[a]) allow(player, s, a);
  }
  keep_valid(player);
  return static_cast<int>(side.added - before);
}

ProgramGrowth CompactGame::take_growth() {
  Triplets of_columns, of_rows;
  for (std::size_t k = 0; k < entries_.rows.size(); ++k) {
    const std::int32_t row = entries_.rows[k], column = entries_.columns[k];
    if (row < known_rows_)
      of_columns.add(column - known_columns_, row, entries_.values[k]);
    else
      of_rows.add(row - known_rows_, column, entries_.values[k]);
  }
  ProgramGrowth growth = std::exchange(growth_, {});
  growth.old_rows =
      compress(growth.cost.size(), index(known_rows_), of_columns.rows, of_columns.columns, of_columns.values);
  growth.new_rows = compress(growth.row_lower.size(), index(columns_), of_rows.rows, of_rows.columns, of_rows.values);
  entries_ = {};
  known_columns_ = columns_, known_rows_ = rows_;
  return growth;
}

std::vector<double> CompactGame::extended(int player, std::span<const double> weights) const {
  std::vector<double> flow(game_.processes[index(player)].num_actions(), 0.0);
  for (const Item& item : sides_[index(player)].items) {
    if (index(item.place) >= weights.size()) continue;  // it came after the program was solved
    const double weight = std::max(0.0, weights[index(item.place)]);
    for (const auto& [action, p] : item.flow) flow[index(action)] += weight * p;
  }
  return flow;
}

std::vector<std::uint8_t> CompactGame::ranks(int player) const {
  const Side& side = sides_[index(player)];
  std::vector<std::uint8_t> ranks(side.allowed.size(), 0);
  for (std::size_t s = 0; s < side.defaults.size(); ++s)
    if (!game_.processes[index(player)].is_terminal(s)) ranks[index(side.defaults[s])] = 1;
  for (std::size_t a = 0; a < ranks.size(); ++a)
    if (side.allowed[a]) ranks[a] = 2;
  return ranks;
}

std::int64_t CompactGame::num_fully_expanded(int player) const {
  const DecisionProcess& process = game_.processes[index(player)];
  const Side& side = sides_[index(player)];
  std::int64_t count = 0;
  for (std::size_t a = 0; a < side.allowed.size(); ++a) {
    bool full = side.allowed[a] != 0;
    process.for_outcomes(a, [&](std::size_t after, double p) {
      full = full && (p == 0 || process.is_terminal(after) || side.expanded[after]);
    });
    count += full;
  }
  return count;
}

}  // namespace dodona
