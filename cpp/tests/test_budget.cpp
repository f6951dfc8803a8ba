#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>

#include "core/budget.h"
#include "core/errors.h"

using namespace dodona;

namespace {

std::int64_t no_memory() { return 0; }

}  // namespace

TEST_CASE("a budget without limits is never used up") {
  Budget budget;
  for (std::int64_t node = 0; node < 100'000; ++node) budget.spend(node, no_memory);
  CHECK_NOTHROW(budget.check_memory(std::int64_t{1} << 60));
}

TEST_CASE("the node after the last allowed one is refused, whatever the interval") {
  Budget budget;
  budget.max_nodes = 10;
  CHECK_NOTHROW(budget.spend(10, no_memory));
  CHECK_THROWS_WITH_AS(budget.spend(11, no_memory), "nodes", LimitReached);
}

TEST_CASE("memory is asked for once per interval") {
  Budget budget;
  budget.interval = 8;
  int asked = 0;
  for (int node = 0; node < 80; ++node) budget.spend(node, [&asked] { return std::int64_t{++asked}; });
  CHECK(asked == 10);
}

TEST_CASE("more memory than allowed is refused") {
  Budget budget;
  budget.interval = 1;
  budget.max_bytes = 1000;
  CHECK_NOTHROW(budget.spend(1, [] { return std::int64_t{1000}; }));
  CHECK_THROWS_WITH_AS(budget.spend(2, [] { return std::int64_t{1001}; }), "memory", LimitReached);
  CHECK_NOTHROW(budget.check_memory(1000));
  CHECK_THROWS_WITH_AS(budget.check_memory(1001), "memory", LimitReached);
}

TEST_CASE("time that is over is noticed at the next look at the clock") {
  Budget budget;
  budget.interval = 4;
  budget.seconds = -1;  // over from the start
  for (int node = 0; node < 3; ++node) CHECK_NOTHROW(budget.spend(node, no_memory));
  CHECK_THROWS_WITH_AS(budget.spend(3, no_memory), "time", LimitReached);
}

TEST_CASE("the clock of a budget runs forward") {
  Budget budget;
  const double earlier = budget.elapsed();
  CHECK(earlier >= 0);
  CHECK(budget.elapsed() >= earlier);
}

TEST_CASE("a cancelled token ends the work of every budget that shares it") {
  Budget budget;
  budget.interval = 1;
  const Budget copy = budget;
  CancelToken token = budget.token;
  CHECK_NOTHROW(budget.spend(1, no_memory));
  token.cancel();
  CHECK(copy.token.cancelled());
  CHECK_THROWS_WITH_AS(budget.spend(2, no_memory), "cancelled", LimitReached);
}

TEST_CASE("what the host throws while it is polled comes out") {
  Budget budget;
  budget.interval = 2;
  int polls = 0;
  budget.poll = [&polls] {
    if (++polls == 2) throw std::runtime_error("Ctrl-C");
  };
  for (int node = 0; node < 3; ++node) CHECK_NOTHROW(budget.spend(node, no_memory));
  CHECK_THROWS_WITH_AS(budget.spend(3, no_memory), "Ctrl-C", std::runtime_error);
}
