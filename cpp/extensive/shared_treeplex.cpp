#include "extensive/shared_treeplex.h"

#include <algorithm>

namespace dodona {
namespace {

constexpr std::size_t kNoSet = static_cast<std::size_t>(-1);

/// The set that each set follows, by the sequence before it; none for those that follow the empty one.
std::vector<std::size_t> parents_of(const Treeplex& treeplex) {
  const std::size_t count = index(treeplex.num_infosets);
  std::vector<std::size_t> owner(index(treeplex.num_sequences), kNoSet), parents(count);
  for (std::size_t set = 0; set < count; ++set) {
    parents[set] = owner[treeplex.parent(set)];
    for (std::size_t q = treeplex.begin(set); q < treeplex.end(set); ++q) owner[q] = set;
  }
  return parents;
}

}  // namespace

SharedTreeplex::SharedTreeplex(const Treeplex& treeplex, std::size_t threads) {
  const std::size_t count = index(treeplex.num_infosets);
  if (threads < 2 || count < 64 * threads) return;
  const std::vector<std::size_t> parents = parents_of(treeplex);
  std::vector<std::int64_t> size(count);  // sequences in the subtree of a set
  for (std::size_t set = count; set-- > 0;) {
    size[set] += static_cast<std::int64_t>(treeplex.end(set) - treeplex.begin(set));
    if (parents[set] != kNoSet) size[parents[set]] += size[set];
  }
  // A subtree is dealt out as a whole once it is small beside a thread's share.
  const std::int64_t most = treeplex.num_sequences / static_cast<std::int64_t>(16 * threads);
  std::vector<std::size_t> part(count, kNoSet);
  std::vector<std::int64_t> load(threads);
  is_root_.assign(count, 0), root_value_.assign(count, 0.0), parts_.resize(threads);
  for (std::size_t set = 0; set < count; ++set) {
    if (parents[set] != kNoSet && part[parents[set]] != kNoSet) {
      part[set] = part[parents[set]];
    } else {
      top_.push_back(static_cast<std::int32_t>(set));
      if (size[set] > most) continue;
      is_root_[set] = 1;
      part[set] = index(std::min_element(load.begin(), load.end()) - load.begin());
      load[part[set]] += size[set];
    }
    parts_[part[set]].push_back(static_cast<std::int32_t>(set));
  }
}

}  // namespace dodona
