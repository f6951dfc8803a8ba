#include "games/automorphisms.h"

#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/ids.h"

namespace dodona {
namespace {

class AutomorphismCheck {
 public:
  using State = Position;
  AutomorphismCheck(const Rules& game, Budget& budget, ContractReport& report)
      : game_(game), budget_(budget), report_(report), players_(game.traits().players) {
    const auto maps = static_cast<std::size_t>(game.num_automorphisms());
    images_.resize(maps * static_cast<std::size_t>(players_));
    origins_.resize(images_.size());
  }

  void walk(const State& s, int depth = 0) {
    budget_.spend(++nodes_, [] { return 0; });
    for (int map = 1; map < game_.num_automorphisms() && !report_.full(); ++map) compare(s, map);
    const int turn = game_.turn(s);
    if (turn == kTerminal || report_.full() || depth >= budget_.max_depth) return;
    const int count = game_.num_actions(s);
    for (int a = 0; a < count && !report_.full(); ++a) walk(after(s, a), depth + 1);
  }

 private:
  State after(State s, int action) const {
    game_.apply(s, action);
    return s;
  }
  void fail(const State& s, int map, const std::string& what) {
    report_.fail("false automorphism", "state " + game_.describe(s) + " under map " + std::to_string(map),
                 what + "; correct image and image_action, or declare fewer automorphisms.");
  }
  std::string key(const State& s, int player) {
    key_.clear();
    game_.info_key(s, player, key_);
    return {key_.view().begin(), key_.view().end()};
  }

  void compare(const State& s, int map) {
    const State other = game_.image(s, map);
    const int turn = game_.turn(s);
    if (game_.turn(other) != turn) return fail(s, map, "another player moves at the image, " + game_.describe(other));
    if (!compare_knowledge(s, other, map)) return;
    if (turn == kTerminal) return compare_utilities(s, other, map);
    const int count = game_.num_actions(s);
    if (game_.num_actions(other) != count) return fail(s, map, "the image has another number of actions");
    std::vector<bool> taken(static_cast<std::size_t>(count), false);
    for (int a = 0; a < count; ++a) {
      const int b = game_.image(s, a, map);
      if (b < 0 || b >= count || taken[static_cast<std::size_t>(b)])
        return fail(s, map, "the images of actions are not all the actions, each once");
      taken[static_cast<std::size_t>(b)] = true;
      if (!compare_move(s, other, map, turn, a, b)) return;
    }
  }

  bool compare_move(const State& s, const State& other, int map, int turn, int a, int b) {
    if (turn == kChance && std::abs(game_.chance_probability(s, a) - game_.chance_probability(other, b)) > 1e-12)
      return fail(s, map, "an outcome of chance and its image differ in probability"), false;
    const State child = after(s, a), image = game_.image(child, map), there = after(other, b);
    bool same = game_.turn(image) == game_.turn(there);
    for (int p = 0; p < players_; ++p) same = same && key(image, p) == key(there, p);
    if (!same)
      fail(s, map, "the image of what follows " + game_.action_label(s, turn, a) + " is not what follows its image");
    return same;
  }

  bool compare_knowledge(const State& s, const State& other, int map) {
    for (int p = 0; p < players_; ++p) {
      const auto slot = static_cast<std::size_t>(map * players_ + p);
      const std::string own = key(s, p), image = key(other, p);
      if (images_[slot].emplace(own, image).first->second != image ||
          origins_[slot].emplace(image, own).first->second != own)
        return fail(s, map,
                    "player " + std::to_string(p) + " can tell positions apart but not their images, or the reverse"),
               false;
    }
    return true;
  }

  void compare_utilities(const State& s, const State& other, int map) {
    std::vector<double> own(static_cast<std::size_t>(players_)), image(own.size());
    game_.utilities(s, own.data()), game_.utilities(other, image.data());
    for (std::size_t p = 0; p < own.size(); ++p)
      if (std::abs(own[p] - image[p]) > 1e-12 * std::abs(own[p])) return fail(s, map, "the image has other utilities");
  }

  const Rules& game_;
  Budget& budget_;
  ContractReport& report_;
  const int players_;
  std::int64_t nodes_ = 0;
  std::vector<std::unordered_map<std::string, std::string>> images_, origins_;
  KeyWriter key_;
};

}  // namespace

void check_automorphisms(const Rules& rules, Budget& budget, ContractReport& report) {
  const Rules game = rules.sequential();
  if (game.at_start() && game.num_automorphisms() > 1 && game.abilities().information)
    AutomorphismCheck(game, budget, report).walk(game.initial());
}

}  // namespace dodona
