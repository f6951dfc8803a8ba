/// Nim (Bouton 1901).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/errors.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

/// Players take any number of sticks, or at most `most`, from one heap in turn. Whoever takes the last stick wins, or
/// loses with `misere`.
class Nim {
 public:
  static constexpr std::size_t kMaxHeaps = 16, kMaxSticks = 100;

  struct State {
    std::array<unsigned char, kMaxHeaps> heap{};
    std::array<unsigned char, kMaxSticks> from{}, taken{};  ///< the moves made
    unsigned char length = 0, left = 0;
  };

  Nim(std::vector<int> heaps, int most, bool misere) : heaps_(std::move(heaps)), most_(most), misere_(misere) {
    int sticks = 0;
    for (const int heap : heaps_) {
      if (heap < 0 || heap > static_cast<int>(kMaxSticks)) sticks = 1'000;
      sticks += heap;
    }
    if (heaps_.empty() || heaps_.size() > kMaxHeaps || sticks < 1 || sticks > static_cast<int>(kMaxSticks))
      throw GameDefinitionError("nim: heaps must be 1 to 16 whole numbers with 1 to 100 sticks in all.");
    if (most < 1) throw GameDefinitionError("nim: most must be at least 1.");
  }

  Traits traits() const { return {2, true, false, false, true}; }
  State initial() const {
    State s;
    for (std::size_t i = 0; i < heaps_.size(); ++i)
      s.heap[i] = static_cast<unsigned char>(heaps_[i]), s.left += s.heap[i];
    return s;
  }
  int turn(const State& s) const { return s.left == 0 ? kTerminal : s.length % 2; }
  int num_actions(const State& s) const {
    int count = 0;
    for (const int heap : s.heap) count += std::min(heap, most_);
    return count;
  }
  void apply(State& s, int action) const {
    const auto [heap, take] = choice(s, action);
    s.heap[heap] = static_cast<unsigned char>(s.heap[heap] - take);
    s.left = static_cast<unsigned char>(s.left - take);
    s.from[s.length] = static_cast<unsigned char>(heap);
    s.taken[s.length++] = static_cast<unsigned char>(take);
  }
  void undo(State& s) const {
    --s.length;
    s.heap[s.from[s.length]] = static_cast<unsigned char>(s.heap[s.from[s.length]] + s.taken[s.length]);
    s.left = static_cast<unsigned char>(s.left + s.taken[s.length]);
    s.from[s.length] = s.taken[s.length] = 0;
  }
  void utilities(const State& s, double* out) const {
    const bool first_took_last = s.length % 2 == 1;
    out[0] = first_took_last != misere_ ? 1 : -1;
    out[1] = -out[0];
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.bytes({s.heap.data(), heaps_.size()});
    key.u8(s.length % 2);
  }
  int move_id(const State& s, int action) const {
    const auto [heap, take] = choice(s, action);
    return static_cast<int>(heap * kMaxSticks) + take - 1;
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State& s, int, int action) const {
    const auto [heap, take] = choice(s, action);
    return move_text(static_cast<int>(heap), take);
  }
  std::string info_label(const State& s, int) const {
    std::string text;
    for (std::size_t i = 0; i < s.length; ++i) text += (i > 0 ? " " : "") + move_text(s.from[i], s.taken[i]);
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text;
    for (std::size_t i = 0; i < heaps_.size(); ++i) text += (i > 0 ? "-" : "") + std::to_string(s.heap[i]);
    return text + (s.length % 2 == 0 ? " (0 to move)" : " (1 to move)");
  }
  /// The heaps, by number, in groups of five sticks; long ones are only begun.
  std::string draw(const State& s, int) const {
    std::string text;
    for (std::size_t i = 0; i < heaps_.size(); ++i) {
      text += (i > 0 ? "\n" : "") + std::string("heap ") + std::to_string(i + 1) + ":";
      for (int stick = 0; stick < std::min<int>(s.heap[i], 50); ++stick) text += stick % 5 == 0 ? " |" : "|";
      text += (s.heap[i] > 50 ? " ..." : "") + std::string(" (") + std::to_string(s.heap[i]) + ")";
    }
    return text;
  }

 private:
  struct Choice {
    std::size_t heap;
    int take;
  };
  Choice choice(const State& s, int action) const {
    for (std::size_t heap = 0;; ++heap) {
      const int options = std::min<int>(s.heap[heap], most_);
      if (action < options) return {heap, action + 1};
      action -= options;
    }
  }
  /// Heaps are counted from 1: "2x3" takes three sticks from the second heap.
  static std::string move_text(int heap, int take) { return std::to_string(heap + 1) + "x" + std::to_string(take); }

  std::vector<int> heaps_;
  int most_;
  bool misere_;
};

}  // namespace dodona
