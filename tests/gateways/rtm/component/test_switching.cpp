// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <thread>

#include "tests/gateways/rtm/component/probe.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

TEST_CASE("a component is executed while it is on") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  CHECK(probe->name() == "Probe0");
  CHECK(probe->state() == State::off);
  REQUIRE(probe->switch_on());
  CHECK(probe->state() == State::on);
  CHECK(probe->calls() == Calls{"on_activated"});
  CHECK(wait_until([&] { return probe->executed == 1; }));
  stage.clock().advance_when_waiting(1, 10ms);
  CHECK(wait_until([&] { return probe->executed == 2; }));
  REQUIRE(probe->switch_off());
  CHECK(probe->state() == State::off);
  CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
}

TEST_CASE("a driven component does everything in its ticks") {
  ComponentStage stage(true);
  const auto probe = stage.add<Probe>();
  REQUIRE(probe->switch_on());
  CHECK(probe->state() == State::off);
  stage.manager().tick();
  CHECK(probe->state() == State::on);
  CHECK(probe->executed == 1);
  stage.manager().tick();
  CHECK(probe->executed == 2);
  REQUIRE(probe->switch_off());
  stage.manager().tick();
  CHECK(probe->state() == State::off);
  CHECK(probe->executed == 2);
  CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
}

TEST_CASE("a component is executed at its rate, and at once after a put") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>(Pattern::client, 4.0);
  REQUIRE(probe->switch_on());
  REQUIRE(wait_until([&] { return probe->executed == 1; }));
  probe->in.put(Value(1));
  REQUIRE(wait_until([&] { return probe->executed == 2; }));
  stage.clock().advance_when_waiting(1, 249ms);
  probe->in.put(Value(2));
  REQUIRE(wait_until([&] { return probe->executed == 3; }));
  CHECK(probe->executed == 3);
  stage.clock().advance_when_waiting(1, 1ms);
  REQUIRE(wait_until([&] { return probe->executed == 4; }));
  // Missed periods are not made up for.
  stage.clock().advance_when_waiting(1, 10s);
  REQUIRE(wait_until([&] { return probe->executed == 5; }));
  probe->in.put(Value(3));
  REQUIRE(wait_until([&] { return probe->executed == 6; }));
  stage.clock().advance_when_waiting(1, 249ms);
  CHECK(probe->executed == 6);
  stage.clock().advance_when_waiting(1, 1ms);
  CHECK(wait_until([&] { return probe->executed == 7; }));
}

TEST_CASE("switching a component to its present state has no effect") {
  for (const bool driven : {false, true}) {
    ComponentStage stage(driven);
    const auto probe = stage.add<Probe>();
    CHECK(probe->switch_off());
    CHECK(probe->calls().empty());
    for (int i = 0; i < 3; ++i) CHECK(probe->switch_on());
    stage.manager().tick();
    CHECK(probe->switch_on());
    stage.manager().tick();
    CHECK(probe->calls() == Calls{"on_activated"});
    for (int i = 0; i < 3; ++i) CHECK(probe->switch_off());
    stage.manager().tick();
    CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
    CHECK(probe->state() == State::off);
  }
}

TEST_CASE("a driven component ignores on and off between two ticks, and restarts after off and on") {
  ComponentStage stage(true);
  const auto probe = stage.add<Probe>();
  probe->switch_on();
  probe->switch_off();
  stage.manager().tick();
  CHECK(probe->calls().empty());
  CHECK(probe->executed == 0);
  probe->switch_on();
  stage.manager().tick();
  probe->switch_off();
  probe->switch_on();
  stage.manager().tick();
  CHECK(probe->calls() == Calls{"on_activated", "on_deactivated", "on_activated"});
  CHECK(probe->state() == State::on);
}

TEST_CASE("values put while a component was off are forgotten, those put after switch_on are kept") {
  for (const bool driven : {false, true}) {
    ComponentStage stage(driven);
    const auto probe = stage.add<Probe>();
    std::atomic<int> taken{0};
    probe->executing = [&] {
      Value value;
      if (probe->in.take(value)) taken = static_cast<int>(value.number());
    };
    probe->in.put(Value(1));
    CHECK(probe->in.get() == Value(1.0F));
    REQUIRE(probe->switch_on());
    stage.manager().tick();
    REQUIRE(wait_until([&] { return probe->executed > 0; }));
    CHECK(taken == 0);
    CHECK(probe->in.get() == Value(0.0F));
    REQUIRE(probe->switch_off());
    if (driven) {
      // The switch takes effect in the next tick: a value put now is for the activity that begins then.
      stage.manager().tick();
      REQUIRE(probe->switch_on());
      probe->in.put(Value(2));
      CHECK(probe->switch_on());
      stage.manager().tick();
      CHECK(taken == 2);
    }
  }
}

TEST_CASE("a passive component is switched at once, on the calling thread") {
  for (const bool driven : {false, true}) {
    ComponentStage stage(driven);
    const auto probe = stage.add<Probe>(Pattern::passive);
    std::thread::id activated_on;
    probe->activating = [&] { activated_on = std::this_thread::get_id(); };
    CHECK(probe->switch_on());
    CHECK(probe->state() == State::on);
    CHECK(activated_on == std::this_thread::get_id());
    stage.manager().tick();
    probe->in.put(Value(1));
    CHECK(probe->switch_off());
    CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
    CHECK(probe->executed == 0);
  }
}

TEST_CASE("a callback may switch its own component") {
  for (const Pattern pattern : {Pattern::passive, Pattern::client}) {
    ComponentStage stage;
    const auto probe = stage.add<Probe>(pattern);
    std::atomic<bool> answer{false};
    probe->executing = [&] { answer = probe->switch_off(); };
    if (pattern == Pattern::passive) probe->activating = probe->executing;
    CHECK(probe->switch_on());
    CHECK(wait_until([&] { return probe->calls() == Calls{"on_activated", "on_deactivated"}; }));
    CHECK(wait_until([&] { return probe->state() == State::off; }));
    CHECK(answer);
    CHECK(stage.lines().empty());
  }
}

TEST_CASE("activations alternate with deactivations when many threads switch at the same time") {
  for (const Pattern pattern : {Pattern::passive, Pattern::client}) {
    ComponentStage stage;
    const auto probe = stage.add<Probe>(pattern, 10'000.0);
    std::vector<std::thread> people;
    std::atomic<int> unanswered{0};
    for (int i = 0; i < 4; ++i)
      people.emplace_back([&, i] {
        for (int round = 0; round < 200; ++round)
          unanswered += !((round + i) % 2 == 0 ? probe->switch_on() : probe->switch_off());
      });
    for (std::thread& one : people) one.join();
    CHECK(unanswered == 0);
    CHECK(probe->switch_off());
    const Calls calls = probe->calls();
    CHECK(calls.size() % 2 == 0);
    for (std::size_t i = 0; i < calls.size(); ++i)
      REQUIRE(calls[i] == (i % 2 == 0 ? "on_activated" : "on_deactivated"));
  }
}

}  // namespace
}  // namespace rtm
