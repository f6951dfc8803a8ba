/// A matrix game: every player picks one action, once, at the same time.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/errors.h"
#include "games/adapters.h"
#include "games/contract.h"

namespace dodona {

class MatrixRules {
 public:
  struct State {
    bool over = false;
    std::size_t cell = 0;
  };

  /// `payoffs` holds one number per player for each joint action; the last player's action varies fastest.
  MatrixRules(std::vector<std::vector<std::string>> actions, std::vector<double> payoffs, bool zero_sum)
      : actions_(std::move(actions)), payoffs_(std::move(payoffs)), zero_sum_(zero_sum) {
    std::size_t cells = 1;
    for (const auto& own : actions_) cells *= own.size();
    if (payoffs_.empty() || cells * actions_.size() != payoffs_.size())
      throw GameDefinitionError("a matrix game needs at least one action per player and a payoff in every cell.");
  }

  Traits traits() const { return {static_cast<int>(actions_.size()), zero_sum_, false, true, true}; }
  State initial() const { return {}; }
  int turn(const State& s) const { return s.over ? kTerminal : kSimultaneous; }
  int num_actions(const State&) const { return 0; }
  void apply(State&, int) const {}
  int num_actions(const State&, int player) const { return static_cast<int>(actions_[at(player)].size()); }
  void apply_joint(State& s, const int* joint) const {
    s.cell = 0;
    for (std::size_t p = 0; p < actions_.size(); ++p) s.cell = s.cell * actions_[p].size() + at(joint[p]);
    s.over = true;
  }
  void utilities(const State& s, double* out) const {
    std::copy_n(&payoffs_[s.cell * actions_.size()], actions_.size(), out);
  }
  void info_key(const State&, int, KeyWriter&) const {}  // nobody has seen anything
  void state_key(const State& s, KeyWriter& key) const { key.u8(s.over), key.u64(s.cell); }
  double min_utility() const { return *std::min_element(payoffs_.begin(), payoffs_.end()); }
  double max_utility() const { return *std::max_element(payoffs_.begin(), payoffs_.end()); }
  std::string action_label(const State&, int player, int action) const { return actions_[at(player)][at(action)]; }
  std::string info_label(const State&, int) const { return "start"; }
  std::string describe(const State& s) const {
    if (!s.over) return "start";
    std::string text;
    std::size_t cell = s.cell;
    for (std::size_t p = actions_.size(); p-- > 0; cell /= actions_[p].size())
      text = actions_[p][cell % actions_[p].size()] + (text.empty() ? "" : " / " + text);
    return text;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::vector<std::vector<std::string>> actions_;
  std::vector<double> payoffs_;
  bool zero_sum_;
};

}  // namespace dodona
