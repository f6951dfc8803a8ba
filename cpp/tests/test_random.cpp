#include <doctest/doctest.h>

#include <array>
#include <cstdint>

#include "core/random.h"

using namespace dodona;

TEST_CASE("the stream is SplitMix64's") {
  // The first numbers of the reference implementation (Vigna, splitmix64.c) from seed 1234567.
  Random random(1234567);
  const std::array<std::uint64_t, 5> expected = {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                                 4593380528125082431ULL, 16408922859458223821ULL};
  for (const std::uint64_t number : expected) CHECK(random.next() == number);
}

TEST_CASE("equal seeds give equal streams, other seeds others") {
  Random one(9), same(9), other(10);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t number = one.next();
    REQUIRE(number == same.next());
    REQUIRE(number != other.next());
  }
}

TEST_CASE("reals lie in [0, 1) and have the mean and variance of the uniform distribution") {
  Random random(1);
  const int draws = 100'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double x = random.real();
    REQUIRE(x >= 0);
    REQUIRE(x < 1);
    sum += x, squares += x * x;
  }
  const double mean = sum / draws;
  CHECK(mean == doctest::Approx(1.0 / 2).epsilon(0.01));
  CHECK(squares / draws - mean * mean == doctest::Approx(1.0 / 12).epsilon(0.02));
}

TEST_CASE("whole numbers below a bound are all drawn about equally often") {
  Random random(2);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts.at(static_cast<std::size_t>(random.below(7)));
  for (const int count : counts) CHECK(count == doctest::Approx(10'000).epsilon(0.05));
}

TEST_CASE("below one there is only zero, and the largest bound is kept") {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(random.below(1) == 0);
    const int large = random.below(2'147'483'647);
    REQUIRE(large >= 0);
    REQUIRE(large < 2'147'483'647);
  }
}
