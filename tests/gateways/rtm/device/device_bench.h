// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>

#include "gateways/rtm/device/device.h"
#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {

using namespace std::chrono_literals;

/// A servo with two numbers, a lamp with one, a display with a text.
inline const std::vector<EffectorForm> kEffectors = {
    {"servo", {{.name = "pos", .most = 135.0}, {.name = "power", .most = 1.0}}},
    {"lamp", {{.name = "candela", .most = 1e6}}},
    {"display", {{.name = "text", .is_text = true}}},
};

inline spark::PerceptArray percepts(double angle) {
  spark::PerceptArray all;
  all.begin("HJ");
  all.field("name", std::string_view("arm"));
  all.field("axis", angle, spark::Unit::degree);
  all.end();
  return all;
}

/// A device without a robot: percepts in, orders out.
struct Bench {
  explicit Bench(const ComponentPlan& plan, Watchdog::Time watchdog = 500ms) {
    paths.learn(percepts(0));
    device = make_device(plan, kEffectors, paths, watchdog, mistakes);
    stage.manager().adopt(device);
  }
  /// Runs the next period; returns its orders.
  std::vector<Order> act() {
    answer.count = 0;
    device->act(answer, 1, nullptr);
    return {answer.orders.begin(), answer.orders.begin() + static_cast<std::ptrdiff_t>(answer.count)};
  }
  void put(const std::string& port, const Value& value) { REQUIRE(device->in_port(port)->put(value) == Refusal::none); }

  ComponentStage stage{true};
  PerceptPaths paths;
  std::vector<ComponentPlan::Mistake> mistakes;
  std::shared_ptr<Device> device;
  Answer answer;
};

inline ComponentPlan motor() {
  ComponentPlan plan;
  plan.type = plan.category = "Motor";
  plan.ins.push_back({.port = "position",
                      .effector = "servo",
                      .parameter = "pos",
                      .scale = {.gain = 2.0, .offset = 1.0},
                      .watchdog = {}});
  plan.outs.push_back(
      {.port = "angle", .path = "HJ/arm/axis", .scale = {.gain = -1.0, .offset = 10.0}, .digitizer = {}});
  plan.constants = {{.effector = "servo", .parameter = "power", .value = 1.0, .is_on = true},
                    {.effector = "servo", .parameter = "power", .value = 0.0, .is_on = false}};
  return plan;
}

using Numbers = std::vector<std::optional<double>>;
inline Numbers numbers(const Order& order, std::size_t count) {
  return {order.numbers.begin(), order.numbers.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace rtm
