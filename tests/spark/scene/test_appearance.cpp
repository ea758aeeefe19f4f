// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/appearance.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "spark/core/quaternion.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"
#include "spark/scene/client_nodes.h"
#include "spark/scene/drawing_nodes.h"
#include "spark/scene/noted.h"
#include "spark/scene/seen_scene.h"
#include "tests/spark/scene/room.h"

using namespace script_test;
using namespace spark;

namespace {

void check_vector(const Vec3& is, const Vec3& wanted) {
  CHECK(is.x == Approx(wanted.x).margin(1e-9));
  CHECK(is.y == Approx(wanted.y).margin(1e-9));
  CHECK(is.z == Approx(wanted.z).margin(1e-9));
}

/// Adds the note that it was given.
struct Sign : Leaf, Noted {
  explicit Sign(std::string said) : text(std::move(said)) {}
  void add_notes(std::vector<std::string>& notes) const override { notes.push_back(text); }
  std::string text;
};

}  // namespace

TEST_CASE("the appearance of a body has its colliders in its frame, without sensors") {
  Room room(R"((node Transform (setName hammer) (setLocalPos 1 2 3) (setLocalRotation 0 0 90)
      (node Body (setName body) (setBoxTotal 1 1 1 1))
      (node BoxCollider (setName box) (setBoxLengths 0.1 0.2 0.3) (setPosition 0 0 0.5))
      (node CCylinderCollider (setParams 0.02 0.4))
      (node CylinderCollider (setParams 0.3 0.1))
      (node SphereCollider (setRadius 0.7) (node RecorderHandler)))
    (node Transform (node Body)))");
  room.world->step(0.01);
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.movers.size() == 2);
  const MoverAppearance& hammer = appearance.movers[0];
  CHECK(hammer.path == "hammer/body");
  CHECK(hammer.serial == room.at<Body>("/usr/scene/hammer/body").serial());
  check_vector(hammer.pose.position, {1, 2, 3});
  check_vector(hammer.pose.rotation * Vec3{1, 0, 0}, {0, 1, 0});
  REQUIRE(hammer.shapes.size() == 3);
  CHECK(hammer.shapes[0] ==
        ShapeAppearance{ShapeAppearance::Kind::box, {0.1, 0.2, 0.3}, {{0, 0, 0.5}, kIdentity3}, {}});
  CHECK(hammer.shapes[1] == ShapeAppearance{ShapeAppearance::Kind::capsule, {0.02, 0.4}, {}, {}});
  CHECK(hammer.shapes[2] == ShapeAppearance{ShapeAppearance::Kind::cylinder, {0.3, 0.1}, {}, {}});
  CHECK((appearance.movers[1].path.empty() && appearance.movers[1].shapes.empty()));
  const Mat3 turn = rotation_from_degrees({90, 0, 0});
  REQUIRE(room.at<Collider>("/usr/scene/hammer/box").set_rotation(turn));
  CHECK(appearance_of(*room.scene).movers[0].shapes[0] ==
        ShapeAppearance{ShapeAppearance::Kind::box, {0.1, 0.2, 0.3}, {{0, 0, 0.5}, turn}, {}});
  CHECK((appearance.scenery.empty() && appearance.joints.empty()));
}

TEST_CASE("drawing nodes replace the colliders of their Transform, in the colour of their material") {
  Room room(R"((node Transform (setName robot) (setLocalPos 0 0 1)
      (node Body (setName body))
      (node BoxCollider)
      (node Sphere (setRadius 0.25) (setMaterial matBlue))
      (node Transform (setLocalPos 0.5 0 0) (setLocalRotation 90 0 0)
        (node CCylinder (setParams 0.1 0.6) (setMaterial matNobodyKnows)))
      (node Transform (setLocalPos 0 0 1)
        (node Cylinder (setParams 0.3 0.05) (setMaterial matRed)))
      (node Transform (setLocalPos 0 0 2) (node StaticMesh))))");
  room.at<Body>("/usr/scene/robot/body").set_position({5, 5, 5});
  room.world->step(0.01);
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.movers.size() == 1);
  REQUIRE(appearance.movers[0].shapes.size() == 3);
  CHECK(appearance.movers[0].shapes[2] ==
        ShapeAppearance{
            ShapeAppearance::Kind::cylinder, {0.3, 0.05}, {{0, 0, 1}, kIdentity3}, colour_of_material("matRed")});
  const auto& [ball, arm] = std::tie(appearance.movers[0].shapes[0], appearance.movers[0].shapes[1]);
  CHECK(ball == ShapeAppearance{ShapeAppearance::Kind::sphere, {0.25}, {}, colour_of_material("matBlue")});
  CHECK(arm.kind == ShapeAppearance::Kind::capsule);
  check_vector(arm.pose.position, {0.5, 0, 0});
  check_vector(arm.pose.rotation * Vec3{0, 0, 1}, {0, -1, 0});
  CHECK(arm.colour == colour_of_material("matGrey"));
  CHECK_FALSE(colour_of_material("default"));
  CHECK(appearance.scenery.empty());
}

TEST_CASE("shapes without a body are scenery, in the world frame, even before the first step") {
  Room room(R"((node Transform (setLocalPos 1 0 0) (setLocalRotation 0 0 90)
      (node Transform (setLocalPos 1 0 0) (node BoxCollider (setPosition 2 0 0))))
    (node PlaneCollider (setParams 1 0 0 -3))
    (node Box (setExtents 1 2 3)))");
  const bool stepped = GENERATE(false, true);
  if (stepped) room.world->step(0.01);
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.scenery.size() == 3);
  CHECK(appearance.movers.empty());
  check_vector(appearance.scenery[0].pose.position, {1, 3, 0});
  check_vector(appearance.scenery[0].pose.rotation * Vec3{1, 0, 0}, {0, 1, 0});
  CHECK(appearance.scenery[1].kind == ShapeAppearance::Kind::plane);
  check_vector(appearance.scenery[1].pose.position, {-3, 0, 0});
  check_vector(appearance.scenery[1].pose.rotation * Vec3{0, 0, 1}, {1, 0, 0});
  CHECK(appearance.scenery[2] == ShapeAppearance{ShapeAppearance::Kind::box, {1, 2, 3}, {}, {}});
}

TEST_CASE("a mover has the name of the node that its body moves, and belongs to a child of the scene") {
  Room room(R"((node BaseNode (setName things)
      (node Transform (setName cart) (setLocalPos 1 0 0)
        (node Body (setName hull)) (node Body (setName second))
        (node Transform (setName wheel) (node Body (setName body)) (node Sphere (setRadius 0.1)))))
    (node Transform (setName ball) (node Body)))");
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.movers.size() == 4);
  const char* const names[] = {"cart", "cart", "wheel", "ball"};
  for (std::size_t i = 0; i < 4; ++i) CHECK(appearance.movers[i].name == names[i]);
  const auto serial = [&](const char* path) { return room.core.root().find(path)->serial(); };
  CHECK(appearance.movers[0].node == serial("/usr/scene/things/cart"));
  CHECK(appearance.movers[2].node == serial("/usr/scene/things/cart/wheel"));
  for (std::size_t i = 0; i < 3; ++i) CHECK(appearance.movers[i].top == serial("/usr/scene/things"));
  CHECK(appearance.movers[3].top == serial("/usr/scene/ball"));
  CHECK((appearance.movers[0].order < appearance.movers[2].order &&
         appearance.movers[2].order < appearance.movers[3].order));
  CHECK(appearance.places.empty());  // nodes above and below movers are no places, nor are nodes without a pose
  CHECK(appearance.movers[2].shapes.size() == 1);
}

TEST_CASE("drawing nodes have a pose in the frame of their Transform") {
  Room room(R"((node Transform (setName robot) (setLocalPos 0 0 1)
      (node Body (setName body))
      (node Box (setExtents 1 1 1))
      (node Cylinder (setParams 0.1 0.6) (setPosition 0.5 0 0) (setRotation 90 0 0))
      (node Transform (setName arm) (setLocalPos 0 2 0) (setLocalRotation 0 0 90)
        (node Sphere (setName lamp) (setRadius 0.1) (setPosition 1 0 0))))
    (node Transform (setName mark) (setLocalPos 3 0 0) (setLocalRotation 0 0 180)
      (node Box (setName flag) (setExtents 1 2 3) (setPosition 1 0 0.5)))
    (node Sphere (setName moon) (setRadius 2) (setPosition 0 0 100)))");
  room.world->step(0.01);
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.movers.size() == 1);
  const auto& shapes = appearance.movers[0].shapes;
  REQUIRE(shapes.size() == 3);
  CHECK(shapes[0].pose.position == Vec3{});
  CHECK(shapes[0].pose.rotation == kIdentity3);
  check_vector(shapes[1].pose.position, {0.5, 0, 0});
  check_vector(shapes[1].pose.rotation * Vec3{0, 0, 1}, {0, -1, 0});
  check_vector(shapes[2].pose.position, {0, 3, 0});
  REQUIRE(appearance.scenery.size() == 2);
  check_vector(appearance.scenery[0].pose.position, {2, 0, 0.5});
  check_vector(appearance.scenery[1].pose.position, {0, 0, 100});
  // Invalid poses change nothing; valid ones count as a change of the appearance.
  auto& lamp = room.at<SphereShape>("/usr/scene/robot/arm/lamp");
  const auto changes = room.core.look_changes;
  CHECK_FALSE(lamp.set_position({0, std::nan(""), 0}));
  CHECK_FALSE(lamp.set_position({2e6, 0, 0}));
  CHECK_FALSE(lamp.set_rotation({0, 0, INFINITY}));
  CHECK(room.core.look_changes == changes);
  check_vector(appearance_of(*room.scene).movers[0].shapes[2].pose.position, {0, 3, 0});
  CHECK(lamp.set_position({2, 0, 0}));
  CHECK(room.core.look_changes == changes + 1);
  check_vector(appearance_of(*room.scene).movers[0].shapes[2].pose.position, {0, 4, 0});
}

TEST_CASE("places of scenery are Transforms with a name or shapes, and shapes without a Transform") {
  Room room(R"((node PlaneCollider (setName floor))
    (node Transform (setName yard) (setLocalPos 1 0 0)
      (node BoxCollider (setName a) (setPosition 0 0 3))
      (node Transform (setLocalPos 0 1 0) (node Sphere (setName nameless) (setRadius 0.5)))
      (node CCylinderCollider (setName b)))
    (node Transform (setName mark) (node BaseNode))
    (node Transform (node BaseNode))
    (node BoxCollider (setName sensor) (node RecorderHandler))
    (node Transform (setName robot) (setLocalPos 5 0 0) (node Body (setName body))
      (node Transform (setName stand) (setLocalPos 0 0 1) (node SphereCollider (setName left_behind)))))");
  room.at<Body>("/usr/scene/robot/body").set_position({9, 9, 9});
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.places.size() == 5);
  const char* const names[] = {"floor", "yard", "", "mark", "left_behind"};
  const std::vector<std::size_t> shapes[] = {{0}, {1, 3}, {2}, {}, {4}};
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(appearance.places[i].name == names[i]);
    CHECK(appearance.places[i].shapes == shapes[i]);
    if (i > 0) CHECK(appearance.places[i - 1].order < appearance.places[i].order);
  }
  check_vector(appearance.places[1].pose.position, {1, 0, 0});
  check_vector(appearance.places[2].pose.position, {1, 1, 0});
  check_vector(appearance.scenery[1].pose.position, {1, 0, 3});
  check_vector(appearance.places[4].pose.position, {5, 0, 1});
  CHECK(appearance.places[1].serial == room.core.root().find("/usr/scene/yard")->serial());
  CHECK(appearance.places[0].serial == room.core.root().find("/usr/scene/floor")->serial());
}

TEST_CASE("a camera has a pose (x forwards, y to the left, z up) and the smaller angle of its picture") {
  Room room(R"((node Transform (setName tower) (setLocalPos 1 2 3)
    (node BaseNode)
    (node Transform (setLocalRotation 0 0 90)
      (node Camera (setName eye) (setFOV 90))
      (node Camera (setName tall) (setFOV 90) (setViewport 0 0 300 600)))))");
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.cameras.size() == 2);
  const CameraAppearance& eye = appearance.cameras[0];
  CHECK((eye.path == "tower/eye" && eye.name == "eye" && eye.top_name == "tower"));
  CHECK(eye.top == room.core.root().find("/usr/scene/tower")->serial());
  check_vector(eye.pose.position, {1, 2, 3});
  const auto& camera = dynamic_cast<const Camera&>(*room.core.find_first<Camera>());
  check_vector(eye.pose.rotation * Vec3{1, 0, 0}, camera.look_direction());
  check_vector(eye.pose.rotation * Vec3{1, 0, 0}, {-1, 0, 0});
  check_vector(eye.pose.rotation * Vec3{0, 1, 0}, {0, -1, 0});
  check_vector(eye.pose.rotation * Vec3{0, 0, 1}, camera.up_direction());
  CHECK(eye.field_of_view == Approx(1.5707963267948966));
  CHECK(appearance.cameras[1].field_of_view == Approx(2 * std::atan(0.5)));
  CHECK(appearance.cameras[1].order > eye.order);
}

TEST_CASE("materials that a script has made have its colours, even under predefined names") {
  Room room(R"((node Transform (setName car) (node Body)
    (node Box (setMaterial matRed)) (node Box (setMaterial glass)) (node Box (setMaterial matBlue))
    (node Box (setMaterial default)) (node Box (setMaterial glass)) (node Box (setMaterial nothing))))");
  REQUIRE(room.run("new('kerosin/MaterialServer', '/sys/server/material')\n"
                   "new('kerosin/MaterialSolid', '/sys/server/material/glass').setDiffuse(0.25, 0.5, 2, 0.75)\n"
                   "new('kerosin/MaterialSolid', '/sys/server/material/matRed').setDiffuse(1, 0, 0, 1)\n") == "");
  const Appearance appearance = appearance_of(*room.scene);
  const auto& shapes = appearance.movers.at(0).shapes;
  REQUIRE((shapes.size() == 6 && appearance.materials.size() == 4));
  CHECK(appearance.materials[0].name == "matRed");
  CHECK(shapes[0].colour == Colour{1, 0, 0});
  CHECK((appearance.materials[1].name == "glass" && appearance.materials[1].transparency == 0.25));
  CHECK(shapes[1].colour == Colour{0.25, 0.5, 1});
  CHECK((shapes[1].material == 1 && shapes[4].material == 1));
  CHECK(shapes[2].colour == colour_of_material("matBlue"));
  CHECK((!shapes[3].colour && shapes[3].material == ShapeAppearance::kNone));
  CHECK((appearance.materials[3].name == "nothing" && appearance.materials[3].colour == colour_of_material("matGrey")));
}

TEST_CASE("refreshing a seen scene finds a change only when something visible was added or removed") {
  Room room("(node Transform (setName a) (node Body)) (node Transform (setName b) (node Camera))");
  SeenScene seen;
  CHECK(seen.refresh(room.scene));
  CHECK((seen.bodies().size() == 1 && seen.cameras().size() == 1 && seen.scene() == room.scene));
  CHECK_FALSE(seen.refresh(room.scene));
  room.add("(node Transform (setName c) (node BaseNode))");
  CHECK_FALSE(seen.refresh(room.scene));  // a place alone is not visible
  CHECK(seen.things().back().leaf->name() == "c");
  room.remove("a");
  CHECK(seen.refresh(room.scene));
  CHECK(seen.bodies().empty());
  room.add("(node Transform (setName d) (node SphereCollider))");
  CHECK(seen.refresh(room.scene));
  CHECK(seen.refresh(nullptr));
  CHECK((seen.things().empty() && !seen.refresh(nullptr)));
}

TEST_CASE("the appearance of a joint has its kind, movers, anchor and axes") {
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
  const Appearance appearance = appearance_of(*room.scene);
  REQUIRE(appearance.joints.size() == 6);
  const JointAppearance& hinge = appearance.joints[0];
  CHECK((hinge.kind == JointAppearance::Kind::hinge && hinge.path == "joints/hinge"));
  CHECK(hinge.movers == std::array<std::size_t, 2>{0, 1});
  check_vector(hinge.anchor, {0, 0.1, 1.5});
  REQUIRE(hinge.axes.size() == 1);
  check_vector(hinge.axes[0], {0, 1, 0});
  CHECK(appearance.joints[1].kind == JointAppearance::Kind::ball);
  CHECK(appearance.joints[1].movers == std::array<std::size_t, 2>{1, JointAppearance::kWorld});
  REQUIRE(appearance.joints[2].axes.size() == 2);
  check_vector(appearance.joints[2].axes[0], {0, 1, 0});
  check_vector(appearance.joints[2].axes[1], {0, 0, 1});
  CHECK(appearance.joints[3].kind == JointAppearance::Kind::slider);
  CHECK(appearance.joints[3].movers == std::array<std::size_t, 2>{1, 0});
  check_vector(appearance.joints[3].anchor, {0, 0, 1.5});
  check_vector(appearance.joints[4].anchor, {0, 0, 1});
  CHECK((appearance.joints[5].kind == JointAppearance::Kind::hinge2 && appearance.joints[5].axes.size() == 2));
}

TEST_CASE("the quaternion of a matrix rotates like the matrix, whatever the angle") {
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

TEST_CASE("a note tells to which object of the scene it belongs, or that it belongs to none") {
  Room room("(node Transform (setName hall) (node BaseNode (setName shelf))) (node Transform (setName yard))");
  CHECK(appearance_of(*room.scene).notes.empty());
  room.at<Node>("/usr/scene/hall/shelf").append(std::make_unique<Sign>("books 12"));
  room.scene->append(std::make_unique<Sign>("fog 1"));
  room.core.root().append(std::make_unique<Sign>("score 0 0"));
  const Appearance appearance = appearance_of(*room.scene);
  std::vector<std::pair<std::string, std::uint64_t>> notes;
  for (const NoteAppearance& note : appearance.notes) notes.emplace_back(note.text, note.top);
  const std::uint64_t hall = room.at<Node>("/usr/scene/hall").serial();
  // The sign right below the scene is an object of its own, which was made by hand and so has no serial.
  CHECK(notes ==
        std::vector<std::pair<std::string, std::uint64_t>>{{"books 12", hall}, {"fog 1", 0}, {"score 0 0", 0}});
}
