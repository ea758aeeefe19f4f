// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "tests/spark/physics/numbers.h"
#include "tests/spark/physics/playground.h"

using namespace spark;

namespace {

constexpr double kBad[] = {kNan, kInf, -kInf, kHuge, -kHuge};

using Setter = std::function<bool(const std::vector<double>&)>;

/// Puts each bad number in each place of otherwise good arguments, all of which have to be refused.
void refuses(const Setter& set, const std::vector<double>& good) {
  REQUIRE(set(good));
  for (std::size_t place = 0; place < good.size(); ++place)
    for (const double bad : kBad) {
      std::vector<double> arguments = good;
      arguments[place] = bad;
      CAPTURE(place, bad);
      CHECK_FALSE(set(arguments));
    }
}

/// Zero and negative numbers are refused, too.
void refuses_not_positive(const Setter& set, const std::vector<double>& good) {
  refuses(set, good);
  for (std::size_t place = 0; place < good.size(); ++place)
    for (const double bad : {0.0, -1.0, 1e-300}) {
      std::vector<double> arguments = good;
      arguments[place] = bad;
      CAPTURE(place, bad);
      CHECK_FALSE(set(arguments));
    }
}

using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("a body refuses all numbers that ODE cannot handle") {
  Playground ground;
  ground.make_floor();
  Body& body = ground.make_ball({1, 2, 3}, 0.43);
  refuses([&](const Numbers& n) { return body.set_position({n[0], n[1], n[2]}); }, {1, 2, 3});
  refuses([&](const Numbers& n) { return body.place_at_rest({n[0], n[1], n[2]}); }, {1, 2, 3});
  refuses([&](const Numbers& n) { return body.set_velocity({n[0], n[1], n[2]}); }, {1, 2, 3});
  refuses([&](const Numbers& n) { return body.set_angular_velocity({n[0], n[1], n[2]}); }, {1, 2, 3});
  refuses([&](const Numbers& n) { return body.add_force({n[0], n[1], n[2]}); }, {0, 0, 0});
  refuses([&](const Numbers& n) { return body.add_torque({n[0], n[1], n[2]}); }, {0, 0, 0});
  CHECK(body.position() == Vec3{1, 2, 3});
  CHECK(body.velocity() == Vec3{1, 2, 3});
  CHECK(body.angular_velocity() == Vec3{1, 2, 3});

  CHECK_FALSE(body.set_position({2e6, 0, 0}));
  CHECK_FALSE(body.set_velocity({0, 2e4, 0}));
  CHECK_FALSE(body.set_angular_velocity({0, 2e4, 0}));
  CHECK_FALSE(body.add_force({0, 0, 2e7}));
  CHECK_FALSE(body.add_torque({0, 0, 2e7}));

  refuses_not_positive([&](const Numbers& n) { return body.set_sphere(n[0], n[1]); }, {1, 1});
  refuses_not_positive([&](const Numbers& n) { return body.set_sphere_total(n[0], n[1]); }, {1, 1});
  refuses_not_positive([&](const Numbers& n) { return body.set_box(n[0], {n[1], n[2], n[3]}); }, {1, 1, 2, 3});
  refuses_not_positive([&](const Numbers& n) { return body.set_box_total(n[0], {n[1], n[2], n[3]}); }, {1, 1, 2, 3});
  refuses_not_positive([&](const Numbers& n) { return body.set_cylinder(n[0], n[1], n[2]); }, {1, 1, 2});
  refuses_not_positive([&](const Numbers& n) { return body.set_cylinder_total(n[0], n[1], n[2]); }, {1, 1, 2});
  refuses_not_positive([&](const Numbers& n) { return body.set_capped_cylinder(n[0], n[1], n[2]); }, {1, 1, 2});
  refuses_not_positive([&](const Numbers& n) { return body.set_capped_cylinder_total(n[0], n[1], n[2]); }, {1, 1, 2});
  refuses_not_positive([&](const Numbers& n) { return body.set_mass(n[0]); }, {7});
  CHECK(body.mass() == 7.0);

  const auto parameters = [&](const Numbers& n) {
    Values inertia;
    for (std::size_t i = 1; i < n.size(); ++i) inertia.emplace_back(n[i]);
    return body.set_mass_parameters(n[0], {}, inertia);
  };
  refuses(parameters, {2, 1, 0.1, 0, 0.1, 1, 0, 0, 0, 1});
  CHECK(body.mass() == 2.0);
  CHECK_FALSE(parameters({0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
  CHECK_FALSE(parameters({2, 1, 0, 0, 0, 1, 0, 0, 0, -1}));     // not positive definite
  CHECK_FALSE(parameters({2, 1, 1, 0, 1, 1, 0, 0, 0, 1}));      // singular
  CHECK_FALSE(parameters({2, 1, 0.1, 0, 0.2, 1, 0, 0, 0, 1}));  // not symmetric
  CHECK_FALSE(parameters({2, 1, 0, 0, 0, 1}));
  CHECK_FALSE(body.set_mass_parameters(2, {0, 0, 0.1}, Values(9, Value(1.0))));
  ground.run(100);
  CHECK(is_finite(body.position()));
}

TEST_CASE("world, controllers, surfaces and shapes refuse all numbers that ODE cannot handle") {
  Playground ground;
  ground.make_floor();
  ground.make_ball({0, 0, 1}, 0.43);
  World& world = *ground.world;
  refuses([&](const Numbers& n) { return world.set_gravity({n[0], n[1], n[2]}); }, {0, 0, -9.81});
  CHECK(world.gravity() == Vec3{0, 0, -9.81});
  refuses([&](const Numbers& n) { return world.set_erp(n[0]); }, {0.2});
  refuses([&](const Numbers& n) { return world.set_cfm(n[0]); }, {1e-5});
  CHECK_FALSE(world.set_erp(1.1));
  CHECK_FALSE(world.set_cfm(-1e-5));

  const auto at = [&]<typename T>(const char* path, T*) -> T& {
    return dynamic_cast<T&>(*ground.core.root().find(path));
  };
  auto& drag = at("/scene/Ball/physics/drag", static_cast<DragController*>(nullptr));
  auto& limit = ground.make<VelocityController>("VelocityController", "Ball/physics/limit");
  for (const double bad : {kNan, kInf, -kInf}) {
    CHECK_FALSE(drag.set_linear_drag(bad));
    CHECK_FALSE(drag.set_angular_drag(bad));
    CHECK_FALSE(limit.set_max_velocity(bad));
  }
  CHECK_FALSE(limit.set_max_velocity(-1));
  CHECK(drag.linear_drag() == 0.3);

  auto& contact = at("/scene/Ball/geometry/contact", static_cast<ContactJointHandler*>(nullptr));
  refuses([&](const Numbers& n) { return contact.set_bounce_value(n[0]); }, {0.8});
  refuses([&](const Numbers& n) { return contact.set_min_bounce_velocity(n[0]); }, {2});
  refuses([&](const Numbers& n) { return contact.set_soft_cfm(n[0]); }, {0});
  for (const double bad : {kNan, -1.0, -kInf, kHuge}) CHECK_FALSE(contact.set_mu(bad));
  CHECK(contact.set_mu(dInfinity));
  CHECK_FALSE(contact.set_soft_erp(kNan));
  CHECK_FALSE(contact.set_soft_erp(kInf));
  CHECK(contact.set_soft_erp(7));
  CHECK(contact.surface().soft_erp == 1.0);
  CHECK(contact.surface().bounce == 0.8);

  auto& sphere = at("/scene/Ball/geometry", static_cast<SphereCollider*>(nullptr));
  refuses([&](const Numbers& n) { return sphere.set_position({n[0], n[1], n[2]}); }, {0, 0, 0});
  refuses_not_positive([&](const Numbers& n) { return sphere.set_radius(n[0]); }, {kBallRadius});
  CHECK(sphere.radius() == kBallRadius);
  auto& box = ground.make<BoxCollider>("BoxCollider", "box");
  refuses_not_positive([&](const Numbers& n) { return box.set_box_lengths({n[0], n[1], n[2]}); }, {1, 2, 3});
  CHECK(box.box_length(2) == 3.0);
  CHECK(box.box_length(3) == 0.0);
  CHECK(box.box_length(-1) == 0.0);
  auto& capsule = ground.make<CCylinderCollider>("CCylinderCollider", "capsule");
  refuses_not_positive([&](const Numbers& n) { return capsule.set_params(n[0], n[1]); }, {1, 2});
  refuses_not_positive([&](const Numbers& n) { return capsule.set_radius(n[0]); }, {1});
  refuses_not_positive([&](const Numbers& n) { return capsule.set_length(n[0]); }, {2});
  auto& plane = ground.make<PlaneCollider>("PlaneCollider", "plane");
  refuses([&](const Numbers& n) { return plane.set_params(n[0], n[1], n[2], n[3]); }, {0, 0, 1, -5});
  refuses(
      [&](const Numbers& n) {
        return plane.set_point_and_normal({n[0], n[1], n[2]}, {n[3], n[4], n[5]});
      },
      {1, 1, -5, 0.1, 0.2, 1});
  CHECK_FALSE(plane.set_params(0, 0, 0, 1));
  ground.run(100);
}

TEST_CASE("allowed extremes cannot break a step, and a body that flies off is restored and stopped") {
  Playground ground;
  ground.make_floor();
  Body& dust = ground.make_sphere("Dust", {3, 4, 50}, Body::kMinMass, 0.001);
  REQUIRE(dust.set_sphere_total(Body::kMinMass, kMinSize));
  Body& ball = ground.make_ball({0, 0, kBallRadius}, 0.43);
  ground.run(1);
  CHECK(ground.log_lines.empty());
  const Vec3 before = dust.position();

  REQUIRE(dust.add_force({Body::kMaxForce, 0, 0}));
  REQUIRE(dust.add_torque({Body::kMaxForce / 2, Body::kMaxForce / 2, 0}));
  ground.run(1);
  CHECK(dust.position() == before);
  CHECK(dust.velocity() == Vec3{});
  CHECK(dust.angular_velocity() == Vec3{});
  CHECK(dust.node().world_pose().position == before);
  REQUIRE(ground.log_lines.size() == 1);
  CHECK_THAT(ground.log_lines[0], Catch::Contains("/scene/Dust/physics"));

  ground.run(10);
  CHECK(dust.position().z < before.z);  // it continues to fall
  CHECK(ground.log_lines.size() == 1);
  CHECK(ball.position().z == Approx(kBallRadius).margin(1e-4));
}

TEST_CASE("a body that crosses the edge of the world is returned to its last place and stopped") {
  Playground ground;
  ground.world->set_gravity({});
  Body& ball = ground.make_ball({0, 0, 5}, 0.43);
  REQUIRE(ball.set_position({World::kMaxDistance - 1.0, 0, 5}));  // the node sees a teleport only in the next step
  REQUIRE(ball.set_velocity({9e3, 0, 0}));
  ground.run(1);
  CHECK(ball.position() == Vec3{World::kMaxDistance - 1.0, 0, 5});
  CHECK(ball.velocity() == Vec3{});
  CHECK(ground.log_lines.size() == 1);
  ground.run(100);
  CHECK(ground.log_lines.size() == 1);
}

TEST_CASE("a surface that feeds energy cannot throw a body out of bounds") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_ball({0, 0, 5}, 0.43);
  auto& contact = dynamic_cast<ContactJointHandler&>(*ground.core.root().find("/scene/Ball/geometry/contact"));
  REQUIRE(contact.set_bounce_value(ContactJointHandler::kMaxSize));
  for (int i = 0; i < 2000; ++i) {
    ground.run(1);
    REQUIRE(within(ball.position(), World::kMaxDistance));
    REQUIRE(within(ball.velocity(), Body::kMaxSpeed));
  }
  CHECK_FALSE(ground.log_lines.empty());
}

TEST_CASE("excessive drags do not move a body out of bounds") {
  Playground ground;
  Body& ball = ground.make_ball({0, 0, 100}, 0.43);
  auto& drag = dynamic_cast<DragController&>(*ground.core.root().find("/scene/Ball/physics/drag"));
  for (const double strength : {1e6, 1e300}) {
    REQUIRE(drag.set_linear_drag(strength));
    REQUIRE(drag.set_angular_drag(strength));
    ball.set_velocity({1, 2, 3});
    ball.set_angular_velocity({1, 2, 3});
    for (int i = 0; i < 200; ++i) {
      ground.run(1);
      REQUIRE(within(ball.position(), World::kMaxDistance));
    }
  }
}

TEST_CASE("a body outside of a scene takes a mass and nothing else") {
  Playground ground;
  auto object = ground.core.classes.create("oxygen/Body");
  auto& body = dynamic_cast<Body&>(*object);
  CHECK(body.id() == nullptr);
  CHECK(body.set_sphere_total(3.0, 0.5));
  CHECK_FALSE(body.set_position({1, 1, 1}));
  CHECK_FALSE(body.set_velocity({1, 1, 1}));
  CHECK_FALSE(body.add_force({1, 1, 1}));
  CHECK_FALSE(body.add_torque({1, 1, 1}));
  CHECK_FALSE(body.place_at_rest({}));
  CHECK_FALSE(body.is_enabled());
  body.enable(), body.disable(), body.use_gravity(false);
  CHECK(body.position() == Vec3{});
  ground.make_transform("Stone", {0, 0, 5});
  auto& stone = dynamic_cast<Node&>(*ground.core.root().find("/scene/Stone"));
  stone.append(std::move(object));
  CHECK(body.position() == Vec3{0, 0, 5});
  dMass mass;
  dBodyGetMass(body.id(), &mass);
  CHECK(mass.mass == 3.0);
}

TEST_CASE("mass distributions are those of the shapes") {
  Playground ground;
  Body& body = ground.make_ball({}, 0.43);
  const auto inertia = [&] {
    dMass mass;
    dBodyGetMass(body.id(), &mass);
    return Vec3{mass.I[0], mass.I[5], mass.I[10]};
  };
  body.set_sphere_total(5, 2);
  CHECK(inertia().x == Approx(0.4 * 5 * 4));
  body.set_mass(10);
  CHECK(inertia().x == Approx(0.4 * 10 * 4));
  body.set_sphere(3, 2);
  CHECK(body.mass() == Approx(3 * 4.0 / 3.0 * M_PI * 8));
  body.set_box(2, {1, 2, 3});
  CHECK(body.mass() == Approx(12));
  CHECK(inertia().x == Approx(12.0 / 12.0 * (4 + 9)));
  body.set_cylinder_total(6, 1, 2);
  CHECK(inertia().z == Approx(0.5 * 6 * 1));
  body.set_capped_cylinder(1, 1, 2);
  CHECK(body.mass() == Approx(M_PI * 2 + 4.0 / 3.0 * M_PI));
  CHECK(inertia().z < inertia().x);
}
