/// The table of stages: positions under their exact keys, together with those where the players have changed places.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/keys.h"
#include "core/table.h"
#include "games/contract.h"
#include "simultaneous/options.h"

namespace dodona {

template <SimultaneousGame G>
class StageTable {
 public:
  using State = typename G::State;

  StageTable(const G& game, const StageOptions& options)
      : game_(game), symmetry_(options.symmetry), canonical_(options.canonical) {
    if (abilities_of(game).keys) table_ = options.table.get();
  }

  /// Where a position is kept.
  struct Place {
    std::uint64_t hash = 0;
    bool mirrored = false;  ///< under the key of its mirror image
  };

  bool find(const State& s, TableEntry& known, Place& place) {
    if (table_ == nullptr) return false;
    if constexpr (KeyedGame<G>) {
      place = write_key(s);
      if (!table_->find(place.hash, key_.view(), known)) return false;
      if (place.mirrored) known = flipped(known);
      return true;
    }
    return false;
  }

  void store(const State& s, const TableEntry& found, std::int64_t effort) {
    if (table_ == nullptr) return;
    if constexpr (KeyedGame<G>) {
      const Place place = write_key(s);
      table_->store(place.hash, key_.view(), place.mirrored ? flipped(found) : found, effort);
    }
  }

 private:
  /// Writes the smaller of the keys of a position and of its mirror image.
  Place write_key(const State& s)
    requires KeyedGame<G>
  {
    Place place;
    key_.clear();
    game_.state_key(s, key_);
    if constexpr (CanonicalGame<G>)
      if (canonical_) game_.canonical(key_);
    if constexpr (SymmetricGame<G>)
      if (symmetry_) {
        mirror_.clear();
        game_.mirror_key(s, mirror_);
        if constexpr (CanonicalGame<G>)
          if (canonical_) game_.canonical(mirror_);
        const auto a = key_.view(), b = mirror_.view();
        place.mirrored = std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end());
        if (place.mirrored) std::swap(key_, mirror_);
      }
    place.hash = hash_bytes(key_.view());
    return place;
  }

  static TableEntry flipped(TableEntry entry) {
    std::tie(entry.lower, entry.upper) = std::pair{-entry.upper, -entry.lower};
    return entry;
  }

  const G& game_;
  bool symmetry_, canonical_;
  TranspositionTable* table_ = nullptr;
  KeyWriter key_, mirror_;
};

}  // namespace dodona
