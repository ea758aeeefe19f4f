// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <thread>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

TEST_CASE("an InPort keeps the last value") {
  InPort port("position", ValueType::float32);
  CHECK(port.name() == "position");
  CHECK(port.full_name() == "position");
  CHECK(port.get() == Value(0.0F));
  Value seen(9.0F);
  CHECK_FALSE(port.has_new_value());
  CHECK_FALSE(port.take(seen));
  CHECK_FALSE(port.read(seen));
  CHECK(seen == Value(9.0F));

  CHECK(port.put(Value(1.5)) == Refusal::none);
  CHECK(port.put(Value(2.5)) == Refusal::none);
  CHECK(port.get() == Value(2.5F));
  CHECK(port.has_new_value());
  CHECK(port.read(seen));
  CHECK(port.has_new_value());
  CHECK(port.take(seen));
  CHECK(seen == Value(2.5F));
  CHECK_FALSE(port.has_new_value());
  CHECK_FALSE(port.take(seen));
  CHECK(port.read(seen));
  CHECK(port.puts() == 2);
}

TEST_CASE("a refused value leaves an InPort unchanged and is counted") {
  InPort port("position", ValueType::float32);
  port.put(Value(2.5));
  Value seen;
  port.take(seen);
  CHECK(port.put(Value(std::string("x"))) == Refusal::type);
  CHECK(port.put(Value(std::numeric_limits<double>::quiet_NaN())) == Refusal::not_finite);
  CHECK(port.put(Value(1e39)) == Refusal::range);
  CHECK(port.get() == Value(2.5F));
  CHECK_FALSE(port.has_new_value());
  CHECK(port.puts() == 1);
  CHECK(port.refused() == 3);
}

TEST_CASE("forget() resets an InPort to its initial state") {
  InPort port("texts", ValueType::string);
  port.put(Value(std::string("x")));
  port.forget();
  Value seen;
  CHECK_FALSE(port.has_new_value());
  CHECK_FALSE(port.take(seen));
  CHECK_FALSE(port.read(seen));
  CHECK(port.get() == Value(std::string()));
}

TEST_CASE("refused values are logged with the port's full name, rate limited") {
  ComponentStage stage;
  struct Valve final : Component {
    Valve() : Component("Valve", Pattern::passive) { add_in_port("position"); }
  };
  const auto valve = stage.add<Valve>();
  CHECK(valve->in_port("position")->full_name() == "Valve0.position");
  CHECK(valve->in_port("position")->owner() == valve);
  for (int i = 0; i < 50; ++i) valve->in_port("position")->put(Value(true));
  CHECK(stage.lines_with("Valve0.position") == 6);
  CHECK(stage.lines_with("a value of another type was put into this port of type float") == 6);
}

TEST_CASE("a put wakes the thread that waits") {
  SignallingInPort port("in1", ValueType::float32);
  std::thread putter([&port] { port.put(Value(3)); });
  CHECK(port.wait(kTimeout));
  putter.join();
  Value seen;
  CHECK(port.take(seen));
  CHECK(seen == Value(3.0F));
}

TEST_CASE("a put between two waits is not lost, and a wait ends after its timeout") {
  SignallingInPort port("in1", ValueType::float32);
  port.put(Value(1));
  CHECK(port.wait(0ns));
  CHECK(port.wait(std::chrono::nanoseconds::max()));
  Value seen;
  CHECK(port.take(seen));
  CHECK_FALSE(port.wait(0ns));
  CHECK_FALSE(port.wait(-1s));
  const auto start = std::chrono::steady_clock::now();
  CHECK_FALSE(port.wait(20ms));
  CHECK(std::chrono::steady_clock::now() - start >= 20ms);
}

TEST_CASE("an activity that waits for a value stops waiting when it is switched off") {
  ComponentStage stage;
  struct Waiter final : Component {
    Waiter()
        : Component("Waiter", Pattern::client),
          in(static_cast<SignallingInPort&>(add_in_port("in", ValueType::float32, InPortKind::signalling))) {}
    void on_execute() override {
      waits = true;
      in.wait(1h);
    }
    SignallingInPort& in;
    std::atomic<bool> waits{false};
  };
  const auto waiter = stage.add<Waiter>();
  REQUIRE(waiter->switch_on());
  REQUIRE(wait_until([&] { return waiter->waits.load(); }));
  CHECK(waiter->switch_off());
  CHECK(waiter->state() == State::off);
  REQUIRE(waiter->switch_on());
  REQUIRE(waiter->switch_on());
  stage.manager().remove(waiter);
  CHECK(stage.lines().empty());
}

}  // namespace
}  // namespace rtm
