// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/component/watchdog.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a stream begins with a second value within the limit, and has stopped after the limit without one") {
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
  // A single value afterwards is not yet a stream.
  dog.value_came(50s);
  CHECK_FALSE(dog.expires(60s));
}

TEST_CASE("a restarted watchdog has forgotten its stream") {
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

TEST_CASE("the neutral states of an actuator are read from their words") {
  for (const Neutral one : {Neutral::hold, Neutral::zero, Neutral::keep}) CHECK(neutral(to_string(one)) == one);
  CHECK(to_string(Neutral::hold) == "hold");
  CHECK_FALSE(neutral("Hold"));
}

}  // namespace
}  // namespace rtm
