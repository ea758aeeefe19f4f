// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "spark/physics/joint_kinds.h"
#include "spark/physics/world.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Body;
using spark::HingeJoint;
using spark::Vec3;

namespace {

constexpr double kStep = 0.01;

/// A rover on four flat wheels, with all parts in one collision group, as a user would write it.
std::string rover() {
  std::string text = R"((RubySceneGraph 0 1)
  (
    (node Transform (setName chassis) (setLocalPos 0 0 0.2)
      (node Body (setName physics) (setBoxTotal 10 0.6 0.4 0.1))
      (node BoxCollider (setBoxLengths 0.6 0.4 0.1) (setCollisionGroup rover)))
  )";
  for (const auto& [name, place] :
       {std::pair{"a", "0.2 0.2"}, std::pair{"b", "0.2 -0.2"}, std::pair{"c", "-0.2 0.2"}, std::pair{"d", "-0.2 -0.2"}})
    text += std::string("(node Transform (setName ") + name + ") (setLocalPos " + place +
            R"( 0.15) (setLocalRotation 90 0 0)
      (node Body (setName physics) (setCylinderTotal 1 0.15 0.05))
      (node CylinderCollider (setParams 0.15 0.05) (setCollisionGroup rover)
        (node SurfaceContactHandler (setContactBounceMode false) (setFrictionPyramid true) (setContactMu 0.9)
                                    (setContactSlip1 0.0001) (setContactSlip2 0.0001)))
      (node HingeJoint (setName axle) (attach ../physics ../../chassis/physics) (setAxis 2)
        (setAngularMotorVelocity 0 -360) (setMaxMotorForce 0 5) (setFeedback true)))
    )";
  return text + ")";
}

constexpr const char* kFlatWorld = R"(
  world = new('oxygen/World', '/t/world')
  world.setGravity(0, 0, -9.81)
  world.setContactsPerPair(10)
  new('oxygen/Space', '/t/space')
  new('oxygen/PlaneCollider', '/t/floor')
  floor = new('oxygen/SurfaceContactHandler', '/t/floor/contact')
  floor.setContactBounceMode(false)
  floor.setFrictionPyramid(true)
  floor.setContactMu(0.9)
)";

}  // namespace

TEST_CASE("a rover from a scene file drives on flat wheels, with exact and with quick steps") {
  const bool quick = GENERATE(false, true);
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kFlatWorld) == "");
  REQUIRE(stage.import(rover()));
  CHECK(stage.log.empty());
  auto& world = stage.at<spark::World>("/t/world");
  if (quick) {
    CHECK(stage.run("get('/t/world').setQuickStep(true)") == "");
  }
  auto& chassis = stage.at<Body>("/t/chassis/physics");
  for (int i = 0; i < 300; ++i) world.step(kStep);
  // Wheels of 0.15 m at one turn per second.
  CHECK(chassis.velocity().x == Approx(0.15 * 2 * std::numbers::pi).epsilon(0.03));
  CHECK(std::abs(chassis.position().y) < 0.05);
  CHECK(chassis.position().z == Approx(0.2).margin(0.01));
  // Each axle carries its share of the chassis; one is also read by a script.
  double carried = 0.0;
  for (const char* wheel : {"a", "b", "c", "d"})
    carried += stage.at<HingeJoint>(std::string("/t/") + wheel + "/axle").load(1).force.z;
  CHECK(carried == Approx(10 * 9.81).epsilon(quick ? 0.1 : 0.02));
  CHECK(stage.run("raise 'no force' unless get('/t/a/axle').getForce(1, 2) > 5") == "");

  // The rover is lifted, turned by half a turn and released: it is kinematic meanwhile.
  CHECK(stage.run(R"(
    get('/t/a/axle').release
    body = get('/t/chassis/physics')
    body.setKinematic(true)
    body.setVelocity(0, 0, 0)
    body.setAngularVelocity(0, 0, 0)
    body.setRotation(0, 0, 180)
    body.setKinematic(false)
  )") == "");
  CHECK((chassis.rotation() * Vec3{1, 0, 0}).x == Approx(-1.0));
  CHECK(stage.log.empty());
}

TEST_CASE("invalid settings in scenes and scripts cost one line each and change nothing") {
  Stage stage;
  stage.target();
  REQUIRE(stage.run(kFlatWorld) == "");
  REQUIRE(stage.import(R"((RubySceneGraph 0 1)
    (node Transform (setName x)
      (node Body (setName physics) (setRotation 0 nan 0) (setKinematic maybe))
      (node CylinderCollider (setName geometry) (setParams 1e400 1)
        (node SurfaceContactHandler (setName contact) (setContactMu2 -1) (setFrictionDirection 0 inf 0)
                                    (setContactSlip 1e9)))))"));
  CHECK(stage.log.size() == 6);
  for (const std::string& line : stage.log) {
    CAPTURE(line);
    CHECK(line.find(" refused, ") != line.npos);
  }
  stage.log.clear();
  CHECK(stage.run(R"(
    world = get('/t/world')
    raise 'taken' if world.setContactsPerPair(0)
    raise 'taken' if world.setContactsPerPair(1000)
    raise 'taken' if world.setQuickStepIterations(-1)
    raise 'taken' if world.setTouching('a', '', false)
    raise 'taken' if get('/t/x/physics').setRotation(0.0 / 0.0, 0, 0)
    raise 'taken' if get('/t/x/geometry').setEnabled(2.5)
  )") == "");
  CHECK(stage.log.size() == 6);
  CHECK(stage.at<spark::World>("/t/world").contacts_per_pair() == 10);
  CHECK(stage.at<Body>("/t/x/physics").rotation() == spark::kIdentity3);
}
