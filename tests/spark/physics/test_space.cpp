// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "tests/spark/physics/solids.h"

using namespace spark;

namespace {

/// Boxes, balls and cylinders dropped into a heap between walls, some kinematic, some asleep, some put elsewhere on the
/// way; all states of all steps.
std::vector<double> run_heap(int max_compared, int count) {
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

TEST_CASE("whether boxes are compared or sorted decides nothing: the same bits for either") {
  const int count = GENERATE(5, 40, 120);
  const auto compared = run_heap(std::numeric_limits<int>::max(), count);
  const auto sorted = run_heap(0, count);
  REQUIRE(compared.size() == sorted.size());
  CHECK(std::memcmp(compared.data(), sorted.data(), compared.size() * sizeof(double)) == 0);
}

TEST_CASE("many shapes in a row, a column and a field find their neighbours") {
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
