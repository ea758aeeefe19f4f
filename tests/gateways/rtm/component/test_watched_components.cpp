// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// A component with two watched ports; notes at which of them the stream has stopped.
struct WatchedMotor final : Component {
  explicit WatchedMotor(Pattern pattern = Pattern::passive)
      : Component("Motor", pattern), position(add_in_port("position")), power(add_in_port("power")) {
    for (InPort* const port : {&position, &power}) port->watchdog().set(500ms, Neutral::hold);
  }
  void on_execute() override { ++executed; }
  void on_watchdog(InPort& port) override {
    stopped.push_back(port.name());
    if (throws) throw std::runtime_error("it does not stop");
  }
  InPort& position;
  InPort& power;
  std::vector<std::string> stopped;
  int executed = 0;
  bool throws = false;
};

class Driver {
 public:
  explicit Driver(Pattern pattern) : stage_(true), motor_(stage_.add<WatchedMotor>(pattern)) {
    motor_->switch_on();
    pass();
  }
  void pass(std::chrono::nanoseconds later = 0ns) {
    stage_.advance_time(later);
    if (motor_->pattern() == Pattern::passive)
      motor_->check_watchdogs();
    else
      stage_.manager().tick();
  }
  void stream(InPort& port) {
    for (int i = 0; i < 3; ++i) {
      pass(100ms);
      port.put(Value(i));
    }
  }
  WatchedMotor& motor() { return *motor_; }
  ComponentStage& stage() { return stage_; }

 private:
  ComponentStage stage_;
  std::shared_ptr<WatchedMotor> motor_;
};

const std::vector<Pattern> kPatterns{Pattern::passive, Pattern::client};

TEST_CASE("a component is at fault from the end of a stream to its next value") {
  for (const Pattern pattern : kPatterns) {
    Driver driver(pattern);
    WatchedMotor& motor = driver.motor();
    driver.stream(motor.position);
    driver.pass(500ms);
    CHECK(motor.state() == State::on);
    driver.pass(1ms);
    CHECK(motor.state() == State::fault);
    CHECK(motor.status().fault == "no value at position for more than 500 ms");
    CHECK(motor.stopped == std::vector<std::string>{"position"});
    CHECK(driver.stage().lines_with("the stream of values at position has stopped") == 1);
    const int executed = motor.executed;
    driver.pass(1s);
    CHECK(motor.executed == executed);
    motor.power.put(Value(1));
    CHECK(motor.state() == State::fault);
    motor.position.put(Value(std::string("no value for it")));
    CHECK(motor.state() == State::fault);
    motor.position.put(Value(1));
    CHECK(motor.state() == State::on);
    CHECK(motor.status().fault.empty());
    driver.pass(1h);
    CHECK(motor.executed == executed + (pattern == Pattern::client));
    CHECK(motor.stopped.size() == 1);
    CHECK(motor.position.watchdog().times() == 1);
  }
}

TEST_CASE("a single value does not trigger a watchdog") {
  for (const Pattern pattern : kPatterns) {
    Driver driver(pattern);
    driver.motor().position.put(Value(90));
    driver.pass(1h);
    CHECK(driver.motor().state() == State::on);
    CHECK(driver.motor().stopped.empty());
  }
}

TEST_CASE("after two streams have stopped, the fault ends when both have resumed") {
  Driver driver(Pattern::passive);
  WatchedMotor& motor = driver.motor();
  driver.stream(motor.position);
  driver.stream(motor.power);
  driver.pass(501ms);
  CHECK(motor.stopped == std::vector<std::string>{"position", "power"});
  motor.position.put(Value(1));
  CHECK(motor.status().fault == "no value at power for more than 500 ms");
  motor.power.put(Value(1));
  CHECK(motor.state() == State::on);
}

TEST_CASE("a component that is off is not watched, and a fresh switch_on restarts its watchdogs") {
  for (const Pattern pattern : kPatterns) {
    Driver driver(pattern);
    WatchedMotor& motor = driver.motor();
    driver.stream(motor.position);
    motor.switch_off();
    driver.pass(1h);
    driver.stream(motor.position);
    driver.pass(1h);
    CHECK(motor.state() == State::off);
    motor.switch_on();
    driver.pass(1h);
    CHECK(motor.state() == State::on);
    CHECK(motor.stopped.empty());
    driver.stream(motor.position);
    driver.pass(1h);
    CHECK(motor.state() == State::fault);
    CHECK(motor.switch_on());
    driver.pass(1h);
    CHECK(motor.state() == State::on);
    CHECK_FALSE(motor.position.has_new_value());
    driver.stream(motor.position);
    driver.pass(1h);
    CHECK(motor.switch_off());
    driver.pass(1h);
    CHECK(motor.state() == State::off);
  }
}

TEST_CASE("an exception in on_watchdog is a fault that no value ends") {
  for (const Pattern pattern : kPatterns) {
    Driver driver(pattern);
    WatchedMotor& motor = driver.motor();
    motor.throws = true;
    driver.stream(motor.position);
    driver.pass(1h);
    CHECK(motor.status().fault == "on_watchdog: it does not stop");
    motor.position.put(Value(1));
    CHECK(motor.state() == State::fault);
  }
}

TEST_CASE("a component with a thread checks its watchdogs however long its period is") {
  ComponentStage stage;
  struct Slow final : Component {
    Slow() : Component("Slow", Pattern::client), in(add_in_port("in")) {
      in.watchdog().set(500ms, Neutral::hold);
      set_rate(0.001);
    }
    InPort& in;
  };
  const auto slow = stage.add<Slow>();
  REQUIRE(slow->switch_on());
  slow->in.put(Value(1));
  slow->in.put(Value(2));
  stage.advance_time(501ms);
  CHECK(wait_until([&] {
    stage.clock().advance(10ms);
    return slow->state() == State::fault;
  }));
}

}  // namespace
}  // namespace rtm
