/// The restricted game of a double oracle: the sequences that players may use so far, what pairs of them are worth, and
/// its sequence form.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "core/keys.h"
#include "core/sparse.h"
#include "extensive/sequence_program.h"

namespace dodona {

inline constexpr std::int32_t kNone = -1;

/// An information set that has allowed sequences or was entered. Of sets that automorphisms exchange there is one.
struct RestrictedSet {
  std::int32_t parent = kNone;  ///< the player's sequence before it; none until a node of it is in the game
  std::int32_t first = kNone, last = kNone, allowed = 0;  ///< its sequences, as a list
  std::int32_t nodes = kNone;                             ///< its nodes, as a list
  std::int32_t actions = 0;                               ///< of the full game
  std::int32_t orbits = kNone;                            ///< where the classes of its actions start, if there are any
  std::int32_t variable = kNone;                          ///< row or column of the linear program
};

/// An allowed action behind the sequence that leads to its set; with automorphisms a class of `size` actions, each
/// played with the same probability.
struct RestrictedSequence {
  std::int32_t set = kNone, next = kNone, action = 0;
  std::int32_t variable = kNone;  ///< column or row of the program
  double size = 1;
};

struct RestrictedPlayer {
  KeyTable keys;
  std::vector<RestrictedSet> sets;
  std::vector<RestrictedSequence> sequences{{}};  ///< the first is the empty one
  std::vector<std::int32_t> orbits;
  std::vector<double> behaviour{1.0};  ///< probability of one action of each sequence, in its set

  std::int32_t next(std::int32_t sequence) const { return sequences[index(sequence)].next; }
  /// The class of an action at a set, by its least action, and how many are in it.
  int orbit(std::int32_t set, int action) const {
    const RestrictedSet& home = sets[index(set)];
    if (home.orbits == kNone) return action;
    if (action < 0 || action >= home.actions)  // only where rules from outside break their contract
      throw GameDefinitionError("unequal actions at positions that automorphisms exchange.");
    return orbits[index(home.orbits + action)];
  }
  double orbit_size(std::int32_t set, int least) const {
    const RestrictedSet& home = sets[index(set)];
    int size = 0;
    for (int a = 0; a < home.actions; ++a) size += orbit(set, a) == least;
    return size;
  }
  std::size_t memory() const {
    return keys.memory() + sets.capacity() * sizeof(RestrictedSet) +
           sequences.capacity() * (sizeof(RestrictedSequence) + sizeof(double)) + orbits.capacity() * 4;
  }
};

/// Expected utility of player 0, per pair of sequences.
struct Payoff {
  std::int32_t rows, columns;  ///< sequences of player 0 and player 1
  double value;
};

/// The typical size of numbers, to a factor of two: their median, which a few huge or tiny ones leave where it is.
/// Numbers that vanish beside the largest do not count, and the largest is not too many times larger.
class Magnitudes {
 public:
  void add(double number) {
    if (number == 0 || !std::isfinite(number)) return;
    const int exponent = std::ilogb(number) - kLeast;
    ++counts_[index(exponent)];
    largest_ = std::max(largest_, exponent);
  }
  double typical() const {
    if (largest_ < 0) return 0;
    const auto begin = counts_.begin() + std::max(0, largest_ - kVanishing), end = counts_.begin() + largest_ + 1;
    const std::int64_t total = std::accumulate(begin, end, std::int64_t{0});
    std::int64_t below = 0;
    const auto median = std::find_if(begin, end, [&](std::int64_t count) { return (below += count) * 2 >= total; });
    return std::ldexp(1.0, std::max(static_cast<int>(median - counts_.begin()), largest_ - kRange) + kLeast);
  }

 private:
  static constexpr int kLeast = -1074, kMost = 1023;  ///< exponents of doubles
  static constexpr int kVanishing = 53, kRange = 43;  ///< binary digits; HiGHS takes no entries from 1e15 on
  std::array<std::int64_t, kMost - kLeast + 1> counts_{};
  int largest_ = -1;
};

/// The sequence form of the sets with a choice, and what its linear program keeps of the one before.
///
/// A sequence of the form that stands for several actions, which automorphisms exchange, has the probability of all of
/// them; payoffs are those of playing each of them equally often.
struct RestrictedForm {
  SequenceForm form;
  ProgramLayout layout;                               ///< rows and columns keep their places as the game grows
  std::vector<std::uint8_t> row_basic, column_basic;  ///< which new rows and columns to put into the last basis
  /// What entries of the program were before, less what they are: payoffs have come, or gone where nodes ended the game
  /// for a while.
  Triplets changes;
};

/// What does not depend on the rules: numbering, payoffs, sequence form, behaviours.
class RestrictedGame {
 public:
  std::array<RestrictedPlayer, 2> players;
  std::vector<Payoff> payoffs;
  std::vector<Payoff> changes;  ///< what has come since the last form, and, negated, what has gone

  /// The sequence of an action class at a set, if it is allowed.
  std::int32_t find(int player, std::int32_t set, int action) const;
  std::int32_t allow(int player, std::int32_t set, int action, double size);

  /// Column and row of the program stand for player 0's and player 1's empty sequence; the second column is the value.
  static constexpr std::int32_t kRoot = 0, kValue = 1;

  void pay(const Payoff& payoff) {
    payoffs.push_back(payoff);
    changes.push_back(payoff);
  }
  /// Numbers what has become a choice as `form` does.
  void number();
  /// `leaves` are payoffs of nodes that end the game for now.
  RestrictedForm form(std::span<const Payoff> leaves);
  /// Takes a player's plan, by the places of her sequences in the program; an action that is played less than `cut` is
  /// left out.
  void set_plan(int player, std::span<const double> plan, double cut = 0);

  std::size_t memory() const;

 private:
  /// Where the probability of a sequence is found: at the last choice on the way to it.
  struct Place {
    std::int32_t variable;
    double share;  ///< one over the number of plays that automorphisms make of the sequence
  };

  void number(int player, RestrictedForm& form);
  std::vector<Place> places(int player) const;
  std::vector<std::int32_t> arrange(int player, const std::vector<Place>& places, RestrictedForm& form) const;
  void take_payoffs(std::span<const Payoff> leaves, const std::array<std::vector<Place>, 2>& place,
                    const std::array<std::vector<std::int32_t>, 2>& sequence_at, RestrictedForm& form) const;
  void take_changes(const std::array<std::vector<Place>, 2>& place, RestrictedForm& form);
  bool has_choice(const RestrictedSet& set) const { return set.parent != kNone && set.allowed > 1; }

  std::size_t rows_ = 1, columns_ = 2;
  bool is_first_ = true;  ///< no form has been made yet
};

}  // namespace dodona
