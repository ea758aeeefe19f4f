// SPDX-License-Identifier: Apache-2.0
#include "spark/core/random.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using spark::RandomStream;

namespace {

/// The polar method as in textbooks: both numbers of a point at once.
std::vector<double> normals_of(RandomStream random, std::size_t count) {
  std::vector<double> numbers;
  while (numbers.size() < count) {
    const double u = 2.0 * random.uniform() - 1.0;
    const double v = 2.0 * random.uniform() - 1.0;
    const double square = u * u + v * v;
    if (square >= 1.0 || square == 0.0) continue;
    const double scale = std::sqrt(-2.0 * std::log(square) / square);
    numbers.push_back(u * scale);
    numbers.push_back(v * scale);
  }
  return numbers;
}

}  // namespace

TEST_CASE("random: skipping a normal number changes no bit of the later ones") {
  constexpr std::size_t kCount = 100000;
  const std::vector<double> expected = normals_of(RandomStream(7), kCount);
  RandomStream random(7), choice(8);
  std::size_t same = 0, skipped = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (choice.next() % 2 == 0)
      random.skip_normal(), ++skipped;
    else
      same += random.normal() == expected[i] ? 1 : 0;
  }
  CHECK(skipped > kCount / 3);
  CHECK(same == kCount - skipped);
}

TEST_CASE("random: skipping normal numbers takes as many draws as drawing them") {
  RandomStream drawn(9), skipped(9);
  for (int i = 0; i < 1001; ++i) drawn.normal(), skipped.skip_normal();
  CHECK(drawn.next() == skipped.next());
  CHECK(drawn.normal() == skipped.normal());
  CHECK(drawn.uniform() == skipped.uniform());
}

TEST_CASE("random: no normal number exceeds the declared maximum") {
  RandomStream random(10);
  double largest = 0.0;
  for (int i = 0; i < 1000000; ++i) largest = std::max(largest, std::abs(random.normal()));
  CHECK(largest > 4.0);
  CHECK(largest < RandomStream::kMaxNormal);
  // The smallest radius that two numbers of 53 bits can have.
  CHECK(std::sqrt(-2.0 * std::log(0x1.0p-104)) < RandomStream::kMaxNormal);
}

TEST_CASE("random: exponential numbers have the mean 1/lambda, and the right share is above it") {
  for (const double lambda : {0.5, 1.0, 4.0}) {
    CAPTURE(lambda);
    RandomStream random(11);
    constexpr int kCount = 20000;
    double sum = 0.0;
    int above = 0;
    for (int i = 0; i < kCount; ++i) {
      const double number = random.exponential(lambda);
      REQUIRE(number >= 0.0);
      sum += number;
      above += number > 1.0 / lambda ? 1 : 0;
    }
    CHECK(sum / kCount == Approx(1.0 / lambda).epsilon(0.03));
    CHECK(static_cast<double>(above) / kCount == Approx(std::exp(-1.0)).epsilon(0.03));
  }
}

TEST_CASE("random: numbers in a range, and with a mean and deviation, have the right distribution") {
  RandomStream random(12);
  constexpr int kCount = 20000;
  double sum = 0.0, min = 10.0, max = 0.0, normals = 0.0, squares = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double number = random.uniform(3.0, 7.0), normal = random.normal(20.0, 0.5);
    sum += number;
    min = std::min(min, number);
    max = std::max(max, number);
    normals += normal;
    squares += (normal - 20.0) * (normal - 20.0);
  }
  CHECK(sum / kCount == Approx(5.0).epsilon(0.01));
  CHECK((min >= 3.0 && min < 3.01 && max > 6.99 && max < 7.0));
  CHECK(normals / kCount == Approx(20.0).epsilon(0.001));
  CHECK(std::sqrt(squares / kCount) == Approx(0.5).epsilon(0.03));
}

TEST_CASE("random: streams depend on seed and name only, with fixed values, so that matches repeat") {
  spark::RandomStreams streams(42);
  CHECK(streams.seed() == 42);
  CHECK(streams.stream("kick").next() == 7668662872674760142U);
  CHECK(streams.stream("drive").next() == 6472947978958004440U);
  CHECK(streams.stream("").next() == 10688547069314329244U);
  CHECK(spark::RandomStreams(43).stream("kick").next() == 6956312000410237877U);
  // The same stream continues, whatever other streams have drawn.
  spark::RandomStreams again(42);
  again.stream("kick").next();
  CHECK(again.stream("kick").next() == streams.stream("kick").next());
}
