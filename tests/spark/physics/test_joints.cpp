// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/spark/physics/joint_bench.h"
#include "tests/spark/physics/numbers.h"

using namespace spark;

TEST_CASE("a ball joint to the static world is a pendulum of fixed length") {
  JointBench bench;
  const Vec3 hook{0, 0, 3};
  const double tilt = 20 * kDegree;
  Body& bob = bench.make_box("A", hook + Vec3{std::sin(tilt), 0, -std::cos(tilt)});
  auto& joint = bench.make_joint<BallJoint>("BallJoint", hook);
  REQUIRE(bench.attach(joint, "A"));
  bob.set_velocity({0, 0.5, 0});
  double lowest = 3.0, farthest = 1.0;
  for (int i = 0; i < 1000; ++i) {
    bench.run(1);
    // A step leaves the circle by v² dt² / 2 and a fifth of the error is taken back in the next (ERP 0.2). At the
    // bottom v² = 0.25 + 2 g (1 - cos 20°) = 1.43, so the error stays below 1.43e-4 / 0.4 = 0.36 mm.
    CHECK(length(bob.position() - hook) == Approx(1.0).margin(1e-3));
    lowest = std::min(lowest, bob.position().z);
    farthest = std::min(farthest, bob.position().x);
  }
  // An ellipse about the hook: half axes sin 20° and 0.5 / sqrt(g), 0.16 m, where it is lowest.
  CHECK(lowest == Approx(3.0 - std::sqrt(1.0 - 0.25 / kGravity)).margin(2e-3));
  CHECK(farthest < -0.3);
}

TEST_CASE("a hinge swings with the period of a physical pendulum") {
  JointBench bench;
  const double size = 0.2, arm = 1.0, amplitude = 5.0 * kDegree;
  Body& bob = bench.make_box("A", {0, 0, 5}, 2.0, {size, size, size});
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint", {0, 0, 5 + arm});
  REQUIRE(bench.attach(joint, "A"));
  REQUIRE(joint.set_anchor({}));
  // About the world's x, because no axis was set (behaviour 13, 36).
  const double inertia = 2.0 * size * size / 6.0 + 2.0 * arm * arm;
  const double pulsation = std::sqrt(2.0 * kGravity * arm / inertia);
  bob.set_angular_velocity({amplitude * pulsation, 0, 0});
  bob.set_velocity({0, amplitude * pulsation * arm, 0});

  // Twenty half periods between rising and falling zeros of the angle.
  int crossings = 0;
  double before = joint.angle(), first = 0.0, last = 0.0;
  for (int step = 1; crossings <= 20 && step < 10000; ++step) {
    bench.run(1);
    const double now = joint.angle();
    if ((before < 0.0) != (now < 0.0)) {
      last = (step - 1 + before / (before - now)) * kStep;
      if (crossings++ == 0) first = last;
    }
    before = now;
  }
  REQUIRE(crossings == 21);
  CHECK((last - first) / 10.0 == Approx(2.0 * std::numbers::pi / pulsation).epsilon(0.01));
}

TEST_CASE("a hinge reports the angle of its first body against the second, and keeps to its stops") {
  JointBench bench;
  bench.world->set_gravity({});
  Body& a = bench.make_box("A", {0, 0, 0});
  bench.make_box("B", {1, 0, 0}, 1e6);
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint", {0.5, 0, 0});
  REQUIRE(bench.attach(joint, "A", "B"));
  REQUIRE(joint.set_axis(2));
  CHECK(joint.angle() == 0.0);
  REQUIRE(joint.set_parameter(dParamLoStop, 0, -20 * kDegree));
  REQUIRE(joint.set_parameter(dParamHiStop, 0, 30 * kDegree));
  // B is so heavy that it stays. A goes around (0.5, 0, 0), so it moves along -y while it turns towards +z.
  a.set_angular_velocity({0, 0, 1});
  a.set_velocity({0, -0.5, 0});
  bench.run(10);
  CHECK(joint.angle_rate() == Approx(1.0 / kDegree).epsilon(1e-3));
  CHECK(joint.angle() == Approx(0.1 / kDegree).epsilon(1e-3));
  // A torque that presses A to either stop. At rest ERP / dt · error = CFM · torque: 5e-6 rad too far.
  for (const double torque : {10.0, -10.0}) {
    for (int i = 0; i < 300; ++i) {
      a.add_torque({0, 0, torque});
      bench.run(1);
    }
    CHECK(joint.angle() == Approx(torque > 0 ? 30.0 : -20.0).margin(0.01));
    CHECK(joint.angle_rate() == Approx(0.0).margin(0.01));
  }
}

TEST_CASE("the axis of a hinge is x, y or z of the joint's node") {
  JointBench bench;
  bench.world->set_gravity({});
  // Turned by 90° about z: the node's x is the world's y.
  bench.make_box("A", {0, 0, 0});
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint", {}, {0, 0, 90});
  REQUIRE(bench.attach(joint, "A"));
  const auto check_axis = [&](Vec3 expected) {
    dVector3 axis;
    dJointGetHingeAxis(joint.id(), axis);
    CHECK(length(to_vec3(axis) - expected) < 1e-9);
  };
  check_axis({1, 0, 0});
  CHECK(joint.set_axis(0));
  check_axis({0, 1, 0});
  CHECK(joint.set_axis(1));
  check_axis({-1, 0, 0});
  CHECK(joint.set_axis(2));
  check_axis({0, 0, 1});
  CHECK_FALSE(joint.set_axis(3));
  CHECK_FALSE(joint.set_axis(-1));
  check_axis({0, 0, 1});
  CHECK(joint.set_axis_direction({3, 0, 4}));
  check_axis({0, 0.6, 0.8});
  for (const Vec3 bad : {Vec3{}, Vec3{std::numeric_limits<double>::quiet_NaN(), 0, 1}, Vec3{1e300, 0, 0}})
    CHECK_FALSE(joint.set_axis_direction(bad));
  check_axis({0, 0.6, 0.8});
  CHECK(joint.set_axis(0));
  check_axis({0, 1, 0});
}

TEST_CASE("an anchor and an axis that are set before a joint is attached take effect when it is") {
  JointBench bench;
  bench.make_box("A", {0, 0, 3});
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint", {0, 0, 1}, {0, 0, 90});
  CHECK(joint.set_anchor({1, 0, 2}));
  CHECK(joint.set_axis(0));
  REQUIRE(bench.attach(joint, "A"));
  dVector3 anchor, axis;
  dJointGetHingeAnchor(joint.id(), anchor);
  dJointGetHingeAxis(joint.id(), axis);
  CHECK(length(to_vec3(anchor) - Vec3{0, 1, 3}) < 1e-9);
  CHECK(length(to_vec3(axis) - Vec3{0, 1, 0}) < 1e-9);
}

TEST_CASE("a hinge motor with a force reaches its speed, in the same direction in either order of bodies") {
  JointBench bench;
  bench.world->set_gravity({});
  const bool world_first = GENERATE(false, true);
  Body& a = bench.make_box("A", {0, 0, 0}, 6.0, {1, 1, 1});  // inertia 1 kg·m²
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint");
  REQUIRE(bench.attach(joint, world_first ? "" : "A", world_first ? "A" : ""));
  REQUIRE(joint.set_axis(2));
  REQUIRE(joint.set_motor_velocity(0, 2.0));
  bench.run(10);
  CHECK(a.angular_velocity().z == 0.0);
  // 4 N·m on 1 kg·m²: 0.04 rad/s more per step.
  REQUIRE(joint.set_parameter(dParamFMax, 0, 4.0));
  bench.run(25);
  CHECK(a.angular_velocity().z == Approx(1.0).epsilon(1e-3));
  bench.run(75);
  CHECK(a.angular_velocity().z == Approx(2.0).epsilon(1e-3));
  CHECK(joint.angle_rate() == Approx(2.0 / kDegree).epsilon(1e-3));
  CHECK(joint.angle() > 0.0);
}

TEST_CASE("a slider falls freely along z of its node, to its stop") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 10});
  auto& joint = bench.make_joint<SliderJoint>("SliderJoint");
  REQUIRE(bench.attach(joint, "A"));
  a.set_angular_velocity({0, 1, 0});
  bench.run(100);
  // Semi-implicit Euler: v = g t, s = g t (t + dt) / 2.
  CHECK(joint.position_rate() == Approx(-kGravity).epsilon(1e-3));
  CHECK(joint.position() == Approx(-kGravity * 1.01 / 2.0).epsilon(1e-3));
  CHECK(a.position().z == Approx(10.0 + joint.position()).margin(1e-6));
  CHECK(length(a.angular_velocity()) < 1e-3);  // a rail does not let it turn
  REQUIRE(joint.set_parameter(dParamLoStop, 0, -8.0));
  bench.run(500);
  CHECK(joint.position() == Approx(-8.0).margin(1e-3));
}

TEST_CASE("a slider on a slope follows it") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 10});
  // z of the node leans by 60° towards x after a turn about y.
  auto& joint = bench.make_joint<SliderJoint>("SliderJoint", {}, {0, 60, 0});
  REQUIRE(bench.attach(joint, "A"));
  bench.run(100);
  const double along = -kGravity * std::cos(60 * kDegree) * 1.01 / 2.0;
  CHECK(joint.position() == Approx(along).epsilon(1e-3));
  CHECK(a.position().x == Approx(along * std::sin(60 * kDegree)).epsilon(1e-3));
  CHECK(a.position().z == Approx(10.0 + along * std::cos(60 * kDegree)).epsilon(1e-3));
}

TEST_CASE("the rate of a slider is that of its position also while its rail turns") {
  JointBench bench;
  bench.world->set_gravity({});
  Body& a = bench.make_box("A", {0, 0, 2});
  Body& b = bench.make_box("B", {1, 0, 0});
  auto& joint = bench.make_joint<SliderJoint>("SliderJoint");
  REQUIRE(bench.attach(joint, "A", "B"));
  a.set_angular_velocity({0, 0.5, 0});
  b.set_angular_velocity({0, 0.5, 0});
  a.set_velocity({1, 0, 0.5});  // as if both were one body
  bench.run(1);
  bool is_moving = false;
  for (int i = 0; i < 50; ++i) {
    const double before = joint.position();
    bench.run(1);
    const double mean = (joint.position() - before) / 0.01;
    CHECK(joint.position_rate() == Approx(mean).margin(0.01));
    is_moving = is_moving || std::abs(joint.position_rate() - dot(a.velocity() - b.velocity(), Vec3{0, 0, 1})) > 0.1;
  }
  CHECK(is_moving);  // the centres separate at another rate than the position changes
}

TEST_CASE("a universal joint reports angle and rate of both axes") {
  JointBench bench;
  bench.world->set_gravity({});
  Body& a = bench.make_box("A", {0, 0, 0});
  Body& b = bench.make_box("B", {0, 0, 0});
  auto& joint = bench.make_joint<UniversalJoint>("UniversalJoint", {}, {0, 0, 90});
  REQUIRE(bench.attach(joint, "A", "B"));
  REQUIRE(joint.set_axis1({0, -2, 0}));   // the world's x
  REQUIRE(joint.set_axis2({0.5, 0, 0}));  // the world's y
  CHECK(joint.angle(0) == Approx(0.0).margin(1e-9));
  a.set_angular_velocity({1, 0, 0});
  b.set_angular_velocity({0, 2, 0});
  bench.run(1);
  CHECK(joint.angle_rate(0) == Approx(1.0 / kDegree).epsilon(0.01));
  CHECK(joint.angle_rate(1) == Approx(-2.0 / kDegree).epsilon(0.01));
  bench.run(9);
  // Both continue to turn while the axes tilt: second order in the angles of 0.1 and 0.2.
  CHECK(joint.angle(0) == Approx(0.1 / kDegree).epsilon(0.02));
  CHECK(joint.angle(1) == Approx(-0.2 / kDegree).epsilon(0.02));
  CHECK(joint.angle(2) == 0.0);
  CHECK(joint.angle_rate(-1) == 0.0);
}

TEST_CASE("the axes of a universal joint cannot become parallel") {
  JointBench bench;
  bench.make_box("A", {0, 0, 3});
  bench.make_box("B", {0, 0, 2});
  auto& joint = bench.make_joint<UniversalJoint>("UniversalJoint", {0, 0, 2.5});
  REQUIRE(bench.attach(joint, "A", "B"));
  REQUIRE(joint.set_axis1({0, 1, 0}));  // the former axis 2
  CHECK_FALSE(joint.set_axis2({0, -3, 0}));
  CHECK_FALSE(joint.set_axis2({0, 1, 0.1}));
  CHECK_FALSE(joint.set_axis2({0, 0, 0}));
  CHECK(joint.set_axis2({0, 0, 1}));
  CHECK_FALSE(joint.set_axis1({0, 0, 1}));
  bench.run(100);
  dVector3 first, second;
  dJointGetUniversalAxis1(joint.id(), first);
  dJointGetUniversalAxis2(joint.id(), second);
  CHECK(dot(to_vec3(first), to_vec3(second)) == Approx(0.0).margin(1e-3));
}

TEST_CASE("a wheel on a hinge-2 joint rolls, and steers about z of the node") {
  JointBench bench;
  bench.world->set_gravity({});
  Body& chassis = bench.make_box("A", {0, 0, 0}, 1e6);
  Body& wheel = bench.make_box("B", {0, 0, 0});
  auto& joint = bench.make_joint<Hinge2Joint>("Hinge2Joint");
  REQUIRE(bench.attach(joint, "A", "B"));
  // Axis 2 is x of the node (behaviour 11.5). ODE's rate is that of the first body against the second.
  REQUIRE(joint.set_motor_velocity(1, 3.0));
  REQUIRE(joint.set_parameter(dParamFMax, 1, 100.0));
  bench.run(50);
  CHECK(wheel.angular_velocity().x == Approx(-3.0).epsilon(1e-3));
  CHECK(joint.angle_rate(1) == Approx(3.0 / kDegree).epsilon(1e-3));
  CHECK(joint.angle(0) == Approx(0.0).margin(1e-3));
  CHECK(length(chassis.angular_velocity()) < 1e-3);
  // Steer to a stop, where it is held.
  REQUIRE(joint.set_parameter(dParamHiStop, 0, 10 * kDegree));
  REQUIRE(joint.set_motor_velocity(0, 1.0));
  REQUIRE(joint.set_parameter(dParamFMax, 0, 100.0));
  bench.run(1);
  CHECK(joint.angle_rate(0) == Approx(1.0 / kDegree).epsilon(0.01));
  bench.run(300);
  CHECK(joint.angle(0) == Approx(10.0).margin(0.1));
}

TEST_CASE("a fixed joint keeps the relative pose that the bodies have when it is attached") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 5}, 1.0, {0.2, 0.2, 0.2}, {20, 30, 40});
  Body& b = bench.make_box("B", {1, 0.5, 5});
  auto& joint = bench.make_joint<FixedJoint>("FixedJoint");
  REQUIRE(bench.attach(joint, "A", "B"));
  const Pose before = inverse(Pose{a.position(), a.rotation()}) * Pose{b.position(), b.rotation()};
  a.set_angular_velocity({1, 2, 0});
  bench.run(100);
  const Pose after = inverse(Pose{a.position(), a.rotation()}) * Pose{b.position(), b.rotation()};
  CHECK(length(after.position - before.position) < 2e-3);
  for (std::size_t i = 0; i < 9; ++i) CHECK(after.rotation[i] == Approx(before.rotation[i]).margin(2e-3));
  CHECK(length(a.angular_velocity()) > 0.1);  // they turn and fall together
  CHECK(a.position().z < 3.0);
}

TEST_CASE("a body fixed to the static world stays where it is") {
  JointBench bench;
  Body& a = bench.make_box("A", {1, 2, 5});
  auto& joint = bench.make_joint<FixedJoint>("FixedJoint");
  REQUIRE(joint.attach({JointBench::path("A")}));
  bench.run(500);
  CHECK(length(a.position() - Vec3{1, 2, 5}) < 1e-3);
}

TEST_CASE("shapes whose bodies are joined do not collide (behaviour 2.1)") {
  JointBench bench;
  bench.world->set_gravity({});
  const bool joined = GENERATE(false, true);
  // Two spheres that overlap by half a radius: contacts would push them apart.
  Body& a = bench.make_sphere("A", {0, 0, 0}, 1.0, 0.2);
  Body& b = bench.make_sphere("B", {0.3, 0, 0}, 1.0, 0.2);
  auto& joint = bench.make_joint<BallJoint>("BallJoint", {0.15, 0, 0});
  if (joined) REQUIRE(bench.attach(joint, "A", "B"));
  bench.run(50);
  const double distance = length(a.position() - b.position());
  if (joined)
    CHECK(distance == Approx(0.3).margin(1e-9));
  else
    CHECK(distance > 0.35);
}
