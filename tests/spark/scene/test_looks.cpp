// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/looks.h"

#include <catch2/catch.hpp>
#include <tuple>

#include "spark/core/quaternion.h"
#include "spark/physics/body.h"
#include "spark/physics/world.h"
#include "tests/support/script_stage.h"

using namespace script_test;
using namespace spark;

namespace {

/// A scene with a world, filled from the text of a scene file.
struct Room : Stage {
  explicit Room(const std::string& nodes) {
    core.create("oxygen/SceneServer", "/sys/server/scene");
    scene = &dynamic_cast<Scene&>(core.create("oxygen/Scene", "/usr/scene"));
    world = &dynamic_cast<World&>(core.create("oxygen/World", "/usr/scene/world"));
    core.create("oxygen/Space", "/usr/scene/space");
    file("room.rsg", "(RubySceneGraph 0 1)\n(" + nodes + ")\n");
    REQUIRE(import_scene(*scene, "room.rsg", {}));
  }
  Looks looks() { return looks_of(*scene); }

  Scene* scene = nullptr;
  World* world = nullptr;
};

void check_vector(const Vec3& is, const Vec3& wanted) {
  CHECK(is.x == Approx(wanted.x).margin(1e-9));
  CHECK(is.y == Approx(wanted.y).margin(1e-9));
  CHECK(is.z == Approx(wanted.z).margin(1e-9));
}

}  // namespace

TEST_CASE("a body is seen with its colliders, in its frame, sensors left out") {
  Room room(R"((node Transform (setName hammer) (setLocalPos 1 2 3) (setLocalRotation 0 0 90)
      (node Body (setName body) (setBoxTotal 1 1 1 1))
      (node BoxCollider (setBoxLengths 0.1 0.2 0.3) (setPosition 0 0 0.5))
      (node CCylinderCollider (setParams 0.02 0.4))
      (node CylinderCollider (setParams 0.3 0.1))
      (node SphereCollider (setRadius 0.7) (node RecorderHandler)))
    (node Transform (node Body)))");
  room.world->step(0.01);
  const Looks looks = room.looks();
  REQUIRE(looks.movers.size() == 2);
  const MoverLook& hammer = looks.movers[0];
  CHECK(hammer.path == "hammer/body");
  CHECK(hammer.serial == room.at<Body>("/usr/scene/hammer/body").serial());
  check_vector(hammer.pose.position, {1, 2, 3});
  check_vector(hammer.pose.rotation * Vec3{1, 0, 0}, {0, 1, 0});
  REQUIRE(hammer.shapes.size() == 3);
  CHECK(hammer.shapes[0] == ShapeLook{ShapeLook::Kind::box, {0.1, 0.2, 0.3}, {{0, 0, 0.5}, kIdentity3}, {}});
  CHECK(hammer.shapes[1] == ShapeLook{ShapeLook::Kind::capsule, {0.02, 0.4}, {}, {}});
  CHECK(hammer.shapes[2] == ShapeLook{ShapeLook::Kind::cylinder, {0.3, 0.1}, {}, {}});
  CHECK((looks.movers[1].path.empty() && looks.movers[1].shapes.empty()));
  CHECK((looks.scenery.empty() && looks.joints.empty()));
}

TEST_CASE("drawing nodes stand for the colliders of their Transform, in the colour of their material") {
  Room room(R"((node Transform (setName robot) (setLocalPos 0 0 1)
      (node Body (setName body))
      (node BoxCollider)
      (node Sphere (setRadius 0.25) (setMaterial matBlue))
      (node Transform (setLocalPos 0.5 0 0) (setLocalRotation 90 0 0)
        (node CCylinder (setParams 0.1 0.6) (setMaterial matNobodyKnows)))
      (node Transform (setLocalPos 0 0 2) (node StaticMesh))))");
  room.at<Body>("/usr/scene/robot/body").set_position({5, 5, 5});
  room.world->step(0.01);
  const Looks looks = room.looks();
  REQUIRE(looks.movers.size() == 1);
  REQUIRE(looks.movers[0].shapes.size() == 2);
  const auto& [ball, arm] = std::tie(looks.movers[0].shapes[0], looks.movers[0].shapes[1]);
  CHECK(ball == ShapeLook{ShapeLook::Kind::sphere, {0.25}, {}, colour_of_material("matBlue")});
  CHECK(arm.kind == ShapeLook::Kind::capsule);
  check_vector(arm.pose.position, {0.5, 0, 0});
  check_vector(arm.pose.rotation * Vec3{0, 0, 1}, {0, -1, 0});
  CHECK(arm.colour == colour_of_material("matGrey"));
  CHECK_FALSE(colour_of_material("default"));
  CHECK(looks.scenery.empty());
}

TEST_CASE("what nothing moves is scenery, in the world frame, also before the first step") {
  Room room(R"((node Transform (setLocalPos 1 0 0) (setLocalRotation 0 0 90)
      (node Transform (setLocalPos 1 0 0) (node BoxCollider (setPosition 2 0 0))))
    (node PlaneCollider (setParams 1 0 0 -3))
    (node Box (setExtents 1 2 3)))");
  const bool stepped = GENERATE(false, true);
  if (stepped) room.world->step(0.01);
  const Looks looks = room.looks();
  REQUIRE(looks.scenery.size() == 3);
  CHECK(looks.movers.empty());
  check_vector(looks.scenery[0].pose.position, {1, 3, 0});
  check_vector(looks.scenery[0].pose.rotation * Vec3{1, 0, 0}, {0, 1, 0});
  CHECK(looks.scenery[1].kind == ShapeLook::Kind::plane);
  check_vector(looks.scenery[1].pose.position, {-3, 0, 0});
  check_vector(looks.scenery[1].pose.rotation * Vec3{0, 0, 1}, {1, 0, 0});
  CHECK(looks.scenery[2] == ShapeLook{ShapeLook::Kind::box, {1, 2, 3}, {}, {}});
}

TEST_CASE("joints are seen with what they hold, where they stand and how they turn") {
  Room room(R"((node Transform (setName a) (setLocalPos 0 0 1) (node Body (setName body)))
    (node Transform (setName b) (setLocalPos 0 0 2) (node Body (setName body)))
    (node Transform (setName joints) (setLocalPos 0 0 1.5) (setLocalRotation 0 0 90)
      (node HingeJoint (setName hinge) (attach ../../a/body ../../b/body) (setAnchor 0.1 0 0) (setAxis 0))
      (node BallJoint (setName ball) (attach ../../b/body))
      (node UniversalJoint (setName cross) (attach ../../a/body ../../b/body) (setAxis1 1 0 0) (setAxis2 0 0 1))
      (node SliderJoint (setName rail) (attach ../../b/body ../../a/body))
      (node FixedJoint (setName glue) (attach ../../a/body))
      (node Hinge2Joint (setName wheel) (attach ../../a/body ../../b/body) (setAnchor 0 0 0))
      (node HingeJoint (setName nothing))))");
  const Looks looks = room.looks();
  REQUIRE(looks.joints.size() == 6);
  const JointLook& hinge = looks.joints[0];
  CHECK((hinge.kind == JointLook::Kind::hinge && hinge.path == "joints/hinge"));
  CHECK(hinge.movers == std::array<std::size_t, 2>{0, 1});
  check_vector(hinge.anchor, {0, 0.1, 1.5});
  REQUIRE(hinge.axes.size() == 1);
  check_vector(hinge.axes[0], {0, 1, 0});
  CHECK(looks.joints[1].kind == JointLook::Kind::ball);
  CHECK(looks.joints[1].movers == std::array<std::size_t, 2>{1, JointLook::kWorld});
  REQUIRE(looks.joints[2].axes.size() == 2);
  check_vector(looks.joints[2].axes[0], {0, 1, 0});
  check_vector(looks.joints[2].axes[1], {0, 0, 1});
  CHECK(looks.joints[3].kind == JointLook::Kind::slider);
  CHECK(looks.joints[3].movers == std::array<std::size_t, 2>{1, 0});
  check_vector(looks.joints[3].anchor, {0, 0, 1.5});
  check_vector(looks.joints[4].anchor, {0, 0, 1});
  CHECK((looks.joints[5].kind == JointLook::Kind::hinge2 && looks.joints[5].axes.size() == 2));
}

TEST_CASE("quaternions of matrices turn as these do, whatever the angle") {
  for (const double x : {0.0, 90.0, 180.0, -135.0})
    for (const double y : {0.0, 45.0, 180.0})
      for (const double z : {0.0, 180.0, 270.0, 181.0}) {
        const Mat3 turn = rotation_from_degrees({x, y, z});
        const auto [w, i, j, k] = quaternion_of(turn);
        CHECK(w * w + i * i + j * j + k * k == Approx(1));
        const Vec3 part{i, j, k};
        for (const Vec3& v : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
          check_vector(v + 2 * cross(part, cross(part, v) + w * v), turn * v);
      }
}
