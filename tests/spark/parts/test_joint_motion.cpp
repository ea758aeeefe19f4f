// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/parts/joint_motion.h"

#include "spark/physics/collider.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

constexpr const char* kMotionAndState = "(node JointMotion (setName m)) (node JointState (setName m))";

/// A sine of 40 degrees and 1.5 Hz, in degrees.
struct Sine {
  static constexpr double kRate = 3 * std::numbers::pi;
  static double position(double t) { return 40 * std::sin(kRate * t); }
  static double velocity(double t) { return 40 * kRate * std::cos(kRate * t); }
  static double acceleration(double t) { return -kRate * kRate * position(t); }
};

std::string move_to(const std::string& name, double position) {
  return "(" + name + " (pos " + std::to_string(position) + "))";
}

}  // namespace

TEST_CASE("a motion follows a sine exactly, whatever load there is") {
  const double step = GENERATE(0.01, 0.002, 0.001);
  const double inertia = GENERATE(1e-4, 0.01, 10.0);
  const double load = GENERATE(0.0, 30.0);
  PartBench bench(step);
  bench.add_arm(kMotionAndState, inertia);
  double t = 0.0;
  bench.run(1, [&] {
    if (load != 0.0) bench.load(load)();
    bench.act(move_to("m", Sine::position(t + step)));
    // The action gives the position of the joint at the end of the step.
    if (t > 0.0) REQUIRE(bench.felt_one("JS", "m", "pos") == Approx(Sine::position(t)).margin(2e-3));
    t += step;
  });
  // A turn by w·h is one of 2·atan(w·h/2) to ODE: the speed is wrong by that third power, and corrected in each step.
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(Sine::position(t)).margin(2e-3));
  CHECK(bench.felt_one("JS", "m", "vel") == Approx(Sine::velocity(t - step / 2)).epsilon(2e-3));
  // The last step caused this change of velocity, and bore the load as well.
  const double change = Sine::position(t) - 2 * Sine::position(t - step) + Sine::position(t - 2 * step);
  CHECK(bench.felt_one("JS", "m", "torque") ==
        Approx(inertia * change / (step * step) / kPerRadian - load).margin(0.05 * inertia + 1e-4));
}

TEST_CASE("between two actions a motion continues with their velocity and acceleration") {
  PartBench bench(0.001);
  bench.add_arm(kMotionAndState, 0.01);
  const int every = 5;
  int steps = 0;
  double worst = 0.0, roughest = 0.0, before = Sine::velocity(0);
  bench.run(1, [&] {
    const double t = steps * bench.step;
    if (steps > 1) {
      const double velocity = bench.felt_one("JS", "m", "vel");
      worst = std::max(worst, std::abs(bench.felt_one("JS", "m", "pos") - Sine::position(t)));
      roughest = std::max(roughest, std::abs(velocity - before));
      before = velocity;
    }
    if (steps++ % every != 0) return;
    const auto text = [](double value) { return std::to_string(value); };
    bench.act("(m (pos " + text(Sine::position(t)) + ") (vel " + text(Sine::velocity(t)) + ") (acc " +
              text(Sine::acceleration(t)) + "))");
  });
  // Within 5 ms only the third derivative is missing: 40·w³·(5 ms)³/6.
  CHECK(worst < 1e-3);
  CHECK(roughest < 1.5 * 40 * Sine::kRate * Sine::kRate * bench.step);  // no jerks
}

TEST_CASE("a motion starts at the joint's position and rate unless the action gives others") {
  PartBench bench(0.001);
  bench.add_arm(kMotionAndState, 0.01);
  bench.act("(m (vel 30))");
  bench.run(2);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(60).epsilon(1e-5));
  bench.act("(m (acc -10))");  // from 30 degrees/s
  bench.run(1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(60 + 30 - 5).epsilon(1e-5));
  CHECK(bench.felt_one("JS", "m", "vel") == Approx(20).epsilon(1e-3));
  bench.act("(m (pos 85) (acc 20))");  // from rest
  bench.run(1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(85 + 10).epsilon(1e-5));
  bench.act("(m (pos 95))");
  bench.run(1, bench.load(-50));
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(95).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(50).epsilon(1e-6));
  double values[3];
  REQUIRE(bench.agent->effector("m")->current(values));
  CHECK(values[0] == Approx(95));
  CHECK(values[1] == 0.0);
  CHECK(values[2] == 0.0);
}

TEST_CASE("a motion turns a wheel at a speed through many turns") {
  PartBench bench(0.001);
  bench.add_arm(kMotionAndState, 0.01);
  bench.act("(m (vel 720))");
  bench.run(5);
  CHECK(bench.felt_one("JS", "m", "vel") == Approx(720).epsilon(1e-4));
  double values[3];
  REQUIRE(bench.agent->effector("m")->current(values));
  CHECK(values[0] == Approx(3600).epsilon(1e-6));
  bench.act("(m (pos 3590))");
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(3590).margin(1e-3));
}

TEST_CASE("a motion ends at the stops, and a jump is limited by the maximum speed") {
  PartBench bench(0.001);
  bench.add_arm("(node JointMotion (setName m) (setMaxSpeed 100) (setTorqueConstant 2)) (node JointState (setName m))",
                0.01, "(setLowStopDeg 0 -30) (setHighStopDeg 0 30)");
  const Effector& motion = *bench.agent->effector("m");
  CHECK(motion.range(0).min == Approx(-30));
  CHECK(motion.range(0).max == Approx(30));
  CHECK(motion.range(1).max == Approx(100));
  bench.act("(m (pos 1e30))");
  bench.run(0.2);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(20).epsilon(1e-3));
  CHECK(bench.felt_one("JS", "m", "vel") == Approx(100).epsilon(1e-3));
  bench.run(0.2, bench.load(-3));
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(30).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(3).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "m", "current") == Approx(1.5).epsilon(1e-6));
  bench.act("(m (vel -1e30) (acc -1e30))");
  bench.run(1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(-30).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "m", "vel") == Approx(0).margin(1e-6));
  CHECK(bench.log == std::vector<std::string>());
}

TEST_CASE("a motion pushes obstacles away and is not stopped by them") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  dynamic_cast<PlaneCollider&>(bench.core.create("oxygen/PlaneCollider", "/scene/wall")).set_params(0, -1, 0, -0.3);
  // A beam of 0.4 m along x from the hinge at the origin, a ball of 5 kg beside its end, and a wall behind that.
  bench.add(
      "(node Transform (setName arm) (setLocalPos 0.2 0 0) (node Body (setName body) (setBoxTotal 1 0.4 0.02 0.02)) "
      "(node BoxCollider (setBoxLengths 0.4 0.02 0.02)) (node HingeJoint (setName joint) (attach ../body) "
      "(setAnchor -0.2 0 0) (setAxis 2) (node JointMotion (setName m)) (node JointState (setName m))))");
  auto& other = bench.add_agent("other", 5);
  bench.add(
      "(node Transform (setName ball) (setLocalPos 0.35 0.1 0) (node Body (setName body) "
      "(setSphereTotal 5 0.05)) (node SphereCollider (setRadius 0.05)))",
      &other);
  const auto& ball = dynamic_cast<Body&>(*bench.core.root().find("/scene/other/ball/body"));
  bench.act("(m (pos 0) (vel 90))");
  double fastest = 0.0;
  bench.run(1, [&] { fastest = std::max(fastest, length(ball.velocity())); });
  // The beam moves at 0.63 m/s at its end.
  CHECK(fastest > 0.4);
  CHECK(fastest < 4 * 0.63);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(90).margin(1e-2));
  bench.act("(m (pos 90) (vel -90))");
  bench.run(1);
  bench.act("(m (pos 0))");
  bench.run(0.5);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(0).margin(1e-6));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(0).margin(1e-3));
  CHECK(length(bench.body().position() - Vec3{0.2, 0, 0}) < 1e-3);  // it is still in its hinge
  CHECK(bench.log == std::vector<std::string>());
}

TEST_CASE("invalid motions change nothing") {
  PartBench bench(0.001);
  bench.add_arm(kMotionAndState, 0.01);
  bench.act("(m (pos 10))");
  bench.run(0.1);
  for (const char* text : {"(m)", "(m (pos nan))", "(m (vel inf))", "(m (acc -inf))", "(m (pos 3) (acc nan))"})
    bench.act(text);
  CHECK(bench.log ==
        std::vector<std::string>{"agent 4: (m ...): it takes (pos A), (vel B), (acc C) or several",
                                 "agent 4: (m ...): the pos is not finite", "agent 4: (m ...): the vel is not finite",
                                 "agent 4: (m ...): the acc is not finite", "agent 4: (m ...): the acc is not finite"});
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(10).epsilon(1e-6));
  auto& motion = bench.at<JointMotion>("arm/joint/m");
  for (const double speed : {0.0, -1.0, 1e9, std::nan("")}) CHECK_FALSE(motion.set_max_speed(speed));
  ActionList actions;  // numbers beyond those that a text can give; there are no stops
  actions.add("m").real(1e300).real(1e308).real(-1e308);
  bench.agent->act(bench.core.clock.now(), actions.all());
  bench.run(1);
  CHECK(std::isfinite(bench.felt_one("JS", "m", "pos")));
  CHECK(std::abs(bench.felt_one("JS", "m", "vel")) <= 3600.1);
  CHECK(bench.log.size() == 5);
}

TEST_CASE("a joint follows the last torque or motion, without a remainder of the other") {
  const double rotor = GENERATE(0.0, 12.0);
  PartBench bench(0.001);
  bench.add_arm("(node JointTorque (setName t) (setRotorInertia " + std::to_string(rotor) +
                    ") (setTorqueConstant 0.5)) (node JointMotion (setName m)) (node JointState (setName j))",
                0.01);
  const auto& torque = bench.at<JointMotion>("arm/joint/m");
  double value = 0.0, motion[3];
  bench.act("(t 3)");
  bench.run(0.1);
  const double faster = 3 * 0.1 / (0.01 + rotor);
  CHECK(bench.joint().axis_rate() == Approx(faster).epsilon(1e-3));
  CHECK_FALSE(torque.is_leading());

  bench.act("(m (vel 90))");
  bench.run(1);
  CHECK(bench.joint().axis_rate() == Approx(90 / kPerRadian).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "j", "torque") == Approx(0).margin(1e-6));  // nothing remains of the 3 N·m
  REQUIRE(bench.agent->effector("t")->current({&value, 1}));
  CHECK(value == 0.0);
  CHECK(torque.is_leading());

  bench.act("(t 0)");
  bench.run(1);
  CHECK(bench.joint().axis_rate() == Approx(90 / kPerRadian).epsilon(1e-6));  // it is free, and continues to turn
  bench.run(0.1, bench.load(-1));
  CHECK(bench.joint().axis_rate() == Approx(90 / kPerRadian - 0.1 / (0.01 + rotor)).epsilon(1e-3));
  CHECK_FALSE(torque.is_leading());
  REQUIRE(bench.agent->effector("m")->current(motion));
  CHECK(motion[1] == 0.0);

  bench.act("(m (pos 0)) (t 2) (t nan)");  // the last valid action
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "j", "torque") == Approx(2 * 0.01 / (0.01 + rotor)).epsilon(1e-3));
}

TEST_CASE("at rest a motion holds the joint where it is, and in a new episode the joint is free") {
  PartBench bench(0.001);
  bench.add_arm("(node JointMotion (setName m)) (node JointTorque (setName t)) (node JointState (setName m))", 0.01);
  bench.agent->rest();  // nothing to hold
  bench.run(0.1, bench.load(0.1));
  CHECK(bench.joint().axis_rate() == Approx(1).epsilon(1e-3));
  bench.act("(m (vel 90))");
  bench.run(0.5);
  const double place = bench.felt_one("JS", "m", "pos");
  bench.agent->rest();
  bench.run(0.5, bench.load(5));
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(place).epsilon(1e-6));
  visit_children_first(*bench.agent, [](Leaf& leaf) { leaf.restart(); });
  bench.run(0.1, bench.load(0.1));
  CHECK(bench.joint().axis_rate() == Approx(1).epsilon(1e-3));
  CHECK(bench.felt_one("JS", "m", "torque") == 0.0);
  // Neither a torque nor a motion from before the episode has an effect.
  bench.act("(m (pos 5))");
  bench.joint().release();
  bench.run(0.1);
  REQUIRE(bench.joint().attach(&bench.body(), nullptr));
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(0).margin(1e-6));  // held where it was attached
}

TEST_CASE("a motion on a slider moves a weight against gravity, in metres") {
  PartBench bench(0.002);
  bench.world->set_gravity({0, 0, -9.81});
  bench.add_block(kMotionAndState, 20, "(setLowStopPos 0 -1) (setHighStopPos 0 1)");
  CHECK(bench.agent->effector("m")->parameters()[1].unit == "m/s");
  bench.act("(m (pos 0) (vel 0.1))");
  bench.run(2);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(0.2).epsilon(1e-6));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(20 * 9.81).epsilon(1e-6));
  bench.act("(m (vel 5))");
  bench.run(2);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(1).epsilon(1e-6));
  CHECK(bench.body().position().z == Approx(1).epsilon(1e-6));
}

TEST_CASE("all joints of a chain follow their motions at once, identically in two runs") {
  const auto play = [] {
    PartBench bench(0.001);
    bench.world->set_gravity({0, 0, -9.81});
    std::string scene, at = "";
    for (int i = 0; i < 4; ++i) {
      const std::string n = std::to_string(i);
      // Links of 0.3 m along x; each hinge is at the near end, about y and z alternately.
      scene += "(node Transform (setName link" + n + ") (setLocalPos " + std::to_string(0.3 * i) +
               " 0 0) (node Body (setName body) (setBoxTotal 2 0.3 0.05 0.05)) (node HingeJoint (setName joint) "
               "(attach ../body" +
               (i == 0 ? std::string() : " ../../link" + std::to_string(i - 1) + "/body") +
               ") (setAnchor -0.15 0 0) (setAxis " + std::to_string(1 + i % 2) + ") (node JointMotion (setName m" + n +
               ")) (node JointState (setName m" + n + "))))";
    }
    bench.add(scene);
    double t = 0.0, worst = 0.0;
    bench.run(2, [&] {
      std::string text;
      for (int i = 0; i < 4; ++i) {
        const std::string name = "m" + std::to_string(i);
        if (t > 0) worst = std::max(worst, std::abs(bench.felt_one("JS", name, "pos") - Sine::position(t) / (i + 1)));
        text += move_to(name, Sine::position(t + bench.step) / (i + 1));
      }
      bench.act(text);
      t += bench.step;
    });
    CHECK(worst < 0.01);
    return bench.sense();
  };
  const std::string once = play();
  CHECK(once == play());
}
