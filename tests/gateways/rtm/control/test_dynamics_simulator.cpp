// SPDX-License-Identifier: Apache-2.0
//
// The simulation as controllers of other programs read and command it.
#include "gateways/rtm/control/dynamics_simulator.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <thread>

#include "tests/gateways/rtm/control/control_bench.h"
#include "tests/gateways/rtm/corba/stage.h"

namespace rtm {
namespace {

using Simulation = OpenHRP::DynamicsSimulator;

/// The robot "arm" of a controller, and "other" beside it, with steps of 1 ms and control periods of 2 ms.
struct EngineBench {
  EngineBench() {
    robots.add("other", bench_map());
    object = Simulation::_duplicate(engine.reference());
  }

  void meet() { engine.meet({map, effectors, BenchPercepts().array()}); }
  void begin(const BenchPercepts& seen = {}) {
    percepts = seen.array();
    engine.begin({step, percepts});
  }
  /// Ends the period; returns its orders.
  std::vector<Order> orders() {
    answer.count = 0;
    engine.make_orders(answer);
    step += 2;
    return {answer.orders.begin(), answer.orders.begin() + static_cast<std::ptrdiff_t>(answer.count)};
  }

  std::vector<double> all(Simulation::LinkDataType type, const char* robot = "arm") {
    OpenHRP::DblSequence_var values;
    object->getCharacterAllLinkData(robot, type, values.out());
    return numbers(values.in());
  }
  std::vector<double> get(const char* link, Simulation::LinkDataType type, const char* robot = "arm") {
    OpenHRP::DblSequence_var values;
    object->getCharacterLinkData(robot, link, type, values.out());
    return numbers(values.in());
  }
  std::vector<double> sensor(const char* name, const char* robot = "arm") {
    OpenHRP::DblSequence_var values;
    object->getCharacterSensorValues(robot, name, values.out());
    return numbers(values.in());
  }
  void set(const char* link, Simulation::LinkDataType type, const std::vector<double>& values,
           const char* robot = "arm") {
    object->setCharacterLinkData(robot, link, type, sequence(values));
  }
  void set_all(Simulation::LinkDataType type, const std::vector<double>& values, const char* robot = "arm") {
    object->setCharacterAllLinkData(robot, type, sequence(values));
  }

  static std::vector<double> numbers(const OpenHRP::DblSequence& values) {
    return {values.get_buffer(), values.get_buffer() + values.length()};
  }
  static OpenHRP::DblSequence sequence(const std::vector<double>& values) {
    OpenHRP::DblSequence result;
    result.length(static_cast<CORBA::ULong>(values.size()));
    for (CORBA::ULong i = 0; i != result.length(); ++i) result[i] = values[i];
    return result;
  }

  Stage stage;
  const RobotMap map = bench_map();
  const std::vector<EffectorForm> effectors = bench_effectors();
  RobotSnapshots robots{0.001};
  DynamicsSimulator engine{*stage.orb, robots,
                           DynamicsSimulator::Settings{.robot = "arm",
                                                       .controller = "controller Walker of robot arm",
                                                       .step_seconds = 0.001,
                                                       .period_seconds = 0.002,
                                                       .gravity = {0, 0, -9.81},
                                                       .watchdog = std::chrono::milliseconds(100)}};
  Simulation::_var_type object;
  spark::PerceptArray percepts;
  spark::Step step = 100;
  Answer answer;
};

auto close_to(const std::vector<double>& numbers) {
  return Catch::Matchers::Approx(numbers).margin(1e-12);
}

}  // namespace

TEST_CASE("a DynamicsSimulator has the sensation of the present period until the next one begins") {
  EngineBench bench;
  bench.meet();
  CHECK(bench.all(Simulation::JOINT_VALUE) == std::vector<double>(3, 0.0));
  bench.begin({.angle = 90});
  CHECK_THAT(bench.all(Simulation::JOINT_VALUE), close_to({kPi / 2, 0.03, -kPi}));
  bench.orders();
  CHECK_THAT(bench.get("J1", Simulation::JOINT_VALUE), close_to({kPi / 2}));
  bench.begin({.angle = 45, .rate = 360});
  CHECK_THAT(bench.get("J1", Simulation::JOINT_VALUE), close_to({kPi / 4}));
  CHECK_THAT(bench.get("FINGER", Simulation::JOINT_VELOCITY), close_to({-0.2}));
  CHECK_THAT(bench.get("J1", Simulation::JOINT_TORQUE), close_to({4}));
  CHECK_THAT(bench.get("J1", Simulation::JOINT_ACCELERATION), close_to({kPi / 0.002}));
}

TEST_CASE("a DynamicsSimulator knows links by the names of their joints, and the root first") {
  EngineBench bench;
  bench.meet();
  bench.begin();
  CHECK_THAT(bench.get("BODY", Simulation::ABS_TRANSFORM), close_to({1, 2, 3, 0, -1, 0, 1, 0, 0, 0, 0, 1}));
  CHECK_THAT(bench.get("J1", Simulation::ABS_VELOCITY), close_to({0, 0.25, 0, kPi, 0, -kPi / 2}));
  CHECK(bench.all(Simulation::ABS_ACCELERATION).size() == 12);
  CHECK_THAT(bench.get("BODY", Simulation::CONSTRAINT_FORCE), close_to({1, 2, 3, 4, 5, 6}));
  CHECK(bench.get("J1", Simulation::CONSTRAINT_FORCE).empty());
}

TEST_CASE("a DynamicsSimulator gives sensors by name and all at once") {
  EngineBench bench;
  bench.meet();
  bench.begin();
  CHECK_THAT(bench.sensor("wrist"), close_to({1, 2, 3, 4, 5, 6}));
  CHECK_THAT(bench.sensor("gyro2"), close_to({0, 0, 2 * kPi}));
  CHECK_THAT(bench.sensor("acc"), close_to({0, 0, 9.81}));
  CHECK_THAT(bench.sensor("scan"), close_to({1.5, 2.5, 10, 0}));
  OpenHRP::SensorState_var state;
  bench.object->getCharacterSensorState("arm", state.out());
  CHECK_THAT(EngineBench::numbers(state->q), close_to({kPi / 2, 0.03, -kPi}));
  CHECK_THAT(EngineBench::numbers(state->dq), close_to({kPi, -0.2, 0}));
  CHECK_THAT(EngineBench::numbers(state->u), close_to({4, 7, 0}));
  REQUIRE(state->force.length() == 1);
  CHECK(state->force[0][5] == 6);
  REQUIRE(state->rateGyro.length() == 2);
  CHECK(state->rateGyro[1][2] == Approx(2 * kPi));
  REQUIRE(state->accel.length() == 1);
  CHECK(state->accel[0][2] == 9.81);
  REQUIRE(state->range.length() == 1);
  CHECK(state->range[0].length() == 4);
  // A sensor whose percept is missing keeps its place.
  bench.begin({.has_gyro = false});
  bench.object->getCharacterSensorState("arm", state.out());
  REQUIRE(state->rateGyro.length() == 2);
  CHECK(state->rateGyro[0][0] == 0);
  CHECK(state->rateGyro[1][2] == Approx(2 * kPi));
}

TEST_CASE("the world state has the time, all robots, and their contacts") {
  EngineBench bench;
  bench.meet();
  bench.step = 2500;
  bench.begin({.contacts = 2});
  bench.robots.take("other", 2500, BenchPercepts{.contacts = 0}.array());
  OpenHRP::WorldState_var world;
  bench.object->getWorldState(world.out());
  CHECK(world->time == Approx(2.5));
  REQUIRE(world->characterPositions.length() == 2);
  const OpenHRP::CharacterPosition& arm = world->characterPositions[0];
  CHECK(std::string(arm.characterName.in()) == "arm");
  REQUIRE(arm.linkPositions.length() == 2);
  CHECK(arm.linkPositions[1].p[0] == 11);
  CHECK(arm.linkPositions[0].R[1] == -1);
  REQUIRE(world->collisions.length() == 1);
  const OpenHRP::Collision& collision = world->collisions[0];
  CHECK(std::string(collision.pair.linkName1.in()) == "BODY");
  CHECK(std::string(collision.pair.charName2.in()).empty());
  REQUIRE(collision.points.length() == 2);
  CHECK(collision.points[1].position[0] == 2);
  CHECK(collision.points[1].normal[2] == Approx(6 / std::sqrt(77.0)));
  OpenHRP::DblSequence3_var gravity;
  bench.object->getGVector(gravity.out());
  REQUIRE(gravity->length() == 3);
  CHECK(gravity[2] == 9.81);
}

TEST_CASE("data set at a DynamicsSimulator becomes the orders of the period") {
  EngineBench bench;
  bench.meet();
  bench.begin();
  bench.set_all(Simulation::JOINT_TORQUE, {2.5, -1, 0});
  std::vector<Order> orders = bench.orders();
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].effector == kJ1Torque);
  CHECK(orders[0].numbers[0] == 2.5);
  CHECK(orders[1].effector == kFingerForce);
  CHECK(orders[1].numbers[0] == -1);
  // Data set between two periods belongs to the next one.
  bench.set("BODY", Simulation::EXTERNAL_FORCE, {1, 2, 3, 4, 5, 6});
  bench.set("BODY", Simulation::ABS_TRANSFORM, {1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  bench.begin();
  orders = bench.orders();
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].effector == kPut);
  CHECK(orders[0].numbers[11] == 1);
  CHECK(orders[1].effector == kPush);
  CHECK(orders[1].numbers[5] == 6);
  CHECK(bench.orders().empty());
  CHECK(bench.engine.refusals() == 0);
}

TEST_CASE("the last of torque and motion counts until the mode of a joint is set") {
  EngineBench bench;
  bench.meet();
  bench.begin({.angle = 30});
  bench.set("J1", Simulation::JOINT_TORQUE, {1});
  bench.set("J1", Simulation::JOINT_VALUE, {kPi});
  std::vector<Order> orders = bench.orders();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].effector == kJ1Motion);
  CHECK(orders[0].numbers[0] == Approx(180));
  // With high gain it holds where it is, and takes no torque.
  bench.begin({.angle = 30});
  bench.set("J1", Simulation::POSITION_GIVEN, {1});
  bench.set("J1", Simulation::JOINT_TORQUE, {5});
  CHECK(bench.get("J1", Simulation::POSITION_GIVEN) == std::vector{1.0});
  orders = bench.orders();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].effector == kJ1Motion);
  CHECK(orders[0].numbers[0] == Approx(30));
  // In torque mode it takes torques, and no position.
  bench.begin();
  bench.set("J1", Simulation::POSITION_GIVEN, {0});
  bench.set("J1", Simulation::JOINT_VALUE, {0});
  CHECK(bench.get("J1", Simulation::POSITION_GIVEN) == std::vector{0.0});
  orders = bench.orders();
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].effector == kJ1Torque);
  CHECK(orders[0].numbers[0] == 0);
  CHECK(bench.engine.refusals() == 0);
}

TEST_CASE("a mode for all joints may be set before the robot is there") {
  EngineBench bench;
  bench.object->setCharacterAllJointModes("arm", Simulation::HIGH_GAIN_MODE);
  bench.meet();
  bench.begin({.angle = 30});
  const std::vector<Order> orders = bench.orders();
  REQUIRE(orders.size() == 2);
  CHECK(orders[0].effector == kJ1Motion);
  CHECK(orders[0].numbers[0] == Approx(30));
  CHECK(orders[1].effector == kFingerMotion);
  // The wheel has neither JointTorque nor JointMotion.
  CHECK(bench.engine.refusals() == 1);
  CHECK(bench.stage.said("controller Walker of robot arm: sets the mode of WHEEL, which has no JointMotion"));
  // A new episode resets the modes.
  bench.engine.restart();
  bench.begin();
  bench.set("J1", Simulation::JOINT_TORQUE, {5});
  CHECK(bench.orders().size() == 1);
}

TEST_CASE("a stream of torques that stops for 100 ms is brought to rest, a single torque stays") {
  EngineBench bench;
  bench.meet();
  // A single value is not a stream, and stays.
  bench.begin();
  bench.set("J1", Simulation::JOINT_TORQUE, {5});
  CHECK(bench.orders().size() == 1);
  for (int i = 0; i != 200; ++i) {
    bench.begin();
    CHECK(bench.orders().empty());
  }
  for (int i = 0; i != 10; ++i) {
    bench.begin();
    bench.set("J1", Simulation::JOINT_TORQUE, {5});
    CHECK(bench.orders().size() == 1);
  }
  int silent = 0;
  std::vector<Order> orders;
  while (orders.empty() && silent < 1000) {
    bench.begin();
    orders = bench.orders();
    ++silent;
  }
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].effector == kJ1Torque);
  CHECK(orders[0].kind == Order::Kind::rest);
  CHECK(silent >= 50);  // 100 ms of periods of 2 ms
  CHECK(silent <= 51);
  CHECK(bench.stage.said("has set nothing for 100 ms of simulated time"));
}

TEST_CASE("data of another robot can be read, but not set") {
  EngineBench bench;
  bench.meet();
  bench.begin({.angle = 90});
  bench.robots.take("other", 100, BenchPercepts{.angle = 10}.array());
  CHECK(bench.get("J1", Simulation::JOINT_VALUE, "other").at(0) == Approx(kPi / 18));
  bench.set("J1", Simulation::JOINT_TORQUE, {5}, "other");
  bench.set_all(Simulation::JOINT_TORQUE, {5, 5, 5}, "other");
  bench.object->setCharacterAllJointModes("other", Simulation::TORQUE_MODE);
  CHECK(bench.orders().empty());
  CHECK(bench.engine.refusals() == 3);
  CHECK(bench.stage.said("sets data of 'other', but commands no robot other than 'arm'"));
  bench.robots.remove("other");
  CHECK(bench.get("J1", Simulation::JOINT_VALUE, "other").empty());
}

TEST_CASE("a DynamicsSimulator without a robot returns no data and takes none") {
  EngineBench bench;
  CHECK(bench.all(Simulation::JOINT_VALUE).empty());
  bench.set("J1", Simulation::JOINT_TORQUE, {5});
  OpenHRP::SensorState_var state;
  bench.object->getCharacterSensorState("arm", state.out());
  CHECK(state->q.length() == 0);
  OpenHRP::WorldState_var world;
  bench.object->getWorldState(world.out());
  CHECK(world->characterPositions.length() == 0);
  CHECK(bench.orders().empty());
  CHECK(bench.stage.said("asks for its robot, which does not exist yet"));
  CHECK(bench.stage.said("sets data of its robot, which does not exist yet"));
}

TEST_CASE("unknown robots, links and types have no data, and cause rate-limited complaints") {
  EngineBench bench;
  bench.meet();
  bench.begin();
  CHECK(bench.get("J1", Simulation::JOINT_VALUE, "ghost").empty());
  CHECK(bench.stage.said("asks for a robot 'ghost', which does not exist"));
  CHECK(bench.get("J9", Simulation::JOINT_VALUE).empty());
  CHECK(bench.stage.said("asks for JOINT_VALUE of 'J9', and there is no such joint of robot 'arm'"));
  CHECK(bench.get("WHEEL", Simulation::ABS_TRANSFORM).empty());
  CHECK(bench.get("J1", Simulation::INVALID_DATA_TYPE).empty());
  CHECK(bench.get("BODY", Simulation::EXTERNAL_FORCE).empty());
  CHECK(bench.all(Simulation::CONSTRAINT_FORCE).empty());
  CHECK(bench.all(Simulation::POSITION_GIVEN).empty());
  CHECK(bench.sensor("nose").empty());
  CHECK(bench.get("", Simulation::POSITION_GIVEN).empty());
  // Even after many requests the log stays short.
  for (int i = 0; i != 1000; ++i) bench.get(std::string(100'000, 'x').c_str(), Simulation::JOINT_VALUE);
  CHECK(bench.stage.lines().size() < 20);
  for (const std::string& line : bench.stage.lines()) CHECK(line.size() < 300);
}

TEST_CASE("values that are not finite, incomplete or for unknown parts change nothing") {
  EngineBench bench;
  bench.meet();
  bench.begin();
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinite, -infinite}) {
    bench.set("J1", Simulation::JOINT_TORQUE, {bad});
    bench.set_all(Simulation::JOINT_TORQUE, {1, bad, 0});
    bench.set("J1", Simulation::POSITION_GIVEN, {bad});
    bench.set("BODY", Simulation::ABS_TRANSFORM, {1, 2, 3, 1, 0, 0, 0, 1, 0, 0, bad, 1});
  }
  bench.set("J1", Simulation::JOINT_TORQUE, {});
  bench.set("BODY", Simulation::ABS_TRANSFORM, {1, 2, 3});
  bench.set("J1", Simulation::POSITION_GIVEN, {});
  bench.set("J1", Simulation::CONSTRAINT_FORCE, {1, 2, 3, 4, 5, 6});
  bench.set("J1", Simulation::INVALID_DATA_TYPE, {1});
  bench.set("J1", Simulation::EXTERNAL_FORCE, {1, 2, 3, 4, 5, 6});
  bench.set("WHEEL", Simulation::JOINT_TORQUE, {1});
  bench.set("J9", Simulation::JOINT_TORQUE, {1});
  bench.set_all(Simulation::POSITION_GIVEN, {1, 1, 1});
  CHECK(bench.orders().empty());
  CHECK(bench.engine.refusals() == 21);
  // Surplus numbers are cut off, missing ones leave their joints unchanged.
  bench.begin();
  bench.set_all(Simulation::JOINT_TORQUE, std::vector<double>(250'000, 1.0));
  CHECK(bench.orders().size() == 2);
  bench.begin();
  bench.set_all(Simulation::JOINT_TORQUE, {1});
  CHECK(bench.orders().size() == 1);
  bench.begin();
  bench.set_all(Simulation::JOINT_TORQUE, {});
  CHECK(bench.orders().empty());
  CHECK(bench.engine.refusals() == 21);
}

TEST_CASE("threads that read while periods pass see whole sensations") {
  EngineBench bench;
  bench.meet();
  bench.begin({.angle = 1, .rate = 1});
  std::atomic<bool> is_over{false};
  std::atomic<int> torn{0};
  std::vector<std::thread> callers;
  for (int i = 0; i != 4; ++i)
    callers.emplace_back([&] {
      while (!is_over) {
        OpenHRP::SensorState_var state;
        bench.object->getCharacterSensorState("arm", state.out());
        // The same number for angle and rate, in each sensation.
        if (state->q.length() != 3 || std::abs(state->q[0] - state->dq[0]) > 1e-9) ++torn;
        bench.set_all(Simulation::JOINT_TORQUE, {1, 1, 1});
      }
    });
  for (int i = 0; i != 2000; ++i) {
    bench.begin({.angle = i % 180 + 0.5, .rate = i % 180 + 0.5});
    bench.orders();
  }
  is_over = true;
  for (std::thread& caller : callers) caller.join();
  CHECK(torn == 0);
}

TEST_CASE("a DynamicsSimulator that has ended does not exist any more") {
  EngineBench bench;
  bench.meet();
  bench.begin();
  bench.engine.end();
  CHECK_THROWS_AS(bench.all(Simulation::JOINT_VALUE), CORBA::OBJECT_NOT_EXIST);
  CHECK_THROWS_AS(bench.set("J1", Simulation::JOINT_TORQUE, {5}), CORBA::OBJECT_NOT_EXIST);
}

}  // namespace rtm
