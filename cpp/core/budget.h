/// How long, how large and until when: the limits of one piece of work, polled from inside its loops.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

namespace dodona {

/// A flag that asks running work to end soon and keep what it has.
class CancelToken {
 public:
  void cancel() { *flag_ = true; }
  bool cancelled() const { return *flag_; }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

/// Limits of a walk. Exceeding one throws LimitReached; a game deeper than `max_depth` is taken to be endless.
class Budget {
 public:
  std::int64_t max_nodes = std::numeric_limits<std::int64_t>::max();
  std::int64_t max_bytes = std::numeric_limits<std::int64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  int max_depth = 10'000;
  CancelToken token;
  std::function<void()> poll;    ///< gives the host a chance to deliver signals
  std::int64_t interval = 4096;  ///< how many nodes pass between two looks at the clock

  /// Call once per node; looks at the clock, the memory in use and the host every `interval` nodes.
  template <class Memory>
  void spend(std::int64_t nodes, Memory&& memory) {
    if (nodes > max_nodes) [[unlikely]]
      exceed("nodes");
    if (++work_ < interval) [[likely]]
      return;
    check_memory(memory());
    look_around();
  }

  /// Call inside work that is no walk over nodes, with what it took in nodes: a node is about 0.1 microseconds.
  void listen(std::int64_t work) {
    work_ += work;
    if (work_ >= interval) [[unlikely]]
      look_around();
  }

  /// Looks at the clock and turns to the host. Not inline, like `exceed`: the loops that ask stay small.
  void look_around();

  /// Call with the memory in use now and then, and once at the end.
  void check_memory(std::int64_t bytes) const {
    if (bytes > max_bytes) [[unlikely]]
      exceed("memory");
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  [[noreturn]] static void exceed(const char* limit);

  Clock::time_point start_ = Clock::now();
  std::int64_t work_ = 0;  ///< since the last look at the clock
};

}  // namespace dodona
