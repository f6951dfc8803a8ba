/// The one depth-first walk over a game: it numbers nodes, identifies information sets by their whole keys, and
/// watches the contract of games. Counting, checking and building a tree are visitors of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/ids.h"
#include "games/infosets.h"
#include "games/rules.h"
#include "games/watch.h"

namespace dodona {

/// Walks sequential rules from where they start. The visitor is told of every node:
///   inner(id, parent, turn, infoset, first_child, count), terminal(id, parent, reach, sequences, utilities),
///   outcome(child, probability, label) for each chance edge, memory(), and `kStores`: whether labels and the
///   one-node sets of perfect information are wanted.
template <class Visitor>
class Walk {
 public:
  Walk(const Rules& game, Budget& budget, ContractReport& report, Visitor& visitor)
      : game_(game),
        budget_(budget),
        report_(report),
        visitor_(visitor),
        players_(index(game.traits().players)),
        untrusted_(game.abilities().untrusted),
        knows_(game.abilities().information),
        sets(players_),
        keys_(players_),
        utilities_(players_),
        watch_(game, report) {
    for (PlayerSets& own : sets) own.action_label.push(labels.intern(""));
  }

  void run() {
    sequences_.assign(players_, kEmptySequence);
    next_id_ = 1;
    enter(game_.initial(), 0, -1, 1.0);
    while (!stack_.empty() && !report_.full()) {
      Frame& top = stack_.back();
      if (top.next == top.count) {
        stack_.pop_back();
        sequences_.resize(sequences_.size() - players_);
        continue;
      }
      descend(top.next++);
    }
    budget_.check_memory(static_cast<std::int64_t>(memory()));
  }

 private:
  struct Frame {
    Position state;
    std::int64_t id, first_child;
    int turn, count, next;
    InfosetId infoset;
    double reach;
  };

  bool keeps_labels() const { return Visitor::kStores || untrusted_; }
  bool keeps_sets() const { return Visitor::kStores || knows_; }

  void descend(int action) {
    const std::size_t depth = stack_.size();
    Position child = stack_.back().state;
    game_.apply(child, action);
    const Frame& parent = stack_.back();
    const std::size_t base = (depth - 1) * players_;
    sequences_.resize(base + 2 * players_);
    for (std::size_t p = 0; p < players_; ++p) sequences_[base + players_ + p] = sequences_[base + p];
    double reach = parent.reach;
    if (parent.turn >= 0) {
      const auto player = index(parent.turn);
      if (keeps_sets())
        sequences_[base + players_ + player] = offset(sets[player].first_sequence[parent.infoset], action);
    } else {
      reach *= game_.chance_probability(parent.state, action);
    }
    const std::size_t before = stack_.size();
    enter(std::move(child), parent.first_child + action, parent.id, reach);
    if (stack_.size() == before) sequences_.resize(base + players_);
  }

  void enter(Position state, std::int64_t id, std::int64_t parent, double reach) {
    budget_.spend(next_id_, [this] { return static_cast<std::int64_t>(memory()); });
    const int turn = game_.turn(state);
    if (untrusted_ && report_.collecting())
      if (std::string difference = game_.difference(state); !difference.empty())
        report_.fail("changing answers", "state " + game_.describe(state), std::move(difference));
    if (turn == kTerminal) return terminal(state, id, parent, reach);
    if (!watch_.turn(state, turn) || !watch_.length(state, stack_.size(), budget_.max_depth)) return;
    const int count = game_.num_actions(state);
    if (!watch_.actions(state, turn, count)) return;
    const InfosetId infoset = turn == kChance ? kNoInfoset : identify(state, turn, count);
    const std::int64_t first_child = next_id_;
    next_id_ += count;
    visitor_.inner(id, parent, turn, infoset, first_child, count);
    if (turn == kChance) chance(state, first_child, count);
    stack_.push_back({std::move(state), id, first_child, turn, count, 0, infoset, reach});
    depth = std::max(depth, stack_.size());
  }

  void terminal(const Position& state, std::int64_t id, std::int64_t parent, double reach) {
    game_.utilities(state, utilities_.data());
    if (!watch_.utilities(state, utilities_.data())) return;
    visitor_.terminal(id, parent, reach, sequences_.data() + sequences_.size() - players_, utilities_.data());
  }

  void chance(const Position& state, std::int64_t first_child, int count) {
    if (!watch_.chance(state, count)) return;
    if constexpr (Visitor::kStores)
      for (int outcome = 0; outcome < count; ++outcome)
        visitor_.outcome(first_child + outcome, game_.chance_probability(state, outcome),
                         labels.intern(game_.action_label(state, kChance, outcome)));
  }

  /// The information set of a decision node, created where it is new and compared where it is not.
  InfosetId identify(const Position& state, int turn, int count) {
    const auto player = index(turn);
    PlayerSets& own = sets[player];
    bool is_new = true;
    auto id = static_cast<InfosetId>(own.num_infosets);
    if (knows_) {
      key_.clear();
      game_.info_key(state, turn, key_);
      const auto [known, fresh] = keys_[player].intern(key_.view());
      id = InfosetId{known}, is_new = fresh;
    }
    const SequenceId parent = sequences_[sequences_.size() - players_ + player];
    if (is_new) {
      create(own, state, turn, count, parent);
    } else {
      ++own.num_nodes[id];
      compare(own, id, state, turn, count, parent);
    }
    return id;
  }

  void create(PlayerSets& own, const Position& state, int turn, int count, SequenceId parent) {
    if (own.num_sequences + count > 2'000'000'000) throw LimitReached("memory");
    if (keeps_sets()) {
      own.add_set(parent, count);
      own.num_nodes.push(1);
    } else {
      ++own.num_infosets, own.num_sequences += count;
    }
    if (keeps_labels()) {
      own.label.push(labels.intern(game_.info_label(state, turn)));
      for (int a = 0; a < count; ++a) own.action_label.push(labels.intern(game_.action_label(state, turn, a)));
    }
  }

  void compare(PlayerSets& own, InfosetId id, const Position& state, int turn, int count, SequenceId parent) {
    if (own.num_actions[id] != count)
      return report_.fail(unequal_actions(game_, state, turn, own.num_actions[id], count));
    if (untrusted_) {
      for (int a = 0; a < count; ++a) {
        const std::string label = game_.action_label(state, turn, a);
        const std::string_view known = labels[own.action_label[offset(own.first_sequence[id], a)]];
        if (label != known)
          return report_.fail("unequal actions", set_name(game_, state, turn),
                              "action " + std::to_string(a) + " is '" + std::string(known) + "' at one node and '" +
                                  label + "' at another, " + game_.describe(state) +
                                  "; list the same actions in the same order.");
      }
    }
    if (own.parent_sequence[id] != parent && (recall_problem.empty() || report_.collecting())) recall(state, turn);
  }

  void recall(const Position& state, int turn) {
    const Problem problem = imperfect_recall(game_, state, turn);
    recall_problem = problem.text();
    if (report_.collecting()) report_.fail(problem);
  }

  std::size_t memory() const {
    std::size_t bytes = visitor_.memory() + labels.memory() + stack_.capacity() * sizeof(Frame);
    for (const auto& own : sets) bytes += own.memory();
    for (const auto& table : keys_) bytes += table.memory();
    return bytes;
  }

  const Rules& game_;
  Budget& budget_;
  ContractReport& report_;
  Visitor& visitor_;
  const std::size_t players_;
  const bool untrusted_;
  const bool knows_;  ///< players know what keys say; otherwise every history is its own information set

 public:
  std::vector<PlayerSets> sets;
  LabelPool labels;
  std::string recall_problem;  ///< empty where every player remembers what she did
  std::size_t depth = 0;

 private:
  std::vector<KeyTable> keys_;
  std::vector<double> utilities_;
  Watch<Rules> watch_;
  std::vector<Frame> stack_;
  std::vector<SequenceId> sequences_;  ///< current sequence per player, one row per open node
  std::int64_t next_id_ = 0;
  KeyWriter key_;
};

}  // namespace dodona
