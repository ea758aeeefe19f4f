// SPDX-License-Identifier: Apache-2.0
#include "spark/net/loop.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "spark/core/descriptor.h"

using namespace spark;
using net::Loop;
using net::Timer;
using namespace std::chrono_literals;
using RealClock = std::chrono::steady_clock;

TEST_CASE("to wait for nothing takes as long as it may, and not much longer") {
  Loop loop;
  for (const auto longest : {0us, 300us, 5000us, 30000us}) {
    const auto began = RealClock::now();
    loop.wait(longest);
    const auto waited = RealClock::now() - began;
    CHECK(waited >= longest - 1ms);
    CHECK(waited < longest + 2s);
  }
}

TEST_CASE("a watched descriptor ends the waiting as long as it is readable, however often") {
  Loop loop;
  const Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  auto watch = loop.watch(event.get());
  const auto is_quick = [&] {
    const auto began = RealClock::now();
    loop.wait(10s);
    return RealClock::now() - began < 5s;
  };
  std::uint64_t count = 1;
  for (int i = 0; i < 5; ++i) {
    REQUIRE(::write(event.get(), &count, sizeof count) == sizeof count);
    CHECK(is_quick());
    CHECK(is_quick());  // nobody has read it
    REQUIRE(::read(event.get(), &count, sizeof count) == sizeof count);
    // Once it may still be noticed; then there is nothing any more.
    loop.wait(1ms);
    const auto began = RealClock::now();
    loop.wait(40ms);
    CHECK(RealClock::now() - began >= 39ms);
    count = 1;
  }
  auto again = loop.watch(event.get());  // by somebody else
  count = 1;
  REQUIRE(::write(event.get(), &count, sizeof count) == sizeof count);
  CHECK(is_quick());
  REQUIRE(::read(event.get(), &count, sizeof count) == sizeof count);
  again.end();
  watch.end();
  count = 1;
  REQUIRE(::write(event.get(), &count, sizeof count) == sizeof count);
  loop.poll();
  const auto began = RealClock::now();
  loop.wait(40ms);
  CHECK(RealClock::now() - began >= 39ms);
}

TEST_CASE("a short waiting that something has ended does not shorten those after it") {
  Loop loop;
  for (int i = 0; i < 5; ++i) {
    loop.post([] {});
    loop.wait(10ms);
    const auto began = RealClock::now();
    loop.wait(10ms);
    CHECK(RealClock::now() - began >= 9ms);
  }
}

TEST_CASE("what other threads post is done on the thread of the loop, in its order") {
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

TEST_CASE("a timer calls once, the last thing it was told, and nothing once it is cancelled or gone") {
  Loop loop;
  std::vector<int> called;
  std::optional<Timer> timer(std::in_place, loop);
  timer->start(1ms, [&] { called.push_back(1); });
  timer->start(2ms, [&] {
    called.push_back(2);
    timer->start(1ms, [&] { called.push_back(3); });
  });
  while (called.size() < 2) loop.wait(5ms);
  CHECK(called == std::vector<int>{2, 3});
  timer->start(0ms, [&] { called.push_back(4); });
  timer->cancel();
  loop.wait(5ms);
  timer->start(0ms, [&] { called.push_back(5); });
  timer.reset();
  loop.wait(5ms);
  CHECK(called.size() == 2);
}
