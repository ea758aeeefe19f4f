// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/component/watchdog.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a stream begins with the second value in time, and has stopped when none came for so long") {
  Watchdog dog;
  dog.set(500ms, Neutral::zero);
  CHECK(dog.limit() == 500ms);
  CHECK(dog.neutral() == Neutral::zero);
  dog.value_came(0ms);
  CHECK_FALSE(dog.expires(10s));
  dog.value_came(10s);
  dog.value_came(10s + 501ms);
  CHECK_FALSE(dog.expires(20s));
  dog.value_came(30s);
  dog.value_came(30s + 500ms);
  CHECK_FALSE(dog.expires(31s));
  CHECK(dog.expires(31s + 1ms));
  CHECK_FALSE(dog.expires(40s));
  CHECK(dog.times() == 1);
  // The next value begins anew: by itself it is no stream.
  dog.value_came(50s);
  CHECK_FALSE(dog.expires(60s));
}

TEST_CASE("a watchdog that was restarted knows of no stream") {
  Watchdog dog;
  dog.set(500ms, Neutral::hold);
  dog.value_came(0ms);
  dog.value_came(1ms);
  dog.restart();
  CHECK_FALSE(dog.expires(10s));
  dog.value_came(10s);
  CHECK_FALSE(dog.expires(20s));
}

TEST_CASE("a watchdog without limit never expires") {
  Watchdog dog;
  for (int i = 0; i < 5; ++i) dog.value_came(std::chrono::milliseconds(i));
  for (int i = 0; i < 5; ++i) dog.value_came(5ms);
  CHECK_FALSE(dog.expires(1h));
  CHECK(dog.times() == 0);
}

TEST_CASE("the words for what an actuator does") {
  for (const Neutral one : {Neutral::hold, Neutral::zero, Neutral::keep}) CHECK(neutral(to_string(one)) == one);
  CHECK(to_string(Neutral::hold) == "hold");
  CHECK_FALSE(neutral("Hold"));
}

}  // namespace
}  // namespace rtm
