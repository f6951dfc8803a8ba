/// What players know at a position, up to the maps of the game onto itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "games/contract.h"

namespace dodona {

/// The most automorphisms that are made use of: sets of them fit one machine word.
inline constexpr int kMaxMaps = 64;

/// Names information sets by exact keys. With automorphisms all sets that the maps exchange have one key, that of the
/// least of them, and actions are counted as they are there. One object serves one thread.
template <InformationGame G>
class Knowledge {
 public:
  using State = typename G::State;

  Knowledge(const G& game, bool symmetry) : game_(game) {
    if constexpr (AutomorphicGame<G>)
      if (symmetry && game.num_automorphisms() <= kMaxMaps) maps_ = game.num_automorphisms();
  }

  int maps() const { return maps_; }

  /// The key of what `player` knows at s, and the map that takes s there.
  std::pair<std::span<const std::uint8_t>, int> key(const State& s, int player) {
    key_.clear();
    game_.info_key(s, player, key_);
    int map = 0;
    if constexpr (AutomorphicGame<G>)
      for (int g = 1; g < maps_; ++g) {
        write_image_key(s, g, player);
        if (std::ranges::lexicographical_compare(other_.view(), key_.view())) std::swap(key_, other_), map = g;
      }
    return {key_.view(), map};
  }

  /// The number that an action at s has after a map.
  int image(const State& s, int action, int map) const {
    if constexpr (AutomorphicGame<G>)
      if (map != 0) return game_.image(s, action, map);
    return action;
  }

  /// For each of the actions of the mover at s the least one that maps between positions of her information set
  /// exchange it with, counted as at s; empty where no map does.
  void orbits(const State& s, int player, std::vector<int>& least) {
    least.clear();
    if constexpr (AutomorphicGame<G>) {
      if (maps_ == 1) return;
      key_.clear();
      game_.info_key(s, player, key_);
      const int count = game_.num_actions(s);
      for (int g = 1; g < maps_; ++g) {
        write_image_key(s, g, player);
        if (!std::ranges::equal(other_.view(), key_.view())) continue;
        if (least.empty())
          for (int a = 0; a < count; ++a) least.push_back(a);
        for (int a = 0; a < count; ++a) {
          int& own = least[index(a)];
          own = std::min(own, game_.image(s, a, g));
        }
      }
    }
  }

 private:
  /// Writes what `player` knows at the image of s; rules do so without handing over the image itself.
  void write_image_key(const State& s, int map, int player) {
    other_.clear();
    if constexpr (requires { game_.image_key(s, map, player, other_); })
      game_.image_key(s, map, player, other_);
    else if constexpr (AutomorphicGame<G>)
      game_.info_key(game_.image(s, map), player, other_);
  }

  const G& game_;
  int maps_ = 1;
  KeyWriter key_, other_;
};

}  // namespace dodona
