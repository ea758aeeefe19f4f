// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <chrono>

#include "spark/net/byte_rate.h"

using spark::net::ByteRate;
using namespace std::chrono_literals;

namespace {
ByteRate::Time at(std::chrono::nanoseconds time) {
  return ByteRate::Time{} + 1h + time;
}
}  // namespace

TEST_CASE("without a rate any number of bytes may be read") {
  ByteRate rate;
  CHECK_FALSE(rate.is_limited());
  CHECK(rate.allowance(~std::uint64_t{0}, at(0s)) == ~std::uint64_t{0});
  CHECK_FALSE(ByteRate(0, 10).is_limited());
}

TEST_CASE("a limited rate allows a burst, and then its number of bytes per second") {
  ByteRate rate(1000, 300);
  CHECK(rate.is_limited());
  CHECK(rate.allowance(100, at(0s)) == 100);  // no more than requested
  CHECK(rate.allowance(5000, at(0s)) == 300);
  rate.took(300);
  CHECK(rate.allowance(5000, at(0s)) == 0);
  CHECK(rate.allowance(5000, at(100ms)) == 100);
  rate.took(60);
  CHECK(rate.allowance(5000, at(100ms)) == 40);
  rate.took(40);
  // After any pause there is only one burst.
  CHECK(rate.allowance(5000, at(1h)) == 300);
}

TEST_CASE("over a long time the rate is kept, whatever the pieces") {
  ByteRate rate(1000000, 1000);
  std::uint64_t read = 0;
  for (int i = 1; i <= 10000; ++i) {
    const std::uint64_t allowed = rate.allowance(700, at(i * 137us));
    rate.took(allowed);
    read += allowed;
  }
  CHECK(read >= 1369000);
  CHECK(read <= 1371000);
}

TEST_CASE("an exhausted rate resumes when a part of the burst is available, not for each byte") {
  ByteRate rate(1000, 300);
  rate.allowance(300, at(0s));
  rate.took(300);
  CHECK(rate.resumes() == at(20ms));
  CHECK(rate.allowance(5000, rate.resumes()) == 20);
  // A burst that is shorter than this part is waited for.
  ByteRate narrow(1000, 2);
  narrow.allowance(2, at(0s));
  narrow.took(2);
  CHECK(narrow.resumes() == at(2ms));
  CHECK(narrow.allowance(10, at(2ms)) == 2);
  // A clock that goes backwards makes no difference.
  CHECK(narrow.allowance(10, at(1ms)) == 2);
}
