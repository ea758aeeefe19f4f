// SPDX-License-Identifier: Apache-2.0
// Scenes as written by a user who has only the manual's chapter on scenes and the list of classes.
#include <catch2/catch.hpp>

#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/joint_kinds.h"
#include "spark/physics/world.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Body;
using spark::Vec3;

namespace {

/// A scene as in the manual: scene server, world and space from the script, and a floor.
struct ManualStage : Stage {
  ManualStage() {
    REQUIRE(run("$s = new('oxygen/SceneServer', '/sys/server/scene')\n$s.initSceneImporter('RubySceneImporter')\n"
                "$s.createScene('/usr/scene')\nnew('oxygen/World', '/usr/scene/world').setGravity(0, 0, -9.81)\n"
                "new('oxygen/Space', '/usr/scene/space')\n") == "");
  }
  bool load(const std::string& text, const spark::Values& arguments = {}) {
    file("scene.rsg", text);
    return spark::import_scene(at<spark::BaseNode>("/usr/scene"), "scene.rsg", arguments);
  }
  void play(double seconds) {
    auto& world = at<spark::World>("/usr/scene/world");
    for (int i = 0; i < seconds * 100; ++i) world.step(0.01);
  }
  Vec3 place(const std::string& body) { return at<Body>("/usr/scene/" + body).position(); }
};

const std::string kFloor = R"((RubySceneGraph 0 1)
(node Transform (setName Floor)
  (node PlaneCollider (setParams 0 0 1 0) (addCollisionHandler ContactJointHandler))
)
)";

}  // namespace

TEST_CASE("manual: a box in a Transform is imported (fourth listing)") {
  ManualStage stage;
  REQUIRE(stage.load(R"((RubySceneGraph 0 1)
(
 (node Transform
      (setLocalPos 10 20 5)
      (node Box
           (setExtents 1 1 1)
      )
 )
)
)"));
  CHECK(stage.log.empty());
  auto* box = stage.core.find_first<spark::BoxShape>();
  REQUIRE(box);
  CHECK(box->ancestor<spark::Transform>()->world_pose().position == Vec3{10, 20, 5});
}

TEST_CASE("manual: a box from a template falls onto a plane and comes to rest") {
  ManualStage stage;
  REQUIRE(stage.load(kFloor));
  REQUIRE(stage.load(R"(; a box that moves
(RubySceneGraph 0 1)
(
  (template $lenX $lenY $lenZ $density $material)
  (define $height (eval $lenZ / 2.0 + 1))
  (node Transform
    (setName crate)
    (setLocalPos 0 0 $height)
    (node Box (setExtents $lenX $lenY $lenZ) (setMaterial $material))
    (node Body (setName boxBody)
      (setBox $density $lenX $lenY $lenZ)
      (node DragController (setAngularDrag 0.2) (setLinearDrag 0.4))
    )
    (node BoxCollider (setBoxLengths $lenX $lenY $lenZ)
      (node ContactJointHandler
        (setContactBounceMode false)
        (setMinBounceVel 0.8)
        (setContactSoftERPMode true)
        (setContactSoftERP 0.5)
        (setContactMu 1.5)
        (setContactSlipMode false)
        (setContactSlip 0.1)))))
)",
                     {1.0, 3.0, 0.8, 10.0, std::string("matRed")}));
  CHECK(stage.log.empty());
  CHECK(stage.at<Body>("/usr/scene/crate/boxBody").mass() == Approx(24));
  CHECK(stage.place("crate/boxBody").z == Approx(1.4));
  stage.play(3);
  CHECK(stage.place("crate/boxBody").z == Approx(0.4).margin(0.01));
}

TEST_CASE("manual: templates in templates create rows of balls") {
  ManualStage stage;
  const std::string ball = R"((RubySceneGraph 0 1)
    ((template $x $y $radius)
     (node Transform (setName ball) (setLocalPos $x $y $radius)
      (node Sphere (setExtents $radius) (setMaterial matBlue))
      (node Body (setName physics) (setSphereTotal 0.5 $radius))
      (node SphereCollider (setRadius $radius)))))";
  stage.file("ball.rsg", ball);
  std::string row = "(RubySceneGraph 0 1)\n((template $y $radius)\n";
  for (int i = 0; i < 5; ++i) row += "(importScene ball.rsg " + std::to_string(i) + " $y $radius)\n";
  stage.file("row.rsg", row + ")");
  REQUIRE(stage.load(
      "(RubySceneGraph 0 1)\n((template $radius)\n(importScene row.rsg 0 $radius)\n(importScene row.rsg (eval 4 * "
      "$radius) $radius))",
      {0.25}));
  CHECK(stage.log.empty());
  const auto bodies = stage.core.find_all<Body>();
  REQUIRE(bodies.size() == 10);
  CHECK(bodies[9]->position() == Vec3{4, 1, 0.25});
}

TEST_CASE("manual: a cart drives on four sprung wheels, with the manual's setters for the suspension") {
  ManualStage stage;
  REQUIRE(stage.load(kFloor));
  std::string scene = R"((RubySceneGraph 0 1)
(
  (node Transform (setName chassis) (setLocalPos 0 0 0.6)
    (node Box (setExtents 2 1 0.3) (setMaterial matGrey))
    (node Body (setName body) (setBoxTotal 5 2 1 0.3))
    (node BoxCollider (setBoxLengths 2 1 0.3)))
)";
  for (const auto& [name, place] : {std::pair{"frontLeft", "0.8 0.8 0.4"}, std::pair{"frontRight", "0.8 -0.8 0.4"},
                                    std::pair{"backLeft", "-0.8 0.8 0.4"}, std::pair{"backRight", "-0.8 -0.8 0.4"}})
    scene +=
        std::string("(node Transform (setName ") + name + ") (setLocalPos " + place + R"() (setLocalRotation 0 0 90)
    (node Body (setName body) (setSphereTotal 0.5 0.4))
    (node SphereCollider (setRadius 0.4))
    (node Hinge2Joint (setName axle)
      (attach ../../chassis/body ../body)
      (setAnchor 0 0 0)
      (setHighStopDeg 0 0) (setLowStopDeg 0 0)
      (setSuspensionERP 0.4) (setSuspensionCFM 0.001)
      (setStopERP 0.9) (setBounce 0 0.1)
      (setAngularMotorVelocity 1 -180) (setMaxMotorForce 1 5)))
)";
  REQUIRE(stage.load(scene + ")"));
  CHECK(stage.log.empty());
  CHECK(stage.at<spark::Joint>("/usr/scene/frontLeft/axle").parameter(dParamSuspensionERP, 0) == 0.4);
  stage.play(4);
  const Vec3 chassis = stage.place("chassis/body");
  CHECK(std::abs(chassis.x) > 2);  // half a turn of wheels of 0.4 m per second
  CHECK(std::abs(chassis.y) < 0.5);
  CHECK(chassis.z == Approx(0.6).margin(0.1));
}

TEST_CASE("manual: pendulum, slider and universal joint connect one body and the static world") {
  ManualStage stage;
  REQUIRE(stage.load(R"((RubySceneGraph 0 1)
(
 (node Transform (setName pendulum) (setLocalPos 1 0 5)
   (node Body (setName body) (setCylinder 100 0.1 1))
   (node CCylinderCollider (setParams 0.1 1))
   (node BallJoint (setName top) (attach ../body) (setAnchor -1 0 0)))
 (node Transform (setName slide) (setLocalPos 5 0 1) (setLocalRotation 0 90 0)
   (node Body (setName body) (setCappedCylinder 100 0.1 1) (useGravity false) (setVelocity 0 0 0) (setAngularVelocity 0 0 0))
   (node SliderJoint (setName rail) (attach ../body) (setHighStopPos 0 1) (setLowStopPos 0 -1)
     (setLinearMotorVelocity 0 0.5) (setMaxMotorForce 0 100)))
 (node Transform (setName cross) (setLocalPos 9 0 1)
   (node Body (setName body) (setCylinderTotal 1 0.1 1) (disable) (enable))
   (node UniversalJoint (setName universal) (attach ../body "") (setAnchor 0 0 0) (setAxis1 1 0 0) (setAxis2 0 0 1)
     (setLowStopDeg 0 -45) (setHighStopDeg 0 45) (setLowStopDeg 1 -45) (setHighStopDeg 1 45)
     (setAngularMotorVelocity 0 90) (setMaxMotorForce 0 10)))
)
)"));
  CHECK(stage.log.empty());
  stage.play(1);
  CHECK(spark::length(stage.place("pendulum/body") - Vec3{0, 0, 5}) == Approx(1).margin(0.01));
  CHECK(stage.place("pendulum/body").z < 4.9);
  CHECK(stage.place("slide/body").x == Approx(5.5).margin(0.02));
  stage.play(4);
  CHECK(stage.place("slide/body").x == Approx(6).margin(0.02));  // at its stop
  CHECK(stage.at<spark::UniversalJoint>("/usr/scene/cross/universal").angle(0) == Approx(45).margin(1));
}

TEST_CASE("manual: a rotor of two boxes, connected by a fixed joint, turns about z of its node") {
  ManualStage stage;
  REQUIRE(stage.load(R"((RubySceneGraph 0 1)
(
  (template $size $velocity $force)
  (node Transform (setName one) (setLocalPos 0 0 3)
    (node Body (setName body) (setBoxTotal 1 $size 0.2 0.2))
    (node BoxCollider (setBoxLengths $size 0.2 0.2))
    (node HingeJoint (setName motor) (attach ../body) (setAnchor 0 0 0) (setAxis 2)
      (setAngularMotorVelocity 0 $velocity) (setMaxMotorForce 0 $force)))
  (node Transform (setName two) (setLocalPos 0 0 3) (setLocalRotation 0 0 90)
    (node Body (setName body) (setBoxTotal 1 $size 0.2 0.2))
    (node FixedJoint (attach ../body ../../one/body)))
)
)",
                     {2.0, 90.0, 100.0}));
  CHECK(stage.log.empty());
  stage.play(2);
  CHECK(stage.at<spark::HingeJoint>("/usr/scene/one/motor").angle_rate() == Approx(90).epsilon(0.01));
  CHECK(stage.at<Body>("/usr/scene/two/body").angular_velocity().z == Approx(M_PI / 2).epsilon(0.02));
}

TEST_CASE("manual: a sensor records a ball that is in its box") {
  ManualStage stage;
  REQUIRE(stage.load(R"((RubySceneGraph 0 1)
(
  (node Transform (setName goal)
    (node BoxCollider (setName box) (setBoxLengths 2 2 2) (node RecorderHandler (setName recorder))))
  (node Transform (setName ball) (setLocalPos 0 0 3)
    (node Body (setName body) (setMass 0.4))
    (node SphereCollider (setName shape) (setRadius 0.1)))
)
)"));
  CHECK(stage.log.empty());
  const auto& touching = stage.at<spark::RecorderHandler>("/usr/scene/goal/box/recorder").touching();
  stage.play(0.1);
  CHECK(touching.empty());
  stage.play(0.6);
  REQUIRE(touching.size() == 1);
  CHECK(touching[0] == &stage.at<spark::Collider>("/usr/scene/ball/shape"));
}

TEST_CASE("manual: nodes that are only drawn are imported") {
  ManualStage stage;
  REQUIRE(stage.load(R"((RubySceneGraph 0 1)
( ; groups and strings
  ((node Transform (setName stand) (setLocalTransform 1 0 0 0  0 1 0 0  0 0 1 0  1 2 3 1)
    (node Axis (setSize 2) (setMaterial matRed))
    (node Sphere (setName "a ball") (setExtents 0.5) (setMaterial matBlue))
    (node CCylinder (setParams 0.2 1) (setMaterial matGreen))
    (node StaticMesh (load "models/chair.tri" sphere) (setScale 0.1 0.1 0.1))
    (node SingleMatNode (setMaterial matGrey))
    (node Light (setName light) (setDiffuse 1 1 1 1) (setAmbient 0.2 0.2 0.2 1) (setSpecular 0.1 0.1 0.1 1) (setRadius 100))
    (node Camera (setName camera) (setViewport 0 0 640 480) (setFOV 60) (setZNear 0.1) (setZFar 500))))
  (select stand (pwd) pwd (node Box (setName plinth)))
)
; anything behind the body
(node Nothing)
)"));
  CHECK(stage.log.empty());
  CHECK(stage.has("/usr/scene/stand/a ball"));
  CHECK(stage.has("/usr/scene/stand/plinth"));
  CHECK(stage.at<spark::Camera>("/usr/scene/stand/camera").z_far() == 500);
}

TEST_CASE("manual: bodies can have velocities and an inertia of their own") {
  ManualStage stage;
  REQUIRE(stage.load(R"((RubySceneGraph 0 1)
(
  (node Transform (setName thrown) (setLocalPos 0 0 1)
    (node Body (setName body) (setMassParameters 2 0 0 0 1 0 0 0 1 0 0 0 1) (setVelocity 1 0 5)
      (node VelocityController (setMaxVelocity 3))))
  (node Transform (setName floating) (setLocalPos 0 5 1)
    (node Body (setName body) (setCappedCylinderTotal 2 0.1 1) (useGravity false) (setAngularVelocity 0 0 1) (addTorque 0 0 0)))
)
)"));
  CHECK(stage.log.empty());
  stage.play(1);
  CHECK(spark::length(stage.at<Body>("/usr/scene/thrown/body").velocity()) <= 9.81);
  CHECK(stage.place("floating/body") == Vec3{0, 5, 1});
  CHECK(stage.at<Body>("/usr/scene/floating/body").angular_velocity().z == Approx(1));
}
