// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/spark/physics/numbers.h"
#include "tests/spark/physics/solids.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

/// A solid cylinder of 3 kg, 0.2 m in radius and 0.5 m long.
Body& make_cylinder(Playground& ground, const std::string& name, Vec3 position, Vec3 degrees = {},
                    const char* shape = "CylinderCollider") {
  ground.make_transform(name, position, degrees);
  auto& body = ground.make<Body>("Body", name + "/physics");
  REQUIRE(body.set_cylinder_total(3.0, 0.2, 0.5));
  auto& collider = ground.make<Collider>(shape, name + "/geometry");
  REQUIRE(call_method(collider, "setParams", {0.2, 0.5}) == Value(true));
  ground.make<ContactJointHandler>("ContactJointHandler", name + "/geometry/contact").set_bounce_mode(false);
  return body;
}

}  // namespace

TEST_CASE("a cylinder stands on its flat end, a capped one does not") {
  Playground ground;
  ground.make_floor();
  Body& flat = make_cylinder(ground, "Flat", {0, 0, 0.25}, {5, 0, 0});
  Body& round = make_cylinder(ground, "Round", {2, 0, 0.45}, {5, 0, 0}, "CCylinderCollider");
  ground.run(500);
  CHECK(flat.position().z == Approx(0.25).margin(1e-3));
  CHECK(flat.rotation()[8] == Approx(1.0).margin(1e-3));
  CHECK(std::abs(round.rotation()[8]) < 0.5);
}

TEST_CASE("a tilted cylinder falls back below atan(diameter / length) and over above it") {
  const double edge = std::atan2(0.4, 0.5) / kDegree;
  for (const double beyond : {-8.0, 8.0}) {
    Playground ground;
    ground.make_floor();
    const double tilt = (edge + beyond) * kDegree;
    Body& body =
        make_cylinder(ground, "A", {0, 0, 0.2 * std::sin(tilt) + 0.25 * std::cos(tilt)}, {edge + beyond, 0, 0});
    ground.run(600);
    CHECK(std::abs(body.rotation()[8]) == Approx(beyond < 0 ? 1.0 : 0.0).margin(0.02));
  }
}

TEST_CASE("a lying cylinder rolls downhill with two thirds of g sin θ") {
  Playground ground;
  ground.make_floor();
  Body& body = make_cylinder(ground, "A", {0, 0, 0.2}, {90, 0, 0});  // its axis along y
  ground.run(20);
  const double steep = 10 * kDegree;
  ground.world->set_gravity({9.81 * std::sin(steep), 0, -9.81 * std::cos(steep)});
  ground.run(200);
  CHECK(body.velocity().x == Approx(2.0 / 3.0 * 9.81 * std::sin(steep) * 2.0).epsilon(0.01));
  CHECK(body.angular_velocity().y == Approx(body.velocity().x / 0.2).epsilon(0.02));
  CHECK(std::abs(body.velocity().y) < 1e-3);
}

TEST_CASE("a cylinder lies on every kind of shape") {
  const std::string shape = GENERATE("BoxCollider", "SphereCollider", "CCylinderCollider", "CylinderCollider");
  CAPTURE(shape);
  Playground ground;
  ground.make_transform("Below", {0, 0, 1});
  ground.make<Collider>(shape, "Below/geometry");  // 1 m wide and more
  const bool is_flat = shape == "BoxCollider" || shape == "CylinderCollider";
  const double top = is_flat ? 1.5 : shape == "SphereCollider" ? 2.0 : 2.5;
  Body& body = make_cylinder(ground, "A", {0, 0, top + 0.3});
  double lowest = 9.0;
  for (int i = 0; i < 60; ++i) {
    ground.run(1);
    lowest = std::min(lowest, body.position().z);
  }
  CHECK(lowest == Approx(top + 0.25).margin(0.02));
}

TEST_CASE("a cylinder keeps valid dimensions, refuses others, and computes the depth of a point") {
  Playground ground;
  auto& collider = ground.make<CylinderCollider>("CylinderCollider", "A");
  CHECK(collider.radius() == 1.0);
  CHECK(collider.cylinder_length() == 1.0);
  REQUIRE(collider.set_radius(0.5));
  REQUIRE(collider.set_length(4.0));
  for (const double bad : {kNan, kInf, 0.0, -1.0, 1e-7, 1e7}) {
    CHECK_FALSE(collider.set_radius(bad));
    CHECK_FALSE(collider.set_length(bad));
    CHECK_FALSE(collider.set_params(1.0, bad));
  }
  CHECK(collider.radius() == 0.5);
  CHECK(collider.cylinder_length() == 4.0);
  REQUIRE(collider.set_position({1, 0, 0}));
  CHECK(collider.point_depth({1, 0, 0}) == Approx(0.5));
  CHECK(collider.point_depth({1, 0, 1.9}) == Approx(0.1));
  CHECK(collider.point_depth({1, 0.4, 0}) == Approx(0.1));
  CHECK(collider.point_depth({1, 0, 5}) == Approx(-3.0));
  CHECK(collider.point_depth({1, 3.5, 6}) == Approx(-5.0));
  call_method(collider, "setParams", {1.0, -2.0});
  CHECK(ground.log_lines == std::vector<std::string>{"/scene/A: setParams(1, -2) refused, the value is out of range"});
}
