// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "spark/physics/world_state.h"
#include "tests/spark/parts/part_bench.h"

using namespace spark;

namespace {

struct Case {
  double step, stiffness, damping, inertia;
};

/// A hobby servo with the gains of `each`.
std::string servo(const Case& each, const std::string& more = "") {
  return "(node JointServo (setName m) (setGains " + std::to_string(each.stiffness) + " " +
         std::to_string(each.damping) + ") (setMaxTorque 1.0) (setMaxSpeed 360) (setTorqueConstant 0.5) " + more +
         ") (node JointState (setName m))";
}

Case any_case() {
  return GENERATE(Case{0.01, 5, 0.12, 3e-4}, Case{0.001, 5, 0.12, 3e-4}, Case{0.01, 2000, 20, 1e-4},
                  Case{0.001, 2000, 20, 1e-4}, Case{0.01, 1e7, 1e4, 1e-4}, Case{0.001, 1e7, 1e4, 1e-4},
                  Case{0.01, 20, 0.15, 2e-3}, Case{0.001, 20, 0.15, 2e-3});
}

}  // namespace

TEST_CASE("a servo has no power until its first action, then it holds the position that it gets") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 3e-4}), 3e-4);
  REQUIRE(bench.body().set_angular_velocity({0, 0, 0.5}));
  bench.run(0.5);
  CHECK(bench.joint().axis_rate() == Approx(0.5));  // nothing brakes it
  CHECK(bench.felt_one("JS", "m", "torque") == 0.0);
  bench.act("(m (power 1))");
  bench.run(1);
  CHECK(bench.joint().axis_position() == Approx(0.25).margin(0.002));
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(0.25 * kPerRadian).margin(0.1));
  CHECK(std::abs(bench.felt_one("JS", "m", "vel")) < 1e-3);
  bench.act("(m (pos -30))");
  bench.run(1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(-30).margin(0.01));
  bench.act("(m (power 0))");
  bench.run(0.1, bench.load(0.001));
  CHECK(bench.joint().axis_rate() == Approx(0.1 * 0.001 / 3e-4).epsilon(0.01));
  // Once released it stays so until an action gives it power.
  bench.act("(m (pos 10))");
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "m", "torque") == 0.0);
  // As numbers, without a position: it holds the present one.
  ActionList actions;
  actions.add("m").skip().real(1.0);
  bench.agent->act(bench.core.clock.now(), actions.all());
  const double place = bench.felt_one("JS", "m", "pos");
  bench.run(0.5);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(place).margin(2));
  CHECK(std::abs(bench.felt_one("JS", "m", "vel")) < 1e-3);
  CHECK(bench.log.empty());
}

TEST_CASE("a servo also works in worlds with quick steps") {
  const Case each = any_case();
  CAPTURE(each.step, each.stiffness);
  PartBench bench(each.step);
  bench.world->set_quick_step(true);
  bench.add_arm(servo(each), each.inertia);
  bench.act("(m (pos 40))");
  bench.run(3, bench.load(0.4));
  CHECK(bench.joint().axis_position() == Approx(40 / kPerRadian + 0.4 / each.stiffness).margin(1e-3));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(-0.4).epsilon(0.01));
}

TEST_CASE("under a load a servo deviates from its target by load/P, and its current is load/constant") {
  const Case each = any_case();
  CAPTURE(each.step, each.stiffness, each.inertia);
  const double load = GENERATE(0.05, -0.4, 0.9);
  PartBench bench(each.step);
  bench.add_arm(servo(each), each.inertia);
  bench.act("(m (pos 40))");
  bench.run(3, bench.load(load));
  CHECK(bench.joint().axis_position() == Approx(40 / kPerRadian + load / each.stiffness).margin(1e-6));
  CHECK(std::abs(bench.joint().axis_rate()) < 1e-6);
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(-load).epsilon(1e-4));
  CHECK(bench.felt_one("JS", "m", "current") == Approx(-load / 0.5).epsilon(1e-4));
}

TEST_CASE("a step of 90 degrees settles within half a second, whatever the gains and the step") {
  const Case each = any_case();
  CAPTURE(each.step, each.stiffness, each.inertia);
  PartBench bench(each.step);
  bench.add_arm(servo(each), each.inertia);
  bench.act("(m (pos 90))");
  double max_rate = 0.0, max_torque = 0.0;
  for (double t = 0; t < 2.0; t += each.step) {
    bench.run(each.step);
    max_rate = std::max(max_rate, bench.joint().axis_rate());
    max_torque = std::max(max_torque, std::abs(bench.felt_one("JS", "m", "torque")));
    if (t > 0.5) CHECK(bench.joint().axis_position() * kPerRadian == Approx(90).margin(1));
  }
  CHECK(bench.joint().axis_position() * kPerRadian == Approx(90).margin(0.01));
  CHECK(max_torque <= 1.0 + 1e-6);
  CHECK(max_rate * kPerRadian < 450);  // the softest one catches up a little
}

TEST_CASE("a stiff servo is stable where its law, applied at the beginning of each step, is not") {
  const Case each{0.01, 2000, 20, 1e-4};
  const auto swing = [&](const std::string& parts, const std::function<void(PartBench&)>& before) {
    PartBench bench(each.step);
    bench.add_arm(parts, each.inertia);
    bench.act("(m (pos 0))");
    REQUIRE(bench.body().set_angular_velocity({0, 0, 0.01}));
    bench.run(0.5, [&] { before(bench); });
    return std::abs(bench.joint().axis_rate());
  };
  CHECK(swing(servo(each), [](PartBench&) {}) < 1e-9);
  // The same gains and the same limit, applied by the test.
  const auto law = [&](PartBench& bench) {
    const double torque = -each.stiffness * bench.joint().axis_position() - each.damping * bench.joint().axis_rate();
    REQUIRE(bench.body().add_torque({0, 0, std::clamp(torque, -1.0, 1.0)}));
  };
  CHECK(swing("", law) > 10);
}

TEST_CASE("the set point moves at the maximum speed, and the servo follows it by D/P later") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.add_arm(servo({step, 5, 0.05, 3e-4}, "(setMaxSpeed 90)"), 3e-4);
  bench.act("(m (pos 120))");
  bench.run(1);
  CHECK(bench.felt_one("JS", "m", "vel") == Approx(90).epsilon(1e-4));
  CHECK(std::abs(bench.felt_one("JS", "m", "torque")) < 1e-6);  // no acceleration
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(90 - 90 * 0.05 / 5).margin(0.01));
}

TEST_CASE("a servo gives at most its maximum torque times its power") {
  const double step = GENERATE(0.01, 0.001);
  struct Row {
    double power;
    std::string asked;
  };
  const auto [power, asked] = GENERATE(Row{1.0, "1"}, Row{0.25, "0.25"}, Row{1.0, "7"});  // more than 1 is 1
  PartBench bench(step);
  bench.add_arm(servo({step, 1e5, 100, 0}, "(setMaxSpeed 1e4)"), 0.1);
  bench.act("(m (pos 170) (power " + asked + "))");
  bench.run(0.2);
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(power));
  CHECK(bench.joint().axis_rate() == Approx(0.2 * power / 0.1).epsilon(1e-4));
  // A greater load moves the arm.
  PartBench pulled(step);
  pulled.add_arm(servo({step, 1e5, 100, 0}), 0.1);
  pulled.act("(m (pos 0) (power " + asked + "))");
  pulled.run(0.2, pulled.load(-1.5));
  CHECK(pulled.felt_one("JS", "m", "torque") == Approx(power));
  CHECK(pulled.joint().axis_rate() == Approx(-0.2 * (1.5 - power) / 0.1).epsilon(1e-3));
}

TEST_CASE("a servo presses against a stop with P times the error, and targets are limited to the range") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.add_arm(servo({step, 2, 0.05, 0}, "(setRange -90 90)"), 3e-4,
                "(setLowStopDeg 0 -60) (setHighStopDeg 0 60) (setFeedback true)");
  bench.act("(m (pos 75))");
  bench.run(2);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(60).margin(0.2));
  const double missing = 75 - bench.joint().axis_position() * kPerRadian;
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(2 * missing / kPerRadian).epsilon(1e-3));
  // The joint as a whole exerts no torque on the arm: the stop bears what the servo gives.
  CHECK(dynamic_cast<HingeJoint&>(bench.joint()).torque() == Approx(0).margin(1e-6));

  const Effector& effector = *bench.agent->effector("m");
  double values[2];
  bench.act("(m (pos 1e6))");
  REQUIRE(effector.current(values));
  CHECK(values[0] == Approx(90));
  CHECK(values[1] == 1.0);
  CHECK(effector.range(0).min == Approx(-90));
  CHECK(effector.travel(0)->now == Approx(60).margin(0.2));
  CHECK(effector.travel(0)->max == Approx(90));
  CHECK_FALSE(effector.travel(1));
  CHECK(bench.log.empty());
}

TEST_CASE("without a range a servo has that of the stops") {
  PartBench bench;
  bench.add_arm("(node JointServo (setName m))", 0.01, "(setLowStopDeg 0 -20) (setHighStopDeg 0 50)");
  const Effector& effector = *bench.agent->effector("m");
  CHECK(effector.range(0).min == Approx(-20));
  CHECK(effector.range(0).max == Approx(50));
  CHECK(bench.joint().set_parameter(dParamLoStop, 0, 2.0));  // above the high stop: no stops
  CHECK(effector.range(0).min == Approx(-179));
  CHECK(effector.range(1).max == 1.0);
}

TEST_CASE("a servo turns a hinge through several turns, and a restored world has its position") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 0}, "(setRange -720 720)"), 3e-4);
  const auto run_and_watch = [&](double seconds) {
    double max = 0.0;
    for (double t = 0; t < seconds; t += 0.01) {
      const double before = bench.agent->effector("m")->travel(0)->now;
      bench.run(0.01);
      max = std::max(max, std::abs(bench.agent->effector("m")->travel(0)->now - before));
    }
    return max;
  };
  bench.act("(m (pos 500))");
  CHECK(run_and_watch(2) < 6);  // 360 degrees/s, and a little more to catch up
  CHECK(bench.agent->effector("m")->travel(0)->now == Approx(500).margin(0.01));
  CHECK(bench.joint().axis_position() * kPerRadian == Approx(140).margin(0.01));
  const WorldState state = bench.world->save();
  bench.act("(m (pos -700))");
  run_and_watch(4);
  CHECK(bench.agent->effector("m")->travel(0)->now == Approx(-700).margin(0.01));
  bench.world->restore(state);
  CHECK(bench.agent->effector("m")->travel(0)->now == Approx(500).margin(0.01));
  bench.agent->rest();
  bench.act("(m (pos 1e4))");
  CHECK(run_and_watch(1) < 6);
  CHECK(bench.agent->effector("m")->travel(0)->now == Approx(720).margin(0.01));
}

TEST_CASE("a servo on a slider works in metres and newtons") {
  const double step = GENERATE(0.01, 0.001);
  PartBench bench(step);
  bench.world->set_gravity({0, 0, -9.81});
  bench.add_block(
      "(node JointServo (setName m) (setGains 4000 200) (setMaxTorque 100) (setTorqueConstant 10))"
      "(node JointState (setName m))",
      2.0);
  bench.act("(m (pos 0.5))");
  bench.run(3);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(0.5 - 2 * 9.81 / 4000).margin(1e-5));
  CHECK(bench.felt_one("JS", "m", "torque") == Approx(2 * 9.81).epsilon(1e-4));
  CHECK(bench.felt_one("JS", "m", "current") == Approx(0.2 * 9.81).epsilon(1e-4));
  CHECK(bench.agent->effector("m")->parameters()[0].unit == "m");
}

TEST_CASE("at rest a servo with power holds the joint's position, and one without stays released") {
  PartBench bench;
  bench.add_arm(servo({0.01, 50, 1, 0}), 3e-4);
  bench.agent->rest();
  bench.run(0.2, bench.load(0.001));
  CHECK(bench.joint().axis_rate() > 0.5);
  bench.act("(m (pos 120))");
  bench.run(0.2);
  const double there = bench.felt_one("JS", "m", "pos");
  CHECK(there < 100);
  bench.agent->rest();
  bench.run(1);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(there).margin(1));
  CHECK(bench.agent->effector("m")->is_trigger() == false);
}

TEST_CASE("invalid numbers for a servo cost one line each and change nothing") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 0}), 3e-4);
  bench.act("(m (pos 20))");
  bench.run(0.5);
  const std::vector<std::string> acts{"(m (pos nan))", "(m (power inf) (pos 3))", "(m)", "(m (pos 1e300))"};
  for (const auto& text : acts) bench.act(text);
  CHECK(bench.log == std::vector<std::string>{"agent 4: (m ...): the pos is not finite",
                                              "agent 4: (m ...): the power is not finite",
                                              "agent 4: (m ...): it takes (pos A), (power P) or both",
                                              "agent 4: (m ...): the pos is not finite"});
  bench.run(0.5);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(20).margin(0.01));

  auto& servo = bench.at<Leaf>("arm/joint/m");
  for (const char* setter : {"setMaxTorque", "setMaxSpeed", "setTorqueConstant"})
    for (const double number : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
      CAPTURE(setter, number);
      bool accepted = true;
      const Value result = servo.class_info()->find_method(setter)->call(servo, {number}, accepted);
      CHECK((!accepted || result == Value(false)));
    }
  for (const auto& [low, high] : {std::pair{-3601.0, 0.0}, std::pair{5.0, 5.0}, std::pair{0.0, 1e9}}) {
    bool accepted = true;
    CHECK(servo.class_info()->find_method("setRange")->call(servo, {low, high}, accepted) == Value(false));
  }
  bench.run(0.5);
  CHECK(bench.felt_one("JS", "m", "pos") == Approx(20).margin(0.01));
}

TEST_CASE("servos with one name in two agents are distinct") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 0}), 3e-4);
  AgentAspect& other = bench.add_agent("other", 5);
  bench.add(
      "(node Transform (setName arm) (setLocalPos 3 0 0) (node Body (setName body) (setBoxTotal 1 0.1 0.1 0.1))"
      "(node HingeJoint (setName joint) (attach ../body) (setAxis 2) (node JointServo (setName m))))",
      &other);
  bench.act("(m (pos 25))");
  other.act(bench.core.clock.now(), "(m (pos -35))");
  bench.run(2);
  CHECK(bench.joint().axis_position() * kPerRadian == Approx(25).margin(0.1));
  auto& joint = dynamic_cast<HingeJoint&>(*bench.core.root().find("/scene/other/arm/joint"));
  CHECK(joint.angle() == Approx(-35).margin(0.1));
}

TEST_CASE("parts of a joint can cope with its release, attachment and deletion") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 0}, "") +
                    "(node JointBrake (setName hold)) (node BrakePerceptor (setName hold))" +
                    "(node JointTorque (setName hand)) (node ForceTorque (setName felt))",
                3e-4);
  bench.act("(m (pos 20)) (hand 0.1)");
  bench.run(1);
  bench.act("(hold 1)");
  bench.joint().release();
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "m", "torque") == 0.0);
  CHECK(bench.felt_one("JB", "hold", "torque") == 0.0);
  CHECK(bench.felt("FT", "felt", "force") == std::vector<double>{0, 0, 0});
  const Vec3 spin = bench.body().angular_velocity();
  bench.run(0.5);
  CHECK(bench.body().angular_velocity() == spin);

  REQUIRE(bench.joint().attach(&bench.body(), nullptr));
  bench.run(1);
  CHECK(std::abs(bench.joint().axis_rate()) < 1e-6);
  CHECK(bench.felt_one("JB", "hold", "torque") != 0.0);

  bench.body().parent()->destroy(bench.body());
  bench.run(0.1);
  CHECK(bench.felt_one("JS", "m", "torque") == 0.0);
  auto& joint = bench.joint();
  joint.parent()->destroy(joint);
  bench.run(0.1);
  bench.act("(m (pos 20))");
  CHECK(bench.log == std::vector<std::string>{"agent 4: no effector 'm'"});
  CHECK(bench.sense().empty());
}

TEST_CASE("parts have no effect after their world was destroyed") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 0}), 3e-4);
  bench.act("(m (pos 20))");
  bench.run(0.1);
  bench.world->parent()->destroy(*bench.world);
  CHECK(bench.felt_one("JS", "m", "torque") == 0.0);
  bench.act("(m (pos 30))");
  CHECK(bench.log.empty());
}

TEST_CASE("a restored world has the same torques, and continues with the same bits") {
  PartBench bench;
  bench.add_arm(servo({0.01, 5, 0.12, 0}) + "(node JointBrake (setName hold)) (node BrakePerceptor (setName hold))",
                3e-4);
  bench.act("(m (pos 20))");
  bench.run(2, bench.load(0.2));
  bench.act("(hold 1)");
  bench.run(0.1, bench.load(0.3));
  const auto state = bench.world->save();
  const std::string then = bench.sense();
  bench.run(0.2, bench.load(-0.1));
  const double place = bench.joint().axis_position();
  const std::string later = bench.sense();
  CHECK(later != then);
  const bool released = GENERATE(false, true);
  if (released) bench.joint().release();
  bench.world->restore(state);
  CHECK(bench.sense() == then);
  bench.run(0.2, bench.load(-0.1));
  CHECK(bench.joint().axis_position() == place);
  CHECK(bench.sense() == later);
}

TEST_CASE("parts of joints need a hinge or a slider above them") {
  PartBench bench;
  bench.core.create("oxygen/BallJoint", "/scene/agent/ball");
  for (const char* name : {"JointServo", "JointTorque", "JointBrake", "JointState", "BrakePerceptor"}) {
    bench.core.create(name, "/scene/agent/ball/part");
    CHECK(bench.log.back() ==
          std::string(name) + " below /scene/agent/ball has no effect: there is no hinge or slider above this part");
  }
  CHECK(bench.agent->effectors().empty());
  bench.run(0.05);
}
