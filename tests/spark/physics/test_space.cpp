// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "tests/spark/physics/solids.h"

using namespace spark;

namespace {

/// The states in all steps of boxes, balls and cylinders that drop onto a pile between walls; some are kinematic, some
/// disabled, some moved on the way.
std::vector<double> run_island(int max_compared, int count) {
  Playground ground;
  at<Space>(ground, "space").set_max_compared(max_compared);
  ground.make_floor();
  const double walls[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int i = 0; i < 4; ++i) {
    const std::string name = "Wall" + std::to_string(i);
    ground.make<PlaneCollider>("PlaneCollider", name).set_params(walls[i][0], walls[i][1], 0, -2);
  }
  RandomStream random(3);
  std::vector<Body*> bodies;
  for (int i = 0; i < count; ++i) {
    const std::string name = "Thing" + std::to_string(i);
    const Vec3 place{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(0.3, 4)};
    Body& body = i % 3 ? make_solid_box(ground, name, place, 1.0, {0.3, 0.4, 0.2}, {10.0 * i, 0, 0})
                       : ground.make_sphere(name, place, 1.0, 0.2);
    if (i % 10 == 7) body.disable();
    if (i % 10 == 9) body.set_kinematic(true);
    if (i % 15 == 4) ground.make<RecorderHandler>("RecorderHandler", name + "/geometry/recorder");
    bodies.push_back(&body);
  }
  std::vector<double> states;
  for (int step = 0; step < 150; ++step) {
    if (step % 40 == 20) {
      bodies[1]->place_at_rest({0, 0, 3});
      bodies[2]->set_rotation_degrees({0, 45, 0});
    }
    ground.run(1);
    for (const Body* body : bodies)
      for (const Vec3& v : {body->position(), body->velocity(), body->angular_velocity()})
        states.insert(states.end(), {v.x, v.y, v.z});
  }
  return states;
}

}  // namespace

TEST_CASE("a space gives the same bits whether it compares or sorts bounding boxes") {
  const int count = GENERATE(5, 40, 55);
  const auto compared = run_island(std::numeric_limits<int>::max(), count);
  const auto sorted = run_island(0, count);
  REQUIRE(compared.size() == sorted.size());
  CHECK(std::memcmp(compared.data(), sorted.data(), compared.size() * sizeof(double)) == 0);
}

TEST_CASE("spheres in a row along x, y or z touch exactly their neighbours") {
  const int axis = GENERATE(0, 1, 2);
  Playground ground;
  ground.world->set_gravity({});
  std::vector<RecorderHandler*> recorders;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "Ball" + std::to_string(i);
    const double along = 0.19 * i;
    ground.make_sphere(name, {axis == 0 ? along : 0, axis == 1 ? along : 0, axis == 2 ? along : 0}, 1.0, 0.1)
        .set_kinematic(true);
    recorders.push_back(&ground.make<RecorderHandler>("RecorderHandler", name + "/geometry/recorder"));
  }
  ground.run(1);
  for (std::size_t i = 0; i < recorders.size(); ++i)
    CHECK(recorders[i]->touching().size() == (i == 0 || i + 1 == recorders.size() ? 1u : 2u));
}

TEST_CASE("a disabled collider touches nothing, however many shapes there are") {
  const int others = GENERATE(0, 100);
  Playground ground;
  ground.world->set_gravity({});
  for (int i = 0; i < others; ++i) ground.make_sphere("Far" + std::to_string(i), {10.0 + i, 0, 0}, 1.0, 0.1);
  ground.make_sphere("A", {0, 0, 0}, 1.0, 0.5);
  ground.make_sphere("B", {0.8, 0, 0}, 1.0, 0.5);
  auto& recorder = ground.make<RecorderHandler>("RecorderHandler", "A/geometry/recorder");
  at<Collider>(ground, "B/geometry").enable(false);
  ground.run(1);
  CHECK(recorder.touching().empty());
  CHECK(at<Body>(ground, "A/physics").velocity() == Vec3());
  at<Collider>(ground, "B/geometry").enable(true);
  ground.run(1);
  CHECK(recorder.touching().size() == 1);
}

TEST_CASE("a space's order tells which colliders have moved, and reading it changes nothing") {
  Playground ground;
  ground.world->set_gravity({});
  ground.make_floor();
  for (const char* name : {"A", "B", "C", "D"}) ground.make_sphere(name, {2.0 * name[0], 0, 5}, 1.0, 0.1);
  make_solid_box(ground, "E", {0, 0, 5}, 1.0, {0.1, 0.1, 0.1});
  ground.make<SphereCollider>("SphereCollider", "E/second").set_position({0.1, 0, 0});
  auto& space = at<Space>(ground, "space");
  const auto geom = [&](const char* name) { return at<Collider>(ground, std::string(name) + "/geometry").id(); };
  const auto listed = [&] {
    std::vector<dGeomID> list;
    for (int i = 0; i < dSpaceGetNumGeoms(space.id()); ++i) list.push_back(dSpaceGetGeom(space.id(), i));
    return list;
  };
  ground.run(1);
  for (const char* name : {"B", "D"}) at<Body>(ground, std::string(name) + "/physics").disable();
  ground.run(1);
  // A, C and the two shapes of E have moved in the last step; the floor never does.
  for (int round = 0; round < 2; ++round) {
    const auto before = listed();
    const Space::Order order = space.order();
    CHECK(order.moved == 4);
    CHECK(order.geoms == before);
    CHECK(listed() == before);
  }
  // A collider that moves now goes to the front if it has not moved in this step.
  auto list = listed();
  at<Body>(ground, "A/physics").set_position({1, 1, 1});
  CHECK(listed() == list);
  at<Body>(ground, "D/physics").set_position({2, 2, 2});
  CHECK(listed().front() == geom("D"));
  CHECK(space.order().moved == 5);
  at<Body>(ground, "D/physics").set_position({3, 3, 3});
  std::erase(list, geom("D"));
  list.insert(list.begin(), geom("D"));
  CHECK(listed() == list);

  // Any order with any number of moved colliders can be set; the floor, which is last, cannot be one of them.
  Space::Order turned = space.order();
  REQUIRE(turned.geoms.back() == at<Collider>(ground, "Floor").id());
  std::reverse(turned.geoms.begin(), turned.geoms.end() - 1);
  for (const std::size_t moved : {std::size_t{0}, std::size_t{3}, std::size_t{1}, turned.geoms.size() - 1}) {
    turned.moved = moved;
    space.set_order(turned);
    CHECK(listed() == turned.geoms);
    CHECK(space.order().moved == moved);
  }
  turned.moved = turned.geoms.size();
  space.set_order(turned);
  CHECK(listed() == turned.geoms);
  CHECK(space.order().moved == 0);
  at<PlaneCollider>(ground, "Floor").set_params(0, 0, 1, 0.0);
  CHECK(listed().front() == at<Collider>(ground, "Floor").id());
  space.order();
  ground.run(1);
  CHECK(space.order().moved == 4);
}

TEST_CASE("a space's order includes rays that have moved") {
  Playground ground;
  ground.world->set_gravity({});
  for (const char* name : {"A", "B"}) ground.make_sphere(name, {2.0 * name[0], 0, 5}, 1.0, 0.1);
  ground.make<RayCollider>("RayCollider", "A/ray").set_params({}, {0, 0, -1}, 3);
  ground.make<RecorderHandler>("RecorderHandler", "A/ray/recorder");
  at<Body>(ground, "B/physics").disable();
  ground.run(2);
  auto& space = at<Space>(ground, "space");
  const Space::Order order = space.order();
  CHECK(order.moved == 2);
  REQUIRE(order.geoms.size() == 3);
  CHECK(order.geoms.back() == at<Collider>(ground, "B/geometry").id());
  // None has moved since: the next one that does goes to the front once.
  at<Body>(ground, "A/physics").disable();
  ground.run(1);
  CHECK(space.order().moved == 0);
  Space::Order turned = order;
  std::reverse(turned.geoms.begin(), turned.geoms.end());
  space.set_order(turned);
  CHECK(space.order().geoms == turned.geoms);
  CHECK(space.order().moved == 2);
}

TEST_CASE("a floor that is removed from a running scene and added again still carries bodies") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_sphere("Ball", {0, 0, 0.1}, 1.0, 0.1);
  ground.make_sphere("Other", {0, 1, 0.1}, 1.0, 0.1);
  ground.run(10);
  Node* scene = ground.core.root().find("/scene")->as_node();
  auto floor = scene->remove(*scene->child("Floor"));
  ground.run(1);
  scene->append(std::move(floor));
  ground.run(200);
  CHECK(ball.position().z == Approx(0.1).margin(0.02));
}
