/// Information sets and sequences of one walk over a game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/keys.h"

namespace dodona {

/// Texts by number; equal texts share one.
class LabelPool {
 public:
  std::int32_t intern(std::string_view text) {
    const auto [id, is_new] = table_.intern({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    if (is_new) begins_.push_back(begins_.back() + text.size()), bytes_.append(text);
    return id;
  }
  std::string_view operator[](std::int32_t id) const {
    const auto i = static_cast<std::size_t>(id);
    return std::string_view(bytes_).substr(begins_[i], begins_[i + 1] - begins_[i]);
  }
  std::size_t memory() const { return table_.memory() + bytes_.capacity() + begins_.capacity() * sizeof(std::size_t); }

 private:
  KeyTable table_;
  std::string bytes_;
  std::vector<std::size_t> begins_{0};
};

/// One player's information sets in order of discovery, so that a set always comes after the set its parent sequence
/// belongs to. The sequences of a set are numbered consecutively from `first_sequence`.
struct PlayerSets {
  Table<InfosetId, SequenceId> parent_sequence;
  Table<InfosetId, SequenceId> first_sequence;
  Table<InfosetId, std::int32_t> num_actions;
  Table<InfosetId, std::int32_t> num_nodes;
  Table<InfosetId, std::int32_t> label;
  Table<SequenceId, std::int32_t> action_label;  ///< entry 0 stands for the empty sequence
  std::int64_t num_infosets = 0;
  std::int64_t num_sequences = 1;

  std::size_t memory() const {
    return parent_sequence.bytes() + first_sequence.bytes() + num_actions.bytes() + num_nodes.bytes() + label.bytes() +
           action_label.bytes();
  }
};

}  // namespace dodona
