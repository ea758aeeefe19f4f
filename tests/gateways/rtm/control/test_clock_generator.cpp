// SPDX-License-Identifier: Apache-2.0
#include <OpenHRP.hh>
#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <future>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gateways/rtm/control/clock_generator.h"
#include "gateways/rtm/corba/orb_access.h"
#include "tests/gateways/rtm/control/ticked_context.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/waiting.h"

namespace rtm {
namespace {

using Ticks = std::vector<std::pair<std::string, spark::Step>>;

/// A clock in a world with steps of 2 ms; subscribers note the steps at which they are ticked.
struct ClockBench {
  explicit ClockBench(double step_seconds = 0.002) : clock(*stage.orb, step_seconds, [this] { ++rounds; }) {
    const CORBA::Object_var object = stage.orb->access().reference(ClockGenerator::kName);
    remote = OpenHRP::ClockGenerator::_narrow(object.in());
  }
  ~ClockBench() { clock.end(); }

  OpenRTM::ExtTrigExecutionContextService_var context(const std::string& name) {
    return add(name, [this, name] { ticks.emplace_back(name, step); });
  }
  OpenRTM::ExtTrigExecutionContextService_var add(const std::string& name, std::function<void()> ticked) {
    const PortableServer::ServantBase_var servant = new RecordingContext(std::move(ticked));
    const CORBA::Object_var object = stage.orb->access().add(servant.in(), name);
    return OpenRTM::ExtTrigExecutionContextService::_narrow(object.in());
  }
  void subscribe(const std::string& name, double period) {
    const auto one = context(name);
    remote->subscribe(one.in(), period);
  }
  /// The next steps, each with its ticks.
  void run(spark::Step count) {
    for (spark::Step i = 0; i != count; ++i) {
      clock.follow(step, true);
      // Most steps end long before wait_until would look again.
      for (int look = 0; look < 1000 && clock.is_behind(); ++look) std::this_thread::yield();
      REQUIRE(wait_until([&] { return !clock.is_behind(); }));
      ++step;
    }
  }
  std::vector<spark::Step> steps_of(const std::string& name) const {
    std::vector<spark::Step> found;
    for (const auto& [who, when] : ticks)
      if (who == name) found.push_back(when);
    return found;
  }

  Stage stage;
  std::atomic<int> rounds{0};
  ClockGenerator clock;
  OpenHRP::ClockGenerator_var remote;
  spark::Step step = 0;
  Ticks ticks;
};

using Steps = std::vector<spark::Step>;

}  // namespace

TEST_CASE("a period that is no multiple of the step is kept on average") {
  ClockBench bench;
  bench.subscribe("three", 0.003);
  bench.subscribe("two", 0.002);
  bench.subscribe("short", 0.0001);
  bench.subscribe("third", 0.01 / 3);
  bench.run(6);
  CHECK(bench.steps_of("three") == Steps{0, 2, 3, 5});
  CHECK(bench.steps_of("two") == Steps{0, 1, 2, 3, 4, 5});
  CHECK(bench.steps_of("short") == Steps{0, 1, 2, 3, 4, 5});
  CHECK(bench.steps_of("third") == Steps{0, 2, 4, 5});
  bench.run(30'000 - 6);
  CHECK(bench.steps_of("three").size() == 20'000);
  CHECK(bench.steps_of("two").size() == 30'000);
  CHECK(bench.steps_of("third").size() == 18'000);
}

TEST_CASE("contexts are ticked in the order of subscription") {
  ClockBench bench;
  bench.subscribe("b", 0.002);
  bench.subscribe("c", 0.004);
  bench.subscribe("a", 0.002);
  bench.run(2);
  CHECK(bench.ticks == Ticks{{"b", 0}, {"c", 0}, {"a", 0}, {"b", 1}, {"a", 1}});
}

TEST_CASE("a subscription takes effect with the next step") {
  ClockBench bench;
  bench.run(5);
  CHECK(bench.rounds == 0);
  bench.subscribe("late", 0.003);
  bench.run(5);
  CHECK(bench.steps_of("late") == Steps{5, 7, 8});
}

TEST_CASE("ticks begin after the control of their step, and the clock is behind until they return") {
  ClockBench bench;
  std::promise<void> may_return;
  const auto slow = bench.add("slow", [&, wait = may_return.get_future().share()] { wait.wait(); });
  bench.remote->subscribe(slow.in(), 0.002);
  bench.clock.follow(0, false);
  CHECK(bench.clock.is_behind());
  bench.clock.follow(0, false);
  bench.clock.follow(0, true);
  CHECK(bench.clock.is_behind());
  // A world that does not wait runs ahead; no context is ticked twice for that.
  bench.clock.follow(1, true);
  CHECK(bench.clock.is_behind());
  may_return.set_value();
  REQUIRE(wait_until([&] { return bench.rounds == 1; }));
  bench.clock.follow(1, true);
  REQUIRE(wait_until([&] { return bench.rounds == 2 && !bench.clock.is_behind(); }));
}

TEST_CASE("ticks that were missed are not made up") {
  ClockBench bench;
  bench.subscribe("steady", 0.006);
  bench.run(1);
  bench.step = 100;
  bench.run(8);
  // 0.2 s; due times stay at multiples of the period: 0.204 s, 0.21 s.
  CHECK(bench.steps_of("steady") == Steps{0, 100, 102, 105});
}

TEST_CASE("a context that fails three ticks in a row is unsubscribed") {
  ClockBench bench;
  int calls = 0;
  const auto failing = bench.add("failing", [&calls] {
    // The third tick succeeds, the fourth to sixth fail.
    if (++calls != 3) throw CORBA::NO_RESOURCES(0, CORBA::COMPLETED_NO);
  });
  bench.remote->subscribe(failing.in(), 0.002);
  bench.subscribe("good", 0.002);
  bench.run(10);
  CHECK(calls == 6);
  CHECK(bench.steps_of("good").size() == 10);
  CHECK(bench.stage.said("warning: ClockGenerator: the context at " + bench.stage.orb->endpoint() +
                         " is unsubscribed, because 3 ticks in a row have failed: CORBA::NO_RESOURCES"));
}

TEST_CASE("subscriptions can be changed and ended at any time, even in a tick") {
  ClockBench bench;
  const auto one = bench.context("one");
  bench.remote->subscribe(one.in(), 0.002);
  bench.subscribe("two", 0.002);
  bench.run(2);
  // Another period, in the same place.
  bench.remote->subscribe(one.in(), 0.004);
  bench.ticks.clear();
  bench.run(3);
  CHECK(bench.ticks == Ticks{{"one", 2}, {"two", 2}, {"two", 3}, {"one", 4}, {"two", 4}});
  bench.remote->unsubscribe(one.in());
  bench.remote->unsubscribe(one.in());
  bench.ticks.clear();
  bench.run(1);
  CHECK(bench.ticks == Ticks{{"two", 5}});
  // By its own tick.
  OpenRTM::ExtTrigExecutionContextService_var leaving;
  leaving = bench.add("leaving", [&] { bench.remote->unsubscribe(leaving.in()); });
  bench.remote->subscribe(leaving.in(), 0.002);
  bench.ticks.clear();
  bench.run(3);
  CHECK(bench.steps_of("two").size() == 3);
}

TEST_CASE("invalid or too many subscriptions are refused") {
  ClockBench bench;
  const auto one = bench.context("one");
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double period : {0.0, -0.002, infinite, -infinite, std::nan("")})
    CHECK_THROWS_AS(bench.remote->subscribe(one.in(), period), CORBA::BAD_PARAM);
  const auto none = OpenRTM::ExtTrigExecutionContextService::_nil();
  CHECK_THROWS_AS(bench.remote->subscribe(none, 0.002), CORBA::BAD_PARAM);
  CHECK_THROWS_AS(bench.remote->unsubscribe(none), CORBA::BAD_PARAM);
  for (std::size_t i = 0; i != ClockGenerator::kMaxSubscribers; ++i)
    bench.subscribe("context " + std::to_string(i), 1e9);
  CHECK_THROWS_AS(bench.remote->subscribe(one.in(), 0.002), CORBA::NO_RESOURCES);
  CHECK(bench.stage.said("ClockGenerator: 64 contexts have subscribed, and there can be no more"));
  bench.run(2);
  CHECK(bench.ticks.size() == ClockGenerator::kMaxSubscribers);
}

TEST_CASE("a clock that has ended ticks no context") {
  ClockBench bench;
  bench.subscribe("one", 0.002);
  bench.run(1);
  bench.clock.end();
  bench.clock.end();
  bench.clock.follow(1, true);
  CHECK_FALSE(bench.clock.is_behind());
  CHECK(bench.ticks.size() == 1);
  const auto another = bench.context("another");
  CHECK_THROWS_AS(bench.remote->subscribe(another.in(), 0.002), CORBA::OBJECT_NOT_EXIST);
}

}  // namespace rtm
