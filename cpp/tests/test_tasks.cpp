#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/tasks.h"

using namespace dodona;

namespace {

/// Fibonacci numbers by tasks inside tasks, each waiting for a group of its own.
std::int64_t fibonacci(TaskPool& pool, int worker, int n) {
  if (n < 2) return n;
  TaskPool::Group group;
  std::int64_t first = 0, second = 0;
  pool.submit(group, [&](int own) { first = fibonacci(pool, own, n - 1); });
  pool.submit(group, [&](int own) { second = fibonacci(pool, own, n - 2); });
  pool.wait(group, worker);
  return first + second;
}

/// Waits for what another thread will do.
void await(const std::atomic<bool>& flag) {
  while (!flag) std::this_thread::yield();
}

}  // namespace

TEST_CASE("every task of a group is done once, by a worker of the pool") {
  for (const int workers : {1, 2, 4}) {
    TaskPool pool(workers);
    CHECK(pool.workers() == workers);
    TaskPool::Group group;
    std::vector<int> done(1000), by(1000, -1);
    for (std::size_t i = 0; i < done.size(); ++i) pool.submit(group, [&, i](int worker) { ++done[i], by[i] = worker; });
    pool.wait(group, 0);
    CHECK(group.open == 0);
    CHECK(done == std::vector<int>(1000, 1));
    for (const int worker : by) {
      REQUIRE(worker >= 0);
      REQUIRE(worker < workers);
    }
  }
}

TEST_CASE("no two tasks run as the same worker at once") {
  TaskPool pool(4);
  TaskPool::Group group;
  std::vector<int> count(4);  // not atomic: a race would be found by the thread sanitizer, a lost step by the sum
  for (int i = 0; i < 10'000; ++i) pool.submit(group, [&](int worker) { ++count[static_cast<std::size_t>(worker)]; });
  pool.wait(group, 0);
  int sum = 0;
  for (const int part : count) sum += part;
  CHECK(sum == 10'000);
}

TEST_CASE("a pool of one worker does the work in whoever waits, oldest task first") {
  TaskPool pool(1);
  TaskPool::Group group;
  std::vector<int> order;
  for (int i = 0; i < 5; ++i) pool.submit(group, [&, i](int) { order.push_back(i); });
  CHECK(order.empty());
  pool.wait(group, 0);
  CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("several threads work at once") {
  TaskPool pool(2);
  TaskPool::Group group;
  std::atomic<bool> here{false}, there{false};
  // Each waits for the other, so neither could end alone.
  pool.submit(group, [&](int) { here = true, await(there); });
  pool.submit(group, [&](int) { there = true, await(here); });
  pool.wait(group, 0);
  CHECK(group.open == 0);
}

TEST_CASE("an empty group is waited for in no time, and a group can be used again") {
  TaskPool pool(2);
  TaskPool::Group group;
  pool.wait(group, 0);
  std::atomic<int> done{0};
  for (int round = 1; round <= 100; ++round) {
    pool.submit(group, [&](int) { ++done; });
    pool.wait(group, 0);
    REQUIRE(done == round);
  }
}

TEST_CASE("groups nest: tasks wait for groups of their own") {
  for (const int workers : {1, 2, 4}) {
    TaskPool pool(workers);
    CHECK(fibonacci(pool, 0, 15) == 610);
  }
}

TEST_CASE("groups nest deeper than tasks of others may lie on one stack") {
  for (const int workers : {1, 3}) {
    TaskPool pool(workers);
    std::atomic<int> reached{0};
    const std::function<void(int, int)> descend = [&](int worker, int depth) {
      ++reached;
      if (depth == 0) return;
      TaskPool::Group group;
      pool.submit(group, [&](int own) { descend(own, depth - 1); });
      pool.wait(group, worker);
    };
    descend(0, 200);
    CHECK(reached == 201);
  }
}

TEST_CASE("who waits takes tasks of its own group before those of others") {
  TaskPool pool(1);
  TaskPool::Group other, own;
  std::vector<char> order;
  pool.submit(other, [&](int) { order.push_back('o'); });
  pool.submit(own, [&](int) { order.push_back('w'); });
  pool.wait(own, 0);
  CHECK(order == std::vector<char>{'w'});
  pool.wait(other, 0);
  CHECK(order == std::vector<char>{'w', 'o'});
}

TEST_CASE("who waits helps others while somebody else does its own tasks") {
  TaskPool pool(2);
  TaskPool::Group own, other;
  std::atomic<bool> started{false}, helped{false};
  pool.submit(own, [&](int) { started = true, await(helped); });
  await(started);
  pool.submit(other, [&](int) { helped = true; });
  pool.wait(own, 0);
  CHECK(other.open == 0);
}

TEST_CASE("deep inside other tasks, who waits leaves tasks of others to other workers") {
  TaskPool pool(2);
  TaskPool::Group own, other;
  std::atomic<bool> started{false}, stop{false}, done{false};
  std::atomic<int> by{-1};
  pool.submit(own, [&](int) { started = true, await(stop); });
  await(started);  // from now on worker 0 is alone
  const std::function<void(int, int)> descend = [&](int worker, int depth) {
    if (depth > 0) {
      TaskPool::Group group;
      pool.submit(group, [&](int inner) { descend(inner, depth - 1); });
      return pool.wait(group, worker);
    }
    pool.submit(other, [&](int worker) { by = worker, done = true; });
    pool.wait(own, worker, [&] { stop = true; });
  };
  descend(0, 40);
  await(done);
  CHECK(by == 1);
}

TEST_CASE("what a task throws comes out of wait, and the pool has failed") {
  for (const int workers : {1, 2, 4}) {
    TaskPool pool(workers);
    TaskPool::Group group;
    CHECK_FALSE(pool.failed());
    pool.submit(group, [](int) { throw std::runtime_error("broken rules"); });
    CHECK_THROWS_WITH_AS(pool.wait(group, 0), "broken rules", std::runtime_error);
    CHECK(pool.failed());
    CHECK(group.open == 0);
    CHECK_THROWS_WITH_AS(pool.rethrow(), "broken rules", std::runtime_error);
  }
}

TEST_CASE("after a failure the other tasks are counted off without being done") {
  TaskPool pool(1);
  TaskPool::Group group;
  int done = 0;
  pool.submit(group, [&](int) { ++done; });
  pool.submit(group, [](int) { throw std::runtime_error("first"); });
  pool.submit(group, [&](int) { ++done; });
  CHECK_THROWS_WITH_AS(pool.wait(group, 0), "first", std::runtime_error);
  CHECK(done == 1);
  CHECK(group.open == 0);
}

TEST_CASE("of exceptions that tasks throw at the same time, the first comes out") {
  TaskPool pool(2);
  TaskPool::Group group;
  std::atomic<bool> started{false};
  pool.submit(group, [&](int) {
    started = true;
    while (!pool.failed()) std::this_thread::yield();
    throw std::runtime_error("second");
  });
  await(started);
  pool.submit(group, [](int) { throw std::runtime_error("first"); });
  CHECK_THROWS_WITH_AS(pool.wait(group, 0), "first", std::runtime_error);
}

TEST_CASE("an exception inside nested groups reaches the outermost wait") {
  for (const int workers : {1, 2, 4}) {
    TaskPool pool(workers);
    const std::function<void(int, int)> descend = [&](int worker, int depth) {
      if (depth == 0) throw std::runtime_error("deep");
      TaskPool::Group group;
      for (int i = 0; i < 2; ++i) pool.submit(group, [&](int own) { descend(own, depth - 1); });
      pool.wait(group, worker);
    };
    CHECK_THROWS_WITH_AS(descend(0, 5), "deep", std::runtime_error);
  }
}

TEST_CASE("what poll throws leaves the group open until it is drained") {
  TaskPool pool(2);
  TaskPool::Group group;
  std::atomic<bool> started{false}, stop{false};
  std::atomic<int> done{0};
  pool.submit(group, [&](int) { started = true, await(stop), ++done; });
  await(started);  // the other worker has the task, so that this one has nothing to do but poll
  const auto poll = [] { throw std::runtime_error("Ctrl-C"); };
  CHECK_THROWS_WITH_AS(pool.wait(group, 0, poll), "Ctrl-C", std::runtime_error);
  CHECK(group.open == 1);
  CHECK_FALSE(pool.failed());
  stop = true;
  pool.drain(group, 0);
  CHECK(group.open == 0);
  CHECK(done == 1);
}

TEST_CASE("drain throws nothing, even if a task has failed") {
  TaskPool pool(2);
  TaskPool::Group group;
  for (int i = 0; i < 100; ++i) pool.submit(group, [](int) { throw std::runtime_error("broken"); });
  pool.drain(group, 0);
  CHECK(group.open == 0);
  CHECK(pool.failed());
}

TEST_CASE("a pool is hungry while a worker has nothing to do and no task waits for it") {
  TaskPool alone(1);
  CHECK_FALSE(alone.hungry());
  TaskPool pool(2);
  while (!pool.hungry()) std::this_thread::yield();  // until the other worker has come to its place
  TaskPool::Group group;
  std::atomic<bool> started{false}, stop{false};
  pool.submit(group, [&](int) { started = true, await(stop); });
  await(started);
  CHECK_FALSE(pool.hungry());
  stop = true;
  pool.wait(group, 0);
}

TEST_CASE("what a task holds is released before its group is done") {
  for (const int workers : {1, 2}) {
    TaskPool pool(workers);
    TaskPool::Group group;
    int open_at_release = 0;
    // Its deleter runs when the task lets go of it.
    std::shared_ptr<int> held(new int(1), [&](int* number) {
      open_at_release = group.open;
      delete number;
    });
    pool.submit(group, [held = std::move(held)](int) {});
    pool.wait(group, 0);
    CHECK(open_at_release == 1);
  }
}

TEST_CASE("pools begin and end, with and without work") {
  for (int round = 0; round < 50; ++round) {
    TaskPool pool(1 + round % 4);
    TaskPool::Group group;
    std::atomic<int> done{0};
    for (int i = 0; i < round % 3; ++i) pool.submit(group, [&](int) { ++done; });
    pool.wait(group, 0);
    REQUIRE(done == round % 3);
  }
}
