// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/world/jointed.h"
#include "tests/support/call_method.h"

using namespace sigverse;
using spark::Value;
using spark::Values;

namespace {

const Value kDone = true, kRefused = false;

struct Scripted : WorldStage {
  Scripted() { load(kNoGravity + object("Ball.xml", "ball", "y=50 mass=2")); }
  Value call(const std::string& method, const Values& arguments = {}) {
    return call_method(at("ball"), method, arguments);
  }
};

}  // namespace

TEST_CASE("scripts find an object by its name below the scene and move it") {
  Scripted world;
  auto* ball = world.core.root().find("/sig/ball");
  REQUIRE(ball == world.sim->find("ball"));
  CHECK(world.call("setPosition", {0.0, 60.0, 5.0}) == kDone);
  CHECK(world.call("getPosition") == Value("0 60 5"));
  CHECK(world.call("setRotation", {0.5, 0.5, 0.5, 0.5}) == kDone);
  CHECK(world.call("setRelativeRotation", {0.5, -0.5, -0.5, -0.5}) == kDone);
  CHECK(world.call("getRotation") == Value("1 0 0 0"));
  CHECK(world.call("setLinearVelocity", {1.0, 2.0, 3.0}) == kDone);
  CHECK(world.call("getLinearVelocity") == Value("1 2 3"));
  CHECK(world.call("setAngularVelocity", {0.5, 0.0, 0.25}) == kDone);
  CHECK(world.call("getAngularVelocity") == Value("0.5 0 0.25"));
}

TEST_CASE("scripts apply forces to an object in every way") {
  const std::pair<const char*, Values> pushes[] = {{"setForce", {200.0, 0.0, 0.0}},
                                                   {"addForce", {200.0, 0.0, 0.0}},
                                                   {"addRelForce", {200.0, 0.0, 0.0}},
                                                   {"addForceAtPos", {200.0, 0.0, 0.0, 0.0, 50.0, 0.0}},
                                                   {"addForceAtRelPos", {200.0, 0.0, 0.0, 0.0, 0.0, 0.0}},
                                                   {"addRelForceAtPos", {200.0, 0.0, 0.0, 0.0, 50.0, 0.0}},
                                                   {"addRelForceAtRelPos", {200.0, 0.0, 0.0, 0.0, 0.0, 0.0}},
                                                   {"addForceToParts", {"body", 200.0, 0.0, 0.0}},
                                                   {"setAccel", {100.0, 0.0, 0.0}}};
  for (const auto& [method, arguments] : pushes) {
    CAPTURE(method);
    Scripted world;
    CHECK(world.call(method, arguments) == kDone);
    world.run(1);
    CHECK(world.at("ball").linear_velocity()[0] == Approx(1));
    CHECK(world.at("ball").angular_velocity()[2] == Approx(0).margin(1e-12));
  }
  for (const char* method : {"setTorque", "addTorque", "addRelTorque"}) {
    Scripted world;
    CHECK(world.call(method, {0.0, 80.0, 0.0}) == kDone);
    world.run(1);
    CHECK(world.at("ball").angular_velocity()[1] == Approx(0.01));
  }
}

TEST_CASE("scripts set the state of an object and read it") {
  Scripted world;
  CHECK(world.call("setMass", {5.0}) == kDone);
  CHECK(world.call("getMass") == Value(5.0));
  CHECK(world.call("setMass", {-5.0}) == kRefused);
  for (const char* what : {"GravityMode", "DynamicsMode", "CollisionEnable"}) {
    CAPTURE(what);
    CHECK(world.call("get" + std::string(what)) == Value(true));
    CHECK(world.call("set" + std::string(what), {false}) == kDone);
    CHECK(world.call("get" + std::string(what)) == Value(false));
    CHECK(world.call("set" + std::string(what), {true}) == kDone);
  }
  CHECK(world.call("setAttrValue", {"x", 7.0}) == kDone);
  CHECK(world.call("getAttrValue", {"x"}) == Value(world.at("ball").position()[0]));
  CHECK(world.call("setAttrValue", {"graspable", true}) == kDone);
  CHECK(world.call("getAttrValue", {"graspable"}) == Value(true));
  CHECK(world.call("setAttrValue", {"graspRadius", std::int64_t{3}}) == kDone);
  CHECK(world.call("getAttrValue", {"graspRadius"}) == Value(3.0));
  CHECK(world.call("setAttrValue", {"name", "other"}) == kRefused);
  CHECK(world.call("setAttrValue", {"x"}) == kRefused);
  CHECK(world.call("getAttrValue", {"nosuch"}) == Value());
  CHECK(world.call("setCamPos", {std::int64_t{1}, 0.0, 5.0, 0.0}) == kDone);
  CHECK(world.call("setCamDir", {std::int64_t{1}, 0.0, 1.0, 0.0}) == kDone);
  CHECK(world.call("setCamFOV", {std::int64_t{1}, 60.0}) == kDone);
  CHECK(world.call("setCamAS", {std::int64_t{1}, 2.0}) == kDone);
  CHECK(world.call("setCamFOV", {std::int64_t{2}, 60.0}) == kRefused);
  CHECK(world.at("ball").camera(1)->fov == 60);
  CHECK(world.call("getCollisions") == Value(""));
}

TEST_CASE("scripts join, grasp and drive objects") {
  WorldStage world;
  std::string robot = object("Ball.xml", "robot", "y=50 dynamics=false");
  robot.insert(robot.find("class="), "type=\"Robot\" ");
  world.load(kNoGravity + robot + object("Ball.xml", "can", "y=50 z=25 graspable=true graspRadius=30") +
             object("Ball.xml", "far", "y=500 graspable=true"));
  const auto call = [&](const std::string& name, const std::string& method, const Values& arguments) {
    return call_method(world.at(name), method, arguments);
  };
  CHECK(call("robot", "graspObj", {"body", "far"}) == kRefused);
  CHECK(call("robot", "graspObj", {"body", "none"}) == kRefused);
  CHECK(call("can", "getIsGrasped", {}) == Value(false));
  CHECK(call("robot", "graspObj", {"", "can"}) == kDone);
  CHECK(call("can", "getIsGrasped", {}) == Value(true));
  CHECK(call("robot", "graspObj", {"", "far"}) == kRefused);
  CHECK(call("robot", "setWheelVelocity", {1.0, 1.0}) == kRefused);
  CHECK(call("robot", "setWheel", {10.0, 0.0}) == kRefused);
  CHECK(call("robot", "setWheel", {10.0, 40.0}) == kDone);
  CHECK(call("can", "setWheel", {10.0, 40.0}) == kRefused);
  CHECK(call("robot", "setWheelVelocity", {1.0, 1.0}) == kDone);
  world.run(100);
  CHECK(world.at("can").position()[2] == Approx(35));
  CHECK(call("robot", "releaseObj", {"body"}) == kDone);
  CHECK(call("robot", "releaseObj", {"body"}) == kRefused);
  CHECK(call("robot", "connectJoint", {"j", "", "robot", ""}) == kRefused);
  CHECK(call("robot", "connectJoint", {"j", "", "can", "body"}) == kDone);
  CHECK(call("robot", "getJointForce", {"j"}) == Value("0 0 0 0 0 0 0 0 0 0 0 0"));
  CHECK(call("robot", "getJointForce", {"k"}) == Value(""));
  CHECK(call("robot", "releaseJoint", {"j"}) == kDone);
  CHECK(call("robot", "releaseJoint", {"j"}) == kRefused);
  // An object that a script makes is in no world.
  CHECK(call_method(world.core.create("SimObj", "/lone"), "getIsGrasped", {}) == kRefused);
}

TEST_CASE("scripts move joints and read the places of joints and parts") {
  JointedStage stage({jointed_object("arm", arm_plan(2), false, {{"y", 300.0}})});
  auto& arm = stage.at("arm");
  const auto call = [&arm](const char* name, const spark::Values& values) {
    bool accepted = true;
    return arm.class_info()->find_method(name)->call(arm, values, accepted);
  };
  CHECK(call("setJointAngle", {"J1", 0.5}) == spark::Value(true));
  CHECK(call("getJointAngle", {"J1"}) == spark::Value(0.5));
  CHECK(call("setJointQuaternion", {"J2", 1.0, 0.0, 0.0, 0.0, false}) == spark::Value(true));
  CHECK(call("setJointVelocity", {"J1", 1.0, 100.0}) == spark::Value(true));
  CHECK(call("setAngularVelocityToParts", {"LINK2", 2.0, 100.0}) == spark::Value(true));
  stage.run(10);
  CHECK(call("getAllJointAngles", {}) == spark::Value("J1 0.6 J2 0.2"));
  CHECK(call("getJointPosition", {"J1"}) == spark::Value("0 320 0"));
  CHECK(call("getPartsPosition", {"LINK1"}) == spark::Value("0 320 0"));
  CHECK(call("getPartsQuaternion", {"LINK1"}) == spark::Value("0.955336489 0 0 0.295520207"));
  CHECK(call("addJointTorque", {"J1", 100.0}) == spark::Value(false));
  CHECK(call("setDynamicsMode", {true}) == spark::Value(true));
  CHECK(call("addJointTorque", {"J1", 100.0}) == spark::Value(true));
  for (const char* question : {"getJointAngle", "getJointPosition", "getPartsPosition", "getPartsQuaternion"})
    CHECK(call(question, {"NONE"}) == spark::Value());
}

TEST_CASE("scripts read the time of the world, and reset it") {
  Scripted world;
  world.run(5);
  CHECK(call_method(*world.sim, "getTime", {}) == Value(0.05));
  CHECK(call_method(*world.sim, "getStepSize", {}) == Value(0.01));
  CHECK(call_method(*world.sim, "isAutostep", {}) == Value(true));
  CHECK(call_method(*world.sim, "step", {0.01, false}) == kRefused);
  CHECK(call_method(*world.sim, "getWorldName", {}) == Value("w"));
  CHECK(call_method(*world.sim, "getFolder", {}) == Value(world.folder.path().string()));
  call_method(*world.sim, "reset", {});
  CHECK(world.sim->time() == 0);
}
