/// Information sets and sequences of one walk over a game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/keys.h"
#include "games/treeplex.h"

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

/// One player's information sets in order of discovery, with what trees know of them besides.
struct PlayerSets : Treeplex {
  Table<InfosetId, std::int32_t> num_nodes;
  Table<InfosetId, std::int32_t> label;
  Table<SequenceId, std::int32_t> action_label;  ///< entry 0 stands for the empty sequence

  std::size_t memory() const { return Treeplex::memory() + num_nodes.bytes() + label.bytes() + action_label.bytes(); }
};

}  // namespace dodona
