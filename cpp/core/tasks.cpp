#include "core/tasks.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace dodona {
namespace {

/// How often a thread with nothing to do looks for news before it sleeps: some microseconds, which tasks that follow
/// each other closely are worth, and the way out of sleep costs as much.
constexpr int kLooks = 500;

template <class News>
void await(News&& news) {
  for (int i = 0; i < kLooks && !news(); ++i) std::this_thread::yield();
}

}  // namespace

TaskPool::TaskPool(int workers) : nested_(static_cast<std::size_t>(workers)) {
  for (int worker = 1; worker < workers; ++worker) threads_.emplace_back([this, worker] { serve(worker); });
}

TaskPool::~TaskPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void TaskPool::submit(Group& group, Work work) {
  group.open.fetch_add(1, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(work), &group});
    queued_.store(static_cast<int>(queue_.size()), std::memory_order_relaxed);
  }
  changed_.notify_one();
}

/// Takes the oldest task of a group; otherwise the newest, which lies deepest, for a waiter and the oldest for others.
bool TaskPool::take(Task& task, const Group* own, int nested) {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return false;
  auto found = std::find_if(queue_.begin(), queue_.end(), [own](const Task& t) { return t.group == own; });
  if (found == queue_.end() && own != nullptr && nested >= kNested) return false;
  if (found == queue_.end()) found = own != nullptr ? std::prev(queue_.end()) : queue_.begin();
  task = std::move(*found);
  queue_.erase(found);
  queued_.store(static_cast<int>(queue_.size()), std::memory_order_relaxed);
  return true;
}

void TaskPool::perform(Task task, int worker) {
  // After a failure nobody needs the rest, but every task must still be counted off.
  if (!failed()) {
    int& nested = nested_[static_cast<std::size_t>(worker)];
    ++nested;
    try {
      task.work(worker);
    } catch (...) {
      fail();
    }
    --nested;
  }
  task.work = nullptr;
  if (task.group->open.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    const std::lock_guard lock(mutex_);  // so that a waiter cannot miss the news between its look and its sleep
    changed_.notify_all();
  }
}

void TaskPool::fail() {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::current_exception();
  failed_.store(true, std::memory_order_relaxed);
}

void TaskPool::serve(int worker) {
  for (;;) {
    Task task;
    idle_.fetch_add(1, std::memory_order_relaxed);
    await([this] { return queued_.load(std::memory_order_relaxed) > 0; });
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
      idle_.fetch_sub(1, std::memory_order_relaxed);
      if (closing_) return;
    }
    if (take(task, nullptr, 0)) perform(std::move(task), worker);
  }
}

void TaskPool::work_off(Group& group, int worker, const std::function<void()>& poll) {
  const int nested = nested_[static_cast<std::size_t>(worker)];
  while (group.open.load(std::memory_order_acquire) > 0) {
    Task task;
    if (take(task, &group, nested)) {
      perform(std::move(task), worker);
      continue;
    }
    idle_.fetch_add(1, std::memory_order_relaxed);
    await(
        [&] { return queued_.load(std::memory_order_relaxed) > 0 || group.open.load(std::memory_order_acquire) == 0; });
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::chrono::milliseconds(20), [&] {
        return (nested < kNested && !queue_.empty()) || group.open.load(std::memory_order_acquire) == 0;
      });
      idle_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (poll) poll();
  }
}

void TaskPool::wait(Group& group, int worker, const std::function<void()>& poll) {
  work_off(group, worker, poll);
  if (failed()) rethrow();
}

void TaskPool::rethrow() {
  const std::lock_guard lock(mutex_);
  std::rethrow_exception(error_);
}

void TaskPool::drain(Group& group, int worker) noexcept { work_off(group, worker, {}); }

}  // namespace dodona
