#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/keys.h"
#include "core/random.h"

using namespace dodona;
using Bytes = std::vector<std::uint8_t>;

namespace {

Bytes written(const KeyWriter& key) { return {key.view().begin(), key.view().end()}; }

}  // namespace

TEST_CASE("a key holds its numbers in little endian, one after the other") {
  KeyWriter key;
  key.u8(0x12);
  key.u32(0x12345678);
  key.u64(0x0102030405060708);
  key.bytes(Bytes{9, 0, 9});
  CHECK(written(key) == Bytes{0x12, 0x78, 0x56, 0x34, 0x12, 8, 7, 6, 5, 4, 3, 2, 1, 9, 0, 9});
}

TEST_CASE("numbers are cut to their width, and what was beyond the width leaves no trace") {
  KeyWriter key;
  key.u8(0xabcdef);
  key.u32(0xffffffff00000001);
  CHECK(written(key) == Bytes{0xef, 1, 0, 0, 0});
}

TEST_CASE("a cleared key starts anew") {
  KeyWriter key;
  key.u64(~std::uint64_t{0});
  key.clear();
  CHECK(key.view().empty());
  key.u8(1);
  CHECK(written(key) == Bytes{1});
}

TEST_CASE("no bytes may be added to no key") {
  KeyWriter key;
  key.bytes({});
  CHECK(key.view().empty());
}

TEST_CASE("a key keeps its bytes while it grows") {
  KeyWriter key;
  Bytes expected;
  for (int i = 0; i < 10'000; ++i) {
    key.u8(static_cast<std::uint64_t>(i));
    expected.push_back(static_cast<std::uint8_t>(i));
  }
  key.bytes(expected);
  expected.insert(expected.end(), expected.begin(), expected.begin() + 10'000);
  CHECK(written(key) == expected);
}

TEST_CASE("a number inside a key can be read and replaced") {
  KeyWriter key;
  key.u8(7);
  key.u32(0xdeadbeef);
  key.u8(8);
  CHECK(key.u32_at(1) == 0xdeadbeef);
  key.set_u32(1, 0x01020304);
  CHECK(key.u32_at(1) == 0x01020304);
  CHECK(written(key) == Bytes{7, 4, 3, 2, 1, 8});
}

TEST_CASE("the hash tells keys apart that differ only in length or in zero bytes") {
  CHECK(hash_bytes({}) != hash_bytes(Bytes{0}));
  CHECK(hash_bytes(Bytes{0}) != hash_bytes(Bytes{0, 0}));
  CHECK(hash_bytes(Bytes(8, 0)) != hash_bytes(Bytes(16, 0)));
  CHECK(hash_bytes(Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9}) == hash_bytes(Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST_CASE("a table numbers keys in order of first appearance") {
  KeyTable table;
  CHECK(table.find(Bytes{1}) == -1);
  CHECK(table.intern(Bytes{1}) == std::pair{0, true});
  CHECK(table.intern(Bytes{}) == std::pair{1, true});
  CHECK(table.intern(Bytes{1, 0}) == std::pair{2, true});
  CHECK(table.intern(Bytes{1}) == std::pair{0, false});
  CHECK(table.intern(Bytes{}) == std::pair{1, false});
  CHECK(table.find(Bytes{1, 0}) == 2);
  CHECK(table.find(Bytes{0, 1}) == -1);
  CHECK(table.size() == 3);
}

TEST_CASE("a table agrees with a map of strings on random keys, while it grows") {
  KeyTable table;
  std::map<std::string, std::int32_t> ids;
  Random random(5);
  for (int round = 0; round < 20'000; ++round) {
    Bytes key(static_cast<std::size_t>(random.below(12)));
    for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(random.below(3));
    const auto [place, added] = ids.emplace(std::string(key.begin(), key.end()), static_cast<int>(ids.size()));
    REQUIRE(table.find(key) == (added ? -1 : place->second));
    REQUIRE(table.intern(key) == std::pair{place->second, added});
  }
  CHECK(table.size() == ids.size());
  for (const auto& [text, id] : ids) REQUIRE(table.find(Bytes(text.begin(), text.end())) == id);
}

TEST_CASE("the memory of a table covers the bytes of its keys") {
  KeyTable table;
  for (int i = 0; i < 100; ++i) table.intern(Bytes(1000, static_cast<std::uint8_t>(i)));
  CHECK(table.memory() >= 100'000);
}
