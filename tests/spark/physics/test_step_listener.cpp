// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <vector>

#include "spark/physics/force_source.h"
#include "spark/physics/step_listener.h"
#include "tests/spark/physics/solids.h"

using namespace spark;

namespace {

/// Records each call, and where the body is at that time.
class Watcher : public BaseNode, public ForceSource, public StepListener {
 public:
  void apply_forces() override { heights_before.push_back(body->position().z); }
  void step_made(double seconds) override {
    lengths.push_back(seconds);
    heights.push_back(body->node().world_pose().position.z);
  }
  const Body* body = nullptr;
  std::vector<double> lengths, heights, heights_before;

 protected:
  void linked() override { World::of(*this).invalidate_order(); }
  void unlinking() override { World::of(*this).invalidate_order(); }
};

struct Watched : Playground {
  Watched() {
    body = &make_agent("Ball", {0, 0, 5});
    world->set_gravity({0, 0, -10});
    auto made = std::make_unique<Watcher>();
    made->body = body;
    watcher = &dynamic_cast<Watcher&>(body->node().parent()->append(std::move(made)));
  }
  Body* body = nullptr;
  Watcher* watcher = nullptr;
};

}  // namespace

TEST_CASE("step listeners are called after each step, when bodies and nodes have moved") {
  Watched world;
  world.world->step(0.01);
  world.world->step(0.02);
  CHECK(world.watcher->lengths == std::vector<double>{0.01, 0.02});
  CHECK(world.watcher->heights[0] == Approx(5 - 10 * 0.01 * 0.01));
  CHECK(world.watcher->heights_before[1] == world.watcher->heights[0]);
  CHECK(world.watcher->heights[1] == world.body->position().z);
}

TEST_CASE("a removed step listener is not called any more") {
  Watched world;
  world.world->step(0.01);
  const auto taken = world.watcher->parent()->remove(*world.watcher);
  world.world->step(0.01);
  CHECK(dynamic_cast<Watcher&>(*taken).lengths.size() == 1);
}

TEST_CASE("a stopped world moves only in steps that are requested") {
  Watched world;
  CHECK_FALSE(world.world->is_stopped());
  world.world->set_stopped(true);
  for (int i = 0; i < 10; ++i) world.world->step(0.01);
  CHECK(world.body->position().z == 5);
  CHECK(world.watcher->lengths.empty());
  CHECK(world.watcher->heights_before.empty());
  world.world->step_stopped(0.02);
  CHECK(world.body->position().z == Approx(5 - 10 * 0.02 * 0.02));
  CHECK(world.world->step_seconds() == 0.02);
  world.world->set_stopped(false);
  world.world->step(0.01);
  CHECK(world.watcher->lengths == std::vector<double>{0.02, 0.01});
}
