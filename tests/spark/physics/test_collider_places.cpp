// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "tests/spark/physics/playground.h"

using namespace spark;

TEST_CASE("scenery stands at the world pose of rotated transforms above it") {
  Playground ground;
  ground.make_transform("Outer", {10, 0, 0}, {0, 0, 90});
  ground.make_transform("Outer/Inner", {2, 0, 1});  // world (10, 2, 1)
  auto& box = ground.make<BoxCollider>("BoxCollider", "Outer/Inner/box");
  box.set_box_lengths({4, 1, 1});  // long along world y
  CHECK(box.point_depth({10, 3.9, 1}) == Approx(0.1));
  CHECK(box.point_depth({11, 2, 1}) == Approx(-0.5));

  CHECK(box.set_position({0, 3, 0}));  // local y is world −x
  CHECK(box.point_depth({7, 2, 1}) == Approx(0.5));

  SECTION("a ball comes to rest on it") {
    ground.make_floor();
    Body& ball = ground.make_ball({7, 3.8, 4}, 0.43);
    ground.run(300);
    CHECK(ball.position().z == Approx(1.5 + kBallRadius).margin(1e-3));
  }
  SECTION("it follows its transform when it is placed again, or when the tree has changed") {
    auto& outer = dynamic_cast<Transform&>(*ground.core.root().find("/scene/Outer"));
    ground.run(1);
    outer.set_local_pos({20, 0, 0});
    CHECK(box.point_depth({17, 2, 1}) < 0);
    box.place();
    CHECK(box.point_depth({17, 2, 1}) == Approx(0.5));
    outer.set_local_pos({30, 0, 0});
    ground.make_transform("Another", {});
    ground.make<SphereCollider>("SphereCollider", "Another/sphere");
    ground.run(1);
    CHECK(box.point_depth({27, 2, 1}) == Approx(0.5));
  }
}

TEST_CASE("scenery without a transform above it is at the origin") {
  Playground ground;
  auto& box = ground.make<BoxCollider>("BoxCollider", "box");
  ground.run(1);
  CHECK(box.point_depth({0, 0, 0}) == Approx(0.5));
}

TEST_CASE("a collider beside a body moves with it, offset in the body's frame") {
  Playground ground;
  ground.world->set_gravity({});
  ground.make_transform("Lever", {5, 0, 5}, {0, 0, 90});
  const bool body_first = GENERATE(true, false);
  if (body_first) ground.make<Body>("Body", "Lever/physics");
  ground.make<SphereCollider>("SphereCollider", "Lever/geometry");
  if (!body_first) ground.make<Body>("Body", "Lever/physics");
  auto& body = dynamic_cast<Body&>(*ground.core.root().find("/scene/Lever/physics"));
  auto& sphere = dynamic_cast<SphereCollider&>(*ground.core.root().find("/scene/Lever/geometry"));
  CHECK(sphere.set_radius(0.5));
  CHECK(sphere.set_position({2, 0, 0}));
  ground.run(1);
  CHECK(dGeomGetBody(sphere.id()) == body.id());
  CHECK(sphere.point_depth({5, 2, 5}) == Approx(0.5));
  CHECK(body.set_position({-5, 0, 5}));
  CHECK(sphere.point_depth({-5, 2, 5}) == Approx(0.5));
  CHECK(sphere.set_position({}));
  CHECK(sphere.point_depth({-5, 0, 5}) == Approx(0.5));

  SECTION("it becomes scenery when the body is removed") {
    ground.run(1);
    ground.drop("Lever/physics");
    ground.run(10);
    CHECK(dGeomGetBody(sphere.id()) == nullptr);
    CHECK(sphere.point_depth({-5, 0, 5}) == Approx(0.5));
  }
}

TEST_CASE("a collider can be rotated relative to its body, or in its place without a body") {
  Playground ground;
  ground.make_floor();
  ground.make_transform("Beam", {5, 0, 2}, {0, 0, 90});
  Body& body = ground.make<Body>("Body", "Beam/body");
  body.set_box_total(1.0, {4, 1, 1});
  auto& beam = ground.make<BoxCollider>("BoxCollider", "Beam/box");
  beam.set_box_lengths({1, 1, 4});
  CHECK(beam.set_rotation(rotation_from_degrees({0, 90, 0})));
  // Its long axis is x of the body, which is y of the world.
  CHECK(beam.point_depth({5, 1.8, 2}) == Approx(0.2));
  CHECK(beam.point_depth({5, 0, 3.8}) < 0);
  ground.run(300);
  CHECK(body.position().z < 1.0);  // unrotated it would stay at 2
  CHECK(body.position().z > 0.45);
  CHECK_FALSE(beam.set_rotation({2, 0, 0, 0, 1, 0, 0, 0, 1}));
  CHECK_FALSE(beam.set_rotation({std::numeric_limits<double>::quiet_NaN(), 0, 0, 0, 1, 0, 0, 0, 1}));
  CHECK(beam.turn() == rotation_from_degrees({0, 90, 0}));

  ground.make_transform("Post", {-5, 0, 0});
  auto& post = ground.make<BoxCollider>("BoxCollider", "Post/box");
  post.set_box_lengths({1, 1, 4});
  CHECK(post.set_rotation(rotation_from_degrees({90, 0, 0})));
  CHECK(post.point_depth({-5, 1.8, 0}) == Approx(0.2));
  CHECK(post.point_depth({-5, 0, 1.8}) < 0);
}

TEST_CASE("planes are placed in world coordinates, whatever transforms are above them") {
  Playground ground;
  ground.make_transform("Tilted", {3, 3, 3}, {45, 0, 0});
  auto& plane = ground.make<PlaneCollider>("PlaneCollider", "Tilted/plane");
  ground.make<Body>("Body", "Tilted/physics").use_gravity(false);  // a plane cannot be attached to a body
  CHECK(plane.set_params(0, 0, 2, 3));
  ground.run(1);
  CHECK(plane.point_depth({0, 0, 1}) == Approx(0.5));
  CHECK(plane.set_params_from({Value(1.0), Value(0.0), Value(0.0), Value("2"), Value(0.0), Value(std::int64_t{0})}));
  CHECK(plane.point_depth({0, 0, 0}) == Approx(1.0));
  CHECK_FALSE(plane.set_params_from({Value(1.0), Value(0.0), Value(0.0)}));
  CHECK_FALSE(plane.set_params_from({Value(1.0), Value(0.0), Value(0.0), Value(true)}));
  CHECK(plane.point_depth({0, 0, 0}) == Approx(1.0));
}

TEST_CASE("a ball rebounds from a wall") {
  Playground ground;
  ground.world->set_gravity({});
  ground.make<PlaneCollider>("PlaneCollider", "W2").set_params(-1, 0, 0, -25);
  Body& ball = ground.make_ball({24, 0, 5}, 0.43);
  ball.set_velocity({8, 0, 0});
  double farthest = 0.0;
  for (int i = 0; i < 50; ++i) {
    ground.run(1);
    farthest = std::max(farthest, ball.position().x);
  }
  CHECK(farthest < 25.0);
  CHECK(ball.velocity().x < -4.0);
}

TEST_CASE("an invalid pose of a collider costs one complaint, and a corrected pose takes effect") {
  Playground ground;
  auto& transform = ground.make_transform("Gate", {0, 0, 1});
  auto& box = ground.make<BoxCollider>("BoxCollider", "Gate/box");
  Body& ball = ground.make_ball({0, 0, 3}, 0.43);
  transform.set_local_pos({std::numeric_limits<double>::quiet_NaN(), 0, 0});
  ground.run(10);
  CHECK(ground.log_lines.size() == 1);
  CHECK_THAT(ground.log_lines.at(0), Catch::Contains("/scene/Gate/box"));
  transform.set_local_pose({{0, 0, 1}, Mat3{2, 0, 0, 0, 2, 0, 0, 0, 2}});
  box.place();
  CHECK(ground.log_lines.size() == 2);
  transform.set_local_pose({{0, 0, 1}, kIdentity3});
  box.place();
  ground.run(500);
  CHECK(ball.position().z == Approx(1.5 + kBallRadius).margin(1e-3));
  CHECK(ground.log_lines.size() == 2);
}

TEST_CASE("a capped cylinder comes to rest on the floor") {
  Playground ground;
  ground.make_floor();
  ground.make_transform("Log", {0, 0, 2}, {90, 0, 0});
  CHECK(ground.make<Body>("Body", "Log/physics").set_capped_cylinder_total(5.0, 0.3, 1.0));
  auto& geometry = ground.make<CCylinderCollider>("CCylinderCollider", "Log/geometry");
  CHECK(geometry.set_params(0.3, 1.0));
  CHECK(geometry.radius() == 0.3);
  CHECK(geometry.set_length(1.5));
  CHECK(geometry.cylinder_length() == 1.5);
  CHECK(geometry.point_depth({0, 0.7, 2}) == Approx(0.3));
  auto& log = dynamic_cast<Body&>(*ground.core.root().find("/scene/Log/physics"));
  ground.run(500);
  CHECK(log.position().z == Approx(0.3).margin(1e-3));
}
