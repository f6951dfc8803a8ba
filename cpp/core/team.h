/// Threads that work on one question together: tasks in scopes, which may be called off, and a look at limits and at
/// the host from inside every task.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/ids.h"
#include "core/tasks.h"

namespace dodona {

/// Thrown inside a task whose result nobody needs any more.
struct Abandoned {};

class TaskScope;

/// Workers 0, 1, ... of which the caller's thread is the first. Threads are started when the first task is shared.
class TaskTeam {
 public:
  TaskTeam(int workers, const Budget& budget) : budget_(budget), scopes_(index(workers)) {}
  TaskTeam(const TaskTeam&) = delete;
  TaskTeam& operator=(const TaskTeam&) = delete;

  int workers() const { return static_cast<int>(scopes_.size()); }
  bool started() const { return pool_ != nullptr; }
  /// Only the caller's thread may be the first to ask.
  TaskPool& pool() {
    if (!pool_) pool_ = std::make_unique<TaskPool>(workers());
    return *pool_;
  }

  /// The team's limits for one worker, who gives up where nobody needs his result any more.
  Budget budget_of(int worker) {
    Budget own = budget_;
    own.poll = [this, worker] { look_around(worker); };
    return own;
  }
  /// Only the caller's thread may turn to the host; the others hear from it whether to give up.
  void look_around(int worker);

  /// Runs `work`, the caller's own part; what a task has thrown comes out of it.
  template <class Work>
  auto lead(Work&& work) {
    try {
      return work();
    } catch (const Abandoned&) {
      pool().rethrow();
    }
  }

  std::atomic<std::int64_t> tasks{0}, abandoned{0};

 private:
  friend class TaskScope;

  const Budget budget_;
  std::vector<const TaskScope*> scopes_;  ///< by worker: the scope of the task he is at
  std::unique_ptr<TaskPool> pool_;        ///< last: its threads end before what they use
};

/// Tasks that belong together, inside another scope or at the top. No exception leaves a scope before its tasks have
/// ended.
class TaskScope {
 public:
  TaskScope(TaskTeam& team, int worker) : team_(team), worker_(worker), outer_(team.scopes_[index(worker)]) {}
  ~TaskScope() {
    cut();
    team_.pool().drain(group_, worker_);
  }
  TaskScope(const TaskScope&) = delete;
  TaskScope& operator=(const TaskScope&) = delete;

  /// Calls off what is not yet done: nobody needs it.
  void cut() { cut_.store(true, std::memory_order_relaxed); }
  bool is_cut() const {
    for (const TaskScope* scope = this; scope != nullptr; scope = scope->outer_)
      if (scope->cut_.load(std::memory_order_relaxed)) return true;
    return false;
  }

  /// Runs `work(worker)` as a task.
  template <class Work>
  void submit(Work work) {
    team_.tasks.fetch_add(1, std::memory_order_relaxed);
    team_.pool().submit(group_, [this, work = std::move(work)](int worker) {
      const TaskScope*& current = team_.scopes_[index(worker)];
      const TaskScope* const before = std::exchange(current, this);
      try {
        if (!is_cut()) work(worker);
      } catch (const Abandoned&) {
        team_.abandoned.fetch_add(1, std::memory_order_relaxed);
      } catch (...) {
        current = before;
        throw;
      }
      current = before;
    });
  }
  /// Waits for all tasks. Where an outer scope has been cut meanwhile, some of them were skipped and there is no
  /// result.
  void wait() {
    team_.pool().wait(group_, worker_, [this] { team_.look_around(worker_); });
    if (outer_ != nullptr && outer_->is_cut()) throw Abandoned{};
  }

 private:
  TaskTeam& team_;
  const int worker_;
  const TaskScope* const outer_;
  std::atomic<bool> cut_{false};
  TaskPool::Group group_;
};

inline void TaskTeam::look_around(int worker) {
  if (worker == 0 && budget_.poll) budget_.poll();
  const TaskScope* scope = scopes_[index(worker)];
  if ((pool_ && pool_->failed()) || (scope != nullptr && scope->is_cut())) throw Abandoned{};
}

}  // namespace dodona
