// SPDX-License-Identifier: Apache-2.0
#include "spark/script/overtime_watch.h"

#include <catch2/catch.hpp>
#include <future>

using spark::OvertimeWatch;
using Seconds = OvertimeWatch::Seconds;

namespace {

constexpr Seconds kShort{0.05}, kLong{1000};

std::future<std::optional<std::uint64_t>> awaited(OvertimeWatch& watch) {
  return std::async(std::launch::async, [&watch] { return watch.await(); });
}

}  // namespace

TEST_CASE("overtime: a turn that lasts too long is reported by its number") {
  OvertimeWatch watch;
  auto turn = awaited(watch);
  watch.begin(kShort);
  CHECK(turn.get() == 1);
  CHECK(watch.is_current(1));
  watch.end();
  CHECK_FALSE(watch.is_current(1));
  // The watch may start late.
  watch.begin(Seconds(0));
  CHECK(watch.await() == 2);
}

TEST_CASE("overtime: turns that end in time are not reported, and the next turn has its own limit") {
  OvertimeWatch watch;
  auto turn = awaited(watch);
  for (int i = 0; i < 1001; ++i) watch.begin(kLong), watch.end();
  // This limit is shorter than those before, so a watch that sleeps for those has to be woken.
  watch.begin(kShort);
  CHECK(turn.get() == 1002);
  CHECK_FALSE(watch.is_current(1001));
}

TEST_CASE("overtime: a watch that waits between two turns reports the second one") {
  OvertimeWatch watch;
  watch.begin(kShort), watch.end();
  auto turn = awaited(watch);
  CHECK(turn.wait_for(5 * kShort) == std::future_status::timeout);
  watch.begin(kShort);
  CHECK(turn.get() == 2);
}

TEST_CASE("overtime: waiting can be interrupted in advance, and during a turn with the longest limit") {
  OvertimeWatch watch;
  watch.interrupt();
  CHECK_FALSE(watch.await());
  watch.begin(Seconds(1e300));
  auto turn = awaited(watch);
  watch.interrupt();
  CHECK_FALSE(turn.get());
}
