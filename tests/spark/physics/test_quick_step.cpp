// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <thread>

#include "tests/spark/physics/numbers.h"
#include "tests/spark/physics/solids.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {

/// A wall of boxes that a ball runs into.
class Wall : public Playground {
 public:
  explicit Wall(bool quick = true) {
    make_floor();
    for (int i = 0; i < 24; ++i) {
      const int row = i / 4;
      const double across = 0.4 * (i % 4) + 0.2 * (row % 2);
      bodies.push_back(
          &make_solid_box(*this, "Box" + std::to_string(i), {0, across, 0.1 + 0.2 * row}, 1.0, {0.2, 0.39, 0.2}));
    }
    bodies.push_back(&make_sphere("Ball", {-2, 0.6, 0.5}, 5.0, 0.2));
    bodies.back()->set_velocity({6, 0, 0});
    world->set_quick_step(quick);
  }
  std::vector<double> play(int steps) {
    std::vector<double> states;
    for (int step = 0; step < steps; ++step) {
      run(1);
      for (const Body* body : bodies)
        for (const Vec3& v : {body->position(), body->velocity(), body->angular_velocity()})
          states.insert(states.end(), {v.x, v.y, v.z});
    }
    return states;
  }
  std::vector<Body*> bodies;
};

constexpr int kSteps = 150;

}  // namespace

TEST_CASE("quick steps repeat to the bit, whatever else uses ODE's random numbers") {
  dRandSetSeed(1);
  Wall first;
  const auto expected = first.play(kSteps);
  for (const double value : expected) REQUIRE(std::isfinite(value));
  dRandSetSeed(123456789);
  for (int i = 0; i < 1000; ++i) dRand();
  Wall second;
  CHECK(same_bits(second.play(kSteps), expected));
  // Their solution is not the exact one: the wall falls, but in another way.
  CHECK_FALSE(same_bits(Wall(false).play(kSteps), expected));
  CHECK(first.bodies[22]->position().z < 0.9);
}

TEST_CASE("quick steps depend on the match seed and the path of the world") {
  const auto play = [](std::uint64_t seed, const std::string& path) {
    Core core(seed);
    core.classes.add<BaseNode>("oxygen/BaseNode", "zeitgeist/Node", "");
    core.classes.add<Transform>("oxygen/Transform", "oxygen/BaseNode", "");
    register_physics_classes(core.classes);
    auto& world = dynamic_cast<World&>(core.create("oxygen/World", path + "/world"));
    core.create("oxygen/Space", path + "/space");
    core.create("oxygen/PlaneCollider", path + "/floor");
    world.set_gravity({0, 0, -9.81});
    world.set_quick_step(true);
    std::vector<double> states;
    std::vector<Body*> bodies;
    for (int i = 0; i < 8; ++i) {
      const std::string name = path + "/Box" + std::to_string(i);
      dynamic_cast<Transform&>(core.create("oxygen/Transform", name)).set_local_pos({0.02 * i, 0, 0.5 + i});
      bodies.push_back(&dynamic_cast<Body&>(core.create("oxygen/Body", name + "/physics")));
      core.create("oxygen/BoxCollider", name + "/geometry");
    }
    for (int step = 0; step < 50; ++step) world.step(kStep);
    for (const Body* body : bodies) states.push_back(body->position().z);
    return states;
  };
  CHECK(same_bits(play(1, "/scene"), play(1, "/scene")));
  CHECK_FALSE(same_bits(play(1, "/scene"), play(2, "/scene")));
  CHECK_FALSE(same_bits(play(1, "/scene"), play(1, "/other")));
}

TEST_CASE("worlds with quick steps, in turns or on two threads, continue as each does alone") {
  const auto expected = Wall().play(kSteps);
  Wall a, b;
  std::vector<double> from_a, from_b;
  for (int step = 0; step < kSteps; ++step) {
    for (const double value : a.play(1)) from_a.push_back(value);
    for (const double value : b.play(1)) from_b.push_back(value);
  }
  CHECK(same_bits(from_a, expected));
  CHECK(same_bits(from_b, expected));

  std::vector<double> results[2];
  {
    const auto play = [&](int i) { results[i] = Wall().play(kSteps); };
    std::thread other(play, 1);
    play(0);
    other.join();
  }
  CHECK(same_bits(results[0], expected));
  CHECK(same_bits(results[1], expected));
}

TEST_CASE("more iterations make a stack stiffer, and invalid numbers are refused") {
  const auto sunk = [](int iterations) {
    Playground ground;
    ground.make_floor();
    ground.world->set_quick_step(true);
    REQUIRE(ground.world->set_quick_step_iterations(iterations));
    std::vector<Body*> bodies;
    for (int i = 0; i < 8; ++i)
      bodies.push_back(
          &make_solid_box(ground, "Box" + std::to_string(i), {0, 0, 0.25 + 0.5 * i}, 1.0 + 3 * i, {0.5, 0.5, 0.5}));
    ground.run(50);
    return 0.25 + 0.5 * 7 - bodies.back()->position().z;
  };
  CHECK(sunk(4) > 1.5 * sunk(200));

  Playground ground;
  CHECK(call_method(*ground.world, "getQuickStep", {}) == Value(false));
  CHECK(call_method(*ground.world, "getQuickStepIterations", {}) == Value(std::int64_t{20}));
  call_method(*ground.world, "setQuickStep", {true});
  CHECK(ground.world->is_quick_step());
  for (const int bad : {0, -5, 1001}) CHECK_FALSE(ground.world->set_quick_step_iterations(bad));
  CHECK(ground.world->quick_step_iterations() == 20);
  call_method(*ground.world, "setQuickStepIterations", {std::int64_t{0}});
  CHECK(ground.log_lines ==
        std::vector<std::string>{"/scene/world: setQuickStepIterations(0) refused, the value is out of range"});
}
