// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/spark/physics/joint_bench.h"
#include "tests/spark/physics/numbers.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

/// All angles, positions and rates of a joint, whatever its kind.
std::vector<double> readings(Joint& joint) {
  std::vector<double> result;
  for (const char* method : {"getAngle", "getAngleRate", "getPosition", "getPositionRate"})
    for (const Values& arguments : {Values{}, Values{std::int64_t{0}}, Values{std::int64_t{1}}})
      if (const MethodInfo* info = find_method(joint, method)) {
        bool accepted = false;
        const Value value = info->call(joint, arguments, accepted);
        if (accepted) result.push_back(as_real(value).value());
      }
  return result;
}

}  // namespace

TEST_CASE("missing, empty and wrong paths in attach are the static world, and wrong ones cost a line") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 3});
  Body& b = bench.make_box("B", {1, 0, 3});
  auto& joint = bench.make_joint<BallJoint>("BallJoint");
  const auto holds = [&](const Body* first, const Body* second) {
    return dJointGetBody(joint.id(), 0) == (first ? first->id() : nullptr) &&
           dJointGetBody(joint.id(), 1) == (second ? second->id() : nullptr);
  };
  CHECK(joint.attach({}));
  CHECK_FALSE(joint.is_attached());
  CHECK(joint.attach({"../../A/physics"}));
  CHECK(holds(&a, nullptr));
  CHECK(joint.attach({"../../A/physics", "/scene/B/physics"}));
  CHECK(holds(&a, &b));
  CHECK(joint.attach({"", "../../B/physics"}));
  CHECK(holds(&b, nullptr));
  CHECK_FALSE(joint.attach({"../../A/physics", "../../B/physics", ""}));
  CHECK(holds(&b, nullptr));
  CHECK(bench.log_lines ==
        std::vector<std::string>{"/scene/Joint/joint: both ends are the static world; it holds nothing",
                                 "/scene/Joint/joint: it takes up to two paths of bodies"});
  bench.log_lines.clear();

  CHECK(joint.attach({"../../A/physics", "../../C/physics"}));
  CHECK(holds(&a, nullptr));
  CHECK(joint.attach({"../../A", "../../B/physics"}));
  CHECK(holds(&b, nullptr));
  CHECK(bench.log_lines ==
        std::vector<std::string>{"/scene/Joint/joint: there is no body '../../C/physics' in this scene to attach to",
                                 "/scene/Joint/joint: there is no body '../../A' in this scene to attach to"});
}

TEST_CASE("attach refuses one body twice, too few bodies and invalid poses, and ignores bodies of other scenes") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 3});
  auto& ball = bench.make_joint<BallJoint>("BallJoint");
  REQUIRE(bench.attach(ball, "A"));
  CHECK_FALSE(bench.attach(ball, "A", "A"));
  CHECK(dJointGetBody(ball.id(), 0) == a.id());
  CHECK(bench.log_lines.back() == "/scene/Joint/joint: a body cannot be joined to itself (/scene/A/physics)");

  // ODE aborts the process on a hinge-2 joint with one body.
  auto& wheel = bench.make<Hinge2Joint>("Hinge2Joint", "Joint/wheel");
  CHECK_FALSE(bench.attach(wheel, "A"));
  CHECK_FALSE(bench.attach(wheel, "", "A"));
  CHECK_FALSE(wheel.is_attached());
  CHECK(bench.log_lines.back() ==
        "/scene/Joint/wheel: this joint needs two bodies; it holds nothing to the static world");

  // A body of another scene.
  bench.core.create("oxygen/World", "/other/world");
  bench.core.create("oxygen/Transform", "/other/X");
  bench.core.create("oxygen/Body", "/other/X/physics");
  CHECK(ball.attach({"/scene/A/physics", "/other/X/physics"}));
  CHECK(bench.log_lines.back() == "/scene/Joint/joint: there is no body '/other/X/physics' in this scene to attach to");
  CHECK(dJointGetBody(ball.id(), 1) == nullptr);

  auto& node = dynamic_cast<Transform&>(*ball.parent());
  node.set_local_pose({{std::numeric_limits<double>::quiet_NaN(), 0, 0}, kIdentity3});
  CHECK_FALSE(bench.attach(ball, "A"));
  CHECK_FALSE(ball.set_anchor({1, 0, 0}));
  CHECK_FALSE(wheel.set_anchor({}));
  bench.run(10);
}

TEST_CASE("joints can be attached whichever way their bodies are turned") {
  JointBench bench;
  const std::string class_name = GENERATE(from_range(std::begin(kJointClasses), std::end(kJointClasses)));
  // With one body turned by exactly 90° ODE's own axes of two-axis joints lie in one line, where it aborts.
  auto& a = bench.make_transform("A", {0, 0, 3});
  auto& b = bench.make_transform("B", {1, 0, 3});
  b.set_local_pose({b.local_pose().position, {0, 1, 0, -1, 0, 0, 0, 0, 1}});
  auto& first = bench.make<Body>("Body", "A/physics");
  auto& second = bench.make<Body>("Body", "B/physics");
  auto& joint = bench.make_joint<Joint>(class_name, {0.5, 0, 3});
  CAPTURE(class_name);
  for (int turn = 0; turn < 3; ++turn) {
    CHECK(bench.attach(joint, turn % 2 ? "B" : "A", turn % 2 ? "A" : "B"));
    CHECK(second.rotation()[1] == Approx(1.0));
    bench.run(10);
  }
  CHECK(first.position().z == Approx(second.position().z).margin(1e-6));
  CHECK(a.world_pose().position.z < 3.0);
  CHECK(bench.log_lines.empty());
}

TEST_CASE("a joint whose body was removed is detached, and reports 0") {
  JointBench bench;
  const std::string class_name = GENERATE(from_range(std::begin(kJointClasses), std::end(kJointClasses)));
  CAPTURE(class_name);
  bench.make_box("A", {0, 0, 3});
  Body& b = bench.make_box("B", {1, 0, 3});
  auto& joint = bench.make_joint<Joint>(class_name, {0.5, 0, 3});
  REQUIRE(bench.attach(joint, "A", "B"));
  bench.run(5);
  bench.drop("A");
  CHECK_FALSE(joint.is_attached());
  for (const double reading : readings(joint)) CHECK(reading == 0.0);
  call_method(joint, "setAnchor", {Value(0.0), Value(0.0), Value(0.0)});
  joint.set_motor_velocity(0, 1.0);
  const double speed = b.velocity().z;
  bench.run(10);
  CHECK(b.velocity().z == Approx(speed - 0.1 * 9.81));  // it falls freely
  bench.make_box("A", {0, 0, 3});
  CHECK(bench.attach(joint, "A", "B"));
  CHECK(joint.is_attached());
  bench.drop("Joint");
  bench.run(5);
}

TEST_CASE("a joint outside of a scene, or without a world, does nothing") {
  JointBench bench;
  const std::string class_name = GENERATE(from_range(std::begin(kJointClasses), std::end(kJointClasses)));
  auto object = bench.core.classes.create("oxygen/" + class_name);
  auto& joint = dynamic_cast<Joint&>(*object);
  CHECK_FALSE(joint.attach({}));
  CHECK_FALSE(joint.is_attached());
  CHECK_FALSE(joint.set_parameter(dParamCFM, 0, 0.1));
  CHECK(joint.parameter(dParamCFM, 0) == 0.0);
  for (const double reading : readings(joint)) CHECK(reading == 0.0);
  bench.log_lines.clear();
  auto& idle = dynamic_cast<Joint&>(bench.core.create("oxygen/" + class_name, "/nowhere/joint"));
  CHECK_FALSE(idle.attach({"../box"}));
  CHECK_FALSE(idle.set_parameter(dParamCFM, 0, 0.1));
  CHECK(bench.log_lines ==
        std::vector<std::string>{"oxygen/" + class_name +
                                     " below /nowhere has no effect yet: there is no "
                                     "oxygen/World in this scene",
                                 "/nowhere/joint: the joint is in no scene with a world; it holds nothing"});
}

TEST_CASE("a world can be destroyed before its joints") {
  JointBench bench;
  bench.make_box("A", {0, 0, 3});
  auto& joint = bench.make_joint<HingeJoint>("HingeJoint");
  REQUIRE(bench.attach(joint, "A"));
  bench.drop("world");
  CHECK(joint.id() == nullptr);
  CHECK(joint.angle() == 0.0);
  CHECK_FALSE(bench.attach(joint, "A"));
}

TEST_CASE("each setting of a joint is set and read by its own name (fidelity F17)") {
  JointBench bench;
  auto& joint = bench.make_joint<Hinge2Joint>("Hinge2Joint");
  const auto axis = [](int i) { return Value(std::int64_t{i}); };
  // All numbers differ, so that none can be confused with another.
  struct Row {
    const char* name;
    double first, second;
  };
  const Row rows[] = {{"LowStopDeg", -31, -32},         {"HighStopDeg", 33, 34},   {"Bounce", 0.35, 0.36},
                      {"AngularMotorVelocity", 37, 38}, {"MaxMotorForce", 39, 40}, {"CFM", 0.41, 0.42},
                      {"StopCFM", 0.43, 0.44},          {"StopERP", 0.45, 0.46}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(call_method(joint, std::string("set") + row.name, {axis(0), Value(row.first)}) == Value(true));
    CHECK(call_method(joint, std::string("set") + row.name, {axis(1), Value(row.second)}) == Value(true));
  }
  for (const char* name : {"SuspensionERP", "SuspensionCFM"})
    CHECK(call_method(joint, std::string("set") + name, {axis(0), Value(name[10] == 'E' ? 0.47 : 0.48)}) ==
          Value(true));
  const auto get = [&](const std::string& name, int i) {
    return as_real(call_method(joint, "get" + name, {axis(i)})).value();
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(get(row.name, 0) == Approx(row.first));
    CHECK(get(row.name, 1) == Approx(row.second));
    CHECK(get(row.name, 2) == 0.0);
    CHECK(get(row.name, -1) == 0.0);
  }
  CHECK(get("SuspensionERP", 0) == 0.47);
  CHECK(get("SuspensionCFM", 0) == 0.48);
  // The same numbers in metres and radians.
  CHECK(get("LowStopPos", 0) == Approx(-31 * M_PI / 180));
  CHECK(get("HighStopPos", 1) == Approx(34 * M_PI / 180));
  CHECK(get("LinearMotorVelocity", 0) == Approx(37 * M_PI / 180));
  CHECK(call_method(joint, "setLinearMotorVelocity", {axis(0), Value(2.0)}) == Value(true));
  CHECK(get("AngularMotorVelocity", 0) == Approx(2 * 180 / M_PI));
  CHECK(bench.log_lines.empty());
}

TEST_CASE("setCFM sets the softness of a joint") {
  JointBench bench;
  Body& a = bench.make_box("A", {0, 0, 3});
  auto& joint = bench.make_joint<BallJoint>("BallJoint", {0, 0, 3});
  REQUIRE(bench.attach(joint, "A"));
  CHECK(joint.parameter(dParamCFM, 0) == 1e-5);  // the world's CFM
  REQUIRE(call_method(joint, "setCFM", {Value(std::int64_t{0}), Value(0.01)}) == Value(true));
  bench.run(2000);
  // At rest: ERP / dt · error = CFM · force, so it hangs lower by CFM m g dt / ERP.
  CHECK(3.0 - a.position().z == Approx(0.01 * 9.81 * kStep / 0.2).epsilon(0.01));
}
