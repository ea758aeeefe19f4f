// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gateways/rtm/control/bridge.h"
#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {

using namespace std::chrono_literals;

inline constexpr double kPi = std::numbers::pi;

/// The effectors of the robot below, in the order of bench_effectors().
enum BenchEffector : std::size_t {
  kJ1Torque,
  kJ1Motion,
  kFingerForce,
  kFingerMotion,
  kPush,
  kPut,
  kSpeed,
  kDrive,
  kSay,
  kJump
};

inline std::vector<EffectorForm> bench_effectors() {
  const auto numbers = [](std::string name, std::size_t count, double most) {
    EffectorForm form{.predicate = std::move(name), .parameters = {}};
    for (std::size_t i = 0; i < count; ++i) form.parameters.push_back({.name = std::to_string(i), .most = most});
    return form;
  };
  return {numbers("J1", 1, 10),
          numbers("J1_motion", 3, 1e6),
          numbers("FINGER", 1, 5),
          numbers("FINGER_motion", 3, 10),
          numbers("push", 6, 5e6),
          numbers("put", 12, 1e6),
          numbers("speed", 6, 1e6),
          numbers("drive", 3, 100),
          {"say", {{.name = "text", .is_text = true}}},
          numbers("jump", 0, 0)};
}

/// A hinge and a slider that can be driven and moved, a free wheel, two links, one sensor of each kind but two gyros.
inline RobotMap bench_map() {
  RobotMap map;
  map.joints = {
      {.name = "J1", .state = {"JS", "J1"}, .torque = kJ1Torque, .motion = kJ1Motion},
      {.name = "FINGER", .turns = false, .state = {"JS", "FINGER"}, .torque = kFingerForce, .motion = kFingerMotion},
      {.name = "WHEEL", .state = {"JS", "WHEEL"}}};
  map.links = {{.name = "BODY",
                .state = {"BS", "BODY"},
                .contacts = RobotMap::Percept{"CF", "feet"},
                .wrench = kPush,
                .place = kPut,
                .velocity = kSpeed},
               {.name = "J1", .state = {"BS", "J1"}}};
  map.force_sensors = {{"wrist", {"FT", "wrist"}}};
  map.gyros = {{"gyro", {"GYR", "gyro"}}, {"gyro2", {"GYR", "gyro2"}}};
  map.accelerometers = {{"acc", {"ACC", "acc"}}};
  map.range_finders = {{"scan", {"RNG", "scan"}}};
  map.cameras = {"left", "right"};
  map.percepts = {"JS", "BS", "CF", "FT", "GYR", "ACC", "RNG", "game"};
  return map;
}

/// The percepts of such a robot, in the units of percepts.
struct BenchPercepts {
  double angle = 90.0, rate = 180.0;  ///< degrees, degrees/s
  double velocity = 0.5;              ///< m/s, of BODY
  int contacts = 1;
  bool has_gyro = true;

  spark::PerceptArray array() const {
    spark::PerceptArray all;
    write(all);
    return all;
  }
  void write(spark::PerceptArray& into) const;
};

namespace bench {

inline void vector(spark::PerceptArray& into, std::string_view name, std::initializer_list<double> numbers,
                   spark::Unit unit) {
  into.begin(name);
  for (const double number : numbers) into.real(number, unit);
  into.end();
}

inline void joint(spark::PerceptArray& into, std::string_view name, bool turns, double position, double rate,
                  double torque) {
  into.begin("JS");
  into.field("name", name);
  into.field("pos", position, turns ? spark::Unit::degree : spark::Unit::metre);
  into.field("vel", rate, turns ? spark::Unit::degree_per_second : spark::Unit::metre_per_second);
  into.field("torque", torque, turns ? spark::Unit::newton_metre : spark::Unit::newton);
  into.field("current", torque / 2, spark::Unit::ampere);
  into.end();
}

inline void link(spark::PerceptArray& into, std::string_view name, double x, double velocity) {
  using spark::Unit;
  into.begin("BS");
  into.field("name", name);
  vector(into, "pos", {x, 2, 3}, Unit::metre);
  vector(into, "rot", {0, -1, 0, 1, 0, 0, 0, 0, 1}, Unit::none);  // 90 degrees about z
  vector(into, "vel", {velocity, 0.25, 0}, Unit::metre_per_second);
  vector(into, "omega", {180, 0, -90}, Unit::degree_per_second);
  vector(into, "acc", {0, 0, -9.81}, Unit::metre_per_second_squared);
  vector(into, "alpha", {0, 360, 0}, Unit::degree_per_second_squared);
  into.end();
}

inline void named(spark::PerceptArray& into, std::string_view predicate, std::string_view name, std::string_view item,
                  std::initializer_list<double> numbers, spark::Unit unit) {
  into.begin(predicate);
  into.field("name", name);
  vector(into, item, numbers, unit);
  into.end();
}

}  // namespace bench

inline void BenchPercepts::write(spark::PerceptArray& into) const {
  using spark::Unit;
  into.clear();
  bench::joint(into, "J1", true, angle, rate, 4);
  bench::joint(into, "FINGER", false, 0.03, -0.2, 7);
  into.begin("CF");
  into.field("name", std::string_view("feet"));
  for (int i = 0; i < contacts; ++i) bench::vector(into, "p", {1.0 + i, 2, 3, 4, 5, 6}, Unit::none);
  into.end();
  bench::joint(into, "WHEEL", true, -180, 0, 0);
  bench::link(into, "BODY", 1, velocity);
  bench::link(into, "J1", 11, 0);
  into.begin("FT");
  into.field("name", std::string_view("wrist"));
  bench::vector(into, "force", {1, 2, 3}, Unit::newton);
  bench::vector(into, "torque", {4, 5, 6}, Unit::newton_metre);
  into.end();
  if (has_gyro) bench::named(into, "GYR", "gyro", "rate", {180, 90, -90}, Unit::degree_per_second);
  bench::named(into, "GYR", "gyro2", "rate", {0, 0, 360}, Unit::degree_per_second);
  bench::named(into, "ACC", "acc", "acc", {0, 0, 9.81}, Unit::metre_per_second_squared);
  bench::named(into, "RNG", "scan", "ranges", {1.5, 2.5, 10, 0}, Unit::metre);
  into.begin("game");
  into.field("time", 12.5, Unit::second);
  into.field("mode", std::string_view("PlayOn"));
  into.end();
}

/// A bridge without a robot: percepts in, orders out. Steps of 1 ms, control periods of 2 ms by default.
struct ControlBench {
  explicit ControlBench(std::string_view file, Bridge::Settings settings = standard(), bool is_bound = true) {
    bridge = std::make_shared<Bridge>(read_bridge_file(file, "b.conf"), settings);
    stage.manager().adopt(bridge);
    if (!is_bound) return;
    bridge->bind(bench_map(), bench_effectors(), BenchPercepts().array());
    bridge->switch_on();
    stage.manager().tick();
  }
  static Bridge::Settings standard() {
    return {.robot = "arm", .step_seconds = 0.001, .period_steps = 2, .watchdog = 500ms};
  }

  void sense(const BenchPercepts& seen = {}) {
    percepts = seen.array();
    bridge->sense(step, percepts);
    bridge->push();
  }
  void put(const std::string& port, Value::Content content) {
    REQUIRE(bridge->in_port(port)->put(Value(std::move(content))) == Refusal::none);
  }
  /// Ends the period; returns its orders.
  std::vector<Order> act() {
    answer.count = 0;
    bridge->act(answer, step, nullptr);
    step += 2;
    stage.advance_time(2ms);
    return {answer.orders.begin(), answer.orders.begin() + static_cast<std::ptrdiff_t>(answer.count)};
  }
  Value value(const std::string& port) const { return bridge->out_port(port)->get(); }

  ComponentStage stage{true};
  std::shared_ptr<Bridge> bridge;
  spark::PerceptArray percepts;
  spark::Step step = 100;
  Answer answer;
};

/// The line with which a bridge of that file refuses the robot above.
inline std::string refusal_to_bind(const std::string& file, Bridge::Settings settings = ControlBench::standard()) {
  try {
    ControlBench bench(file, settings);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "bound";
}

using OrderNumbers = std::vector<std::optional<double>>;
inline OrderNumbers order_numbers_of(const Order& order, std::size_t count) {
  return {order.numbers.begin(), order.numbers.begin() + static_cast<std::ptrdiff_t>(count)};
}

inline std::vector<double> numbers_of(const Value& value) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < value.size(); ++i) numbers.push_back(value.number(i));
  return numbers;
}

}  // namespace rtm
