// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/spark/physics/numbers.h"
#include "tests/spark/physics/solids.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

double distance(const Mat3& a, const Mat3& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

}  // namespace

TEST_CASE("a body is rotated like a Transform (Rx·Ry·Rz), and its node follows in the next step") {
  Playground ground;
  ground.world->set_gravity({});
  Body& body = ground.make_sphere("A", {1, 2, 3}, 1.0, 0.1);
  body.set_velocity({1, 0, 0});
  auto& model = ground.make_transform("Model", {}, {20, -130, 75});
  REQUIRE(body.set_rotation_degrees({20, -130, 75}));
  CHECK(distance(body.rotation(), model.world_pose().rotation) < 1e-12);
  CHECK(body.position() == Vec3{1, 2, 3});
  CHECK(body.velocity() == Vec3{1, 0, 0});
  ground.run(1);
  CHECK(distance(body.node().world_pose().rotation, model.world_pose().rotation) < 1e-12);

  REQUIRE(body.set_rotation_degrees({0, 0, 90}));
  CHECK(length(body.rotation() * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-12);
}

TEST_CASE("matrix, quaternion and angles describe the same rotation") {
  Playground ground;
  Body& body = ground.make_sphere("A", {0, 0, 3}, 1.0, 0.1);
  const double half = 0.3;  // 0.6 rad about y
  REQUIRE(body.set_quaternion({std::cos(half), 0, std::sin(half), 0}));
  const Mat3 by_quaternion = body.rotation();
  REQUIRE(body.set_rotation_degrees({0, 0.6 * 180.0 / M_PI, 0}));
  CHECK(distance(body.rotation(), by_quaternion) < 1e-12);
  REQUIRE(body.set_rotation(kIdentity3));
  CHECK(body.quaternion() == Quaternion{1, 0, 0, 0});
  REQUIRE(body.set_rotation(by_quaternion));
  CHECK(body.quaternion()[0] == Approx(std::cos(half)));
  CHECK(body.quaternion()[2] == Approx(std::sin(half)));
  REQUIRE(body.set_quaternion({40, 0, 0, 40}));  // of any length
  CHECK(length(body.rotation() * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-12);
}

TEST_CASE("a rotated box lies as it was rotated, and is restored with the rotation set last") {
  Playground ground;
  ground.make_floor();
  Body& plank = make_solid_box(ground, "Plank", {0, 0, 0.5}, 1.0, {0.2, 0.2, 1.0});
  REQUIRE(plank.set_rotation_degrees({0, 90, 0}));
  ground.run(200);
  CHECK(plank.position().z == Approx(0.1).margin(1e-3));
  // When it leaves the bounds it is restored with the rotation that it was given last.
  REQUIRE(plank.set_rotation_degrees({0, 0, 45}));
  dBodySetLinearVel(plank.id(), 1e5, 0, 0);
  ground.run(1);
  CHECK(plank.rotation()[0] == Approx(std::sqrt(0.5)));
}

TEST_CASE("invalid rotations are refused, and scripts get one line for each") {
  Playground ground;
  Body& body = ground.make_sphere("A", {0, 0, 3}, 1.0, 0.1);
  REQUIRE(body.set_rotation_degrees({10, 20, 30}));
  const Mat3 before = body.rotation();
  const Mat3 mirror{1, 0, 0, 0, 1, 0, 0, 0, -1}, flat{1, 0, 0, 0, 1, 0, 0, 0, 0}, large{2, 0, 0, 0, 2, 0, 0, 0, 2},
      nan{kNan, 0, 0, 0, 1, 0, 0, 0, 1};
  for (const Mat3& bad : {mirror, flat, large, nan}) CHECK_FALSE(body.set_rotation(bad));
  for (const double bad : {kNan, kInf, -kInf, 1.1e6, -1.1e6}) CHECK_FALSE(body.set_rotation_degrees({0, bad, 0}));
  for (const Quaternion& bad : {Quaternion{}, Quaternion{kNan, 0, 0, 0}, Quaternion{1, kInf, 0, 0},
                                Quaternion{1e-4, 0, 0, 0}, Quaternion{0, 2000, 0, 0}})
    CHECK_FALSE(body.set_quaternion(bad));
  CHECK(body.rotation() == before);
  CHECK(ground.log_lines.empty());

  call_method(body, "setRotation", {0.0, 0.0, 90.0});
  CHECK(ground.log_lines.empty());
  CHECK(length(body.rotation() * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-12);
  call_method(body, "setRotation", {0.0, 1e7, 0.0});
  call_method(body, "setRotation", {0.0, kNan, 0.0});
  REQUIRE(ground.log_lines.size() == 2);
  CHECK(ground.log_lines[0] == "/scene/A/physics: setRotation(0, 1e+07, 0) refused, the value is out of range");
  CHECK(ground.log_lines[1] == "/scene/A/physics: setRotation(0, nan, 0) refused, it takes (x, y, z (degrees))");

  Body outside;
  CHECK_FALSE(outside.set_rotation(kIdentity3));
  CHECK_FALSE(outside.set_quaternion({1, 0, 0, 0}));
}
