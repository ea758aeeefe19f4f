// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/sigverse/world/links.h"
#include "spark/physics/collider.h"
#include "tests/gateways/sigverse/world/jointed.h"
#include "tests/gateways/sigverse/world/poses.h"
#include "tests/support/call_method.h"

using namespace sigverse;

namespace {

/// An object that can be grasped from anywhere.
ObjectPlan graspable(ObjectPlan object) {
  object.attributes.add("graspable", {"physics", true});
  object.attributes.add("graspRadius", {"physics", 1000.0});
  return object;
}

BodyPlan block() {
  return body_of({{ShapeKind::box, {}, {10, 10, 10}}});
}

/// An arm of three links, and a block beyond its end, at (0, 110, 20).
struct ArmStage : JointedStage {
  ArmStage(bool has_arm_dynamics, bool has_block_dynamics)
      : JointedStage({jointed_object("arm", arm_plan(3), has_arm_dynamics),
                      graspable(jointed_object("block", block(), has_block_dynamics, {{"y", 110}, {"z", 20}}))}) {
    REQUIRE(sim->links().grasp(at("arm"), "LINK3", at("block")) == GraspAnswer::holds);
  }
  SigPose hand() { return of_part(at("arm"), "LINK3"); }
  static SigPose of_part(const SimObj& object, std::string_view name) {
    const auto part = object.find_part(name);
    REQUIRE(part);
    return {part->place, part->turn};
  }
  SigPose held() { return inverse(hand()) * at("block").pose(); }
};

}  // namespace

namespace {

/// Whether all parts are where the physics had them in the last step, and where the nodes show them.
bool is_shown_where_it_is(const SimObj& object) {
  // Reading a body updates its place; nodes are not moved by that.
  for (std::size_t part = 0; part < object.part_count(); ++part) {
    const spark::Vec3 node = object.collider(part).ancestor<spark::Transform>()->world_pose().position;
    if (!(spark::length(object.part_body(part).position() - node) < 1e-12)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a thing in the hand of an arm follows each joint exactly, as soon as the joint is set") {
  const bool has_block_dynamics = GENERATE(true, false);
  ArmStage stage(false, has_block_dynamics);
  auto& arm = stage.at("arm");
  const SigPose pose = stage.held();
  CHECK(arm.set_joint_angle("J1", M_PI / 2));  // about z: up becomes -x, about (0, 20, 0)
  CHECK(magnitude(difference(stage.at("block").position(), {-90, 20, 20})) < 1e-9);
  double drift = 0.0;
  for (int step = 0; step < 2000; ++step) {
    arm.set_joint_angle("J1", std::sin(0.01 * step));
    arm.set_joint_angle("J2", std::cos(0.013 * step));
    CHECK(arm.set_joint_quaternion("J3", {std::cos(0.02 * step), 0, std::sin(0.02 * step), 0}, false));
    if (step % 7 == 0) arm.set_position({0.1 * step, 0, 0});
    drift = std::max(drift, difference_of(stage.held(), pose));
    stage.run(1);
    drift = std::max(drift, difference_of(stage.held(), pose));
  }
  CHECK(drift < 1e-9);
}

TEST_CASE("a thing in the hand of an arm moves along while joints turn by themselves, and is thrown by them") {
  ArmStage stage(false, true);
  auto &arm = stage.at("arm"), &block = stage.at("block");
  const SigPose pose = stage.held();
  const double spin = 0.8;
  CHECK(arm.set_joint_velocity("J1", spin, 0.0));
  for (int step = 1; step <= 300; ++step) {
    stage.run(1);
    CHECK(difference_of(stage.held(), pose) < 1e-9);
  }
  const double angle = spin * 3.0;
  CHECK(magnitude(difference(block.position(), {-90 * std::sin(angle), 20 + 90 * std::cos(angle), 20})) < 1e-6);
  CHECK(stage.sim->links().drop(arm, "LINK3"));
  CHECK(block.is_moved_by_physics());
  CHECK(block.linear_velocity()[0] == Approx(-spin * 90 * std::cos(angle)).epsilon(0.02));
  CHECK(block.linear_velocity()[1] == Approx(-spin * 90 * std::sin(angle)).epsilon(0.02));
  CHECK(block.angular_velocity()[2] == Approx(spin).epsilon(1e-4));
}

TEST_CASE("an arm with dynamics holds a thing with dynamics by a joint, and carries one without") {
  const bool has_block_dynamics = GENERATE(true, false);
  ArmStage stage(true, has_block_dynamics);
  stage.nail("arm");
  auto& arm = stage.at("arm");
  const SigPose pose = stage.held();
  arm.set_joint_angle("J1", 0.5);
  arm.set_joint_angle("J2", -0.4);
  arm.set_joint_angle("J3", 0.0);
  // A joint of the engine lags a little while its bodies turn fast, and catches up afterwards.
  for (int step = 0; step < 400; ++step) {
    stage.run(1);
    CHECK(difference_of(stage.held(), pose) < (has_block_dynamics ? 0.5 : 1e-9));
    CHECK(is_shown_where_it_is(stage.at("block")));
  }
  CHECK(difference_of(stage.held(), pose) < 0.01);
  CHECK(std::abs(*arm.joint_angle("J1") - 0.5) < 0.05);
  CHECK(magnitude(difference(stage.at("block").position(), {0, 110, 20})) > 20);
}

TEST_CASE("an arm keeps its thing while dynamics are switched") {
  ArmStage stage(false, true);
  auto &arm = stage.at("arm"), &block = stage.at("block");
  arm.set_joint_angle("J1", 0.7);
  const SigPose pose = stage.held();
  arm.set_gravity_mode(false);
  for (const bool on : {true, false, true}) {
    arm.set_dynamics(on);
    CHECK(block.is_moved_by_physics() == on);
    stage.run(20);
    CHECK(difference_of(stage.held(), pose) < 0.1);
  }
  block.set_dynamics(false);
  stage.run(20);
  CHECK(stage.sim->links().is_held(block));
  CHECK(difference_of(stage.held(), pose) < 0.1);
}

TEST_CASE("a held arm follows with all parts, can move its own joints, and keeps its thing") {
  const bool has_tool_dynamics = GENERATE(true, false);
  JointedStage stage({jointed_object("block", block(), true, {{"y", 300}, {"z", 20}}),
                      graspable(jointed_object("tool", arm_plan(2), has_tool_dynamics, {{"y", 200}})),
                      jointed_object("arm", arm_plan(3), false)});
  auto &arm = stage.at("arm"), &tool = stage.at("tool"), &block = stage.at("block");
  Links& links = stage.sim->links();
  const auto of_part = [](const SimObj& object, std::string_view name) { return ArmStage::of_part(object, name); };
  REQUIRE(links.grasp(arm, "LINK3", tool) == GraspAnswer::holds);
  // The block has neither of the attributes, so it cannot be grasped.
  CHECK(links.grasp(tool, "LINK2", block) == GraspAnswer::not_graspable);
  REQUIRE(links.connect(tool, "j", "LINK2", block, "").empty());
  const SigPose body = inverse(of_part(arm, "LINK3")) * tool.pose();
  const SigPose in_tool = inverse(of_part(tool, "LINK2")) * block.pose();
  // The arm moves the tool in its own turn of the step, which comes after that of the tool.
  arm.set_joint_velocity("J1", 1.0, 0.0);
  for (int step = 0; step < 200; ++step) {
    arm.set_joint_angle("J2", -0.005 * step);
    tool.set_joint_angle("J2", 0.02 * step);
    CHECK(difference_of(inverse(of_part(arm, "LINK3")) * tool.pose(), body) < 1e-9);
    CHECK(*tool.joint_angle("J2") == Approx(0.02 * step).margin(1e-9));
    CHECK(difference_of(inverse(of_part(tool, "LINK2")) * block.pose(), in_tool) < 1e-6);
    stage.run(1);
    CHECK(is_shown_where_it_is(tool));
  }
  links.drop(arm, "LINK3");
  CHECK(tool.is_moved_by_physics() == has_tool_dynamics);
}

TEST_CASE("an object that is joined to a held thing cannot be moved elsewhere") {
  JointedStage stage({jointed_object("arm", arm_plan(3), false),
                      graspable(jointed_object("block", block(), true, {{"y", 70}})),
                      jointed_object("tail", block(), true, {{"y", 70}, {"x", 20}}),
                      jointed_object("end", block(), true, {{"x", 90}})});
  Links& links = stage.sim->links();
  SimObj &block = stage.at("block"), &tail = stage.at("tail"), &end = stage.at("end");
  REQUIRE(links.grasp(stage.at("arm"), "LINK3", block) == GraspAnswer::holds);
  REQUIRE(links.connect(block, "rope", "", tail, "").empty());
  REQUIRE(links.connect(tail, "rope", "", end, "").empty());
  const SigPose held = block.pose();
  for (SimObj* object : {&tail, &end}) {
    CHECK_FALSE(object->set_position({500, 50, 0}));
    CHECK(object->complaint() == "it is joined to what another object holds");
    CHECK_FALSE(object->set_rotation({0.7, 0, 0.7, 0}, false));
  }
  CHECK(difference_of(block.pose(), held) == 0.0);
  links.drop(stage.at("arm"), "LINK3");
  CHECK(end.set_position({500, 50, 0}));
}

TEST_CASE("a held thing does not touch any part of its holder") {
  JointedStage stage(
      {jointed_object("arm", arm_plan(3), false), graspable(jointed_object("block", block(), true, {{"y", 70}}))});
  stage.run(1);
  CHECK(stage.at("arm").collisions().size() == 1);
  REQUIRE(stage.sim->links().grasp(stage.at("arm"), "LINK3", stage.at("block")) == GraspAnswer::holds);
  stage.run(1);
  CHECK(stage.at("arm").collisions().empty());
  CHECK(stage.at("block").collisions().empty());
  stage.sim->links().drop(stage.at("arm"), "LINK3");
  stage.run(1);
  CHECK(stage.at("arm").collisions().size() == 1);
}

TEST_CASE("joints of a body report their force like joints made at run time, and are found first by name") {
  BodyPlan plan;
  plan.parts = {box_part("body", {}, {20, 40, 20}), box_part("WEIGHT", {0, -20, 0}, {4, 30, 4}, {0, -15, 0}, 2.0)};
  plan.joints = {hinge("J", 0, 1, {0, 0, 1})};
  JointedStage stage(
      {jointed_object("gallows", plan, true, {{"y", 300}}), jointed_object("block", block(), true, {{"y", 100}})},
      -980.7);
  stage.nail("gallows");
  stage.run(300);
  auto& gallows = stage.at("gallows");
  Links& links = stage.sim->links();
  auto loads = links.loads(gallows, "J");
  REQUIRE(loads);
  CHECK(loads->own.part == "body");
  CHECK(loads->other.part == "WEIGHT");
  CHECK(loads->other.force[1] == Approx(2 * 980.7).epsilon(0.01));
  for (std::size_t i = 0; i < 3; ++i) CHECK(loads->own.force[i] == -loads->other.force[i]);
  CHECK(links.connect(gallows, "J", "", stage.at("block"), "") == "it already has a joint with that name");
  CHECK_FALSE(links.disconnect(gallows, "J"));
  gallows.set_dynamics(false);
  loads = links.loads(gallows, "J");
  REQUIRE(loads);
  CHECK(loads->other.force == SigVector{});
  CHECK_FALSE(links.loads(gallows, "K"));
}

TEST_CASE("the pointing vector leads from one joint to the other in their present pose") {
  JointedStage stage({jointed_object("man", arm_plan(3), false)});
  auto& man = stage.at("man");
  const auto pointing = [&](const char* from, const char* to) {
    return call_method(man, "getPointingVector", {from, to});
  };
  CHECK(pointing("J1", "J3") == spark::Value("0 1 0"));
  man.set_joint_angle("J1", M_PI);
  CHECK(std::get<std::string>(pointing("J3", "J1")).ends_with(" 1 0"));
  CHECK(pointing("J1", "J1") == spark::Value(""));
  CHECK(pointing("J1", "J9") == spark::Value(false));
}

TEST_CASE("a body with dynamics drives on wheels that its hinges turn") {
  const SigQuaternion lying{std::sqrt(0.5), 0.0, 0.0, -std::sqrt(0.5)};  // its axis along x
  BodyPlan plan;
  plan.parts = {box_part("body", {}, {30, 6, 60})};
  const std::pair<const char*, SigVector> wheels[] = {
      {"LEFT", {20, -3, 20}}, {"RIGHT", {-20, -3, 20}}, {"LEFT_REAR", {20, -3, -20}}, {"RIGHT_REAR", {-20, -3, -20}}};
  for (const auto& [name, place] : wheels) {
    PartPlan wheel;
    wheel.name = name;
    wheel.place = place;
    wheel.turn = lying;
    wheel.shape = SimpleShape{ShapeKind::cylinder, {}, {10, 4, 0}};
    wheel.mass = 1.0;
    plan.joints.push_back(hinge(std::string(name) + "_JOINT", 0, plan.parts.size(), {0, 1, 0}));
    plan.parts.push_back(wheel);
  }
  JointedStage stage({jointed_object("cart", plan, true, {{"y", 13.0}, {"mass", 5.0}})}, -980.7);
  auto& cart = stage.at("cart");
  stage.run(50);
  const SigVector begin = cart.position();
  for (const char* joint : {"LEFT_JOINT", "RIGHT_JOINT"}) CHECK(cart.set_joint_velocity(joint, 3.0, 1e6));
  stage.run(300);
  const SigVector way = difference(cart.position(), begin);
  CHECK(way[2] == Approx(3.0 * 10.0 * 3.0).epsilon(0.05));
  CHECK(std::abs(way[0]) < 2.0);
  CHECK(std::abs(way[1]) < 0.5);
  // One side drives back, the other ahead: the cart turns to the left, which is +x.
  cart.set_joint_velocity("LEFT_JOINT", -2.0, 1e6);
  cart.set_joint_velocity("RIGHT_JOINT", 2.0, 1e6);
  stage.run(100);
  CHECK(turned(cart.rotation(), {0, 0, 1})[0] > 0.05);
}

TEST_CASE("a robot with a blind part body can hold, be held, be joined and be thrown like others") {
  BodyPlan plan;
  plan.parts = {blind_part("body", {}), box_part("BASE", {0, 10, 0}, {20, 20, 20}),
                box_part("ARM", {0, 30, 0}, {4, 30, 4}, {0, 15, 0})};
  plan.joints = {{"ROOT", JointPlan::Type::fixed, 0, 1, {}}, hinge("J", 1, 2, {0, 0, 1})};
  JointedStage stage({jointed_object("crane", arm_plan(1), false),
                      graspable(jointed_object("robot", plan, true, {{"y", 100}, {"x", 30}})),
                      graspable(jointed_object("block", block(), true, {{"y", 100}, {"x", 30}, {"z", 40}}))});
  auto &crane = stage.at("crane"), &robot = stage.at("robot"), &block = stage.at("block");
  Links& links = stage.sim->links();
  CHECK(links.grasp(robot, "NOSE", block) == GraspAnswer::not_graspable);
  REQUIRE(links.grasp(robot, "body", block) == GraspAnswer::holds);
  REQUIRE(links.grasp(crane, "LINK1", robot) == GraspAnswer::holds);
  const SigPose pose = inverse(ArmStage::of_part(crane, "LINK1")) * robot.pose();
  const SigPose in_robot = inverse(robot.pose()) * block.pose();
  const double spin = 0.5;
  crane.set_joint_velocity("J1", spin, 0.0);
  for (int step = 0; step < 100; ++step) {
    stage.run(1);
    CHECK(difference_of(inverse(ArmStage::of_part(crane, "LINK1")) * robot.pose(), pose) < 1e-9);
    CHECK(difference_of(inverse(robot.pose()) * block.pose(), in_robot) < 1e-9);
  }
  // About (0, 20, 0), where the joint is, with all parts as one.
  links.drop(crane, "LINK1");
  for (const char* name : {"BASE", "ARM"}) {
    const spark::Body& body = robot.part_body(*robot.part_number(name));
    const SigVector expected = cross({0, 0, spin}, difference(to_sig(body.position()), {0, 20, 0}));
    CHECK(distance(to_sig(body.velocity()), expected) < 0.02 * magnitude(expected));
    CHECK(body.angular_velocity().y == Approx(-spin).epsilon(1e-3));  // y is -z in SIG's frame
  }
  links.drop(robot, "body");
  CHECK(links.connect(robot, "j", "body", block, "body").empty());
  stage.run(5);
  CHECK(links.loads(robot, "j")->own.part == "BASE");
}

TEST_CASE("arms, hands, wheels and falling blocks run the same to the bit, again after a reset") {
  const auto plans = [] {
    std::vector<ObjectPlan> objects{jointed_object("arm", arm_plan(3, true), false, {{"x", 40}}),
                                    jointed_object("robot", arm_plan(2), true, {{"x", -40}, {"y", 21}})};
    for (int i = 0; i < 4; ++i)
      objects.push_back(graspable(jointed_object("block" + std::to_string(i), block(), true,
                                                 {{"x", 3.0 * i}, {"y", 10.0 + 12 * i}, {"z", 2.0 * i}})));
    objects.push_back(jointed_object("rover", arm_plan(1), false, {{"x", -100}, {"y", 30}}));
    objects.back().is_wheeled = true;
    return objects;
  };
  const auto play = [](JointedStage& stage) {
    std::vector<double> seen;
    Links& links = stage.sim->links();
    WheelDrive& wheels = *stage.sim->wheels(stage.at("rover"));
    wheels.set_wheels(5, 20);
    wheels.set_speeds(2, 3);
    for (int step = 0; step < 150; ++step) {
      stage.at("arm").set_joint_angle("J2", 0.01 * step);
      stage.at("robot").set_joint_velocity("J1", std::sin(0.1 * step), 1e5);
      if (step == 10) links.grasp(stage.at("arm"), "LINK3", stage.at("block3"));
      if (step == 15) links.grasp(stage.at("rover"), "LINK1", stage.at("block0"));
      if (step == 20) links.grasp(stage.at("robot"), "LINK2", stage.at("block1"));
      if (step == 30) links.connect(stage.at("block3"), "j", "", stage.at("block2"), "");
      if (step == 60) stage.at("arm").set_dynamics(true);
      if (step == 80) links.drop(stage.at("arm"), "LINK3");
      if (step == 90) stage.at("robot").set_dynamics(false);
      if (step == 110) links.drop(stage.at("rover"), "LINK1");
      stage.run(1);
      for (SimObj* object : stage.sim->objects())
        for (std::size_t i = 0; i < object->part_count(); ++i) {
          const PartView part = object->part(i);
          seen.insert(seen.end(), part.place.begin(), part.place.end());
          seen.insert(seen.end(), part.turn.begin(), part.turn.end());
        }
    }
    return seen;
  };
  JointedStage one(plans(), -980.7), two(plans(), -980.7);
  const auto first = play(one);
  CHECK(play(two) == first);
  one.sim->reset();
  CHECK(play(one) == first);
}
