// SPDX-License-Identifier: Apache-2.0
//
// Devices of a robot: values, percepts, and streams that stop.
#include <catch2/catch.hpp>

#include "tests/gateways/rtm/device/device_bench.h"

namespace rtm {

TEST_CASE("values of ports go to effectors with gain, offset and constants while the device is on") {
  Bench bench(motor());
  CHECK(bench.mistakes.empty());
  bench.put("position", Value(20));
  CHECK(bench.act().empty());  // off
  bench.device->switch_on();
  bench.stage.manager().tick();
  auto orders = bench.act();  // powered, at rest; the value put before is forgotten
  REQUIRE(orders.size() == 2);
  CHECK(numbers(orders[0], 2) == Numbers{std::nullopt, 1.0});
  CHECK(orders[1].kind == Order::Kind::rest);
  bench.put("position", Value(20));
  orders = bench.act();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].kind == Order::Kind::set);
  CHECK(orders[0].effector == 0);
  CHECK(numbers(orders[0], 2) == Numbers{41.0, 1.0});
  CHECK(bench.act().empty());  // ordered once

  bench.device->switch_off();
  bench.stage.manager().tick();
  orders = bench.act();
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].kind == Order::Kind::rest);
  CHECK(numbers(orders[1], 2) == Numbers{std::nullopt, 0.0});
}

TEST_CASE("numbers of percepts are put at ports, limited and rounded as an A/D converter does") {
  ComponentPlan plan = motor();
  plan.outs.push_back(
      {.port = "code", .path = "HJ/arm/axis", .scale = {}, .digitizer = ComponentPlan::Digitizer{0.0, 51.0, 8}});
  Bench bench(plan);
  bench.device->sense(percepts(4));
  CHECK(bench.device->out_port("angle")->get().number() == 0);  // off: it keeps its value
  bench.device->switch_on();
  bench.stage.manager().tick();
  bench.device->sense(percepts(4));
  CHECK(bench.device->out_port("angle")->get().number() == 6);
  CHECK(bench.device->out_port("code")->get().number() == 4);
  for (const auto& [given, reported] :
       std::vector<std::pair<double, double>>{{4.09, 4.0}, {4.11, 4.2}, {-7, 0}, {700, 51}}) {
    bench.device->sense(percepts(given));
    CHECK(bench.device->out_port("code")->get().number() == Approx(reported));
  }
}

TEST_CASE("a stream that stops sets the neutral value, and the next value ends the fault") {
  for (const Neutral neutral : {Neutral::hold, Neutral::zero, Neutral::keep}) {
    ComponentPlan plan = motor();
    plan.ins[0].watchdog = 100ms;
    plan.ins[0].neutral = neutral;
    Bench bench(plan);
    bench.device->switch_on();
    bench.stage.manager().tick();
    bench.act();
    for (const int value : {20, 21}) {
      bench.put("position", Value(value));
      bench.stage.advance_time(50ms);
      CHECK(bench.act().size() == 1);
    }
    bench.stage.advance_time(60ms);
    const auto orders = bench.act();
    CHECK(bench.device->state() == State::fault);
    CHECK(bench.device->status().fault == "no value at position for more than 100 ms");
    CHECK(bench.stage.lines_with("Motor0: is at fault: the stream of values at position has stopped") == 1);
    if (neutral == Neutral::keep) CHECK(orders.empty());
    if (neutral == Neutral::zero) CHECK((orders.size() == 1 && orders[0].kind == Order::Kind::rest));
    if (neutral == Neutral::hold)
      CHECK((orders.size() == 2 && orders[0].numbers[1] == 1.0 && orders[1].kind == Order::Kind::rest));
    CHECK(bench.act().empty());
    bench.put("position", Value(5));
    CHECK(bench.device->state() == State::on);
    CHECK(bench.act().size() == 1);
  }
}

}  // namespace rtm
