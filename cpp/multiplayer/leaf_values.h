/// Leaf-value tables (Sturtevant, Leaf-Value Tables for Pruning Non-Zero-Sum Games, section 4).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace dodona {

/// Where the answers to questions come from: the rows of the table each time, answers kept when they are first given,
/// or all of them computed beforehand. `automatic` takes whatever is fastest for the size.
enum class Decisions { automatic, scan, on_demand, full };

/// All vectors of utilities that a game can end with, and for each player the ranks of her utilities in them. Whether
/// any outcome is good enough for some players, and still possible, is an intersection of sets of rows.
class LeafValues {
 public:
  /// Outcomes one after the other, repeated ones as one; `reachable(prospect, outcome)` where the game has prospects.
  LeafValues(int players, std::span<const double> outcomes, Decisions decisions = Decisions::automatic,
             int prospects = 1, const std::function<bool(int, int)>& reachable = {});

  int players() const { return players_; }
  int size() const { return rows_; }
  int num_prospects() const { return prospects_; }
  const double* row(int entry) const { return utility_.data() + static_cast<std::size_t>(entry * players_); }
  int rank(int entry, int player) const { return rank_[static_cast<std::size_t>(entry * players_ + player)]; }
  int num_ranks(int player) const { return static_cast<int>(levels_[static_cast<std::size_t>(player)].size()); }
  /// How many ranks of a player are utilities of at most this.
  int ranks_up_to(int player, double utility) const;
  /// The row of these utilities, or -1.
  int find(const double* utilities) const;
  /// The outcome at a place of the given list, as a row.
  int row_of_outcome(int outcome) const { return given_[static_cast<std::size_t>(outcome)]; }

  /// Whether some outcome gives every player a rank of at least `least` and below `most`; null `most` for no bounds.
  bool possible(const int* least, const int* most, int prospect);

  std::int64_t asked = 0, remembered = 0;  ///< questions so far, and those answered from memory
  std::int64_t kept() const { return kept_; }
  Decisions decisions() const { return decisions_; }
  std::size_t memory() const;

 private:
  using Word = std::uint64_t;
  struct Answer {
    std::uint64_t question = 0;  ///< one more than its number; 0 for an empty slot
    bool possible = false;
  };

  void rank_outcomes(std::span<const double> outcomes);
  void mark_sets(const std::function<bool(int, int)>& reachable);
  void choose(Decisions wanted);
  void tabulate();
  bool scan(const int* least, const int* most, int prospect) const;
  std::uint64_t number_of(const int* least, const int* most, int prospect) const;
  const Word* from(int player, int rank) const;
  std::size_t slot_of(std::uint64_t utilities_hash) const { return utilities_hash & (slots_.size() - 1); }

  int players_, rows_ = 0, prospects_;
  std::size_t words_ = 0;
  std::vector<double> utility_;              ///< [row * players + player]
  std::vector<int> rank_;                    ///< the same
  std::vector<int> given_;                   ///< row of each outcome of the given list
  std::vector<std::vector<double>> levels_;  ///< by player: her utilities, ascending
  std::vector<std::vector<Word>> from_;      ///< by player and rank: the rows of that rank or better
  std::vector<Word> reach_;                  ///< by prospect: the rows still possible
  std::vector<std::int32_t> slots_;          ///< rows by hash of their utilities
  std::uint64_t questions_ = 0,
                bounds_ = 0;  ///< how many bound vectors there are with, and without prospects; 0: too many
  Decisions decisions_ = Decisions::scan;
  std::vector<char> full_;
  std::vector<Answer> answers_;
  std::int64_t kept_ = 0;
};

}  // namespace dodona
