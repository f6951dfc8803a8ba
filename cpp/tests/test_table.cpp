#include <doctest/doctest.h>

#include <thread>
#include <vector>

#include "core/errors.h"
#include "core/keys.h"
#include "core/table.h"

namespace dodona {
namespace {

std::vector<std::uint8_t> key_of(std::uint64_t number) {
  KeyWriter key;
  key.u64(number);
  return {key.view().begin(), key.view().end()};
}

TableEntry bounds(double lower, double upper, bool complete = true, unsigned depth = 0) {
  TableEntry entry;
  entry.lower = lower, entry.upper = upper, entry.complete = complete, entry.depth = depth;
  return entry;
}

struct Opened {
  explicit Opened(std::size_t bytes) : table(bytes, 8) { table.open(rules, nullptr); }
  void store(std::uint64_t number, const TableEntry& entry, std::int64_t effort = 1) {
    const auto key = key_of(number);
    table.store(hash_bytes(key), key, entry, effort);
  }
  bool find(std::uint64_t number, TableEntry& entry) const {
    const auto key = key_of(number);
    return table.find(hash_bytes(key), key, entry);
  }
  std::shared_ptr<int> rules = std::make_shared<int>(0);
  TranspositionTable table;
};

TEST_CASE("what is stored is found under its own key and no other") {
  Opened own(1 << 20);
  for (std::uint64_t i = 0; i < 100; ++i) own.store(i, bounds(static_cast<double>(i), static_cast<double>(i) + 1));
  TableEntry entry;
  for (std::uint64_t i = 0; i < 100; ++i) {
    REQUIRE(own.find(i, entry));
    CHECK(entry.lower == static_cast<double>(i));
    CHECK(entry.upper == static_cast<double>(i) + 1);
  }
  CHECK(!own.find(100, entry));
  CHECK(own.table.count() == 100);
}

TEST_CASE("bounds of the same number are joined, an estimate never replaces a proof") {
  Opened own(1 << 16);
  TableEntry entry;
  own.store(7, bounds(-1, 1)), own.store(7, bounds(0, 2));
  REQUIRE(own.find(7, entry));
  CHECK(entry.lower == 0);
  CHECK(entry.upper == 1);
  own.store(7, bounds(5, 6, false, 3));
  REQUIRE(own.find(7, entry));
  CHECK(bool{entry.complete != 0});
  CHECK(entry.lower == 0);
  own.store(8, bounds(5, 6, false, 3)), own.store(8, bounds(1, 2, false, 4));
  REQUIRE(own.find(8, entry));
  CHECK(std::uint32_t{entry.depth} == 4);
  CHECK(entry.lower == 1);
  own.store(8, bounds(3, 3));
  REQUIRE(own.find(8, entry));
  CHECK(bool{entry.complete != 0});
}

TEST_CASE("a full table keeps what cost the most") {
  Opened own(1 << 12);
  own.store(1, bounds(0, 0), 1 << 20);
  for (std::uint64_t i = 100; i < 10'000; ++i) own.store(i, bounds(1, 1));
  TableEntry entry;
  CHECK(own.find(1, entry));
  CHECK(own.table.count() <= own.table.capacity());
}

TEST_CASE("memory is taken when the table is opened, and another game or too long a key is refused") {
  TranspositionTable table(1 << 20, 8);
  CHECK(table.count() == 0);
  table.clear();
  const auto rules = std::make_shared<int>(0), others = std::make_shared<int>(0);
  table.open(rules, nullptr);
  CHECK_THROWS_AS(table.open(others, nullptr), SolverError);
  CHECK_THROWS_AS(TranspositionTable(1 << 20, 256), SolverError);
}

TEST_CASE("another evaluation forgets what rested on the first") {
  Opened own(1 << 16);
  own.store(1, bounds(0, 0));
  own.table.open(own.rules, std::make_shared<int>(1));
  TableEntry entry;
  CHECK(!own.find(1, entry));
}

TEST_CASE("threads that share a table never see half an entry") {
  Opened own(1 << 14);
  own.table.spread();
  std::vector<std::thread> threads;
  std::atomic<int> torn{0};
  for (int worker = 0; worker < 4; ++worker)
    threads.emplace_back([&, worker] {
      for (int i = 0; i < 20'000; ++i) {
        const auto number = static_cast<std::uint64_t>(i % 97);
        const double value = worker + 10.0 * i;
        own.store(number, bounds(value, value));
        TableEntry entry;
        if (own.find(number, entry) && entry.lower != entry.upper) ++torn;
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(torn == 0);
}

}  // namespace
}  // namespace dodona
