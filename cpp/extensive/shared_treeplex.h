/// A treeplex whose passes up and down several threads share, with the same numbers to the last bit as one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/tasks.h"
#include "games/treeplex.h"

namespace dodona {

/// Runs `work(part)` for parts 0, 1, ... on all threads of a pool; in order on the caller's thread where there is none.
template <class Work>
void share(TaskPool* pool, std::size_t parts, Work&& work) {
  if (pool == nullptr) {
    for (std::size_t part = 0; part < parts; ++part) work(part);
    return;
  }
  TaskPool::Group group;
  for (std::size_t part = 1; part < parts; ++part) pool->submit(group, [&work, part](int) { work(part); });
  work(0);
  pool->wait(group, 0);
}

/// Subtrees of information sets that do not depend on each other, dealt out to parts, and the sets above them. Values
/// that several sets add to one sequence are added from the last set to the first, as one thread does it.
class SharedTreeplex {
 public:
  SharedTreeplex() = default;
  /// For a number of threads; one thread needs no parts.
  SharedTreeplex(const Treeplex& treeplex, std::size_t threads);

  template <class ValueAt>
  void back_up(const Treeplex& treeplex, std::span<double> values, TaskPool* pool, ValueAt&& value_at) {
    if (pool == nullptr || parts_.empty()) return dodona::back_up(treeplex, values, value_at);
    share(pool, parts_.size(), [&](std::size_t part) {
      const std::vector<std::int32_t>& sets = parts_[part];
      for (std::size_t i = sets.size(); i-- > 0;) {
        const std::size_t set = index(sets[i]);
        const double value = value_at(treeplex.begin(set), treeplex.end(set));
        if (is_root_[set])
          root_value_[set] = value;
        else
          values[treeplex.parent(set)] += value;
      }
    });
    for (std::size_t i = top_.size(); i-- > 0;) {
      const std::size_t set = index(top_[i]);
      values[treeplex.parent(set)] +=
          is_root_[set] ? root_value_[set] : value_at(treeplex.begin(set), treeplex.end(set));
    }
  }

  void follow(const Treeplex& treeplex, std::span<const double> behaviour, std::span<double> plan,
              TaskPool* pool) const {
    if (pool == nullptr || parts_.empty()) return dodona::follow(treeplex, behaviour, plan);
    plan[0] = 1;
    const auto follow_set = [&](std::size_t set) {
      const double reach = plan[treeplex.parent(set)];
      for (std::size_t q = treeplex.begin(set); q < treeplex.end(set); ++q) plan[q] = reach * behaviour[q];
    };
    for (const std::int32_t set : top_)
      if (!is_root_[index(set)]) follow_set(index(set));
    share(pool, parts_.size(), [&](std::size_t part) {
      for (const std::int32_t set : parts_[part]) follow_set(index(set));
    });
  }

 private:
  std::vector<std::vector<std::int32_t>> parts_;  ///< sets in ascending order
  std::vector<std::int32_t> top_;                 ///< the sets above the subtrees, and the subtrees' roots
  std::vector<char> is_root_;
  std::vector<double> root_value_;
};

}  // namespace dodona
