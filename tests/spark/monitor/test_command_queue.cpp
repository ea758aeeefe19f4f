// SPDX-License-Identifier: Apache-2.0
#include <poll.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "spark/sim/command_queue.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

using namespace spark;
using namespace std::chrono_literals;

namespace {
bool readable(const CommandQueue& queue) {
  pollfd input{queue.poll_descriptor(), POLLIN, 0};
  return poll(&input, 1, 0) == 1;
}
constexpr CommandLane::Limits kRoom{1000, 1u << 20};

/// A queue whose time the test controls.
struct Timed {
  ManualClock real;
  CommandQueue queue{real};
  std::vector<std::string> done;

  /// A command that takes the time `cost`.
  bool post(CommandLane& lane, const std::string& name, CommandQueue::Duration cost) {
    return lane.post([this, name, cost] { done.push_back(name), real.advance(cost); }, name.size());
  }
  std::vector<std::string> run() {
    done.clear();
    queue.run_all();
    return done;
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("commands of one lane are carried out at once and in order while there is time left") {
  Timed t;
  const auto lane = t.queue.open_lane(kRoom);
  Names sent;
  for (int i = 0; i < 500; ++i) t.post(*lane, sent.emplace_back(std::to_string(i)), 100us);
  CHECK(readable(t.queue));
  CHECK(t.run() == sent);  // 50 ms in all
  CHECK_FALSE(readable(t.queue));
}

TEST_CASE("lanes get a tenth of real time, and a command that exceeds it is completed and its time deducted") {
  Timed t;
  const auto lane = t.queue.open_lane(kRoom);
  for (int i = 0; i < 6; ++i) t.post(*lane, std::to_string(i), 45ms);
  CHECK(t.run() == Names{"0", "1"});  // 40 ms too much
  CHECK_FALSE(readable(t.queue));     // the simulation must not spin meanwhile
  t.real.advance(309ms);              // and the 90 ms that these commands took
  CHECK(t.run().empty());
  CHECK_FALSE(readable(t.queue));
  t.real.advance(2ms);
  CHECK(t.run() == Names{"2"});
  t.real.advance(100s);  // at most 50 ms are saved up
  CHECK(t.run() == Names{"3", "4"});
  // Commands of the server itself do not wait.
  bool own = false;
  t.queue.post([&] { own = true; });
  CHECK(readable(t.queue));
  CHECK(t.run().empty());
  CHECK(own);
  CHECK_FALSE(readable(t.queue));
  t.real.advance(100s);
  CHECK(t.run() == Names{"5"});
}

TEST_CASE("the lane that has used the least time is next, no matter when its commands came") {
  Timed t;
  const auto greedy = t.queue.open_lane(kRoom);
  const auto other = t.queue.open_lane(kRoom);
  for (int i = 0; i < 20; ++i) t.post(*greedy, "long", 10ms);
  for (int i = 0; i < 20; ++i) t.post(*other, "short", 5ms);
  Names all;
  for (int i = 0; i < 4; ++i) {
    t.real.advance(500ms);
    for (auto& name : t.run()) all.push_back(name);
  }
  // 200 ms: half for each.
  CHECK(std::abs(std::count(all.begin(), all.end(), "long") - 10) <= 2);
  CHECK(std::abs(std::count(all.begin(), all.end(), "short") - 20) <= 4);
  // A new lane waits for one command at most, and has saved up no time.
  const auto fresh = t.queue.open_lane(kRoom);
  for (int i = 0; i < 3; ++i) t.post(*fresh, "fresh", 1ms);
  t.real.advance(500ms);
  const Names next = t.run();
  REQUIRE(next.size() > 4);
  CHECK(std::count(next.begin(), next.begin() + 4, "fresh") >= 2);
  CHECK(std::count(next.begin(), next.end(), "long") >= 2);
}

TEST_CASE("an idle lane saves up no time, whether it is new or becomes active again") {
  Timed t;
  const auto busy = t.queue.open_lane(kRoom);
  const auto back = t.queue.open_lane(kRoom);
  t.post(*back, "early", 1ms);
  for (int i = 0; i < 100; ++i) t.post(*busy, "busy", 10ms);
  for (int i = 0; i < 6; ++i) {
    t.real.advance(500ms);
    t.run();
  }
  const auto idle = GENERATE(true, false) ? back : t.queue.open_lane(kRoom);
  for (int i = 0; i < 100; ++i) t.post(*idle, "idle", 10ms);
  Names all;
  for (int i = 0; i < 4; ++i) {
    t.real.advance(500ms);
    for (auto& name : t.run()) all.push_back(name);
  }
  // The busy lane has had about 300 ms before, and still gets half of these 200 ms.
  CHECK(std::abs(std::count(all.begin(), all.end(), "busy") - 10) <= 2);
  CHECK(std::abs(std::count(all.begin(), all.end(), "idle") - 10) <= 2);
}

TEST_CASE("reconnecting gains no time: lanes of one payer share its account, and new lanes come last") {
  Timed t;
  const auto referee = t.queue.open_lane(kRoom, "referee");
  t.post(*referee, "before", 10ms);
  CHECK(t.run() == Names{"before"});
  Names all;
  for (int i = 0; i < 100; ++i) {
    // Each of these new lanes asks for much time; some have the referee's address as payer.
    for (const char* payer : {"other", "referee"}) t.post(*t.queue.open_lane(kRoom, payer), "flood", 40ms);
    if (i == 20) t.post(*referee, "referee", 1ms);
    t.real.advance(500ms);
    for (auto& name : t.run()) all.push_back(name);
  }
  const auto heard = std::ranges::find(all, "referee") - all.begin();
  CHECK(heard >= 20);
  CHECK(heard <= 30);
}

TEST_CASE("a lane that moves to another payer does not wait for lanes of the old payer") {
  Timed t;
  std::vector<std::shared_ptr<CommandLane>> crowd;
  for (int i = 0; i < 30; ++i) t.post(*crowd.emplace_back(t.queue.open_lane(kRoom, "all")), "flood", 5ms);
  for (auto& lane : crowd) t.post(*lane, "flood", 5ms);
  const auto lane = t.queue.open_lane(kRoom, "all");
  for (int i = 0; i < 4; ++i) t.post(*lane, "proven", 5ms);
  CHECK(std::ranges::count(t.run(), "proven") <= 1);
  lane->set_payer("trainers");
  t.real.advance(500ms);
  CHECK(std::ranges::count(t.run(), "proven") >= 3);
}

TEST_CASE("a command in parts lets other lanes run in between, and stays ahead of its lane's later commands") {
  Timed t;
  const auto long_one = t.queue.open_lane(kRoom), other = t.queue.open_lane(kRoom);
  int parts = 0;
  long_one->post_in_parts([&] { return t.done.push_back("part"), t.real.advance(20ms), ++parts == 5; }, 1);
  t.post(*long_one, "behind", 1ms);
  t.post(*other, "other", 1ms);
  CHECK(t.run() == Names{"part", "other", "part", "part"});
  CHECK(long_one->clear() == 2);  // including the command that has begun
  CHECK(t.run().empty());
  t.real.advance(1s);
  CHECK(t.run().empty());
  SECTION("a command in parts alone in the queue is carried out at once while there is time left") {
    parts = 0;
    t.real.advance(1s);
    long_one->post_in_parts([&] { return t.done.push_back("part"), t.real.advance(5ms), ++parts == 5; }, 1);
    t.post(*long_one, "behind", 1ms);
    CHECK(t.run() == Names{"part", "part", "part", "part", "part", "behind"});
    CHECK_FALSE(readable(t.queue));
  }
}

TEST_CASE("a lane is bounded in number and bytes of commands, and counts what it drops") {
  Timed t;
  const auto lane = t.queue.open_lane({3, 1000});
  for (int i = 0; i < 3; ++i) CHECK(t.post(*lane, "x", 1ms));
  CHECK_FALSE(t.post(*lane, "x", 1ms));
  CHECK(lane->clear() == 3);
  CHECK(lane->clear() == 0);
  CHECK(t.run().empty());
  CHECK(t.post(*lane, std::string(800, 'a'), 1ms));
  CHECK_FALSE(t.post(*lane, std::string(100, 'b'), 1ms));
  CHECK(t.run().size() == 1);
  CHECK(t.post(*lane, std::string(800, 'c'), 1ms));
  CHECK(t.run().size() == 1);
  CHECK_FALSE(t.post(*lane, std::string(5000, 'd'), 1ms));
}

TEST_CASE("commands of closed lanes are carried out, up to a maximum number of such lanes") {
  Timed t;
  std::size_t dropped = 0;
  for (std::size_t i = 0; i < CommandLane::kMaxLeft + 10; ++i) {
    const auto lane = t.queue.open_lane(kRoom);
    t.post(*lane, "left", 1us);
    dropped += lane->close();
  }
  CHECK(dropped == 10);
  CHECK(t.run().size() == CommandLane::kMaxLeft);
}

TEST_CASE("the queue polls readable exactly while commands wait, and keeps their order") {
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

TEST_CASE("a command that is posted by a command waits for the next turn") {
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

TEST_CASE("several threads may post, of each the order is kept and nothing is lost") {
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
    REQUIRE(poll(&input, 1, kTimeoutMs) == 1);
    queue.run_all();
  }
  for (auto& thread : threads) thread.join();
  CHECK(in_order);
  queue.run_all();  // the last command may have been carried out before its notification arrived
  CHECK_FALSE(readable(queue));
}
