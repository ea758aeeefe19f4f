// SPDX-License-Identifier: Apache-2.0
//
// The orders that values at a bridge's InPorts become, with exact numbers.
#include <catch2/catch.hpp>
#include <limits>

#include "tests/gateways/rtm/control/control_bench.h"
#include "tests/support/count_allocations.h"

namespace rtm {
namespace {

using Doubles = Value::Doubles;

void check_numbers(const Order& order, std::size_t effector, const OrderNumbers& expected) {
  CHECK(order.kind == Order::Kind::set);
  CHECK(order.effector == effector);
  for (std::size_t i = 0; i < order.numbers.size(); ++i) {
    INFO("number " << i);
    const auto wanted = i < expected.size() ? expected[i] : std::nullopt;
    REQUIRE(order.numbers[i].has_value() == wanted.has_value());
    if (wanted) CHECK(*order.numbers[i] == Approx(*wanted).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("torques at an InPort become orders of the joints' motors, once for each value") {
  ControlBench bench("in-port = all:JOINT_TORQUE\nin-port = one:FINGER,J1:JOINT_TORQUE");
  CHECK(bench.act().empty());
  bench.put("all", Doubles{1.5, -2.5, 99});  // the wheel has no motor
  auto orders = bench.act();
  REQUIRE(orders.size() == 2);
  check_numbers(orders[0], kJ1Torque, {1.5});
  check_numbers(orders[1], kFingerForce, {-2.5});
  CHECK(bench.act().empty());  // the motors hold them
  bench.put("one", Doubles{3, 4});
  orders = bench.act();
  REQUIRE(orders.size() == 2);
  check_numbers(orders[0], kJ1Torque, {4});
  check_numbers(orders[1], kFingerForce, {3});
  CHECK(bench.bridge->arrivals("all") == 1);
  CHECK(bench.bridge->arrivals("one") == 1);
  CHECK(bench.bridge->arrivals("none") == 0);
  CHECK(bench.bridge->clamped("all") + bench.bridge->clamped("one") == 0);
}

TEST_CASE("torques beyond what a motor can give are limited and counted") {
  ControlBench bench("in-port = t:JOINT_TORQUE");
  bench.put("t", Doubles{10.5, -1e300});
  const auto orders = bench.act();
  REQUIRE(orders.size() == 2);
  check_numbers(orders[0], kJ1Torque, {10});
  check_numbers(orders[1], kFingerForce, {-5});
  CHECK(bench.bridge->clamped("t") == 2);
  bench.put("t", Doubles{10, 5});
  bench.act();
  CHECK(bench.bridge->clamped("t") == 2);
}

TEST_CASE("torques may be fewer or more than joints, and values that are not finite are refused") {
  ControlBench bench("in-port = t:JOINT_TORQUE");
  bench.put("t", Doubles{1, 2});
  bench.act();
  bench.put("t", Doubles{3});
  auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kJ1Torque, {3});
  bench.put("t", Doubles(50'000, 4.0));
  orders = bench.act();
  REQUIRE(orders.size() == 2);
  check_numbers(orders[1], kFingerForce, {4});
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK(bench.bridge->in_port("t")->put(Value(Doubles{5, bad})) == Refusal::not_finite);
  CHECK(bench.bridge->in_port("t")->put(Value(Doubles(1'000'000, 5.0))) == Refusal::size);
  CHECK(bench.bridge->in_port("t")->put(Value(std::string("5"))) == Refusal::type);
  CHECK(bench.act().empty());
  CHECK(bench.bridge->refusals("t") == 4);
  bench.put("t", Doubles{});
  CHECK(bench.act().empty());
  CHECK(bench.bridge->refusals("t") == 5);
  CHECK(bench.stage.lines_with("Arm0.t: 0 numbers, where JOINT_TORQUE takes 1; nothing changes") == 1);
}

TEST_CASE("position, velocity and acceleration of a joint in one period become one order") {
  ControlBench bench("in-port = q:JOINT_VALUE\nin-port = dq:JOINT_VELOCITY\nin-port = ddq:FINGER:JOINT_ACCELERATION");
  bench.put("q", Doubles{kPi / 2, 0.01});
  auto orders = bench.act();
  REQUIRE(orders.size() == 2);
  check_numbers(orders[0], kJ1Motion, {90.0});
  check_numbers(orders[1], kFingerMotion, {0.01});
  bench.put("q", Doubles{-kPi, 0.02});
  bench.put("dq", Doubles{kPi, 0.3});
  bench.put("ddq", Doubles{0.4});
  orders = bench.act();
  REQUIRE(orders.size() == 2);
  check_numbers(orders[0], kJ1Motion, {-180.0, 180.0});
  check_numbers(orders[1], kFingerMotion, {0.02, 0.3, 0.4});
  bench.put("dq", Doubles{kPi});
  orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kJ1Motion, {std::nullopt, 180.0});
}

TEST_CASE("a joint with a torque port and a position port obeys the latest value") {
  ControlBench bench("in-port = t:J1:JOINT_TORQUE\nin-port = q:J1:JOINT_VALUE");
  bench.put("t", Doubles{1});
  bench.put("q", Doubles{kPi});
  auto orders = bench.act();
  REQUIRE(orders.size() == 1);  // the later port of the file
  check_numbers(orders[0], kJ1Motion, {180.0});
  bench.put("t", Doubles{2});
  orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kJ1Torque, {2});
}

TEST_CASE("a second port for the same property of a joint is reported in one line") {
  ControlBench bench("in-port = a:JOINT_TORQUE\nin-port = b:FINGER:JOINT_TORQUE\nin-port = c:FINGER:JOINT_VALUE");
  CHECK(bench.stage.lines() ==
        std::vector<std::string>{"b.conf:2: in-port b: JOINT_TORQUE of FINGER is also set by a, b.conf:1; if both "
                                 "get a value, this one counts"});
}

TEST_CASE("transforms, velocities and forces at InPorts become orders for links") {
  ControlBench bench(
      "in-port = push:BODY:EXTERNAL_FORCE\nin-port = velocity:ABS_VELOCITY\n"
      "in-port = place:BODY:ABS_TRANSFORM");
  bench.put("push", Doubles{1, 2, 3, 4, 5, 6});
  auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kPush, {1, 2, 3, 4, 5, 6});
  CHECK(bench.act().empty());
  bench.put("velocity", Doubles{1, 2, 3, kPi, -kPi, 0, 77, 77});  // the link J1 has no such effector
  bench.put("place", Doubles{1, 2, 3, 0, -1, 0, 1, 0, 0, 0, 0, 1});
  orders = bench.act();
  REQUIRE(orders.size() == 2);  // placing brings to rest, so it comes first
  check_numbers(orders[0], kPut, {1, 2, 3, 0, -1, 0, 1, 0, 0, 0, 0, 1});
  check_numbers(orders[1], kSpeed, {1, 2, 3, 180, -180, 0});
  bench.put("place", Doubles{1, 2, 3});
  CHECK(bench.act().empty());
  CHECK(bench.bridge->refusals("place") == 1);
  CHECK(bench.stage.lines_with("Arm0.place: 3 numbers, where ABS_TRANSFORM takes 12; nothing changes") == 1);
}

TEST_CASE("a link is placed by roll, pitch and yaw") {
  ControlBench bench("in-port = pose:BODY:ABS_TRANSFORM2");
  CHECK(bench.bridge->in_port("pose")->type() == ValueType::pose3d);
  bench.put("pose", Pose3D{{4, 5, 6, 0, 0, kPi / 2}});
  const auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kPut, {4, 5, 6, 0, -1, 0, 1, 0, 0, 0, 0, 1});
}

TEST_CASE("accelerations of a link are integrated into orders of its velocity") {
  ControlBench bench("in-port = acc:BODY:ABS_ACCELERATION\nin-port = velocity:BODY:ABS_VELOCITY");
  bench.sense({.velocity = 0.5});  // and 0.25 m/s along y, 180, 0, -90 degrees/s
  const Doubles acceleration{1, 0, -2, 0, 0, kPi};
  bench.put("acc", acceleration);
  auto orders = bench.act();
  REQUIRE(orders.size() == 1);  // in the middle of the period of 2 ms
  check_numbers(orders[0], kSpeed, {0.501, 0.25, -0.002, 180, 0, -90 + 0.18});
  bench.sense({.velocity = 77});  // the sensed velocity does not count
  bench.put("acc", acceleration);
  orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kSpeed, {0.503, 0.25, -0.006, 180, 0, -90 + 0.54});
  bench.put("acc", acceleration);
  bench.put("velocity", Doubles{2, 0, 0, 0, 0, 0});
  orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kSpeed, {2.001, 0, -0.002, 0, 0, 0.18});
}

TEST_CASE("EFFECTOR ports command any effector with numbers or text") {
  ControlBench bench("in-port = drive:drive:EFFECTOR\nin-port = say:say:EFFECTOR_TEXT\nin-port = jump:jump:EFFECTOR");
  bench.put("drive", Doubles{100, 0, -50});
  auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kDrive, {100, 0, -50});
  bench.put("drive", Doubles{1, 2});
  CHECK(bench.act().empty());
  CHECK(bench.bridge->refusals("drive") == 1);
  bench.put("say", std::string("hello"));
  bench.put("jump", Doubles{});
  orders = bench.act();
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].kind == Order::Kind::words);
  CHECK(orders[0].effector == kSay);
  CHECK(orders[0].text == "hello");
  check_numbers(orders[1], kJump, {});
}

TEST_CASE("when a stream of values stops, the effectors that it commanded are brought to rest") {
  ControlBench bench(
      "in-port = t:JOINT_TORQUE\nin-port = dq:FINGER:JOINT_VELOCITY\nin-port = f:BODY:EXTERNAL_FORCE\n"
      "in-port = e:drive:EFFECTOR\nin-port = v:BODY:ABS_VELOCITY");
  const auto put_all = [&] {
    bench.put("t", Doubles{1, 2});
    bench.put("dq", Doubles{0.1});
    bench.put("f", Doubles{1, 2, 3, 4, 5, 6});
    bench.put("e", Doubles{1, 2, 3});
    bench.put("v", Doubles{1, 2, 3, 4, 5, 6});
  };
  put_all();
  bench.act();
  bench.stage.advance_time(10s);
  CHECK(bench.act().empty());  // a single value is no stream
  put_all();
  bench.act();
  put_all();
  bench.act();
  bench.stage.advance_time(490ms);
  CHECK(bench.act().empty());
  bench.stage.advance_time(10ms);
  const auto orders = bench.act();
  REQUIRE(orders.size() == 5);
  std::vector<std::size_t> rested;
  for (const Order& order : orders) {
    CHECK(order.kind == Order::Kind::rest);
    rested.push_back(order.effector);
  }
  std::ranges::sort(rested);
  CHECK(rested == std::vector<std::size_t>{kJ1Torque, kFingerForce, kFingerMotion, kPush, kDrive});
  CHECK(bench.bridge->state() == State::fault);
  CHECK(bench.act().empty());
  put_all();
  CHECK_FALSE(bench.act().empty());
  CHECK(bench.bridge->state() == State::on);
}

TEST_CASE("a bridge that is switched off brings its robot's effectors to rest, then sends no orders") {
  ControlBench bench("in-port = t:J1:JOINT_TORQUE");
  bench.put("t", Doubles{1});
  bench.act();
  bench.bridge->switch_off();
  bench.stage.manager().tick();
  bench.put("t", Doubles{2});
  const auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].kind == Order::Kind::rest);
  CHECK(orders[0].effector == kJ1Torque);
  CHECK(bench.act().empty());
}

TEST_CASE("a restart drops pending values and restarts the integration of accelerations") {
  ControlBench bench("in-port = t:J1:JOINT_TORQUE\nin-port = a:BODY:ABS_ACCELERATION");
  bench.sense({.velocity = 1});
  bench.put("a", Doubles{0, 0, 0, 0, 0, 0});
  bench.act();
  bench.put("t", Doubles{1});
  bench.bridge->restart();
  CHECK(bench.act().empty());
  bench.sense({.velocity = 2});
  bench.put("a", Doubles{0, 0, 0, 0, 0, 0});
  const auto orders = bench.act();
  REQUIRE(orders.size() == 1);
  check_numbers(orders[0], kSpeed, {2, 0.25, 0, 180, 0, -90});
}

TEST_CASE("a steady control period of a bridge allocates nothing") {
  ControlBench bench(
      "out-port = q:JOINT_VALUE\nout-port = a:JOINT_ACCELERATION\nout-port = f:FORCE_SENSOR\n"
      "out-port = c:BODY:CONSTRAINT_FORCE\nout-port = p:BODY:ABS_TRANSFORM2\nout-port = x:ABS_TRANSFORM\n"
      "out-port = r:RANGE_SENSOR\nout-port = n:JS/J1/pos:PERCEPT\nout-port = g:game:PERCEPT\n"
      "in-port = t:JOINT_TORQUE\nin-port = m:JOINT_VALUE\nin-port = w:BODY:EXTERNAL_FORCE\n"
      "in-port = s:say:EFFECTOR_TEXT");
  spark::PerceptArray percepts;
  const Value torques(Doubles{1, 2}), forces(Doubles{1, 2, 3, 4, 5, 6}), word(std::string("x"));
  std::size_t orders = 0;
  const auto go = [&](int periods) {
    for (int i = 0; i < periods; ++i) {
      BenchPercepts{.angle = i * 0.1, .contacts = i % 5}.write(percepts);
      bench.bridge->sense(bench.step, percepts);
      bench.bridge->push();
      for (const char* port : {"t", "m"}) bench.bridge->in_port(port)->put(torques);
      bench.bridge->in_port("w")->put(forces);
      bench.bridge->in_port("s")->put(word);
      bench.answer.count = 0;
      bench.bridge->act(bench.answer, bench.step, nullptr);
      orders += bench.answer.count;
      bench.step += 2;
    }
  };
  go(20);
  const long before = allocations;
  orders = 0;
  go(1000);
  CHECK(allocations == before);
  CHECK(orders == 4000);
}

}  // namespace rtm
