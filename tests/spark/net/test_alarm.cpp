// SPDX-License-Identifier: Apache-2.0
#include "spark/net/alarm.h"

#include <sys/resource.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <exception>
#include <optional>
#include <thread>
#include <vector>

#include "spark/net/loop.h"
#include "tests/support/count_allocations.h"
#include "tests/support/manual_clock.h"
#include "tests/support/skipping.h"

using namespace spark;
using net::Alarm;
using net::Loop;
using namespace std::chrono_literals;

TEST_CASE("an alarm calls once, however often it was raised before the loop runs") {
  ManualClock clock;
  Loop loop(clock);
  int calls = 0;
  Alarm alarm(loop, [&] { ++calls; });
  loop.poll();
  CHECK(calls == 0);
  for (int round = 1; round <= 3; ++round) {
    for (int i = 0; i < 1000; ++i) alarm.raise();
    CHECK(calls == round - 1);  // never within raise
    loop.poll();
    CHECK(calls == round);
    loop.poll();
    CHECK(calls == round);
  }
}

TEST_CASE("an alarm that is raised while it calls is called again") {
  ManualClock clock;
  Loop loop(clock);
  int calls = 0;
  std::optional<Alarm> alarm;
  alarm.emplace(loop, [&] {
    if (++calls < 5) alarm->raise();
  });
  alarm->raise();
  const auto began = clock.now();
  while (calls < 5) loop.wait(1h);
  loop.poll();
  CHECK(calls == 5);
  CHECK(clock.now() - began < 5h);  // it ended the wait
}

TEST_CASE("a closed alarm does not call, even if it was raised before") {
  ManualClock clock;
  Loop loop(clock);
  int calls = 0;
  Alarm first(loop, [&] { ++calls; });
  first.raise();
  first.close();
  first.raise();
  first.close();
  loop.poll();
  CHECK(calls == 0);
  std::optional<Alarm> second;
  second.emplace(loop, [&] {
    ++calls;
    second.reset();
  });
  second->raise();
  loop.poll();
  loop.poll();
  CHECK(calls == 1);
  CHECK_FALSE(second);
}

TEST_CASE("a loop runs until its alarms are closed, and calls them on its own thread") {
  Loop loop;
  std::optional<Alarm> alarm;
  std::thread::id where;
  alarm.emplace(loop, [&] {
    where = std::this_thread::get_id();
    loop.end();
    alarm->close();
  });
  std::thread running([&] { loop.run(); });
  const auto its_id = running.get_id();
  alarm->raise();
  running.join();
  CHECK(where == its_id);
}

TEST_CASE("the callback of an alarm sees all that was written before, whatever thread raised it") {
  constexpr int kThreads = 3, kEach = 20000;
  Loop loop;
  std::atomic<int> written = 0;
  int seen = 0;
  std::optional<Alarm> alarm;
  alarm.emplace(loop, [&] {
    seen = written.load(std::memory_order_relaxed);
    if (seen < kThreads * kEach) return;
    loop.end();
    alarm->close();
  });
  std::thread running([&] { loop.run(); });
  std::vector<std::thread> writing;
  for (int i = 0; i < kThreads; ++i)
    writing.emplace_back([&] {
      for (int j = 0; j < kEach; ++j) {
        written.fetch_add(1, std::memory_order_relaxed);
        alarm->raise();
      }
    });
  for (auto& thread : writing) thread.join();
  running.join();  // never, if the last alarm was lost
  CHECK(seen == kThreads * kEach);
}

TEST_CASE("neither raising nor handling an alarm allocates memory") {
  ManualClock clock;
  Loop loop(clock);
  int calls = 0;
  Alarm alarm(loop, [&] { ++calls; });
  const auto round = [&] {
    alarm.raise();
    alarm.raise();
    loop.poll();
  };
  round();
  const long before = allocations;
  for (int i = 0; i < 100; ++i) {
    alarm.raise();
    alarm.raise();
  }
  CHECK(allocations == before);
  for (int i = 0; i < 100; ++i) round();
  CHECK(allocations == before);
  CHECK(calls == 101);
}

TEST_CASE("an alarm for which there is no descriptor fails with the reason") {
  if (descriptors_are_needed()) return;
  Loop loop;
  rlimit usual{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &usual) == 0);
  const rlimit none{0, usual.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  std::exception_ptr thrown;
  try {
    Alarm alarm(loop, [] {});
  } catch (...) {
    thrown = std::current_exception();
  }
  // First of all: sanitizers also need descriptors.
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &usual) == 0);
  REQUIRE(thrown);
  CHECK_THROWS_WITH(std::rethrow_exception(thrown), "cannot make an alarm: Too many open files");
}
