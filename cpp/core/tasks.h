/// The task engine: a few threads, one queue, and groups of tasks that somebody waits for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dodona {

/// Runs tasks on `workers` threads, the caller's being worker 0. A task is told which worker runs it. Whoever waits
/// for a group works on tasks meanwhile, those of the group first, so that a master helps its slaves; but only so many
/// tasks inside each other, because all of them lie on the worker's stack. The first exception of a task stops the pool
/// and comes out of `wait`.
class TaskPool {
 public:
  /// Tasks that belong together; `open` counts those not yet done.
  struct Group {
    std::atomic<int> open{0};
  };
  using Work = std::function<void(int worker)>;

  explicit TaskPool(int workers);
  ~TaskPool();
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;

  int workers() const { return static_cast<int>(threads_.size()) + 1; }
  /// Whether a worker has nothing to do and no task waits for it.
  bool hungry() const { return idle_.load(std::memory_order_relaxed) > queued_.load(std::memory_order_relaxed); }
  /// Set when a task has failed: whoever searches on should give up.
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

  void submit(Group& group, Work work);
  /// Works until the group is done; `poll` is called now and then by whoever has nothing to do. What it throws comes
  /// out with the group still open: whoever catches it must drain the group.
  void wait(Group& group, int worker, const std::function<void()>& poll = {});
  /// The same without an exception, for whoever is unwinding; the caller has told the tasks to give up.
  void drain(Group& group, int worker) noexcept;
  /// Throws what the failed task threw.
  [[noreturn]] void rethrow();

 private:
  struct Task {
    Work work;
    Group* group;
  };

  static constexpr int kNested = 32;  ///< deeper inside each other, tasks wait for their own groups alone

  bool take(Task& task, const Group* own, int nested);
  void work_off(Group& group, int worker, const std::function<void()>& poll);
  void perform(Task task, int worker);
  void serve(int worker);
  void fail();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> queue_;
  std::atomic<int> queued_{0}, idle_{0};
  std::atomic<bool> failed_{false};
  bool closing_ = false;
  std::exception_ptr error_;
  std::vector<int> nested_;  ///< by worker: tasks open inside each other
  std::vector<std::thread> threads_;
};

}  // namespace dodona
