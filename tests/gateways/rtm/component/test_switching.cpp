// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// Notes what is called, and does in each callback what the test wants.
class Probe final : public Component {
 public:
  explicit Probe(Pattern pattern = Pattern::client, double hertz = 100.0)
      : Component("Probe", pattern), in(add_in_port("in", ValueType::float32, InPortKind::signalling)) {
    set_rate(hertz);
  }
  void on_activated() override { called("on_activated", activating); }
  void on_deactivated() override { called("on_deactivated", deactivating); }
  void on_execute() override {
    ++executed;
    if (executing) executing();
  }
  void called(const std::string& name, const std::function<void()>& then) {
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(name);
    }
    if (then) then();
  }
  std::vector<std::string> calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  InPort& in;
  std::function<void()> activating, deactivating, executing;
  std::atomic<int> executed{0};

 private:
  std::mutex mutex_;
  std::vector<std::string> calls_;
};

using Calls = std::vector<std::string>;

TEST_CASE("an activity runs while its component is on") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  CHECK(probe->name() == "Probe0");
  CHECK(probe->state() == State::off);
  REQUIRE(probe->switch_on());
  CHECK(probe->state() == State::on);
  CHECK(probe->calls() == Calls{"on_activated"});
  CHECK(wait_until([&] { return probe->executed == 1; }));
  stage.clock().advance(10ms);
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

TEST_CASE("an exception makes a component faulty until it is switched on again") {
  ComponentStage stage;
  const auto probe = stage.add<Probe>();
  probe->executing = [] { throw std::runtime_error("no\nlight"); };
  REQUIRE(probe->switch_on());
  CHECK(wait_until([&] { return probe->state() == State::fault; }));
  CHECK(probe->status().fault == "on_execute: no?light");
  CHECK(wait_until([&] { return probe->calls() == Calls{"on_activated", "on_deactivated"}; }));
  CHECK(stage.lines_with("Probe0") == 1);
  CHECK(stage.lines_with("no?light") == 1);
}

}  // namespace
}  // namespace rtm
