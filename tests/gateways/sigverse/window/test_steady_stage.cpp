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

TEST_CASE("a world is as large as what is in it, whatever moves there") {
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

TEST_CASE("what walks away enlarges it a few times, and when it is back that stays") {
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

TEST_CASE("what is much farther away than everything else is left out") {
  SteadyStage steady;
  std::vector<Bounds> objects = room();
  steady.update(objects);
  const monitor::Stage first = steady.stage();
  objects[4] = cube({5000, 0, 0.2F});
  steady.update(objects);
  CHECK(same(steady.stage(), first));
  // Also of a world that begins so, however few there are.
  for (const std::size_t count : {3U, 5U, 7U}) {
    SteadyStage fresh;
    std::vector<Bounds> some = room();
    some.resize(count);
    some.push_back(cube({-3000, 4000, 50}));
    fresh.update(some);
    CHECK(fresh.stage().radius < 10);
  }
  // A floor that reaches far is near.
  SteadyStage wide;
  objects[4] = {{-200, -100, -0.1F}, {200, 100, 0}};
  wide.update(objects);
  CHECK(contains(wide.stage(), objects[4]));
  // Some things far from each other are a large world.
  SteadyStage large;
  std::vector<Bounds> far;
  for (int i = 0; i < 8; ++i)
    far.push_back(cube({100.0F * static_cast<float>(i % 3), 80.0F * static_cast<float>(i / 3), 0}));
  large.update(far);
  for (const Bounds& box : far) CHECK(contains(large.stage(), box));
}

TEST_CASE("another world is shown as large as it is, and an empty one is no trouble") {
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
