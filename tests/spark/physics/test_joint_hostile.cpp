// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "tests/spark/physics/joint_bench.h"
#include "tests/spark/physics/numbers.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

constexpr int kParameters[] = {dParamLoStop, dParamHiStop,  dParamBounce,  dParamVel,           dParamFMax,
                               dParamCFM,    dParamStopCFM, dParamStopERP, dParamSuspensionERP, dParamSuspensionCFM};

std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

/// A hash of all states of a chain of boxes over a floor, with all kinds of joints and motors that work against stops.
std::uint64_t run_chain() {
  JointBench bench;
  bench.make_floor();
  bench.make_box("A", {0, 0, 3}, 5.0);
  for (int i = 0; i < 6; ++i) {
    const std::string name = "Box" + std::to_string(i), before = i ? "Box" + std::to_string(i - 1) : "A";
    Body& body = bench.make_box(name, {0.3 * (i + 1), 0.05 * i, 3}, 1.0 + i);
    body.set_angular_velocity({0.1 * i, 0.2, -0.1});
    bench.make_sphere("Ball" + std::to_string(i), {0.3 * i, 0, 4.0 + i}, 1.0, 0.2);
    bench.make_transform("Node" + name, {0.3 * i + 0.15, 0, 3});
    auto& joint = bench.make<Joint>(kJointClasses[i], "Node" + name + "/joint");
    CHECK(bench.attach(joint, before, name));
    joint.set_motor_velocity(0, 2.0);
    joint.set_parameter(dParamFMax, 0, 5.0);
    joint.set_parameter(dParamHiStop, 0, 0.5);
  }
  std::uint64_t hash = 1469598103934665603u;
  for (int step = 0; step < 300; ++step) {
    bench.run(1);
    for (int i = 0; i < 6; ++i) {
      const auto& body = dynamic_cast<Body&>(*bench.core.root().find("/scene/Box" + std::to_string(i) + "/physics"));
      for (const double value : {body.position().x, body.position().y, body.position().z, body.rotation()[1]})
        hash = (hash ^ bits(value)) * 1099511628211u;
    }
  }
  return hash;
}

}  // namespace

TEST_CASE("joints refuse invalid numbers") {
  JointBench bench;
  const std::string class_name = GENERATE(from_range(std::begin(kJointClasses), std::end(kJointClasses)));
  CAPTURE(class_name);
  bench.make_box("A", {0, 0, 3});
  bench.make_box("B", {1, 0, 3});
  auto& joint = bench.make_joint<Joint>(class_name, {0.5, 0, 3});
  REQUIRE(bench.attach(joint, "A", "B"));
  for (const int parameter : kParameters) {
    CAPTURE(parameter);
    const double before = joint.parameter(parameter, 0);
    for (const double bad : {kNan, kInf, -kInf, kHuge, -kHuge}) CHECK_FALSE(joint.set_parameter(parameter, 0, bad));
    for (const int axis : {-1, 3, 255, 1 << 24, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
      CHECK_FALSE(joint.set_parameter(parameter, axis, 0.0));
    CHECK(joint.parameter(parameter, 0) == before);
  }
  for (const int parameter :
       {dParamFMax, dParamBounce, dParamCFM, dParamStopCFM, dParamStopERP, dParamSuspensionERP, dParamSuspensionCFM})
    CHECK_FALSE(joint.set_parameter(parameter, 0, -0.1));
  for (const int parameter : {dParamBounce, dParamStopERP, dParamSuspensionERP})
    CHECK_FALSE(joint.set_parameter(parameter, 0, 1.1));
  if (auto* anchored = dynamic_cast<AnchoredJoint*>(&joint))
    for (const double bad : {kNan, kInf, -kHuge, 2e6}) {
      CHECK_FALSE(anchored->set_anchor({bad, 0, 0}));
      CHECK_FALSE(anchored->set_anchor({0, 0, bad}));
    }
  if (auto* universal = dynamic_cast<UniversalJoint*>(&joint))
    for (const double bad : {kNan, kInf, kHuge, 0.0, 1e-300}) {
      CHECK_FALSE(universal->set_axis1({bad, 0, 0}));
      CHECK_FALSE(universal->set_axis2({0, bad, 0}));
    }
  bench.run(10);
}

TEST_CASE("a joint has the settings of its kind only") {
  JointBench bench;
  const auto knows = [&](const char* class_name, int parameter, int axis) {
    auto& joint = bench.make<Joint>(class_name, std::string("some") + class_name);
    return joint.set_parameter(parameter, axis, 0.5);
  };
  for (const char* name : {"BallJoint", "FixedJoint"}) {
    CHECK(knows(name, dParamCFM, 0));
    CHECK_FALSE(knows(name, dParamCFM, 1));
    CHECK_FALSE(knows(name, dParamVel, 0));
    CHECK_FALSE(knows(name, dParamSuspensionERP, 0));
  }
  for (const char* name : {"HingeJoint", "SliderJoint"}) {
    CHECK(knows(name, dParamVel, 0));
    CHECK_FALSE(knows(name, dParamVel, 1));
    CHECK_FALSE(knows(name, dParamSuspensionERP, 0));
  }
  for (const char* name : {"Hinge2Joint", "UniversalJoint"}) {
    CHECK(knows(name, dParamVel, 1));
    CHECK_FALSE(knows(name, dParamVel, 2));
  }
  CHECK(knows("Hinge2Joint", dParamSuspensionERP, 0));
  CHECK_FALSE(knows("UniversalJoint", dParamSuspensionERP, 0));
}

TEST_CASE("no settings within the bounds make ODE abort") {
  std::mt19937 random(7);
  const auto pick = [&](std::initializer_list<double> from) { return from.begin()[random() % from.size()]; };
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    JointBench bench;
    const char* class_name = kJointClasses[round % 6];
    Body& a = bench.make_box("A", {0, 0, 3}, pick({1e-9, 1.0, 1e9}));
    Body& b = bench.make_box("B", {pick({0.0, 0.3, 9e5}), 0, 3}, pick({1e-9, 1.0, 1e9}));
    auto& joint = bench.make_joint<Joint>(class_name, {pick({0.0, 0.15, -9e5}), 0, 3});
    const bool both = std::string(class_name) == "Hinge2Joint" || random() % 2;
    REQUIRE(bench.attach(joint, "A", both ? "B" : ""));
    for (int step = 0; step < 40; ++step) {
      for (const int axis : {0, 1}) {
        joint.set_parameter(dParamLoStop, axis, pick({-1e6, -3.0, 0.0, 3.0, 1e6}));
        joint.set_parameter(dParamHiStop, axis, pick({-1e6, -3.0, 0.0, 3.0, 1e6}));
        joint.set_parameter(dParamVel, axis, pick({-1e4, 0.0, 1e4}));
        joint.set_parameter(dParamFMax, axis, pick({0.0, 1.0, 1e7}));
        for (const int parameter : {dParamBounce, dParamStopERP, dParamSuspensionERP})
          joint.set_parameter(parameter, axis, pick({0.0, 0.5, 1.0}));
        for (const int parameter : {dParamCFM, dParamStopCFM, dParamSuspensionCFM})
          joint.set_parameter(parameter, axis, pick({0.0, 1e-5, 1e6}));
      }
      a.add_torque({pick({0.0, 1e7}), 0, pick({-1e7, 1.0})});
      b.set_angular_velocity({pick({-5e3, 0.0, 5e3}), pick({0.0, 5e3}), 0});
      bench.run(1);
      for (const Body* body : {&a, &b}) {
        CHECK(is_finite(body->position()));
        CHECK(is_finite(body->velocity()));
        CHECK(is_finite(body->rotation()[0]));
      }
    }
  }
}

TEST_CASE("a joint that rests on a stop swings freely when the stops are removed") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 3});
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint", {0, 0.5, 3});
  REQUIRE(bench.attach(joint, "A"));
  REQUIRE(joint.set_parameter(dParamHiStop, 0, 0.2));
  REQUIRE(joint.set_parameter(dParamLoStop, 0, -0.2));
  bench.run(200);
  REQUIRE(std::abs(joint.angle()) == Approx(0.2 * 180 / M_PI).margin(0.01));
  // ODE itself would keep the stop's equation without room for it.
  REQUIRE(joint.set_parameter(dParamLoStop, 0, 0.3));
  REQUIRE(joint.set_parameter(dParamHiStop, 0, -0.3));
  double max = 0.0;
  for (int i = 0; i < 200; ++i) {
    bench.run(1);
    max = std::max(max, std::abs(joint.angle()));
  }
  CHECK(max > 90.0);  // through the lowest point and up on the other side
  CHECK(is_finite(a.velocity()));
}

TEST_CASE("a chain of all kinds of joints has the same bits in two runs") {
  CHECK(run_chain() == run_chain());
}
