// SPDX-License-Identifier: Apache-2.0
//
// Components that throw, and components that hang.
#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>

#include "tests/gateways/rtm/component/probe.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// Whether the component's own context has completed its transition to ERROR.
bool is_in_error(const Component& component) {
  return component.owned_contexts().at(0)->state_of(component) == LifeCycle::error;
}

TEST_CASE("an exception puts a component at fault until it is switched on again") {
  for (const bool driven : {false, true}) {
    ComponentStage stage(driven);
    const auto probe = stage.add<Probe>();
    std::atomic<bool> throws{true};
    probe->executing = [&] {
      if (throws) throw std::runtime_error("no\nlight");
    };
    REQUIRE(probe->switch_on());
    stage.manager().tick();
    REQUIRE(wait_until([&] { return probe->state() == State::fault; }));
    CHECK(probe->status().state == State::fault);
    CHECK(probe->status().fault == "on_execute: no?light");
    REQUIRE(wait_until([&] { return probe->calls() == Calls{"on_activated", "on_deactivated"}; }));
    REQUIRE(wait_until([&] { return stage.lines().size() == 1; }));
    CHECK(stage.lines_with("Probe0") == 1);
    CHECK(stage.lines_with("is at fault: on_execute: no?light") == 1);
    stage.manager().tick();
    if (!driven) {
      stage.clock().advance_when_waiting(1, 1s);
      stage.clock().advance_when_waiting(1, 0s);  // its thread has completed a pass and waits again
    }
    CHECK(probe->executed == 1);

    throws = false;
    REQUIRE(probe->switch_on());
    stage.manager().tick();
    CHECK(probe->state() == State::on);
    CHECK(probe->status().fault.empty());
    CHECK(wait_until([&] { return probe->executed == 2; }));
    CHECK(stage.lines().size() == 1);
  }
}

TEST_CASE("a value that arrives while a callback fails does not keep the component's thread busy") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  probe->executing = [&] {
    probe->in.put(Value(1));  // as another thread might at this moment
    throw std::runtime_error("no light");
  };
  REQUIRE(probe->switch_on());
  REQUIRE(wait_until([&] { return probe->calls() == Calls{"on_activated", "on_deactivated"}; }));
  // Its thread sleeps: puts and switches still work.
  CHECK(probe->in.put(Value(2)) == Refusal::none);
  CHECK(probe->switch_off());
  CHECK(probe->executed == 1);
  probe->executing = nullptr;
  REQUIRE(probe->switch_on());
  CHECK(probe->state() == State::on);
}

TEST_CASE("a faulty component can be switched off") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  probe->executing = [] { throw std::string("of no kind that is known"); };
  REQUIRE(probe->switch_on());
  REQUIRE(wait_until([&] { return probe->state() == State::fault; }));
  CHECK(probe->status().fault == "on_execute: an exception of an unknown kind");
  CHECK(probe->switch_off());
  CHECK(probe->state() == State::off);
  CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
}

TEST_CASE("a component whose on_activated throws is deactivated again, and at fault") {
  for (const Pattern pattern : {Pattern::passive, Pattern::client}) {
    ComponentStage stage;
    const auto probe = stage.add<Probe>(pattern);
    probe->activating = [] { throw std::runtime_error("no camera"); };
    CHECK(probe->switch_on());
    CHECK(probe->state() == State::fault);
    CHECK(probe->status().fault == "on_activated: no camera");
    CHECK(wait_until([&] { return is_in_error(*probe); }));
    CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
    probe->activating = nullptr;
    CHECK(probe->switch_on());
    CHECK(probe->state() == State::on);
  }
}

TEST_CASE("a component whose on_deactivated throws is at fault, and can be switched off again") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  probe->deactivating = [] { throw std::runtime_error("the lid does not close"); };
  CHECK(probe->switch_on());
  CHECK(probe->switch_off());
  CHECK(probe->state() == State::fault);
  CHECK(probe->status().fault == "on_deactivated: the lid does not close");
  CHECK(probe->switch_off());
  CHECK(probe->state() == State::off);
}

TEST_CASE("a component that is switched on while it goes to ERROR is on afterwards") {
  Gate gate;
  std::atomic<bool> throws{true};
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  probe->executing = [&] {
    if (throws) throw std::runtime_error("no light");
  };
  probe->deactivating = [&] { gate.pass(); };
  REQUIRE(probe->switch_on());
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  throws = false;
  std::atomic<bool> answer{false};
  std::thread switching_thread([&] { answer = probe->switch_on(); });
  stage.clock().advance_when_waiting(1, 0s);  // it waits for the callback
  gate.open();
  switching_thread.join();
  CHECK(answer);
  CHECK(probe->state() == State::on);
  CHECK(probe->status().fault.empty());
  CHECK(wait_until([&] { return probe->executed == 2; }));
}

TEST_CASE("switching off a component that hangs fails after the call timeout") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  Gate gate;
  probe->executing = [&gate] { gate.pass(); };
  REQUIRE(probe->switch_on());
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  std::atomic<int> answer{-1};
  std::thread switching_thread([&] { answer = probe->switch_off(); });
  stage.clock().advance_when_waiting(1, 999ms);
  CHECK(answer == -1);
  stage.clock().advance_when_waiting(1, 1ms);
  switching_thread.join();
  CHECK(answer == 0);
  CHECK(probe->state() == State::fault);
  CHECK(probe->status().fault == "does not answer within 1000 ms: it has not returned from on_execute");
  CHECK(stage.lines_with("Probe0") == 1);
  CHECK(stage.lines_with("it has not returned from on_execute") == 1);
  gate.open();
  CHECK(wait_until([&] { return probe->state() == State::off; }));
  CHECK(probe->calls() == Calls{"on_activated", "on_deactivated"});
  CHECK(probe->switch_on());
  CHECK(probe->state() == State::on);
}

/// A thread that switches it on while `on_activated` is held at a gate.
struct SwitchedOn {
  explicit SwitchedOn(std::chrono::milliseconds timeout) {
    stage.switch_on_timeout_ = timeout;
    probe = stage.add<Probe>();
    probe->activating = [this] { gate.pass(); };
    switching_thread = std::thread([this] { answer = probe->switch_on(); });
    REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  }
  ComponentStage stage;
  Gate gate;
  std::shared_ptr<Probe> probe;
  std::atomic<int> answer{-1};
  std::thread switching_thread;
};

TEST_CASE("a component whose on_activated takes three seconds is on afterwards") {
  SwitchedOn s(10s);
  s.stage.clock().advance_when_waiting(1, 3s);
  CHECK(s.answer == -1);
  CHECK(s.probe->state() == State::off);
  s.gate.open();
  s.switching_thread.join();
  CHECK(s.answer == 1);
  CHECK(s.probe->state() == State::on);
  CHECK(s.stage.lines().empty());
}

TEST_CASE("a component whose on_activated exceeds its timeout is deactivated again, and at fault") {
  SwitchedOn s(1s);
  s.stage.clock().advance_when_waiting(1, 1s);
  s.switching_thread.join();
  CHECK(s.answer == 0);
  CHECK(s.probe->status().fault == "does not answer within 1000 ms: it has not returned from on_activated");
  s.gate.open();
  REQUIRE(wait_until([&] { return is_in_error(*s.probe); }));
  CHECK(s.probe->calls() == Calls{"on_activated", "on_deactivated"});
  CHECK(s.probe->state() == State::fault);
  CHECK(s.probe->status().fault.starts_with("on_activated took "));
  CHECK(s.probe->status().fault.ends_with(" s, the limit is 1 s; it may be tried again"));
  CHECK(s.stage.lines_with("is at fault: on_activated took ") == 1);
  CHECK(s.probe->executed == 0);
  s.probe->activating = nullptr;
  CHECK(s.probe->switch_on());
  CHECK(s.probe->state() == State::on);
}

TEST_CASE("a component that is switched off during a late on_activated is off, not at fault") {
  SwitchedOn s(1s);
  s.stage.clock().advance_when_waiting(1, 1s);
  s.switching_thread.join();
  std::thread switching_thread([&] { s.probe->switch_off(); });
  s.stage.clock().advance_when_waiting(1, 1s);
  switching_thread.join();
  s.gate.open();
  CHECK(wait_until([&] { return s.probe->state() == State::off; }));
  CHECK(s.stage.lines_with("on_activated took") == 0);
}

TEST_CASE("a component that hangs at shutdown is left alone, and kept alive until it returns") {
  const auto gate = std::make_shared<Gate>();
  std::weak_ptr<Probe> kept;
  auto stage = std::make_unique<ComponentStage>();
  {
    const auto probe = stage->add<Probe>();
    kept = probe;
    probe->executing = [gate] { gate->pass(); };
    REQUIRE(probe->switch_on());
    REQUIRE(wait_until([&] { return gate->waiting() == 1; }));
  }
  std::thread ender([&] { stage->manager().shut_down(2s); });
  stage->clock().advance_when_waiting(1, 2s);
  ender.join();
  CHECK(stage->lines_with("Probe0") == 1);
  CHECK(stage->lines_with("does not end; its activity is abandoned") == 1);
  REQUIRE(kept.lock());
  CHECK(kept.lock()->has_left());
  CHECK(kept.lock()->log() == nullptr);
  stage.reset();
  // When it returns it uses none of the destroyed objects.
  gate->open();
  CHECK(wait_until([&] { return kept.expired(); }));
}

}  // namespace
}  // namespace rtm
