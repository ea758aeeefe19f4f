// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/world/world_stage.h"
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

TEST_CASE("scripts push it in every way") {
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

TEST_CASE("scripts set its state and read it") {
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

TEST_CASE("scripts ask the world for its time, and put it back") {
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
