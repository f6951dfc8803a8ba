/// Border patrol: an evader crosses a directed graph past two units that see her tracks (thesis 5.4.1 and A.1).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/packed_history.h"
#include "games/contract.h"
#include "games/drawing.h"

namespace dodona {

struct BorderParameters {
  std::vector<std::string> nodes;         ///< labels, all different
  std::vector<std::vector<int>> moves;    ///< the nodes that every node leads to
  std::array<std::vector<int>, 2> areas;  ///< the nodes that each unit may enter
  int evader = 0, goal = 0;
  std::array<int, 2> units{};
  int depth = 4;  ///< moves of each side
  bool slow = true;
  bool may_stay = false;
};

/// The evader (player 0) moves first in each of `depth` rounds, then the defender (player 1) moves both units at once
/// without seeing her. She wins as soon as she is at the goal, loses when a unit is in her node or came towards her
/// along her edge, and draws otherwise.
///
/// In the first unit's area a quick move leaves tracks in the node that she enters. A slow one leaves none, and takes
/// the next round too: then she can only wait. Whoever enters a node, or stays in it, sees tracks that are there. The
/// evader uses self-loops only if she may stay; staying leaves no tracks. Where no move is left, evader and units wait.
class BorderPatrol {
 public:
  static constexpr std::size_t kMaxNodes = 255, kMaxArea = 64;

  struct State {
    PackedHistory<2> evaded;     ///< the evader's actions
    PackedHistory<4> patrolled;  ///< the defender's actions, each with what the units then saw
    std::uint64_t tracks = 0;
    std::array<std::uint8_t, 2> units{};
    std::uint8_t evader = 0, came_from = 0;
    bool waits = false;  ///< the last move was slow
    std::int8_t turn = 0;
    bool captured = false;
  };

  explicit BorderPatrol(const BorderParameters& parameters)
      : nodes_(parameters.nodes),
        depth_(parameters.depth),
        slow_(parameters.slow),
        may_stay_(parameters.may_stay),
        goal_(0) {
    read_graph(parameters);
    goal_ = checked(parameters.goal);
    start_.evader = start_.came_from = checked(parameters.evader);
    for (std::size_t u = 0; u < 2; ++u) start_.units[u] = checked(parameters.units[u]);
    check_starts();
    const int most = std::min(start_.evaded.capacity(evader_bits_), start_.patrolled.capacity(unit_bits_ + 2));
    if (depth_ < 1 || depth_ > most)
      throw GameDefinitionError("border_patrol: with this graph depth must be from 1 to " + std::to_string(most) +
                                ", not " + std::to_string(depth_) + ".");
  }

  Traits traits() const { return {2, true, false, false, false}; }
  State initial() const { return start_; }
  int turn(const State& s) const { return s.turn; }
  int num_actions(const State& s) const {
    if (s.turn == 0) return s.waits ? 1 : static_cast<int>(steps_[s.evader].size());
    return static_cast<int>(routes_[0][s.units[0]].size() * routes_[1][s.units[1]].size());
  }
  void apply(State& s, int action) const {
    if (s.turn == 0)
      evade(s, action);
    else
      patrol(s, action);
  }
  void utilities(const State& s, double* out) const {
    out[0] = s.captured ? -1 : s.evader == goal_ ? 1 : 0;
    out[1] = -out[0];
  }
  void info_key(const State& s, int player, KeyWriter& key) const {
    if (player == 0)
      s.evaded.write(key, depth_, evader_bits_);
    else
      s.patrolled.write(key, depth_, unit_bits_ + 2);
  }
  void state_key(const State& s, KeyWriter& key) const {
    key.u8(static_cast<std::uint64_t>(s.patrolled.size()));
    key.u8(static_cast<std::uint64_t>(s.turn + 2) | std::uint64_t{s.waits} << 2U | std::uint64_t{s.captured} << 3U);
    key.u8(s.evader), key.u8(s.turn == 1 ? s.came_from : s.evader);
    key.u8(s.units[0]), key.u8(s.units[1]);
    key.u64(s.tracks);
  }
  double min_utility() const { return -1; }
  double max_utility() const { return 1; }
  std::string action_label(const State& s, int player, int action) const {
    if (player == 0) return s.waits ? "wait" : step_name(s.evader, action);
    const auto [first, second] = targets(s.units, action);
    return nodes_[first] + "+" + nodes_[second];
  }
  /// The player's own moves; a defender's node with tracks in it is marked.
  std::string info_label(const State& s, int player) const { return player == 0 ? evader_label(s) : defender_label(s); }
  std::string describe(const State& s) const {
    std::string text = "evader " + nodes_[s.evader] + (s.waits ? " slowly" : "") + ", units " + nodes_[s.units[0]] +
                       " " + nodes_[s.units[1]];
    if (s.tracks != 0) text += ", tracks";
    for (std::size_t node = 0; node < nodes_.size(); ++node)
      if (s.tracks & track_[node]) text += " " + nodes_[node];
    if (s.captured) return text + ", captured";
    return text + ", " + std::to_string(depth_ - s.patrolled.size()) + " to go";
  }
  /// Where the viewer's own pieces are and came from, and what she has seen; the goal, and how long it takes.
  std::string draw(const State& s, int viewer) const {
    std::string text;
    if (sees(viewer, 0))
      text += "evader in " + nodes_[s.evader] + (s.waits ? ", slowly" : "") + path_text(start_.evader, evader_label(s));
    else
      text += "evader unseen; from " + nodes_[start_.evader];
    text += ", to " + nodes_[goal_] + "\nunits ";
    const std::string from = nodes_[start_.units[0]] + "+" + nodes_[start_.units[1]];
    if (sees(viewer, 1))
      text += "in " + nodes_[s.units[0]] + " and " + nodes_[s.units[1]] + "; from " + from +
              (s.patrolled.size() > 0 ? ": " + defender_label(s) : "") + " (! marks tracks)";
    else
      text += "unseen; from " + from;
    return text + "\n" + (s.captured ? "captured" : counted(depth_ - s.patrolled.size(), "round") + " to go");
  }

 private:
  struct Step {
    std::uint8_t to;
    bool slow, tracks;
  };

  void evade(State& s, int action) const {
    s.evaded.push(static_cast<std::uint64_t>(action), evader_bits_);
    s.came_from = s.evader;
    s.turn = 1;
    if (s.waits) {
      s.waits = false;
      return;
    }
    const Step step = steps_[s.evader][at(action)];
    s.evader = step.to;
    s.waits = step.slow;
    if (step.tracks) s.tracks |= track_[step.to];
    if (s.evader == goal_) s.turn = kTerminal;
  }
  void patrol(State& s, int action) const {
    const std::array<std::uint8_t, 2> to = targets(s.units, action);
    std::uint64_t seen = 0;
    for (std::size_t u = 0; u < 2; ++u) {
      s.captured |= to[u] == s.evader || (to[u] == s.came_from && s.units[u] == s.evader);
      seen |= std::uint64_t{(s.tracks & track_[to[u]]) != 0} << u;
    }
    s.units = to;
    s.patrolled.push(seen | static_cast<std::uint64_t>(action) << 2U, unit_bits_ + 2);
    s.turn = static_cast<std::int8_t>(s.captured || s.patrolled.size() == depth_ ? kTerminal : 0);
  }

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::array<std::uint8_t, 2> targets(const std::array<std::uint8_t, 2>& units, int action) const {
    const auto& second = routes_[1][units[1]];
    return {routes_[0][units[0]][at(action) / second.size()], second[at(action) % second.size()]};
  }
  std::string step_name(std::uint8_t node, int action) const {
    const Step step = steps_[node][at(action)];
    return step.to == node && !loops_[node] ? "wait" : nodes_[step.to] + (step.slow ? " slow" : "");
  }
  std::string evader_label(const State& s) const {
    std::string text;
    std::uint8_t node = start_.evader;
    bool waits = false;
    for (int i = 0; i < s.evaded.size(); ++i) {
      const int action = static_cast<int>(s.evaded.code(i, evader_bits_));
      text += (i > 0 ? ", " : "") + (waits ? std::string("wait") : step_name(node, action));
      if (waits) {
        waits = false;
        continue;
      }
      waits = steps_[node][at(action)].slow;
      node = steps_[node][at(action)].to;
    }
    return text.empty() ? "start" : text;
  }
  std::string path_text(std::uint8_t start, const std::string& moves) const {
    return "; from " + nodes_[start] + (moves == "start" ? "" : ": " + moves);
  }
  std::string defender_label(const State& s) const {
    std::string text;
    std::array<std::uint8_t, 2> units = start_.units;
    for (int i = 0; i < s.patrolled.size(); ++i) {
      const std::uint64_t code = s.patrolled.code(i, unit_bits_ + 2);
      units = targets(units, static_cast<int>(code >> 2U));
      text += (i > 0 ? ", " : "") + nodes_[units[0]] + (code & 1U ? "!" : "") + "+" + nodes_[units[1]] +
              (code & 2U ? "!" : "");
    }
    return text.empty() ? "start" : text;
  }

  std::uint8_t checked(int node) const {
    if (node < 0 || at(node) >= nodes_.size())
      throw GameDefinitionError("border_patrol: a start, the goal or a node of an area is not a node of the graph.");
    return static_cast<std::uint8_t>(node);
  }
  void read_graph(const BorderParameters& parameters) {
    const std::size_t count = nodes_.size();
    if (count == 0 || count > kMaxNodes || parameters.moves.size() != count)
      throw GameDefinitionError("border_patrol: a graph must have from 1 to 255 nodes, each with its moves.");
    track_.assign(count, 0);
    loops_.assign(count, false);
    std::size_t tracked = 0;
    for (const int node : parameters.areas[0]) {
      if (track_[checked(node)] != 0) continue;
      if (++tracked > kMaxArea)
        throw GameDefinitionError("border_patrol: the area of the first unit may have at most 64 nodes.");
      track_[at(node)] = std::uint64_t{1} << (tracked - 1);
    }
    list_steps(parameters.moves);
    for (std::size_t u = 0; u < 2; ++u) list_routes(u, parameters);
    std::size_t steps = 1;
    for (const auto& own : steps_) steps = std::max(steps, own.size());
    std::size_t joint = 1;
    for (const auto& routes : routes_) {
      std::size_t most = 1;
      for (const auto& own : routes) most = std::max(most, own.size());
      joint *= most;
    }
    evader_bits_ = std::max(2, static_cast<int>(std::bit_width(steps - 1)));
    unit_bits_ = std::bit_width(joint - 1);
  }
  void list_steps(const std::vector<std::vector<int>>& moves) {
    steps_.resize(nodes_.size());
    for (std::size_t node = 0; node < moves.size(); ++node) {
      const std::uint8_t here = static_cast<std::uint8_t>(node);
      for (const int next : moves[node]) {
        const std::uint8_t to = checked(next);
        if (to != here)
          steps_[node].push_back({to, false, true});
        else if (may_stay_)
          loops_[node] = true, steps_[node].push_back({to, false, false});
      }
      if (slow_)
        for (const int next : moves[node])
          if (next != static_cast<int>(node) && track_[at(next)] != 0)
            steps_[node].push_back({checked(next), true, false});
      if (steps_[node].empty()) steps_[node].push_back({here, false, false});
    }
  }
  void list_routes(std::size_t unit, const BorderParameters& parameters) {
    std::vector<bool> inside(nodes_.size(), false);
    for (const int node : parameters.areas[unit]) inside[checked(node)] = true;
    const auto& first = parameters.moves[checked(parameters.units[unit])];
    if (!inside[at(parameters.units[unit])] &&
        std::none_of(first.begin(), first.end(), [&](int next) { return inside[checked(next)]; }))
      throw GameDefinitionError("border_patrol: no edge leads a unit from its start, node " +
                                nodes_[at(parameters.units[unit])] + ", into its own nodes.");
    routes_[unit].resize(nodes_.size());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      for (const int next : parameters.moves[node])
        if (inside[checked(next)]) routes_[unit][node].push_back(checked(next));
      if (routes_[unit][node].empty()) routes_[unit][node].push_back(static_cast<std::uint8_t>(node));
    }
  }
  void check_starts() const {
    if (start_.evader == goal_) throw GameDefinitionError("border_patrol: the evader must not start at the goal.");
    for (const std::uint8_t unit : start_.units)
      if (unit == start_.evader)
        throw GameDefinitionError("border_patrol: the evader and a unit both start in node " + nodes_[unit] +
                                  ": give them different ones.");
  }

  std::vector<std::string> nodes_;
  std::vector<std::vector<Step>> steps_;                          ///< of the evader, by node
  std::array<std::vector<std::vector<std::uint8_t>>, 2> routes_;  ///< of the units, by node
  std::vector<std::uint64_t> track_;                              ///< the bit of every node that keeps tracks
  std::vector<bool> loops_;                                       ///< where the evader may stay
  int depth_;
  bool slow_, may_stay_;
  std::uint8_t goal_;
  int evader_bits_ = 0, unit_bits_ = 0;  ///< of one action
  State start_;
};

}  // namespace dodona
