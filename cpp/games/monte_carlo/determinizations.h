/// Positions that a player holds possible, from what she knows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/random.h"
#include "games/adapters.h"
#include "games/rules.h"

namespace dodona {

/// What a player knows at a position: its key; and, where the moves that led there are known, the keys and her moves at
/// her decisions before it. The latter she remembers anyway, by perfect recall, so that they only make the search
/// short.
struct Knowledge {
  int player = 0;
  std::string key;
  bool remembers = false;
  std::vector<std::pair<std::string, int>> decisions;
  std::vector<std::string> seen;  ///< keys of what she knew at all positions on the way
};

/// Of what a player knows at `here`; `path` are the moves that led there from the start of the rules, if known, as
/// `State::path` has them.
Knowledge knowledge_of(const Rules& rules, const Position& here, const std::optional<std::vector<int>>& path,
                       int player);

/// A position that agrees with what a player knows, with the moves that lead there, one per player of a stage, and how
/// likely they are where the others move at random.
struct Determinization {
  Position position;
  std::vector<int> moves;
  double weight = 0;
};

/// Finds the positions that agree with what a player knows. `list` goes through all of them; where they are too many
/// for that, `draw` finds some by random descents from the start of the game that turn back at dead ends.
class Determinizer {
 public:
  Determinizer(const Rules& rules, Knowledge knowledge, Budget& budget)
      : rules_(rules), knowledge_(std::move(knowledge)), budget_(budget) {}

  /// All positions, with exact weights; false where that takes more than so many nodes, or a quarter of the time.
  bool list(std::int64_t most);
  /// Some positions, by so many descents of at most so many nodes each, and not many more than a number of nodes
  /// together.
  void draw(int descents, std::int64_t most, std::int64_t together, Random& random);

  std::vector<Determinization> found;

 private:
  struct Candidate {
    std::array<int, kMaxPlayers> moves;
    double weight, order;
  };
  enum class Kind { dead, here, open };

  bool knows(const Position& s, const std::string& key);
  /// The moves at a position that may lead on, where `own` decisions of the player lie behind.
  Kind look(const Position& s, std::size_t own, std::vector<Candidate>& candidates);
  void list_stage(const Position& s, int forced, std::vector<Candidate>& candidates) const;
  int parts(const Position& s) const { return rules_.turn(s) == kSimultaneous ? rules_.traits().players : 1; }
  Position after(const Position& s, const Candidate& candidate);
  bool is_own(int turn) const { return turn == knowledge_.player || turn == kSimultaneous; }
  void extend(const Position& s, std::size_t own, double weight);
  bool descend(const Position& s, std::size_t own, double weight, Random& random);
  bool is_spent();

  const Rules& rules_;
  const Knowledge knowledge_;
  Budget& budget_;
  KeyWriter key_;
  std::vector<int> moves_;
  std::int64_t nodes_ = 0, most_ = 0;
  double until_ = 0;  ///< seconds of the budget's clock
};

}  // namespace dodona
