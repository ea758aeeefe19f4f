// SPDX-License-Identifier: Apache-2.0
#include <poll.h>

#include <catch2/catch.hpp>
#include <memory>
#include <thread>
#include <vector>

#include "spark/sim/command_queue.h"

using namespace spark;

namespace {
bool readable(const CommandQueue& queue) {
  pollfd input{queue.poll_descriptor(), POLLIN, 0};
  return poll(&input, 1, 0) == 1;
}
}  // namespace

TEST_CASE("the queue polls readable exactly while something waits, and keeps the order") {
  CommandQueue queue;
  CHECK_FALSE(readable(queue));
  queue.run_all();
  std::vector<int> done;
  for (int i = 0; i < 3; ++i) queue.post([&done, i] { done.push_back(i); });
  CHECK(readable(queue));
  CHECK(done.empty());
  queue.run_all();
  CHECK(done == std::vector<int>{0, 1, 2});
  CHECK_FALSE(readable(queue));
}

TEST_CASE("what a command posts itself waits for the next turn") {
  CommandQueue queue;
  int runs = 0;
  std::function<void()> again = [&] {
    ++runs;
    queue.post(again);
  };
  queue.post(again);
  queue.run_all();
  CHECK(runs == 1);
  CHECK(readable(queue));
  queue.run_all();
  CHECK(runs == 2);
}

TEST_CASE("commands are released when they are done, and with the queue") {
  const auto held = std::make_shared<int>(0);
  {
    CommandQueue queue;
    queue.post([held] {});
    queue.run_all();
    CHECK(held.use_count() == 1);
    queue.post([held] {});
    CHECK(held.use_count() == 2);
  }
  CHECK(held.use_count() == 1);
}

TEST_CASE("several threads may post; of each the order is kept and nothing is lost") {
  constexpr int kThreads = 4, kEach = 2000;
  CommandQueue queue;
  std::vector<int> next(kThreads, 0);
  bool in_order = true;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) queue.post([&, t, i] { in_order = in_order && next[t]++ == i; });
    });
  const auto all_done = [&] {
    for (const int n : next)
      if (n != kEach) return false;
    return true;
  };
  while (in_order && !all_done()) {
    pollfd input{queue.poll_descriptor(), POLLIN, 0};
    REQUIRE(poll(&input, 1, 20000) == 1);
    queue.run_all();
  }
  for (auto& thread : threads) thread.join();
  CHECK(in_order);
  CHECK_FALSE(readable(queue));
}
