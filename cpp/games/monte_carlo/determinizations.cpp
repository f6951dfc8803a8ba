#include "games/monte_carlo/determinizations.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/ids.h"

namespace dodona {
namespace {

/// Lines longer than this are not followed: deeper recursion might exhaust the stack.
constexpr std::size_t kDeepest = 2000;

std::string key_text(const Rules& rules, const Position& s, int player) {
  KeyWriter key;
  rules.info_key(s, player, key);
  return {key.view().begin(), key.view().end()};
}

}  // namespace

Knowledge knowledge_of(const Rules& rules, const Position& here, const std::optional<std::vector<int>>& path,
                       int player) {
  Knowledge known;
  known.player = player, known.key = key_text(rules, here, player);
  if (!path) return known;
  Position s = rules.initial_position();
  for (std::size_t i = 0; i < path->size();) {
    const int turn = rules.turn(s);
    const std::size_t parts = turn == kSimultaneous ? index(rules.traits().players) : 1;
    if (turn == kTerminal || i + parts > path->size()) return known;  // it led there from another start
    const int own = turn == kSimultaneous ? (*path)[i + index(player)] : (*path)[i];
    for (std::size_t part = 0; part < parts; ++part) {
      const int count = turn == kSimultaneous ? rules.num_actions(s, static_cast<int>(part)) : rules.num_actions(s);
      if ((*path)[i + part] < 0 || (*path)[i + part] >= count) return known;
    }
    if (turn == player || turn == kSimultaneous) known.decisions.emplace_back(key_text(rules, s, player), own);
    // Rules from outside need not tell what a player knows where others move.
    if (!rules.abilities().untrusted) known.seen.push_back(key_text(rules, s, player));
    if (turn == kSimultaneous)
      rules.apply_joint(s, path->data() + i);
    else
      rules.apply(s, (*path)[i]);
    i += parts;
  }
  known.remembers = key_text(rules, s, player) == known.key;
  known.seen.push_back(known.key);
  std::ranges::sort(known.seen);
  return known;
}

bool Determinizer::knows(const Position& s, const std::string& key) {
  key_.clear();
  rules_.info_key(s, knowledge_.player, key_);
  return key_.view().size() == key.size() && std::memcmp(key_.view().data(), key.data(), key.size()) == 0;
}

bool Determinizer::is_spent() {
  budget_.listen(1);
  return ++nodes_ > most_ || ((nodes_ & 1023) == 0 && budget_.elapsed() > until_);
}

Determinizer::Kind Determinizer::look(const Position& s, std::size_t own, std::vector<Candidate>& candidates) {
  const int turn = rules_.turn(s);
  if (turn == kTerminal || moves_.size() > kDeepest) return Kind::dead;
  int forced = -1;
  if (is_own(turn)) {
    const bool is_target = !knowledge_.remembers || own == knowledge_.decisions.size();
    if (is_target && knows(s, knowledge_.key)) return Kind::here;
    if (knowledge_.remembers) {
      if (is_target || !knows(s, knowledge_.decisions[own].first)) return Kind::dead;
      forced = knowledge_.decisions[own].second;
    }
  }
  if (turn == kSimultaneous) {
    list_stage(s, forced, candidates);
    return Kind::open;
  }
  const int count = rules_.num_actions(s);
  for (int a = 0; a < count; ++a) {
    const double p = turn == kChance ? rules_.chance_probability(s, a) : forced < 0 ? 1.0 / count : a == forced;
    if (p > 0) candidates.push_back({{a}, p, 0.0});
  }
  return Kind::open;
}

/// The joint moves of a stage, in which the player's own is forced where it is known.
void Determinizer::list_stage(const Position& s, int forced, std::vector<Candidate>& candidates) const {
  const int players = rules_.traits().players;
  candidates.push_back({{}, 1.0, 0.0});
  for (int p = 0; p < players; ++p) {
    const int count = rules_.num_actions(s, p);
    const bool fixed = p == knowledge_.player && forced >= 0;
    std::vector<Candidate> longer;
    for (const Candidate& begun : candidates)
      for (int a = fixed ? forced : 0; a < (fixed ? forced + 1 : count); ++a) {
        longer.push_back(begun);
        longer.back().moves[index(p)] = a;
        if (!fixed) longer.back().weight /= count;
      }
    candidates = std::move(longer);
  }
}

Position Determinizer::after(const Position& s, const Candidate& candidate) {
  Position next = s;
  if (rules_.turn(s) == kSimultaneous)
    rules_.apply_joint(next, candidate.moves.data());
  else
    rules_.apply(next, candidate.moves[0]);
  return next;
}

bool Determinizer::list(std::int64_t most) {
  nodes_ = 0, most_ = most;
  until_ = budget_.elapsed() + (budget_.seconds - budget_.elapsed()) / 4;
  found.clear(), moves_.clear();
  extend(rules_.initial_position(), 0, 1.0);
  const bool complete = nodes_ <= most_;
  if (!complete) found.clear();
  return complete;
}

void Determinizer::extend(const Position& s, std::size_t own, double weight) {
  if (nodes_ > most_ || is_spent()) {
    nodes_ = most_ + 1;  // the list stays incomplete
    return;
  }
  std::vector<Candidate> candidates;
  const Kind kind = look(s, own, candidates);
  if (kind == Kind::here) found.push_back({s, moves_, weight});
  const std::size_t before = moves_.size(), decided = own + (is_own(rules_.turn(s)) ? 1 : 0);
  for (const Candidate& candidate : candidates) {
    moves_.insert(moves_.end(), candidate.moves.begin(), candidate.moves.begin() + parts(s));
    extend(after(s, candidate), decided, weight * candidate.weight);
    moves_.resize(before);
  }
}

void Determinizer::draw(int descents, std::int64_t most, std::int64_t together, Random& random) {
  until_ = budget_.elapsed() + (budget_.seconds - budget_.elapsed()) / 4;
  found.clear();
  for (int i = 0; i < descents && together > 0 && budget_.elapsed() <= until_; ++i, together -= nodes_) {
    nodes_ = 0, most_ = most;
    moves_.clear();
    descend(rules_.initial_position(), 0, 1.0, random);
  }
  // What was found several times counts as often.
  std::ranges::sort(found, {}, &Determinization::moves);
  std::vector<Determinization> distinct;
  for (Determinization& one : found) {
    one.weight = 1;
    if (!distinct.empty() && distinct.back().moves == one.moves)
      distinct.back().weight += 1;
    else
      distinct.push_back(std::move(one));
  }
  found = std::move(distinct);
}

bool Determinizer::descend(const Position& s, std::size_t own, double weight, Random& random) {
  if (is_spent()) return true;  // enough of this descent
  std::vector<Candidate> candidates;
  const Kind kind = look(s, own, candidates);
  if (kind == Kind::here) found.push_back({s, moves_, weight});
  if (kind != Kind::open) return kind == Kind::here;
  // The smallest of exponential times is each candidate's with the probability of its weight.
  for (Candidate& candidate : candidates) candidate.order = -std::log(1 - random.real()) / candidate.weight;
  std::ranges::sort(candidates, {}, &Candidate::order);
  std::vector<Position> children;
  for (const Candidate& candidate : candidates) children.push_back(after(s, candidate));
  const std::size_t before = moves_.size(), decided = own + (is_own(rules_.turn(s)) ? 1 : 0);
  // First where the player would know what she knew on the way, which need not be so, then elsewhere.
  for (const bool wanted : {true, false})
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const bool familiar =
          knowledge_.seen.size() < 2 ||
          std::ranges::binary_search(knowledge_.seen, key_text(rules_, children[i], knowledge_.player));
      if (familiar != wanted) continue;
      moves_.insert(moves_.end(), candidates[i].moves.begin(), candidates[i].moves.begin() + parts(s));
      const bool done = descend(children[i], decided, weight * candidates[i].weight, random);
      moves_.resize(before);
      if (done) return true;
    }
  return false;
}

}  // namespace dodona
