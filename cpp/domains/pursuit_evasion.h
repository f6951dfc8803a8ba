/// Pursuit-evasion on a graph (IJCAI 2013, 5.1; thesis 4.4.1 and A.1).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/packed_history.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct PursuitParameters {
  std::vector<std::string> nodes;       ///< labels, all different
  std::vector<std::vector<int>> moves;  ///< the nodes that every node leads to
  int evader = 0;
  std::vector<int> pursuers;
  int depth = 5;    ///< rounds
  int columns = 0;  ///< of a grid whose nodes are numbered row by row; 0 for other graphs
};

/// The evader (player 0) and all units of the pursuer (player 1) move along edges at once and see each other. The
/// evader is captured by a unit in the same node, or by one that came along the same edge the other way; she wins if
/// that has not happened after `depth` rounds. Units are alike: they are kept in the order of their nodes.
class PursuitEvasion {
 public:
  static constexpr int kMaxUnits = 8;
  static constexpr int kMaxNodes = 65'535;
  static constexpr std::size_t kMeasured = 1000;  ///< nodes up to which distances are kept

  struct State {
    PackedHistory<4> history;
    std::uint16_t evader = 0;
    std::array<std::uint16_t, kMaxUnits> units{};
    bool captured = false;
  };

  explicit PursuitEvasion(const PursuitParameters& parameters)
      : nodes_(parameters.nodes),
        depth_(parameters.depth),
        units_(static_cast<int>(parameters.pursuers.size())),
        columns_(parameters.columns) {
    if (columns_ < 0 || (columns_ > 0 && nodes_.size() % at(columns_) != 0))
      throw GameDefinitionError("pursuit_evasion: a grid must have as many nodes in every row.");
    if (units_ < 1 || units_ > kMaxUnits)
      throw GameDefinitionError("pursuit_evasion: there must be from 1 to 8 pursuing units, not " +
                                std::to_string(units_) + ".");
    read_graph(parameters.moves);
    measure();
    for (std::size_t u = 0; u < parameters.pursuers.size(); ++u) start_.units[u] = checked(parameters.pursuers[u]);
    start_.evader = checked(parameters.evader);
    sort_units(start_);
    if (std::find(parameters.pursuers.begin(), parameters.pursuers.end(), parameters.evader) !=
        parameters.pursuers.end())
      throw GameDefinitionError("pursuit_evasion: the evader and a unit both start in node " + nodes_[start_.evader] +
                                ": give them different ones.");
    const int most = start_.history.capacity(evader_bits_ + pursuer_bits_);
    if (depth_ < 1 || depth_ > most)
      throw GameDefinitionError("pursuit_evasion: with this graph and " + std::to_string(units_) +
                                " unit(s) depth must be from 1 to " + std::to_string(most) + ", not " +
                                std::to_string(depth_) + ".");
  }

  Traits traits() const { return {2, true, false, true, true}; }
  State initial() const { return start_; }
  int turn(const State& s) const { return s.captured || s.history.size() == depth_ ? kTerminal : kSimultaneous; }
  int num_actions(const State&) const { return 0; }
  void apply(State&, int) const {}
  int num_actions(const State& s, int player) const {
    if (player == 0) return degree(s.evader);
    int joint = 1;
    for (std::size_t u = 0; u < at(units_); ++u) joint *= degree(s.units[u]);
    return joint;
  }
  void apply_joint(State& s, const int* joint) const {
    const std::uint16_t from = s.evader, to = target(from, joint[0]);
    int rest = joint[1];
    for (std::size_t u = at(units_); u-- > 0;) {
      const std::uint16_t unit = s.units[u], next = target(unit, rest % degree(unit));
      rest /= degree(unit);
      s.captured |= next == to || (next == from && unit == to);
      s.units[u] = next;
    }
    s.evader = to;
    sort_units(s);
    s.history.push(static_cast<std::uint64_t>(joint[0]) | static_cast<std::uint64_t>(joint[1]) << evader_bits_,
                   evader_bits_ + pursuer_bits_);
  }
  void utilities(const State& s, double* out) const {
    out[0] = s.captured ? -1 : 1;
    out[1] = -out[0];
  }
  void info_key(const State& s, int, KeyWriter& key) const {
    s.history.write(key, depth_, evader_bits_ + pursuer_bits_);
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.u8(static_cast<std::uint64_t>(s.history.size())), key.u8(s.captured);
    write_node(s.evader, key);
    for (std::size_t u = 0; u < at(units_); ++u) write_node(s.units[u], key);
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  /// The evader looks first for nodes far from all units, the pursuer for ones near the evader.
  double promise(const State& s, int player, int action) const {
    if (player == 0) return nearest(s, target(s.evader, action));
    double sum = 0;
    for (std::size_t u = at(units_); u-- > 0; action /= degree(s.units[u]))
      sum -= distance(target(s.units[u], action % degree(s.units[u])), s.evader);
    return sum;
  }
  /// How far the next unit is.
  double evaluate(const State& s) const { return 1 - 2 / (1.0 + nearest(s, s.evader)); }
  std::string action_label(const State& s, int player, int action) const {
    if (player == 0) return nodes_[target(s.evader, action)];
    std::string text;
    for (std::size_t u = at(units_); u-- > 0; action /= degree(s.units[u]))
      text = nodes_[target(s.units[u], action % degree(s.units[u]))] + (text.empty() ? "" : "+" + text);
    return text;
  }
  /// The moves of every round, the evader's first.
  std::string info_label(const State& s, int) const {
    std::string text;
    State replayed = start_;
    for (int i = 0; i < s.history.size(); ++i) {
      const std::uint64_t code = s.history.code(i, evader_bits_ + pursuer_bits_);
      const std::array<int, 2> joint{static_cast<int>(code & ((1U << evader_bits_) - 1)),
                                     static_cast<int>(code >> evader_bits_)};
      text += (i > 0 ? " " : "") + action_label(replayed, 0, joint[0]) + "/" + action_label(replayed, 1, joint[1]);
      apply_joint(replayed, joint.data());
    }
    return text.empty() ? "start" : text;
  }
  std::string describe(const State& s) const {
    std::string text = "evader " + nodes_[s.evader] + ", units";
    for (std::size_t u = 0; u < at(units_); ++u) text += " " + nodes_[s.units[u]];
    return text + (s.captured ? ", captured" : ", " + std::to_string(depth_ - s.history.size()) + " to go");
  }
  /// A grid that is not too wide with everyone on it; otherwise where everyone is, and where the edges lead from there.
  std::string draw(const State& s, int) const {
    std::string text;
    if (columns_ > 0 && at(columns_) * (nodes_.back().size() + 1) <= 76) {
      text = grid_text(static_cast<int>(nodes_.size()) / columns_, columns_,
                       [&](int row, int column) { return symbol(s, row * columns_ + column); }) +
             "\nE is the evader, player 0; P are units of player 1";
    } else {
      text = "evader, player 0, in " + node_text(s.evader);
      for (std::size_t u = 0; u < at(units_); ++u) text += "\nunit of player 1 in " + node_text(s.units[u]);
    }
    return text + "\n" + (s.captured ? "captured" : counted(depth_ - s.history.size(), "move") + " to go");
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::string symbol(const State& s, int node) const {
    std::string text = s.evader == node ? "E" : "";
    if (std::find(s.units.begin(), s.units.begin() + units_, node) != s.units.begin() + units_) text += "P";
    return text.empty() ? nodes_[at(node)] : text;
  }
  std::string node_text(std::uint16_t node) const {
    std::string text = nodes_[node] + ", next to";
    for (int action = 0; action < degree(node); ++action) text += " " + nodes_[target(node, action)];
    return text;
  }
  static void write_node(std::uint16_t node, KeyWriter& key) { key.u8(node & 255U), key.u8(node >> 8U); }
  std::uint16_t checked(int node) const {
    if (node < 0 || at(node) >= nodes_.size())
      throw GameDefinitionError("pursuit_evasion: a start is not a node of the graph.");
    return static_cast<std::uint16_t>(node);
  }
  int degree(std::uint16_t node) const { return static_cast<int>(first_[node + 1U] - first_[node]); }
  std::uint16_t target(std::uint16_t node, int action) const { return targets_[first_[node] + at(action)]; }
  double distance(std::uint16_t from, std::uint16_t to) const {
    return distances_.empty() ? from != to : distances_[from * nodes_.size() + to];
  }
  double nearest(const State& s, std::uint16_t node) const {
    double least = kMaxNodes;
    for (std::size_t u = 0; u < at(units_); ++u) least = std::min(least, distance(s.units[u], node));
    return least;
  }
  /// Breadth-first from every node; graphs too large for that have only near and far.
  void measure() {
    const std::size_t count = nodes_.size();
    if (count > kMeasured) return;
    distances_.assign(count * count, static_cast<std::uint16_t>(kMaxNodes));
    std::vector<std::uint16_t> queue;
    for (std::size_t from = 0; from < count; ++from) {
      std::uint16_t* const own = distances_.data() + from * count;
      queue.assign(1, static_cast<std::uint16_t>(from));
      own[from] = 0;
      for (std::size_t k = 0; k < queue.size(); ++k)
        for (int action = 0; action < degree(queue[k]); ++action) {
          const std::uint16_t next = target(queue[k], action);
          if (own[next] != kMaxNodes) continue;
          own[next] = static_cast<std::uint16_t>(own[queue[k]] + 1);
          queue.push_back(next);
        }
    }
  }
  /// A handful of units, nearly in order.
  void sort_units(State& s) const {
    for (std::size_t i = 1; i < at(units_); ++i)
      for (std::size_t k = i; k > 0 && s.units[k - 1] > s.units[k]; --k) std::swap(s.units[k - 1], s.units[k]);
  }
  void read_graph(const std::vector<std::vector<int>>& moves) {
    if (nodes_.empty() || nodes_.size() > at(kMaxNodes) || moves.size() != nodes_.size())
      throw GameDefinitionError("pursuit_evasion: a graph must have from 1 to 65535 nodes, each with its moves.");
    std::size_t most = 0;
    first_.push_back(0);
    for (std::size_t node = 0; node < moves.size(); ++node) {
      if (moves[node].empty())
        throw GameDefinitionError("pursuit_evasion: no edge leaves node " + nodes_[node] +
                                  ": add one, or a self-loop if units may stay there.");
      for (const int next : moves[node]) targets_.push_back(checked(next));
      first_.push_back(targets_.size());
      most = std::max(most, moves[node].size());
    }
    evader_bits_ = std::bit_width(most - 1);
    std::uint64_t joint = 1;
    for (int u = 0; u < units_; ++u) joint = std::min<std::uint64_t>(joint * most, 1U << 30U);
    pursuer_bits_ = std::max(2, static_cast<int>(std::bit_width(joint - 1)));
    if (evader_bits_ + pursuer_bits_ > 24)
      throw GameDefinitionError("pursuit_evasion: " + std::to_string(units_) + " unit(s) on nodes with up to " +
                                std::to_string(most) + " edges have too many moves: take fewer units or edges.");
  }

  std::vector<std::string> nodes_;
  std::vector<std::size_t> first_;  ///< where the targets of every node begin
  std::vector<std::uint16_t> targets_;
  std::vector<std::uint16_t> distances_;  ///< from every node to every other; empty for large graphs
  int depth_, units_, columns_;
  int evader_bits_ = 0, pursuer_bits_ = 0;  ///< of one round in the history
  State start_;
};

}  // namespace dodona
