// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <optional>

#include "spark/physics/articulation.h"
#include "spark/physics/joint_motor.h"
#include "tests/spark/physics/joint_bench.h"

using namespace spark;

namespace {

/// A box of 6 kg and 0.2 m has an inertia of 0.04 kg·m².
constexpr double kInertia = 0.04;

struct Bench : JointBench {
  Bench() : arm(make_box("Arm", {}, 6.0)), hinge(make_joint<HingeJoint>("HingeJoint")) {
    REQUIRE(hinge.set_axis(2));
    REQUIRE(attach(hinge, "Arm"));
  }
  void step(double seconds) { world->step(seconds); }
  Body& arm;
  HingeJoint& hinge;
};

}  // namespace

TEST_CASE("a motor gives (speed - rate at the end of the step)/softness, up to its limit") {
  const double h = GENERATE(0.01, 0.001);
  Bench bench;
  JointMotor motor(bench.hinge);
  const double softness = 2.0, speed = 3.0;
  motor.drive(speed, softness, 100.0);
  bench.step(h);
  CHECK(motor.force() == Approx((speed - motor.rate()) / softness));
  CHECK(motor.rate() == Approx(h * motor.force() / kInertia));
  CHECK(motor.step_seconds() == h);
  motor.drive(speed, softness, 0.25);
  const double before = motor.rate();
  bench.step(h);
  CHECK(motor.force() == Approx(0.25));
  CHECK(motor.rate() - before == Approx(h * 0.25 / kInertia));
  motor.drive(speed, softness, 100.0);
  motor.idle();
  bench.step(h);
  CHECK(motor.force() == 0.0);
}

TEST_CASE("motors of one joint act independently, and the joint's load is their sum") {
  Bench bench;
  bench.hinge.set_feedback(true);
  JointMotor one(bench.hinge), other(bench.hinge), third(bench.hinge);
  for (int i = 0; i < 100; ++i) {
    one.drive(2.0, 0.5, 100.0);
    other.drive(-1.0, 0.25, 100.0);
    third.push(0.3);
    bench.step(0.01);
  }
  // In equilibrium: (2 - w)/0.5 + (-1 - w)/0.25 + 0.3 = 0.
  CHECK(one.rate() == Approx(0.05));
  CHECK(one.force() == Approx(1.95 / 0.5));
  CHECK(other.force() == Approx(-1.05 / 0.25));
  CHECK(third.force() == Approx(0.3));
  CHECK(bench.hinge.load(0).torque.z == Approx(0.0).margin(1e-9));
  CHECK(bench.hinge.torque() == Approx(0.0).margin(1e-9));
}

TEST_CASE("a motor presses a joint against a stop with its force, and the stop holds") {
  Bench bench;
  bench.hinge.set_feedback(true);
  REQUIRE(bench.hinge.set_parameter(dParamLoStop, 0, -0.5));
  REQUIRE(bench.hinge.set_parameter(dParamHiStop, 0, 0.5));
  JointMotor motor(bench.hinge);
  for (int i = 0; i < 300; ++i) {
    motor.drive(4.0, 2.0, 100.0);
    bench.step(0.01);
  }
  CHECK(motor.position() == Approx(0.5).margin(0.001));
  CHECK(motor.force() == Approx(2.0).epsilon(1e-3));
  CHECK(bench.hinge.torque() == Approx(0.0).margin(1e-3));
}

TEST_CASE("a motor can outlive its joint, and then has no effect") {
  Bench bench;
  std::optional<JointMotor> motor(std::in_place, bench.hinge);
  motor->push(1.0);
  bench.step(0.01);
  CHECK(motor->force() == 1.0);
  bench.hinge.release();
  CHECK_FALSE(motor->is_ready());
  CHECK(motor->force() == 0.0);
  motor->drive(1.0, 1.0, 1.0);
  bench.step(0.01);
  REQUIRE(bench.attach(bench.hinge, "Arm"));
  motor->drive(5.0, 1.0, 1.0);
  bench.step(0.01);
  CHECK(motor->force() == Approx(1.0));

  auto taken = bench.hinge.parent()->remove(bench.hinge);
  CHECK_FALSE(motor->is_ready());
  motor->drive(5.0, 1.0, 1.0);
  motor->push(1.0);
  bench.step(0.01);
  CHECK(motor->force() == 0.0);
  CHECK(motor->position() == 0.0);
  taken.reset();
  motor.reset();
  bench.step(0.01);
}

TEST_CASE("a motor has no effect after a body of its joint was removed") {
  Bench bench;
  JointMotor motor(bench.hinge);
  motor.drive(5.0, 1.0, 1.0);
  bench.step(0.01);
  bench.arm.parent()->remove(bench.arm);
  CHECK_FALSE(motor.is_ready());
  motor.drive(5.0, 1.0, 1.0);
  bench.step(0.01);
  CHECK(motor.force() == 0.0);
}

TEST_CASE("motors add no bodies to an articulation") {
  Bench bench;
  bench.make_box("Base", {1, 0, 0});
  REQUIRE(bench.attach(bench.hinge, "Arm", "Base"));
  JointMotor one(bench.hinge), other(bench.hinge);
  one.drive(1.0, 1.0, 1.0);
  bench.step(0.01);
  CHECK(Articulation(bench.arm).others().size() == 1);
}

TEST_CASE("numbers that would break a step leave a motor idle") {
  Bench bench;
  JointMotor motor(bench.hinge);
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, inf, -inf}) {
    motor.drive(bad, 1.0, 1.0);
    bench.step(0.01);
    motor.push(bad);
    bench.step(0.01);
    motor.drive(1.0, bad, 1.0);
    bench.step(0.01);
  }
  motor.drive(1.0, 0.0, 1.0);
  bench.step(0.01);
  motor.drive(1.0, 1.0, nan);
  bench.step(0.01);
  CHECK(motor.rate() == 0.0);
  motor.drive(1.0, 1.0, inf);  // the maximum that ODE may be given
  bench.step(0.01);
  CHECK(motor.force() == Approx(1.0 - motor.rate()));
}

TEST_CASE("a motor with a limit gives at most the maximum force on a body, in either direction") {
  Bench bench;
  const double max = Body::kMaxForce;
  REQUIRE(bench.arm.set_box_total(1e9, {0.2, 0.2, 0.2}));
  JointMotor motor(bench.hinge);
  for (const double sign : {1.0, -1.0}) {
    motor.drive(sign * 1e3 * max, 1.0, 2.0 * max);
    bench.step(0.01);
    CHECK(motor.force() == Approx(sign * max));
    motor.drive(sign * 1e3 * max, 1.0, JointMotor::kNoLimit);
    bench.step(0.01);
    CHECK(motor.force() == Approx(sign * 1e3 * max));
  }
}

TEST_CASE("a push along a slider loads both bodies, on the line half-way between them") {
  JointBench bench;
  bench.make_box("A", {});
  bench.make_box("B", {1, 0, 0}, 2.0);
  auto& rail = bench.make_joint<SliderJoint>("SliderJoint");
  REQUIRE(bench.attach(rail, "A", "B"));
  rail.set_feedback(true);
  JointMotor motor(rail);
  motor.push(10.0);
  const Joint::Load on_first = rail.load(0), on_second = rail.load(1);
  CHECK(on_first.force.z == Approx(10.0));
  CHECK(on_second.force.z == Approx(-10.0));
  CHECK(on_first.torque.y == Approx(-5.0));
  CHECK(on_second.torque.y == Approx(-5.0));
}

TEST_CASE("stops may coincide but not cross, and shares are from 0 to 1") {
  Bench bench;
  for (const int stop : {dParamLoStop, dParamHiStop}) REQUIRE(bench.hinge.set_parameter(stop, 0, 0.5));
  for (const int stop : {dParamLoStop, dParamHiStop}) CHECK(dJointGetHingeParam(bench.hinge.id(), stop) == Approx(0.5));
  REQUIRE(bench.hinge.set_parameter(dParamLoStop, 0, 0.6));  // crossed stops are no stops
  CHECK(dJointGetHingeParam(bench.hinge.id(), dParamLoStop) < -3.0);
  for (const double share : {0.0, 1.0}) CHECK(bench.hinge.set_parameter(dParamBounce, 0, share));
  for (const double beyond : {-0.001, 1.001}) CHECK_FALSE(bench.hinge.set_parameter(dParamBounce, 0, beyond));
}
