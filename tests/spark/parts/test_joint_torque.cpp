// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "spark/parts/joint_state.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

TEST_CASE("a torque is held until the next one, and accelerates an arm by torque/inertia") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.add_arm("(node JointTorque (setName t) (setTorqueConstant 0.25)) (node JointState (setName t))", 0.01);
  bench.act("(t 0.02)");
  bench.run(0.5);
  CHECK(bench.joint().axis_rate() == Approx(1.0).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "t", "torque") == Approx(0.02));
  CHECK(bench.felt_one("JS", "t", "current") == Approx(0.08));
  bench.act("(t -0.04)");
  bench.run(0.25);
  CHECK(bench.joint().axis_rate() == Approx(0.0).margin(1e-6));
  bench.agent->rest();
  bench.run(0.1);
  CHECK(bench.joint().axis_rate() == Approx(0.0).margin(1e-6));
  double value = 1.0;
  REQUIRE(bench.agent->effector("t")->current({&value, 1}));
  CHECK(value == 0.0);
}

TEST_CASE("the angle of a joint without stops includes full turns, until a restart") {
  const double speed = GENERATE(7.0, -7.0);
  PartBench bench(0.01);
  bench.add_arm("(node JointTorque (setName t)) (node JointState (setName t))", 0.01);
  REQUIRE(bench.body().set_angular_velocity({0, 0, speed}));
  bench.run(10);
  CHECK(bench.felt_one("JS", "t", "pos") == Approx(10 * speed * kPerRadian).epsilon(1e-3));
  for (JointState* state : bench.core.find_all<JointState>(bench.agent)) state->restart();
  CHECK(std::abs(bench.felt_one("JS", "t", "pos")) <= 180);
}

TEST_CASE("a torque is limited to its maximum, and invalid ones change nothing") {
  PartBench bench;
  bench.add_arm("(node JointTorque (setName t) (setMaxTorque 0.05)) (node JointState (setName t))", 0.01);
  CHECK(bench.agent->effector("t")->range(0).max == 0.05);
  bench.act("(t 7)");
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "t", "torque") == Approx(0.05));
  for (const char* text : {"(t nan)", "(t -inf)", "(t)"}) bench.act(text);
  CHECK(bench.log == std::vector<std::string>{"agent 4: (t ...): the torque is not finite",
                                              "agent 4: (t ...): the torque is not finite",
                                              "agent 4: (t ...): too few arguments"});
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "t", "torque") == Approx(0.05));
}

TEST_CASE("a force on a slider acts on both bodies") {
  PartBench bench;
  bench.add(
      "(node Transform (setName base) (setLocalPos 0 0 -2)"
      "(node Body (setName body) (setBoxTotal 2 1 1 1)))"
      "(node Transform (setName arm) (node Body (setName body) (setBoxTotal 1 1 1 1))"
      "(node SliderJoint (setName joint) (attach ../body ../../base/body)"
      "(node JointTorque (setName t)) (node JointState (setName t)) (node ForceTorque (setName f))))");
  bench.act("(t 3)");
  bench.run(0.5);
  CHECK(bench.felt_one("JS", "t", "vel") == Approx(3 * 0.5 * 1.5).epsilon(1e-6));
  CHECK(bench.body().velocity().z == Approx(1.5).epsilon(1e-6));
  CHECK(bench.at<Body>("base/body").velocity().z == Approx(-0.75).epsilon(1e-6));
  CHECK(bench.felt("FT", "f", "force")[2] == Approx(-3).epsilon(1e-6));
  CHECK(bench.agent->effector("t")->parameters()[0].unit == "N");
}

TEST_CASE("a rotor adds its inertia to that of a free arm, and the joint gets the remaining torque") {
  const double step = GENERATE(0.01, 0.001);
  const double rotor = GENERATE(0.001, 0.03, 12.0);
  PartBench bench(step);
  bench.add_arm(
      "(node JointTorque (setName t) (setRotorInertia " + std::to_string(rotor) + ")) (node JointState (setName t))",
      0.01);
  bench.act("(t 0.5)");
  bench.run(0.2);
  CHECK(bench.joint().axis_rate() == Approx(0.2 * 0.5 / (0.01 + rotor)).epsilon(1e-3));
  CHECK(bench.felt_one("JS", "t", "torque") == Approx(0.5 * 0.01 / (0.01 + rotor)).epsilon(1e-3));
}

TEST_CASE("a rotor keeps a light arm stable under a controller with stiff gains, at 1, 2 and 5 ms") {
  const double step = GENERATE(0.001, 0.002, 0.005);
  PartBench bench(step);
  bench.add_arm("(node JointTorque (setName t) (setMaxTorque 1e4) (setRotorInertia 12))", 0.01);
  const double damping = GENERATE(100.0, 500.0);
  double farthest = 0.0;
  bench.run(5, [&] {
    const double aim = 0.5, position = bench.joint().axis_position(), rate = bench.joint().axis_rate();
    farthest = std::max(farthest, position);
    bench.act("(t " + std::to_string(8000 * (aim - position) - damping * rate) + ")");
  });
  CHECK(bench.joint().axis_position() == Approx(0.5).margin(1e-3));
  CHECK(std::abs(bench.joint().axis_rate()) < 0.01);
  // A spring and a damper overshoot by exp(-pi z / sqrt(1 - z^2)); steps that take longer let them overshoot more.
  const double z = damping / (2 * std::sqrt(8000 * 12.01));
  CHECK(farthest < 0.5 * (1 + std::exp(-std::numbers::pi * z / std::sqrt(1 - z * z)) + 0.5 * std::sqrt(step)));
}

TEST_CASE("a joint that is driven into its stop with a high torque hardly rebounds") {
  const double step = GENERATE(0.005, 0.002, 0.001);
  const double rotor = GENERATE(0.0, 0.5, 12.0);
  PartBench bench(step);
  bench.add_arm("(node JointTorque (setName t) (setMaxTorque 100) (setRotorInertia " + std::to_string(rotor) +
                    ")) (node JointState (setName t))",
                0.1, "(setLowStopDeg 0 -30) (setHighStopDeg 0 30)");
  double impact = 0.0, back = 0.0, farthest = 0.0;
  const auto watch = [&] {
    impact = std::max(impact, bench.joint().axis_rate());
    back = std::min(back, bench.joint().axis_rate());
    farthest = std::max(farthest, bench.joint().axis_position());
  };
  bench.act("(t 100)");
  bench.run(2, watch);
  // ODE corrects a fifth of the distance beyond the stop in each step, which is at most a fifth of the speed.
  CHECK(impact > 1.0);
  CHECK(farthest <= 30 / kPerRadian + impact * step);
  CHECK(back >= -0.21 * impact);
  CHECK(bench.felt_one("JS", "t", "pos") == Approx(30).margin(0.1));
  CHECK(bench.felt_one("JS", "t", "torque") == Approx(100).epsilon(1e-3));
  CHECK(bench.joint().axis_rate() == Approx(0).margin(1e-3));
  back = 0.0;
  bench.act("(t 0)");
  bench.run(1, watch);
  CHECK(bench.felt_one("JS", "t", "pos") == Approx(30).margin(0.1));
  CHECK(back > -1e-3);
}

TEST_CASE("a rotor that is driven into a stop stays there") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.add_arm("(node JointTorque (setName t) (setRotorInertia 0.5)) (node JointState (setName t))", 0.01,
                "(setLowStopDeg 0 -30) (setHighStopDeg 0 30)");
  bench.act("(t 2)");
  bench.run(4);
  CHECK(bench.felt_one("JS", "t", "pos") == Approx(30).margin(0.2));
  CHECK(bench.felt_one("JS", "t", "torque") == Approx(2).epsilon(1e-3));
  bench.act("(t -2)");
  bench.run(4);
  CHECK(bench.felt_one("JS", "t", "pos") == Approx(-30).margin(0.2));
}

TEST_CASE("a brake holds the joint's position, and reports the torque that it bears") {
  const double step = GENERATE(0.01, 0.001);
  const double inertia = GENERATE(1e-4, 0.01, 10.0);
  PartBench bench(step);
  bench.add_arm("(node JointBrake (setName hold)) (node BrakePerceptor (setName hold))", inertia);
  REQUIRE(bench.body().set_angular_velocity({0, 0, 2}));
  bench.run(0.1);
  CHECK(bench.felt_one("JB", "hold", "torque") == 0.0);
  const double place = bench.joint().axis_position();
  bench.act("(hold 1)");
  bench.run(1, bench.load(0.2));
  CHECK(bench.joint().axis_position() == Approx(place).margin(2 * step + 0.02 * inertia));
  CHECK(bench.felt_one("JB", "hold", "torque") == Approx(0.2).epsilon(1e-4));
  const double held = bench.joint().axis_position();
  bench.run(10, bench.load(-0.7));
  CHECK(bench.felt_one("JB", "hold", "torque") == Approx(-0.7).epsilon(1e-4));
  CHECK(bench.joint().axis_position() == Approx(held).margin(1e-6));  // it does not creep
  bench.agent->rest();
  bench.run(0.1, bench.load(-0.7));
  CHECK(std::abs(bench.joint().axis_rate()) < 1e-6);
  bench.act("(hold 0)");
  bench.run(0.1, bench.load(-0.7));
  CHECK(bench.joint().axis_rate() == Approx(-0.07 / inertia).epsilon(1e-3));
  CHECK(bench.felt_one("JB", "hold", "torque") == 0.0);
}

TEST_CASE("a brake slips under more than its maximum torque, and holds again when the load is less") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.add_arm("(node JointBrake (setName hold) (setMaxTorque 0.5)) (node BrakePerceptor (setName hold))", 0.01);
  bench.act("(hold 1)");
  bench.run(0.2, bench.load(0.7));
  CHECK(bench.felt_one("JB", "hold", "torque") == Approx(0.5));
  CHECK(bench.joint().axis_rate() == Approx(0.2 * 0.2 / 0.01).epsilon(0.01));
  bench.run(2, bench.load(0.3));
  const double place = bench.joint().axis_position();
  CHECK(place > 0.4);
  CHECK(bench.felt_one("JB", "hold", "torque") == Approx(0.3).epsilon(1e-4));
  bench.run(2, bench.load(0.3));
  CHECK(bench.joint().axis_position() == Approx(place).margin(1e-6));
  bench.act("(hold nan)");
  CHECK(bench.log == std::vector<std::string>{"agent 4: (hold ...): the on is not finite"});
}

TEST_CASE("servo, torque and brake act on one joint at once, and report their own shares") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.add_arm(
      "(node JointServo (setName m) (setGains 5 0.12) (setMaxTorque 1)) (node JointState (setName m))"
      "(node JointTorque (setName hand) (setMaxTorque 2)) (node JointBrake (setName hold))"
      "(node BrakePerceptor (setName hold))",
      3e-4);
  bench.act("(m (pos 0)) (hand 0.2)");
  bench.run(1);
  CHECK(bench.joint().axis_position() == Approx(0.2 / 5).epsilon(1e-4));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(-0.2).epsilon(1e-4));
  bench.act("(hold 1)");
  bench.run(0.1);
  bench.act("(hand 0) (m (pos 10))");
  bench.run(1);
  CHECK(bench.joint().axis_position() == Approx(0.2 / 5).epsilon(1e-3));
  const double servo = 5 * (10 / kPerRadian - 0.2 / 5);
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(servo).epsilon(1e-3));
  CHECK(bench.felt_one("JB", "hold", "torque") == Approx(servo).epsilon(1e-3));
  // A load beyond the servo's maximum moves its arm.
  bench.act("(hold 0) (hand -1.5) (m (pos 0))");
  bench.run(0.02);
  CHECK(bench.joint().axis_rate() < 0);
}
