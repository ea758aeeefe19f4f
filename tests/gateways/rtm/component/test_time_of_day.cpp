// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/time_of_day.h"

#include <catch2/catch.hpp>

#include "tests/support/manual_clock.h"

namespace rtm {

TEST_CASE("time_of_day starts at the system's time, and advances with the real clock") {
  using namespace std::chrono_literals;
  ManualClock clock;
  const std::chrono::nanoseconds before = std::chrono::system_clock::now().time_since_epoch();
  const auto time = time_of_day(clock);
  const std::chrono::nanoseconds first = time();
  const std::chrono::nanoseconds after = std::chrono::system_clock::now().time_since_epoch();
  CHECK(before <= first);
  CHECK(first <= after);
  CHECK(time() == first);
  clock.advance(1500ms);
  CHECK(time() == first + 1500ms);
}

}  // namespace rtm
