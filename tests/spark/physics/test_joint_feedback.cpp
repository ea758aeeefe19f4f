// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/spark/physics/joint_bench.h"
#include "tests/spark/physics/numbers.h"
#include "tests/support/call_method.h"

using namespace spark;

TEST_CASE("a joint holds a hanging box with its weight, and pulls with as much at the holder") {
  const std::string class_name = GENERATE("FixedJoint", "BallJoint", "HingeJoint", "SliderJoint");
  CAPTURE(class_name);
  JointBench bench;
  Body& weight = bench.make_box("A", {0, 0, 2}, 3.0);
  bench.make_box("B", {0, 0, 3}, 1.0).set_kinematic(true);
  // The slider's rail is level, so that it holds as well.
  auto& joint = bench.make_joint<Joint>(class_name, {0, 0, 2}, {90, 0, 0});
  REQUIRE(bench.attach(joint, "A", "B"));
  call_method(joint, "setFeedback", {true});
  bench.run(300);
  const Joint::Load held = joint.load(0), holder = joint.load(1);
  CHECK(length(held.force - Vec3{0, 0, 3.0 * kGravity}) < 0.01 * 3.0 * kGravity);
  CHECK(length(held.force + holder.force) < 1e-9);
  CHECK(length(held.torque) < 0.02);
  CHECK(as_real(call_method(joint, "getForce", {std::int64_t{0}, std::int64_t{2}})).value() == held.force.z);
  CHECK(as_real(call_method(joint, "getTorque", {std::int64_t{1}, std::int64_t{0}})).value() == holder.torque.x);
  CHECK(weight.position().z == Approx(2.0).margin(0.01));
}

TEST_CASE("a fixed joint reports a lever's torque about the centre of mass of each body") {
  JointBench bench;
  bench.make_box("A", {0.5, 0, 2}, 2.0);
  bench.make_box("B", {0, 0, 2}, 50.0).set_kinematic(true);
  auto& joint = bench.make_joint<FixedJoint>("FixedJoint");
  REQUIRE(bench.attach(joint, "A", "B"));
  joint.set_feedback(true);
  bench.run(300);
  // It hangs still, so nothing turns the box about its own centre, and at the holder pulls m g with an arm of 0.5 m.
  CHECK(length(joint.load(0).torque) < 0.02);
  CHECK(joint.load(1).torque.y == Approx(2.0 * kGravity * 0.5).epsilon(0.01));
}

TEST_CASE("a hinge motor holds an arm with m g l, which is the reported torque about the axis") {
  JointBench bench;
  Body& arm = bench.make_box("A", {0.4, 0, 2}, 2.5);
  auto& hinge = bench.make_joint<HingeJoint>("HingeJoint", {0, 0, 2});
  hinge.set_axis(1);
  REQUIRE(bench.attach(hinge, "A"));
  hinge.set_parameter(dParamFMax, 0, 100.0);
  CHECK(hinge.torque() == 0.0);
  hinge.set_feedback(true);
  bench.run(200);
  CHECK(arm.position().z == Approx(2.0).margin(0.01));
  CHECK(std::abs(hinge.torque()) == Approx(2.5 * kGravity * 0.4).epsilon(0.01));
  // About +y an arm along +x goes down, so the motor turns the other way.
  CHECK(hinge.torque() < 0.0);
  CHECK(as_real(call_method(hinge, "getAxisTorque", {})).value() == hinge.torque());
}

TEST_CASE("feedback is off by default, survives removing and adding the joint, and is 0 when nothing is held") {
  JointBench bench;
  bench.make_box("A", {0, 0, 2});
  auto& joint = bench.make_joint<FixedJoint>("FixedJoint");
  REQUIRE(bench.attach(joint, "A"));
  bench.run(10);
  CHECK_FALSE(joint.has_feedback());
  CHECK(dJointGetFeedback(joint.id()) == nullptr);
  CHECK(joint.load(0).force == Vec3());
  joint.set_feedback(true);
  bench.run(100);
  CHECK(joint.load(0).force.z == Approx(kGravity).epsilon(0.01));
  CHECK(joint.load(2).force == Vec3());
  CHECK(joint.load(-1).force == Vec3());
  joint.release();
  CHECK(joint.load(0).force == Vec3());
  bench.run(1);
  CHECK(joint.load(0).force == Vec3());

  auto* node = bench.core.root().find("/scene/Joint")->as_node();
  auto taken = node->remove(joint);
  node->append(std::move(taken));
  bench.at_rest("A", {0, 0, 2});
  REQUIRE(bench.attach(joint, "A"));
  bench.run(100);
  CHECK(joint.load(0).force.z == Approx(kGravity).epsilon(0.01));
  joint.set_feedback(false);
  CHECK(joint.load(0).force == Vec3());
  bench.run(1);
}

TEST_CASE("torque on a hinge and force on a slider act on their bodies for one step") {
  JointBench bench;
  bench.world->set_gravity({});
  Body& a = bench.make_box("A", {0, 0, 2}, 2.0, {0.2, 0.2, 0.2});
  Body& b = bench.make_box("B", {0, 0, 1}, 2.0, {0.2, 0.2, 0.2});
  auto& hinge = bench.make_joint<HingeJoint>("HingeJoint", {0, 0, 1.5});
  hinge.set_axis(2);
  REQUIRE(bench.attach(hinge, "A", "B"));
  const double inertia = 2.0 / 12.0 * (0.04 + 0.04);
  for (int i = 0; i < 100; ++i) {
    CHECK(hinge.add_torque(0.02));
    bench.run(1);
  }
  CHECK(a.angular_velocity().z == Approx(0.02 / inertia).epsilon(1e-3));
  CHECK(b.angular_velocity().z == Approx(-0.02 / inertia).epsilon(1e-3));
  const double rate = hinge.angle_rate();
  CHECK(rate == Approx(2 * 0.02 / inertia / kDegree).epsilon(1e-3));
  bench.run(10);
  CHECK(hinge.angle_rate() == Approx(rate).epsilon(1e-3));

  Body& cart = bench.make_box("Cart", {5, 0, 2}, 4.0);
  bench.make_transform("Rail", {5, 0, 2}, {0, 90, 0});
  auto& slider = bench.make<SliderJoint>("SliderJoint", "Rail/joint");
  REQUIRE(bench.attach(slider, "Cart"));
  for (int i = 0; i < 100; ++i) call_method(slider, "addForce", {2.0});
  bench.run(1);
  CHECK(cart.velocity().x == Approx(200.0 / 4.0 * kStep).epsilon(1e-3));

  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e8}) {
    CHECK_FALSE(hinge.add_torque(bad));
    CHECK_FALSE(slider.add_force(-bad));
  }
  hinge.release();
  CHECK_FALSE(hinge.add_torque(1.0));
  CHECK(bench.log_lines.empty());
}

TEST_CASE("a joint can be created, removed and attached anew while the world runs") {
  JointBench bench;
  bench.make_floor();
  Body& hand = bench.make_sphere("Hand", {0, 0, 1.0}, 1.0, 0.1);
  hand.set_kinematic(true);
  Body& cup = bench.make_sphere("Cup", {0, 0, 0.1}, 0.5, 0.1);
  bench.run(20);
  hand.set_position({0, 0, 0.25});  // it overlaps the cup
  auto& grip = bench.make<FixedJoint>("FixedJoint", "Hand/grip");
  REQUIRE(grip.attach(&cup, &hand));
  hand.set_velocity({0, 0, 0.5});
  bench.run(100);
  CHECK(cup.position().z == Approx(0.6).margin(0.02));
  hand.set_velocity({});
  bench.drop("Hand/grip");
  hand.set_position({3, 0, 3});
  double lowest = 1.0;
  for (int i = 0; i < 100; ++i) {
    bench.run(1);
    lowest = std::min(lowest, cup.position().z);
  }
  CHECK(lowest < 0.15);
  // Again with one joint that a script releases.
  auto& rope = bench.make<BallJoint>("BallJoint", "Cup/rope");
  REQUIRE(rope.attach(&cup, nullptr));
  call_method(rope, "release", {});
  CHECK_FALSE(rope.is_attached());
  REQUIRE(rope.attach(nullptr, &hand));
  CHECK(rope.body(0) == &hand);
  CHECK(rope.body(1) == nullptr);

  bench.core.create("oxygen/World", "/other/world");
  bench.core.create("oxygen/Transform", "/other/X");
  auto& outsider = dynamic_cast<Body&>(bench.core.create("oxygen/Body", "/other/X/physics"));
  CHECK_FALSE(rope.attach(&cup, &outsider));
  CHECK(rope.body(0) == &hand);
  CHECK(bench.log_lines ==
        std::vector<std::string>{"/scene/Cup/rope: /other/X/physics is not a body of this scene to attach to"});
}
