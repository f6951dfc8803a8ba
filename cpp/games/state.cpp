#include "games/state.h"

#include <sstream>

#include "core/errors.h"
#include "core/ids.h"

namespace dodona {
namespace {

template <class Write>
std::string written(Write&& write) {
  KeyWriter key;
  write(key);
  return {key.view().begin(), key.view().end()};
}

}  // namespace

int State::num_actions(int player) const {
  const int mover = turn();
  if (mover == kTerminal) return 0;
  if (mover == kSimultaneous)
    return player >= 0 && player < rules_.traits().players ? rules_.num_actions(position_, player) : 0;
  return player == mover ? rules_.num_actions(position_) : 0;
}

std::string State::action_label(int player, int action) const {
  if (action < 0 || action >= num_actions(player)) throw IllegalMoveError("no such action.");
  return rules_.action_label(position_, player, action);
}

double State::chance_probability(int outcome) const {
  if (turn() != kChance || outcome < 0 || outcome >= num_actions(kChance))
    throw IllegalMoveError("no such chance outcome.");
  return rules_.chance_probability(position_, outcome);
}

State State::play(const Move& move) const {
  const int mover = turn();
  if (mover == kTerminal) throw IllegalMoveError("the game is over at " + describe() + ": there is no move to play.");
  const std::size_t parts = mover == kSimultaneous ? index(rules_.traits().players) : 1;
  if (move.size() != parts)
    throw IllegalMoveError("at " + describe() + " a move has " + std::to_string(parts) +
                           " part(s), one per mover, not " + std::to_string(move.size()) + ".");
  std::vector<int> actions;
  for (std::size_t i = 0; i < parts; ++i)
    actions.push_back(resolve(mover == kSimultaneous ? static_cast<int>(i) : mover, move[i]));
  State next(*this);
  ++next.plies_;
  if (next.path_) next.path_->insert(next.path_->end(), actions.begin(), actions.end());
  if (mover == kSimultaneous)
    rules_.apply_joint(next.position_, actions.data());
  else
    rules_.apply(next.position_, actions[0]);
  return next;
}

std::vector<double> State::utilities() const {
  if (turn() != kTerminal)
    throw IllegalMoveError("utilities exist only where the game is over, not at " + describe() + ".");
  std::vector<double> out(index(rules_.traits().players));
  rules_.utilities(position_, out.data());
  return out;
}

std::string State::info_label(int player) const { return rules_.info_label(position_, checked_player(player)); }

std::optional<std::string> State::info_key(int player) const {
  checked_player(player);
  // Rules from outside that hide nothing have keys of their own, which mean something only within one walk.
  const bool hides = !(rules_.abilities().untrusted && rules_.traits().perfect_information);
  if (!rules_.abilities().information || !hides) return std::nullopt;
  return written([&](KeyWriter& key) { rules_.info_key(position_, player, key); });
}

std::optional<std::string> State::state_key() const {
  if (!rules_.abilities().keys) return std::nullopt;
  return written([&](KeyWriter& key) { rules_.state_key(position_, key); });
}

std::optional<std::string> State::mirror_key() const {
  if (!rules_.abilities().mirror) return std::nullopt;
  return written([&](KeyWriter& key) { rules_.mirror_key(position_, key); });
}

State State::image(int map) const {
  require_map(map);
  State there(*this);
  there.position_ = rules_.image(position_, map);
  if (map != 0) there.path_.reset();
  return there;
}

int State::image_action(int action, int map) const {
  require_map(map);
  const int mover = turn();
  if (mover == kTerminal || mover == kSimultaneous || action < 0 || action >= num_actions(mover))
    throw IllegalMoveError("no such action.");
  return rules_.image(position_, action, map);
}

std::optional<State> State::undo() const {
  if (!rules_.abilities().undo || plies_ == 0) return std::nullopt;
  State previous(*this);
  --previous.plies_;
  rules_.undo(previous.position_);
  if (previous.path_) {
    const int movers = previous.turn() == kSimultaneous ? rules_.traits().players : 1;
    previous.path_->resize(previous.path_->size() - index(movers));
  }
  return previous;
}

std::string State::draw(std::optional<int> viewer) const {
  return rules_.draw(position_, viewer ? checked_player(*viewer) : kOnlooker);
}

std::string State::summary() const {
  const int mover = turn();
  if (mover == kChance) return describe() + ", chance to move";
  if (mover == kSimultaneous) return describe() + ", all players to move";
  if (mover != kTerminal) return describe() + ", player " + std::to_string(mover) + " to move";
  std::ostringstream text;
  text << describe() << ", over with utilities";
  for (std::size_t player = 0; const double utility : utilities())
    text << (player++ > 0 ? ", " : " ") << utility + 0.0;  // which leaves no minus before a zero
  return text.str();
}

std::optional<std::string> State::identity() const {
  if (!rules_.abilities().keys) return std::nullopt;
  const auto written_to = [&](KeyWriter& key) {
    key.u8(static_cast<std::uint64_t>(turn() + 3));
    rules_.state_key(position_, key);
  };
  std::string bytes = written(written_to);
  // Rules from outside compute what players know from the state; of others the order of moves may be part of it.
  if (rules_.traits().perfect_information || rules_.abilities().untrusted || !rules_.abilities().information)
    return bytes;
  for (int player = 0; player < rules_.traits().players; ++player) {
    const std::string known = written([&](KeyWriter& key) { rules_.info_key(position_, player, key); });
    bytes += known + "|" + std::to_string(known.size());
  }
  return bytes;
}

int State::checked_player(int player) const {
  return dodona::checked_player<IllegalMoveError>(player, rules_.traits().players);
}

void State::require_map(int map) const {
  const int maps = rules_.num_automorphisms();
  if (map < 0 || map >= maps)
    throw IllegalMoveError("there is no map " + std::to_string(map) + ": maps of the game are counted from 0 to " +
                           std::to_string(maps - 1) + ".");
}

int State::resolve(int player, const MovePart& part) const {
  const int count = num_actions(player);
  if (const int* given = std::get_if<int>(&part)) {
    if (*given >= 0 && *given < count) return *given;
    throw IllegalMoveError("move index " + std::to_string(*given) + " at " + describe() + " is not one of 0 to " +
                           std::to_string(count - 1) + ".");
  }
  const std::string& label = std::get<std::string>(part);
  std::string legal;
  for (int a = 0; a < count; ++a) {
    const std::string known = action_label(player, a);
    if (known == label) return a;
    if (a < 30) legal += (a > 0 ? ", " : "") + known;
  }
  throw IllegalMoveError("move '" + label + "' does not exist at " + describe() + "; the moves are " + legal +
                         (count > 30 ? ", ..." : "") + ".");
}

}  // namespace dodona
