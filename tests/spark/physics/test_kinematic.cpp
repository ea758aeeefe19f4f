// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "spark/physics/joint_kinds.h"
#include "tests/spark/physics/solids.h"
#include "tests/support/call_method.h"

using namespace spark;

TEST_CASE("a kinematic body moves with its velocity only: no gravity, force, hit or joint moves it") {
  Playground ground;
  Body& carrier = make_solid_box(ground, "Carrier", {0, 0, 2}, 1.0, {2, 2, 0.2});
  carrier.set_kinematic(true);
  REQUIRE(carrier.is_kinematic());
  carrier.set_velocity({0.5, 0, 0});
  carrier.set_angular_velocity({0, 0, 0.25});
  Body& stone = ground.make_sphere("Stone", {0.2, 0, 3}, 1000.0, 0.3);
  stone.set_velocity({0, 0, -5});
  Body& weight = make_solid_box(ground, "Weight", {0, 0, 1}, 50.0, {0.1, 0.1, 0.1});
  auto& rope = ground.make<FixedJoint>("FixedJoint", "Weight/rope");
  REQUIRE(rope.attach({"../physics", "../../Carrier/physics"}));
  for (int step = 1; step <= 100; ++step) {
    carrier.add_force({0, 1e4, 1e4});
    carrier.add_torque({1e4, 0, 0});
    ground.run(1);
    // ODE adds velocity times step, so this is exact but for rounding.
    CHECK(length(carrier.position() - Vec3{0.005 * step, 0, 2}) < 1e-12);
    CHECK(carrier.velocity() == Vec3{0.5, 0, 0});
    CHECK(carrier.angular_velocity() == Vec3{0, 0, 0.25});
  }
  CHECK(std::atan2(carrier.rotation()[3], carrier.rotation()[0]) == Approx(0.25));
  CHECK(stone.position().z > 2.3);
  CHECK(weight.position().z == Approx(1.0).margin(0.01));
}

TEST_CASE("a body that stands on a kinematic body moves along with it, upwards and sideways") {
  Playground ground;
  Body& carrier = make_solid_box(ground, "Carrier", {0, 0, 1}, 1.0, {2, 2, 0.2});
  carrier.set_kinematic(true);
  Body& rider = make_solid_box(ground, "Rider", {0, 0, 1.25}, 5.0, {0.3, 0.3, 0.3});
  ground.run(100);
  const Vec3 stands = rider.position() - carrier.position();
  carrier.set_velocity({0.3, 0, 0.2});
  ground.run(200);
  CHECK(carrier.position().x == Approx(0.6));
  CHECK(carrier.position().z == Approx(1.4));
  CHECK(length(rider.position() - carrier.position() - stands) < 2e-3);
  CHECK(length(rider.velocity() - carrier.velocity()) < 1e-3);
}

TEST_CASE("kinematic bodies touch each other and scenery without contact joints") {
  Playground ground;
  ground.make_floor();
  for (const char* name : {"A", "B"}) {
    Body& body = make_solid_box(ground, name, {name[0] == 'A' ? 0.0 : 0.4, 0, 0.45}, 1.0, {1, 1, 1});
    body.set_kinematic(true);
    ground.make<RecorderHandler>("RecorderHandler", std::string(name) + "/geometry/recorder");
  }
  auto& floor = at<Collider>(ground, "Floor");
  auto &a = at<Collider>(ground, "A/geometry"), &b = at<Collider>(ground, "B/geometry");
  auto touches = [&](const char* name) {
    auto found = at<RecorderHandler>(ground, std::string(name) + "/geometry/recorder").touching();
    std::sort(found.begin(), found.end());
    return found;
  };
  const auto sorted = [](std::vector<Collider*> list) {
    std::sort(list.begin(), list.end());
    return list;
  };
  ground.run(20);
  CHECK(touches("A") == sorted({&floor, &b}));
  CHECK(touches("B") == sorted({&floor, &a}));
  CHECK(at<Body>(ground, "A/physics").position() == Vec3{0, 0, 0.45});
  // A body is pushed away as soon as it is no longer kinematic.
  at<Body>(ground, "B/physics").set_kinematic(false);
  ground.run(100);
  CHECK(at<Body>(ground, "B/physics").position().x > 0.9);
}

TEST_CASE("a body stays kinematic when it gets a mass or enters a scene, and later falls with that mass") {
  Playground ground;
  ground.make_transform("A", {0, 0, 5});
  auto body = std::make_unique<Body>();
  Body& thing = *body;
  thing.set_kinematic(true);  // outside a scene
  ground.core.root().find("/scene/A")->as_node()->append(std::move(body));
  REQUIRE(thing.set_sphere_total(3.0, 0.1));
  ground.run(50);
  CHECK(thing.position() == Vec3{0, 0, 5});
  CHECK(thing.mass() == 3.0);
  CHECK(call_method(thing, "isKinematic", {}) == Value());  // created directly, so it has no class
  thing.set_kinematic(false);
  ground.run(1);
  CHECK(thing.velocity().z == Approx(-9.81 * kStep));
  thing.add_force({3.0, 0, 0});
  ground.run(1);
  CHECK(thing.velocity().x == Approx(kStep));
}

TEST_CASE("nothing damps a body: free fall is y0 + g dt² n (n + 1) / 2, and gravity can be switched off") {
  Playground ground;
  Body& falls = ground.make_sphere("A", {0, 0, 1000}, 2.0, 0.1);
  Body& floats = ground.make_sphere("B", {5, 0, 1000}, 2.0, 0.1);
  CHECK(call_method(floats, "usesGravity", {}) == Value(true));
  call_method(floats, "useGravity", {false});
  CHECK(call_method(floats, "usesGravity", {}) == Value(false));
  floats.set_velocity({1, 2, 3});
  floats.set_angular_velocity({0, 0, 7});
  const int n = 1000;
  ground.run(n);
  CHECK(falls.position().z == Approx(1000 - 9.81 * kStep * kStep * n * (n + 1.0) / 2).epsilon(1e-12));
  CHECK(floats.velocity() == Vec3{1, 2, 3});
  CHECK(length(floats.position() - Vec3{15, 20, 1030}) < 1e-9);
  CHECK(floats.angular_velocity().z == Approx(7).epsilon(1e-12));
}

TEST_CASE("scripts make bodies kinematic") {
  Playground ground;
  Body& body = ground.make_sphere("A", {0, 0, 5}, 1.0, 0.1);
  CHECK(call_method(body, "isKinematic", {}) == Value(false));
  call_method(body, "setKinematic", {true});
  CHECK(call_method(body, "isKinematic", {}) == Value(true));
  call_method(body, "setKinematic", {1.5});
  REQUIRE(ground.log_lines.size() == 1);
  CHECK(ground.log_lines[0] == "/scene/A/physics: setKinematic(1.5) refused, it takes (on)");
  CHECK(body.is_kinematic());
}
