// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "spark/physics/joint.h"
#include "tests/gateways/sigverse/world/jointed.h"

using namespace sigverse;
using std::numbers::pi;

namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

void check_vector(const SigVector& is, const SigVector& wanted, double margin = 1e-9) {
  for (std::size_t i = 0; i < 3; ++i) CHECK(is[i] == Approx(wanted[i]).margin(margin));
}

/// Whether both are the same rotation.
void check_turn(const SigQuaternion& is, const SigQuaternion& wanted, double margin = 1e-9) {
  double product = 0.0;
  for (std::size_t i = 0; i < 4; ++i) product += is[i] * wanted[i];
  const double sign = product < 0.0 ? -1.0 : 1.0;
  for (std::size_t i = 0; i < 4; ++i) CHECK(is[i] == Approx(sign * wanted[i]).margin(margin));
}

PartView part_of(SimObj& object, const std::string& name) {
  const auto part = object.find_part(name);
  REQUIRE(part);
  return *part;
}

double angle_of(SimObj& object, const std::string& joint) {
  const auto angle = object.joint_angle(joint);
  REQUIRE(angle);
  return *angle;
}

/// All readable poses of an object, bit for bit.
std::vector<double> seen(SimObj& object) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < object.part_count(); ++i) {
    const PartView part = object.part(i);
    numbers.insert(numbers.end(), part.place.begin(), part.place.end());
    numbers.insert(numbers.end(), part.turn.begin(), part.turn.end());
  }
  for (const auto& [name, angle] : object.joint_angles()) numbers.push_back(angle);
  return numbers;
}

/// The inertia of a link of `arm_plan` about its joint, across its length: kg·m².
constexpr double kLink = (0.3 * 0.3 + 0.04 * 0.04) / 12.0 + 0.15 * 0.15;

}  // namespace

TEST_CASE("a hinge turns its child by any angle, counted beyond half a turn, up to its stops") {
  JointedStage stage({jointed_object("arm", arm_plan(1), false, {{"x", 10.0}, {"y", 30.0}})});
  SimObj& arm = stage.at("arm");
  for (const double angle : {0.3, -1.2, pi, 3.5, -4.0, 6.2, 0.0}) {
    CAPTURE(angle);
    REQUIRE(arm.set_joint_angle("J1", angle));
    CHECK(angle_of(arm, "J1") == angle);
    const PartView link = part_of(arm, "LINK1");
    check_vector(link.place, {10, 50, 0});
    check_vector(link.centre, {10 - 15 * std::sin(angle), 50 + 15 * std::cos(angle), 0});
    check_turn(link.turn, {std::cos(angle / 2), 0, 0, std::sin(angle / 2)});
    stage.run(1);
    CHECK(angle_of(arm, "J1") == angle);
    check_vector(to_sig(arm.part_body(1).position()), link.centre);
  }
  check_vector(*arm.joint_position("J1"), {10, 50, 0});
  CHECK(arm.set_joint_angle("J1", 100.0));
  CHECK(angle_of(arm, "J1") == Approx(2 * pi));
  CHECK(arm.set_joint_angle("J1", -7.0));
  CHECK(angle_of(arm, "J1") == Approx(-2 * pi));
  check_vector(part_of(arm, "LINK1").centre, {10, 65, 0});
}

TEST_CASE("the pose of a chain of seven joints is the product of its rotations, wherever the object is") {
  JointedStage stage({jointed_object("arm", arm_plan(7), false)});
  SimObj& arm = stage.at("arm");
  const SigQuaternion attitude{0.5, 0.1, -0.7, 0.3};  // of no length in particular
  REQUIRE(arm.set_position({5, 200, -30}));
  const SigVector axes[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  // Joints are set in a different order from that of the chain.
  for (const int i : {4, 1, 7, 2, 6, 3, 5}) REQUIRE(arm.set_joint_angle("J" + std::to_string(i), 0.4 * i - 1.3));
  REQUIRE(arm.set_rotation(attitude, false));
  SigQuaternion turn = attitude;
  SigVector place = sum({5, 200, -30}, turned(turn, {0, 20, 0}));
  for (int i = 1; i <= 7; ++i) {
    const double half = (0.4 * i - 1.3) / 2;
    const SigVector& axis = axes[(i - 1) % 3];
    turn =
        product(turn, {std::cos(half), std::sin(half) * axis[0], std::sin(half) * axis[1], std::sin(half) * axis[2]});
    const PartView link = part_of(arm, "LINK" + std::to_string(i));
    check_vector(link.place, place);
    check_vector(*arm.joint_position("J" + std::to_string(i)), place);
    place = sum(place, turned(turn, {0, 30, 0}));
    double length = 0.0;
    for (const double part : turn) length += part * part;
    length = std::sqrt(length);
    check_turn(link.turn, {turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length});
  }
  CHECK(arm.rotation() == attitude);
  stage.run(1);
  CHECK(arm.position() == SigVector{5, 200, -30});
  CHECK(stage.log.empty());
}

TEST_CASE("without dynamics a joint velocity adds v dt to the angle per step, until stopped or replaced") {
  JointedStage stage({jointed_object("arm", arm_plan(2), false)});
  SimObj& arm = stage.at("arm");
  REQUIRE(arm.set_joint_velocity("J1", 1.5, 0.0));
  REQUIRE(arm.set_part_velocity("LINK2", -0.5, 20.0));
  stage.run(100);
  CHECK(angle_of(arm, "J1") == Approx(1.5).epsilon(1e-12));
  CHECK(angle_of(arm, "J2") == Approx(-0.5).epsilon(1e-12));
  check_vector(part_of(arm, "LINK1").centre, {-15 * std::sin(1.5), 20 + 15 * std::cos(1.5), 0});
  REQUIRE(arm.set_joint_velocity("J2", 0.0, 20.0));
  stage.run(400);
  CHECK(angle_of(arm, "J1") == Approx(2 * pi));
  CHECK(angle_of(arm, "J2") == Approx(-0.5).epsilon(1e-12));
  REQUIRE(arm.set_joint_angle("J1", 0.25));
  stage.run(10);
  CHECK(angle_of(arm, "J1") == 0.25);
}

TEST_CASE("a quaternion turns hinges and ball joints without dynamics, absolutely or relatively") {
  BodyPlan plan = arm_plan(2);
  plan.joints[1].type = JointPlan::Type::ball;
  JointedStage stage({jointed_object("arm", plan, false)});
  SimObj& arm = stage.at("arm");
  const double half = std::sqrt(0.5);
  REQUIRE(arm.set_joint_quaternion("J2", {2 * half, 2 * half, 0, 0}, false));
  check_vector(part_of(arm, "LINK2").centre, {0, 50, 15});
  REQUIRE(arm.set_joint_quaternion("J2", {half, 0, 0, half}, true));
  check_turn(part_of(arm, "LINK2").turn, product({half, half, 0, 0}, {half, 0, 0, half}));
  CHECK_FALSE(arm.joint_angle("J2"));
  CHECK_FALSE(arm.set_joint_angle("J2", 1.0));
  CHECK(arm.complaint() == "this joint is not a hinge");
  // A hinge takes the given rotation, and its angle is the part about the axis.
  REQUIRE(arm.set_joint_angle("J1", 3.0));
  REQUIRE(arm.set_joint_quaternion("J1", {std::cos(0.25), 0, 0, std::sin(0.25)}, true));
  CHECK(angle_of(arm, "J1") == Approx(3.5));
  REQUIRE(arm.set_joint_quaternion("J1", {half, half, 0, 0}, false));
  CHECK(angle_of(arm, "J1") == Approx(2 * pi));  // what looks like 0 and is nearest to 3.5
  check_vector(part_of(arm, "LINK1").centre, {0, 20, 15});
  REQUIRE(arm.set_dynamics(true));
  CHECK_FALSE(arm.set_joint_quaternion("J1", {1, 0, 0, 0}, false));
  CHECK(arm.refused_by_mode());
}

TEST_CASE("a hinge that relative quaternions turn again and again ends at its stops") {
  JointedStage stage({jointed_object("arm", arm_plan(1), false)});
  SimObj& arm = stage.at("arm");
  for (int i = 0; i < 10; ++i) REQUIRE(arm.set_joint_quaternion("J1", {std::cos(0.5), 0, 0, std::sin(0.5)}, true));
  CHECK(std::abs(*arm.joint_angle("J1")) == Approx(ArticulatedBody::kStop));
}

TEST_CASE("an arm swings with the period of a physical pendulum, with or without a blind part in its joint") {
  const bool is_blind = GENERATE(false, true), is_quick = GENERATE(false, true);
  CAPTURE(is_blind, is_quick);
  JointedStage stage({jointed_object("arm", arm_plan(1, is_blind), false, {{"y", 100.0}})}, -980.0, is_quick);
  SimObj& arm = stage.at("arm");
  CHECK(arm.part_count() == 2);
  REQUIRE(arm.set_joint_angle("J1", pi - 0.05));    // it hangs
  REQUIRE(arm.set_joint_velocity("J1", 0.0, 0.0));  // and is limp
  REQUIRE(arm.set_dynamics(true));
  stage.nail("arm");
  std::vector<double> crossings;
  double before = angle_of(arm, "J1") - pi;
  for (int i = 1; i <= 1000 && crossings.size() < 9; ++i) {
    stage.run(1);
    const double now = angle_of(arm, "J1") - pi;
    if (before < 0.0 && now >= 0.0) crossings.push_back(0.01 * (i - now / (now - before)));
    before = now;
  }
  REQUIRE(crossings.size() == 9);
  const double period = (crossings.back() - crossings.front()) / 8;
  // Quick steps end before they converge for a light body between two others.
  CHECK(period == Approx(2 * pi * std::sqrt(kLink / (9.8 * 0.15))).epsilon(is_blind && is_quick ? 0.03 : 0.01));
}

TEST_CASE("a servo holds an arm up to the torque of its class, and turns it beyond half a turn") {
  const double torque = GENERATE(1e4, 2e4);  // it weighs 1.47 N·m
  JointedStage stage({jointed_object("arm", arm_plan(1), false, {{"y", 100.0}, {"maxJointTorque", torque}})}, -980.0);
  SimObj& arm = stage.at("arm");
  REQUIRE(arm.set_joint_angle("J1", pi / 2));
  REQUIRE(arm.set_dynamics(true));
  stage.nail("arm");
  stage.run(200);
  if (torque < 1.47e4) {
    CHECK(std::abs(angle_of(arm, "J1") - pi / 2) > 0.5);
  } else {
    CHECK(angle_of(arm, "J1") == Approx(pi / 2 + 1.47 / 1e4).margin(2e-5));
    REQUIRE(arm.set_joint_angle("J1", 5.0));
    double before = angle_of(arm, "J1");
    for (int i = 0; i < 200; ++i) {
      stage.run(1);
      CHECK(std::abs(angle_of(arm, "J1") - before) < 0.1);
      before = angle_of(arm, "J1");
    }
    CHECK(before == Approx(5.0).margin(1e-3));
    check_vector(part_of(arm, "LINK1").centre, {-15 * std::sin(5.0), 120 + 15 * std::cos(5.0), 0}, 0.1);
  }
}

TEST_CASE("a motor gives at most its torque, speed 0 holds, and torques of a step add up") {
  JointedStage stage({jointed_object("arm", arm_plan(1), true, {{"y", 100.0}})});
  SimObj& arm = stage.at("arm");
  stage.nail("arm");
  // 0.001 N·m for half a second.
  REQUIRE(arm.set_joint_velocity("J1", 50.0, 10.0));
  stage.run(50);
  CHECK(angle_of(arm, "J1") == Approx(0.5 * 0.001 / kLink * 0.25).epsilon(0.03));
  REQUIRE(arm.set_joint_velocity("J1", 2.0, 1e6));
  stage.run(1);
  const double begin = angle_of(arm, "J1");
  stage.run(300);
  CHECK(angle_of(arm, "J1") - begin == Approx(6.0).epsilon(1e-3));
  REQUIRE(arm.set_joint_velocity("J1", 0.0, 1e6));
  stage.run(1);
  const double held = angle_of(arm, "J1");
  for (int i = 0; i < 100; ++i) {
    REQUIRE(arm.add_joint_torque("J1", 2e3));
    stage.run(1);
  }
  CHECK(angle_of(arm, "J1") == Approx(held).margin(1e-3));
  REQUIRE(arm.set_joint_velocity("J1", 0.0, 0.0));
  REQUIRE(arm.add_joint_torque("J1", 1000.0));
  REQUIRE(arm.add_joint_torque("J1", 500.0));
  stage.run(1);
  const double one = angle_of(arm, "J1");
  stage.run(100);
  CHECK(angle_of(arm, "J1") - one == Approx(0.15 * 0.01 / kLink).epsilon(0.01));
}

TEST_CASE("poses and angles stay when dynamics are switched while joints move") {
  JointedStage stage({jointed_object("arm", arm_plan(3), false)}, -980.0);
  SimObj& arm = stage.at("arm");
  REQUIRE(arm.set_position({0, 20, 0}));
  REQUIRE(arm.set_joint_angle("J1", 4.0));
  REQUIRE(arm.set_joint_velocity("J2", 1.0, 1e5));
  stage.run(20);
  const std::vector<double> before = seen(arm);
  REQUIRE(arm.set_dynamics(true));
  const std::vector<double> on = seen(arm);
  REQUIRE(on.size() == before.size());
  for (std::size_t i = 0; i < on.size(); ++i) CHECK(on[i] == Approx(before[i]).margin(1e-9));
  stage.run(30);
  CHECK(angle_of(arm, "J1") == Approx(4.0).margin(0.1));  // held, as it was set
  CHECK(std::abs(angle_of(arm, "J3")) > 0.01);            // limp
  const std::vector<double> moved = seen(arm);
  REQUIRE(arm.set_dynamics(false));
  const std::vector<double> off = seen(arm);
  for (std::size_t i = 0; i < off.size(); ++i) CHECK(off[i] == Approx(moved[i]).margin(1e-9));
  const double third = angle_of(arm, "J3"), second = angle_of(arm, "J2");
  stage.run(10);
  CHECK(angle_of(arm, "J3") == third);
  CHECK(angle_of(arm, "J2") == Approx(second + 0.1));  // still turning
  CHECK(arm.linear_velocity() == SigVector{});
  REQUIRE(arm.set_position({50, 20, 0}));
  check_vector(*arm.joint_position("J1"), sum(arm.position(), turned(arm.rotation(), {0, 20, 0})), 0.2);
  REQUIRE(arm.set_joint_angle("J1", 0.0));
  REQUIRE(arm.set_joint_angle("J2", 0.0));
  REQUIRE(arm.set_joint_angle("J3", 0.0));
  // A joint that a load had pulled apart is exact again after its angle was set.
  check_vector(part_of(arm, "LINK3").place, sum(arm.position(), turned(arm.rotation(), {0, 80, 0})));
}

TEST_CASE("with dynamics an object with joints is moved, turned and thrown as a whole") {
  JointedStage stage({jointed_object("arm", arm_plan(3), true, {{"y", 100.0}})});
  SimObj& arm = stage.at("arm");
  REQUIRE(arm.set_position({100, 300, 0}));
  check_vector(part_of(arm, "LINK3").place, {100, 380, 0});
  const double half = std::sqrt(0.5);
  REQUIRE(arm.set_rotation({half, half, 0, 0}, false));
  check_vector(part_of(arm, "LINK3").place, {100, 300, 80});
  REQUIRE(arm.set_linear_velocity({10, 0, 0}));
  REQUIRE(arm.set_angular_velocity({0, 0.5, 0}));
  stage.run(100);
  // It turns about its centre of mass, as one body does while nothing else acts on it; joints bend a little.
  for (const char* joint : {"J1", "J2", "J3"}) CHECK(std::abs(angle_of(arm, joint)) < 0.2);
  REQUIRE(arm.set_acceleration({0, 100, 0}));
  std::vector<double> heights;
  for (std::size_t i = 0; i < 4; ++i) heights.push_back(to_sig(arm.part_body(i).velocity())[1]);
  stage.run(1);
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(to_sig(arm.part_body(i).velocity())[1] - heights[i] == Approx(1.0).margin(0.05));
}

TEST_CASE("an arm falls as fast as anything else, even with blind parts") {
  JointedStage stage({jointed_object("arm", arm_plan(3, true), true, {{"y", 1000.0}})}, -1000.0);
  SimObj& arm = stage.at("arm");
  stage.run(50);
  CHECK(arm.position()[1] == Approx(1000.0 - 1000.0 * 1e-4 * 50 * 51 / 2).margin(1e-6));
  check_vector(part_of(arm, "LINK3").place, sum(arm.position(), {0, 80, 0}), 1e-6);
  CHECK(arm.part_count() == 4);
  CHECK_FALSE(arm.find_part("BLIND1"));
  CHECK(arm.joint_angles().size() == 6);
}

TEST_CASE("a force on a part acts on the part's own body") {
  JointedStage stage({jointed_object("arm", arm_plan(1), true, {{"y", 100.0}})});
  SimObj& arm = stage.at("arm");
  stage.nail("arm");
  REQUIRE(arm.add_force_to_part("LINK1", {-100, 0, 0}));
  stage.run(1);
  // 1 N at the link's centre, 15 cm from the hinge: from (0, 15, 0) to -x, so about +z.
  const double first = angle_of(arm, "J1");
  CHECK(first == Approx(1.0 * 0.15 / kLink * 1e-4).epsilon(0.02));
  stage.run(1);
  CHECK(angle_of(arm, "J1") - first == Approx(first).epsilon(0.02));
  CHECK_FALSE(arm.add_force_to_part("NONE", {1, 0, 0}));
  CHECK_FALSE(arm.add_force_to_part("LINK1", {kNotANumber, 0, 0}));
  CHECK_FALSE(arm.add_force_to_part("LINK1", {2e9, 0, 0}));
}

TEST_CASE("parts have their own mass and inertia, even off-centre and rotated ones") {
  BodyPlan plan = arm_plan(2);
  plan.parts[1].mass = 2.5;
  plan.parts[1].centre_of_mass = SigVector{0, 10, 0};
  plan.parts[1].inertia = std::array<double, 9>{300, 0, 0, 0, 200, 50, 0, 50, 100};
  // A further shape of the second link, lying on its side.
  PartPlan hand = box_part("HAND", {0, 80, 0}, {2, 20, 2}, {}, 3.0);
  const double half = std::sqrt(0.5);
  hand.turn = {half, 0, 0, half};
  hand.carried_by = 2;
  plan.parts.push_back(hand);
  JointedStage stage({jointed_object("arm", plan, true, {{"mass", 7.0}})});
  SimObj& arm = stage.at("arm");
  const auto mass_of = [&](std::size_t part) {
    dMass mass;
    dBodyGetMass(arm.part_body(part).id(), &mass);
    return mass;
  };
  CHECK(arm.mass() == 7.0);
  const dMass link = mass_of(1);
  CHECK(link.mass == 2.5);
  check_vector(to_sig(arm.part_body(1).position()), {0, 30, 0});
  // x of the engine is x, its y is -z, its z is y.
  CHECK(link.I[0] == Approx(0.03));
  CHECK(link.I[5] == Approx(0.01));
  CHECK(link.I[10] == Approx(0.02));
  CHECK(link.I[6] == Approx(-0.005));
  const dMass both = mass_of(2);
  CHECK(&arm.part_body(2) == &arm.part_body(3));
  CHECK(both.mass == Approx(4.0));
  check_vector(to_sig(arm.part_body(2).position()), {0, (65 + 3 * 80) / 4.0, 0});
  // About its own length, y: the link's 1 kg of 4 x 4 cm, the hand's 3 kg of 20 x 2 cm.
  CHECK(both.I[10] == Approx((16 + 16) * 1e-4 / 12 + 3 * (400 + 4) * 1e-4 / 12));
  check_turn(part_of(arm, "HAND").turn, hand.turn);
  REQUIRE(arm.set_mass(14.0));
  CHECK(arm.part_body(0).mass() == 14.0);
  CHECK(arm.part_body(1).mass() == 2.5);
}

TEST_CASE("collisions name the parts, parts of one object do not collide, and those on free joints do") {
  BodyPlan plan = arm_plan(2);
  plan.parts.push_back(box_part("LOOSE", {0, 95, 0}, {10, 10, 10}));
  plan.joints.push_back({"F", JointPlan::Type::free, 0, 3, {0, 0, 1}});
  JointedStage stage({jointed_object("arm", plan, false, {{"y", 100.0}}),
                      jointed_object("crate", body_of({{ShapeKind::box, {}, {10, 10, 10}}}), false)});
  SimObj &arm = stage.at("arm"), &crate = stage.at("crate");
  // A hand that reaches back into its own body, where the crate is, too.
  REQUIRE(arm.set_joint_angle("J1", pi / 2));
  REQUIRE(crate.set_position({-45, 120, 0}));
  stage.run(1);
  REQUIRE(arm.collisions().size() == 1);
  CHECK(arm.collisions()[0].other == "crate");
  CHECK(arm.collisions()[0].my_part == "LINK2");
  CHECK(crate.collisions()[0].other_part == "LINK2");
  CHECK(arm.is_touching("LINK2"));
  CHECK_FALSE(arm.is_touching("LINK1"));
  CHECK_FALSE(arm.is_touching("NONE"));
  REQUIRE(arm.set_collision(false));
  stage.run(1);
  CHECK(arm.collisions().empty());
  REQUIRE(arm.set_collision(true));
  REQUIRE(crate.set_position({500, 120, 0}));
  // With dynamics the loose part is thrown onto the arm below it, and is stopped there.
  REQUIRE(arm.set_joint_angle("J1", 0.0));
  REQUIRE(arm.set_joint_angle("J2", 0.0));
  REQUIRE(arm.set_dynamics(true));
  stage.nail("arm");
  REQUIRE(arm.add_force_to_part("LOOSE", {0, -5000, 0}));
  stage.run(100);
  CHECK(part_of(arm, "LOOSE").place[1] > 183.0);
  CHECK(arm.collisions().empty());
}

TEST_CASE("a reset restores joints, poses and orders, and the same requests run the same to the bit") {
  const bool dynamics = GENERATE(false, true), is_quick = GENERATE(false, true);
  JointedStage stage({jointed_object("arm", arm_plan(4, true), dynamics, {{"y", 25.0}}),
                      jointed_object("crate", body_of({{ShapeKind::box, {}, {30, 30, 30}}}), true, {{"x", 40.0}})},
                     -980.0, is_quick);
  SimObj& arm = stage.at("arm");
  const std::vector<double> start = seen(arm);
  const auto run = [&] {
    std::vector<double> all;
    for (int i = 0; i < 150; ++i) {
      arm.set_joint_angle("J1", 0.02 * i);
      if (i == 10) arm.set_joint_velocity("J2", -1.0, 5e4);
      if (i == 40) arm.set_joint_velocity("J2", 0.0, 1e3);
      if (i == 60) arm.set_dynamics(!dynamics);
      if (i == 100) arm.set_dynamics(dynamics);
      arm.add_joint_torque("J3", 1e4);
      arm.add_force_to_part("LINK4", {3000, 0, 0});
      stage.run(1);
      const std::vector<double> now = seen(arm);
      all.insert(all.end(), now.begin(), now.end());
    }
    return all;
  };
  const std::vector<double> first = run();
  arm.add_joint_torque("J3", 1e6);
  stage.sim->reset();
  CHECK(seen(arm) == start);
  CHECK(arm.dynamics() == dynamics);
  CHECK((run() == first));
  stage.sim->reset();
  stage.run(3);
  stage.sim->reset();
  CHECK((run() == first));
}

TEST_CASE("unknown joints and invalid numbers are refused, and change nothing") {
  JointedStage stage({jointed_object("arm", arm_plan(2), false), jointed_object("box", arm_plan(0), false)});
  SimObj &arm = stage.at("arm"), &box = stage.at("box");
  REQUIRE(arm.set_joint_angle("J1", 0.5));
  const std::vector<double> before = seen(arm);
  for (const double bad : {kNotANumber, std::numeric_limits<double>::infinity(), 1e300, -1e300}) {
    CHECK_FALSE(arm.set_joint_angle("J1", bad));
    CHECK_FALSE(arm.set_joint_velocity("J1", bad, 1.0));
    CHECK_FALSE(arm.set_joint_velocity("J1", 1.0, bad));
    CHECK_FALSE(arm.set_part_velocity("LINK1", bad, 1.0));
    CHECK_FALSE(arm.add_joint_torque("J1", bad));
    CHECK_FALSE(arm.set_joint_quaternion("J1", {bad, 0, 0, 0}, false));
    CHECK_FALSE(arm.set_joint_quaternion("J1", {1, bad, 0, 0}, true));
  }
  CHECK_FALSE(arm.set_joint_velocity("J1", 1.0, -1.0));
  CHECK_FALSE(arm.set_joint_quaternion("J1", {0, 0, 0, 0}, false));
  CHECK_FALSE(arm.set_part_velocity("body", 1.0, 1.0));
  for (SimObj* object : {&arm, &box}) {
    CHECK_FALSE(object->set_joint_angle("NONE", 0.0));
    CHECK(object->complaint() == "it has no such joint");
    CHECK_FALSE(object->set_joint_velocity("NONE", 0.0, 1.0));
    CHECK_FALSE(object->set_joint_quaternion("NONE", {1, 0, 0, 0}, false));
    CHECK_FALSE(object->add_joint_torque("NONE", 1.0));
    CHECK_FALSE(object->set_part_velocity("NONE", 1.0, 1.0));
    CHECK_FALSE(object->joint_angle("NONE"));
    CHECK_FALSE(object->joint_position("NONE"));
  }
  CHECK_FALSE(arm.add_joint_torque("J1", 1.0));
  CHECK(arm.refused_by_mode());
  CHECK(box.joint_angles().empty());
  stage.run(1);
  CHECK(seen(arm) == before);
  // With dynamics the largest accepted values do no harm.
  REQUIRE(arm.set_dynamics(true));
  for (int i = 0; i < 20; ++i) {
    arm.set_joint_angle("J1", i % 2 ? 1e6 : -1e6);
    arm.set_joint_velocity("J2", i % 2 ? 1e4 : -1e4, 1e9);
    arm.add_joint_torque("J2", 1e9);
    arm.add_joint_torque("J2", 1e9);
    stage.run(1);
    for (const double number : seen(arm)) CHECK(std::isfinite(number));
  }
}

TEST_CASE("the maximum torque of servos is an attribute, which may change while they hold") {
  ObjectPlan plan = jointed_object("arm", arm_plan(1), false, {{"y", 100.0}, {"maxJointTorque", 2e4}});
  const bool is_text = GENERATE(false, true);  // as a world file adds one that the class does not know
  if (is_text) plan.attributes.add("maxJointTorque", {"", std::string("20000")});
  JointedStage stage({plan}, -980.0);
  SimObj& arm = stage.at("arm");
  REQUIRE(arm.set_joint_angle("J1", pi / 2));
  REQUIRE(arm.set_dynamics(true));
  stage.nail("arm");
  stage.run(50);
  CHECK(angle_of(arm, "J1") == Approx(pi / 2).margin(1e-3));
  REQUIRE(arm.set_attribute("maxJointTorque", is_text ? AttributeValue(std::string("1e3")) : AttributeValue(1e3)));
  stage.run(50);
  CHECK(angle_of(arm, "J1") > pi / 2 + 0.3);
  stage.sim->reset();
  REQUIRE(arm.set_joint_angle("J1", pi / 2));
  REQUIRE(arm.set_dynamics(true));
  stage.nail("arm");
  stage.run(50);
  CHECK(angle_of(arm, "J1") == Approx(pi / 2).margin(1e-3));
}

TEST_CASE("an object joined to a hand follows the joints of the arm, and hangs on the hand with dynamics") {
  JointedStage stage({jointed_object("arm", arm_plan(3), false, {{"y", 200.0}}),
                      jointed_object("cup", body_of({{ShapeKind::box, {}, {6, 6, 6}}}), true)},
                     -980.0);
  SimObj &arm = stage.at("arm"), &cup = stage.at("cup");
  cup.set_gravity_mode(true);
  REQUIRE(cup.set_position({0, 305, 8}));
  const auto in_hand = [&] {
    const PartView hand = part_of(arm, "LINK3");
    return inverse(SigPose{hand.place, hand.turn}) * cup.pose();
  };
  REQUIRE(stage.sim->links().connect(arm, "grip", "LINK3", cup, "").empty());
  REQUIRE(arm.set_dynamics(false));
  REQUIRE(cup.set_dynamics(false));
  const SigPose held = in_hand();
  for (int i = 0; i < 40; ++i) {
    REQUIRE(arm.set_joint_angle("J1", 0.05 * i));
    REQUIRE(arm.set_joint_angle("J2", -0.03 * i));
    check_vector(in_hand().place, held.place, 1e-6);
    stage.run(1);
  }
  REQUIRE(arm.set_joint_velocity("J3", 2.0, 0.0));
  stage.run(30);
  CHECK(angle_of(arm, "J3") == Approx(0.6));
  check_vector(in_hand().place, held.place, 1e-6);
  check_turn(in_hand().turn, held.turn, 1e-6);
  REQUIRE(arm.set_dynamics(true));
  stage.nail("arm");
  stage.run(100);
  check_vector(in_hand().place, held.place, 0.1);
}

TEST_CASE("extreme masses and speeds cause no number that ends the physics") {
  JointedStage stage({jointed_object("wall", block(), false, {{"x", 300}}), jointed_object("light", block(), true),
                      jointed_object("heavy", block(), true, {{"x", 100}})});
  SimObj &wall = stage.at("wall"), &light = stage.at("light"), &heavy = stage.at("heavy");
  REQUIRE(heavy.set_linear_velocity({1e5, 0, 0}));
  REQUIRE(heavy.set_mass(1e6));
  REQUIRE(light.set_mass(1e-9));
  CHECK(light.mass() == 1e-3);
  stage.run(600);
  REQUIRE(stage.sim->links().connect(wall, "c", "", light, "").empty());
  stage.run(10);
  REQUIRE(stage.sim->links().connect(light, "c", "", heavy, "").empty());
  for (int step = 0; step < 200; ++step) {
    light.add_force({1e9, -1e9, 1e9}, false);
    light.add_torque({1e9, 1e9, 0}, false);
    stage.run(1);
  }
  for (const SimObj* object : {&light, &heavy})
    for (const double number : object->position()) CHECK(std::isfinite(number));
}

TEST_CASE("joints and parts are scene nodes with their names") {
  JointedStage stage({jointed_object("arm", arm_plan(2), true)});
  CHECK(dynamic_cast<spark::Body*>(stage.core.root().find("/sig/arm/LINK2/physics")));
  const auto* joint = dynamic_cast<spark::Joint*>(stage.core.root().find("/sig/arm/LINK2/J2"));
  REQUIRE(joint);
  CHECK(joint->body(0) == &stage.at("arm").part_body(2));
  CHECK(joint->body(1) == &stage.at("arm").part_body(1));
}
