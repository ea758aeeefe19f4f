// SPDX-License-Identifier: Apache-2.0
//
// The ports of a robot's devices, and their types.
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/motor_operations.h"
#include "tests/gateways/rtm/device/device_bench.h"

namespace rtm {

TEST_CASE("ports without a matching effector or percept are left out, with a line each") {
  ComponentPlan plan = motor();
  plan.ins.push_back({.port = "a", .effector = "nothing", .parameter = "pos", .scale = {}, .watchdog = {}});
  plan.ins.push_back({.port = "b", .effector = "servo", .parameter = "speed", .scale = {}, .watchdog = {}});
  plan.ins.push_back({.port = "c", .effector = "servo", .parameter = "2", .scale = {}, .watchdog = {}});
  plan.ins.push_back(
      {.port = "d", .type = ValueType::string, .effector = "servo", .parameter = "pos", .scale = {}, .watchdog = {}});
  plan.ins.push_back({.port = "e", .effector = "display", .parameter = "text", .scale = {}, .watchdog = {}});
  plan.ins.push_back({.port = "f", .effector = "servo", .parameter = "*", .scale = {}, .watchdog = {}});
  plan.outs.push_back({.port = "g", .path = "HJ/leg/axis", .scale = {}, .digitizer = {}});
  plan.outs.push_back({.port = "h", .path = "HJ/arm/name", .scale = {}, .digitizer = {}});
  plan.constants.push_back({"lamp", "watt", 1.0, true, "lamp.rsg:7"});
  plan.ins.back().place = "lamp.rsg:5";
  Bench bench(plan);
  std::vector<std::string> texts;
  for (const auto& [place, text] : bench.mistakes) texts.push_back(text);
  CHECK(bench.mistakes[5].place == "lamp.rsg:5");
  CHECK(bench.mistakes[6].place == "lamp.rsg:7");
  CHECK(texts == std::vector<std::string>{
                     "Motor.a is left out: there is no effector nothing",
                     "Motor.b is left out: servo has no parameter speed for a float",
                     "Motor.c is left out: servo has no parameter 2 for a float",
                     "Motor.d is left out: servo has no parameter pos for a string",
                     "Motor.e is left out: display has no parameter text for a float",
                     "Motor.f is left out: servo has no parameter * for a float",
                     "Motor: there is no number watt of an effector lamp",
                     "Motor.g is left out: there is no percept HJ/leg/axis (there are HJ/arm/name, HJ/arm/axis)",
                     "Motor.h is left out: HJ/arm/name is a text, not a float"});
  CHECK(bench.device->in_ports().size() == 1);
  CHECK(bench.device->out_ports().size() == 1);
}

TEST_CASE("ports may have several numbers or text, and convert percepts to their type") {
  ComponentPlan plan;
  plan.type = "Panel";
  plan.ins = {
      {.port = "both", .type = ValueType::doubles, .effector = "servo", .parameter = "*", .scale = {}, .watchdog = 0ns},
      {.port = "words",
       .type = ValueType::string,
       .effector = "display",
       .parameter = "0",
       .scale = {},
       .watchdog = 0ns}};
  plan.outs = {
      {.port = "name", .type = ValueType::string, .path = "HJ/arm/name", .scale = {}, .digitizer = {}},
      {.port = "all", .type = ValueType::doubles, .path = "HJ/arm/axis", .scale = {}, .digitizer = {}},
      {.port = "long", .type = ValueType::int32, .path = "HJ/arm/axis", .scale = {}, .digitizer = {}},
      {.port = "is", .type = ValueType::boolean, .path = "HJ/arm/axis", .scale = {}, .digitizer = {}},
      {.port = "said", .type = ValueType::string, .path = "HJ/arm/axis", .scale = {2.0, 0.0}, .digitizer = {}}};
  Bench bench(plan);
  REQUIRE(bench.mistakes.empty());
  bench.device->switch_on();
  bench.stage.manager().tick();
  bench.act();
  bench.put("both", Value(Value::Doubles{7, 0.5}));
  bench.put("words", Value(Value::Content(std::string("hello there"))));
  const auto orders = bench.act();
  REQUIRE(orders.size() == 2);
  CHECK(numbers(orders[0], 2) == Numbers{7.0, 0.5});
  CHECK(orders[1].effector == 2);
  CHECK(orders[1].text_parameter == 0);
  CHECK(orders[1].text == "hello there");

  bench.device->sense(percepts(1e300));
  CHECK(bench.device->out_port("name")->get() == Value(Value::Content(std::string("arm"))));
  CHECK(bench.device->out_port("all")->get() == Value(Value::Doubles{1e300}));
  CHECK(bench.device->out_port("long")->get().number() == 2147483647.0);
  CHECK(bench.device->out_port("is")->get().number() == 1.0);
  CHECK(bench.device->out_port("said")->get() == Value(Value::Content(std::string("2e+300"))));
}

TEST_CASE("numbers outside of a type's range are clamped to it") {
  ComponentPlan plan;
  plan.type = "Panel";
  const std::vector<ValueType> types{ValueType::octet,  ValueType::uint32, ValueType::int16,   ValueType::state,
                                     ValueType::octets, ValueType::shorts, ValueType::booleans};
  for (const ValueType type : types)
    plan.outs.push_back(
        {.port = std::string(to_string(type)), .type = type, .path = "HJ/arm/axis", .scale = {}, .digitizer = {}});
  Bench bench(plan);
  REQUIRE(bench.mistakes.empty());
  bench.device->switch_on();
  bench.stage.manager().tick();
  const auto sensed = [&](double axis) {
    bench.device->sense(percepts(axis));
    std::vector<double> numbers;
    for (const auto& port : bench.device->out_ports()) {
      REQUIRE(port->get().size() == 1);
      numbers.push_back(port->get().number(0));
    }
    return numbers;
  };
  CHECK(sensed(7.4) == std::vector<double>{7, 7, 7, 7, 7, 7, 1});
  CHECK(sensed(1e300) == std::vector<double>{255, 4294967295, 32767, 32767, 255, 32767, 1});
  CHECK(sensed(-1e300) == std::vector<double>{0, 0, -32767, -32767, 0, -32767, 1});
}

TEST_CASE("a port with a spatial vector needs as many numbers as the vector has") {
  ComponentPlan plan;
  plan.type = "Panel";
  plan.ins = {{.port = "turn",
               .type = ValueType::angular_velocity3d,
               .effector = "servo",
               .parameter = "*",
               .scale = {},
               .watchdog = 0ns}};
  plan.outs = {{.port = "pose", .type = ValueType::pose3d, .path = "HJ/arm/axis", .scale = {}, .digitizer = {}}};
  const Bench bench(plan);
  std::vector<std::string> texts;
  for (const auto& mistake : bench.mistakes) texts.push_back(mistake.text);
  CHECK(texts == std::vector<std::string>{"Panel.turn is left out: servo has no parameter * for an angular_velocity3d",
                                          "Panel.pose is left out: HJ/arm/axis has 1 number, and a pose3d has 6"});
}

TEST_CASE("a motor goes home, and reports its limit") {
  Bench bench(motor());
  auto* const motor = dynamic_cast<MotorOperations*>(bench.device.get());
  REQUIRE(motor);
  CHECK(motor->limit() == 135.0F);
  bench.device->switch_on();
  bench.stage.manager().tick();
  bench.act();
  motor->go_home();
  const auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].numbers[0] == 1.0);  // 2 · 0 + 1
}

}  // namespace rtm
