// SPDX-License-Identifier: Apache-2.0
#include "spark/net/loop.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "spark/core/descriptor.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

using namespace spark;
using net::Loop;
using net::Timer;
using namespace std::chrono_literals;
using System = std::chrono::steady_clock;

TEST_CASE("waiting without events takes the given time, and not much longer") {
  Loop loop;
  for (const auto longest : {0us, 300us, 5000us, 30000us}) {
    const auto began = System::now();
    loop.wait(longest);
    const auto waited = System::now() - began;
    CHECK(waited >= longest - 1ms);
    CHECK(waited < longest + kTimeout);
  }
}

TEST_CASE("a watched descriptor ends each wait as long as it is readable") {
  Loop loop;
  const Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  auto watch = loop.watch(event.get());
  const auto is_quick = [&] {
    const auto began = System::now();
    loop.wait(2 * kTimeout);
    return System::now() - began < kTimeout;
  };
  std::uint64_t count = 1;
  for (int i = 0; i < 5; ++i) {
    REQUIRE(::write(event.get(), &count, sizeof count) == sizeof count);
    CHECK(is_quick());
    CHECK(is_quick());  // no one has read it
    REQUIRE(::read(event.get(), &count, sizeof count) == sizeof count);
    // It may still be noticed once; then nothing is left.
    loop.wait(1ms);
    const auto began = System::now();
    loop.wait(40ms);
    CHECK(System::now() - began >= 39ms);
    count = 1;
  }
  auto again = loop.watch(event.get());  // by another owner
  count = 1;
  REQUIRE(::write(event.get(), &count, sizeof count) == sizeof count);
  CHECK(is_quick());
  REQUIRE(::read(event.get(), &count, sizeof count) == sizeof count);
  again.end();
  watch.end();
  count = 1;
  REQUIRE(::write(event.get(), &count, sizeof count) == sizeof count);
  loop.poll();
  const auto began = System::now();
  loop.wait(40ms);
  CHECK(System::now() - began >= 39ms);
}

TEST_CASE("a short wait that an event ends does not shorten later ones") {
  Loop loop;
  for (int i = 0; i < 5; ++i) {
    loop.post([] {});
    loop.wait(10ms);
    const auto began = System::now();
    loop.wait(10ms);
    CHECK(System::now() - began >= 9ms);
  }
}

TEST_CASE("functions that other threads post run on the loop's thread, in order") {
  Loop loop;
  std::vector<int> done;
  std::thread::id where;
  std::thread running([&] { loop.run(); });
  for (int i = 0; i < 1000; ++i)
    loop.post([&, i] {
      done.push_back(i);
      where = std::this_thread::get_id();
    });
  const auto its_id = running.get_id();
  loop.post([&] { loop.end(); });
  running.join();
  REQUIRE(done.size() == 1000);
  CHECK(std::is_sorted(done.begin(), done.end()));
  CHECK(where == its_id);
}

TEST_CASE("a timer calls once, with the last function that it got, exactly when its time is over") {
  ManualClock clock;
  Loop loop(clock);
  std::vector<int> called;
  std::optional<Timer> timer(std::in_place, loop);
  timer->start(1ms, [&] { called.push_back(1); });
  timer->start(2s, [&] {
    called.push_back(2);
    timer->start(1h, [&] { called.push_back(3); });
  });
  clock.advance(2s - 1ns);
  loop.poll();
  CHECK(called.empty());
  clock.advance(1ns);
  loop.poll();
  CHECK(called == std::vector<int>{2});
  clock.advance(1h - 1ns);
  loop.poll();
  CHECK(called == std::vector<int>{2});
  clock.advance(1ns);
  loop.poll();
  CHECK(called == std::vector<int>{2, 3});
  clock.advance(24h);
  loop.poll();
  timer->start(0ms, [&] { called.push_back(4); });
  timer->cancel();
  loop.poll();
  timer->start(0ms, [&] { called.push_back(5); });
  timer.reset();
  loop.poll();
  CHECK(called.size() == 2);
}

TEST_CASE("timers are called in the order of their times, and a timer that restarts does not block the loop") {
  ManualClock clock;
  Loop loop(clock);
  std::vector<int> called;
  Timer first(loop), second(loop), third(loop), again(loop), last(loop);
  first.start(30ms, [&] { called.push_back(3), second.cancel(); });
  second.start(40ms, [&] { called.push_back(4); });
  third.start(20ms, [&] { called.push_back(1); });
  last.start(20ms, [&] { called.push_back(2); });
  std::function<void()> restart = [&] {
    called.push_back(0);
    again.start(0ms, restart);
  };
  again.start(50ms, restart);
  clock.advance(50ms);
  loop.poll();
  CHECK(called == std::vector<int>{1, 2, 3, 0});
  loop.poll();
  CHECK(called == std::vector<int>{1, 2, 3, 0, 0});
}

TEST_CASE("with a manual clock a wait takes no time, and advances the clock to the next timer or its end") {
  ManualClock clock;
  Loop loop(clock);
  const auto began = clock.now();
  loop.wait(24h);
  CHECK(clock.now() == began + 24h);
  Timer timer(loop);
  int called = 0;
  timer.start(90min, [&] { ++called; });
  loop.wait(1h);
  CHECK(called == 0);
  loop.wait(1h);
  CHECK(called == 1);
  CHECK(clock.now() == began + 24h + 90min);
  // An event that is ready comes first.
  loop.post([&] { ++called; });
  loop.wait(1h);
  CHECK(called == 2);
  CHECK(clock.now() == began + 24h + 90min);
}

TEST_CASE("with the system's clock a timer ends a longer wait, and run ends only after it") {
  Loop loop;
  Timer timer(loop);
  int called = 0;
  const auto began = System::now();
  timer.start(25ms, [&] { ++called; });
  while (called == 0) loop.wait(1h);
  CHECK(System::now() - began >= 25ms);
  timer.start(10ms, [&] { ++called; });
  loop.end();
  loop.run();
  CHECK(called == 2);
  CHECK(System::now() - began >= 35ms);
}
