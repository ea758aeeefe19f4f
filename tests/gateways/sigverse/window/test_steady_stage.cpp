// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <vector>

#include "gateways/sigverse/window/steady_stage.h"

using namespace sigverse::window;
using sigverse::visuals::Bounds;

namespace {

Bounds cube(const glm::vec3& middle, float half = 0.2F) {
  return {middle - half, middle + half};
}

/// Four walls and some things between them.
std::vector<Bounds> room() {
  return {{{-3, 2, 0}, {3, 2.1F, 0.5F}},
          {{-3, -2.1F, 0}, {3, -2, 0.5F}},
          {{-3.1F, -2, 0}, {-3, 2, 0.5F}},
          {{3, -2, 0}, {3.1F, 2, 0.5F}},
          cube({1, 1, 0.2F}),
          cube({-2, 0, 0.2F}),
          {{-0.3F, -0.3F, 0}, {0.3F, 0.3F, 1.7F}}};
}

bool same(const monitor::Stage& a, const monitor::Stage& b) {
  return a.low == b.low && a.high == b.high && a.middle == b.middle && a.radius == b.radius;
}

bool contains(const monitor::Stage& stage, const Bounds& box) {
  const float hair = 0.01F * stage.radius;
  return glm::all(glm::lessThanEqual(stage.low - hair, box.low)) &&
         glm::all(glm::greaterThanEqual(stage.high + hair, box.high));
}

}  // namespace

TEST_CASE("the stage has the size of the world's objects, and stays the same while they move inside") {
  SteadyStage steady;
  std::vector<Bounds> objects = room();
  steady.update(objects);
  const monitor::Stage first = steady.stage();
  for (const Bounds& box : objects) CHECK(contains(first, box));
  CHECK(first.radius < 5);
  for (float x = -2.7F; x < 2.8F; x += 0.1F) {
    objects[4] = cube({x, x / 2, 0.2F});
    steady.update(objects);
    CHECK(same(steady.stage(), first));
  }
}

TEST_CASE("an object that moves away enlarges the stage a few times, and the stage stays large") {
  SteadyStage steady;
  std::vector<Bounds> objects = room();
  steady.update(objects);
  int changes = 0;
  for (float x = 0; x < 9; x += 0.05F) {
    const monitor::Stage before = steady.stage();
    objects[4] = cube({x, 0, 0.2F});
    steady.update(objects);
    CHECK(steady.stage().high.x > x);
    changes += same(steady.stage(), before) ? 0 : 1;
  }
  CHECK(changes >= 2);
  CHECK(changes <= 8);
  const monitor::Stage large = steady.stage();
  objects[4] = cube({5, 0, 0.2F});
  steady.update(objects);
  CHECK(same(steady.stage(), large));
}

TEST_CASE("an object much farther away than all others is left out") {
  SteadyStage steady;
  std::vector<Bounds> objects = room();
  steady.update(objects);
  const monitor::Stage first = steady.stage();
  objects[4] = cube({5000, 0, 0.2F});
  steady.update(objects);
  CHECK(same(steady.stage(), first));
  // Also in a world that begins like this, however few objects it has.
  for (const std::size_t count : {3U, 5U, 7U}) {
    SteadyStage fresh;
    std::vector<Bounds> some = room();
    some.resize(count);
    some.push_back(cube({-3000, 4000, 50}));
    fresh.update(some);
    CHECK(fresh.stage().radius < 10);
  }
  // A large floor counts as near.
  SteadyStage wide;
  objects[4] = {{-200, -100, -0.1F}, {200, 100, 0}};
  wide.update(objects);
  CHECK(contains(wide.stage(), objects[4]));
  // A few objects far from each other make a large world.
  SteadyStage large;
  std::vector<Bounds> far;
  for (int i = 0; i < 8; ++i)
    far.push_back(cube({100.0F * static_cast<float>(i % 3), 80.0F * static_cast<float>(i / 3), 0}));
  large.update(far);
  for (const Bounds& box : far) CHECK(contains(large.stage(), box));
}

TEST_CASE("the stage fits a new world, and an empty one does no harm") {
  SteadyStage steady, fresh;
  steady.update({});
  CHECK(same(steady.stage(), monitor::Stage()));
  steady.update(room());
  steady.update({cube({0.5F, 0, 0}), cube({0, 0, 0})});
  fresh.update({cube({0.5F, 0, 0}), cube({0, 0, 0})});
  CHECK(same(steady.stage(), fresh.stage()));
  steady.update(room());
  fresh = {};
  fresh.update(room());
  CHECK(same(steady.stage(), fresh.stage()));
  steady.update({});
  CHECK(same(steady.stage(), monitor::Stage()));
}
