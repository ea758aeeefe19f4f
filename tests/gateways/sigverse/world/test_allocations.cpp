// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/sigverse/world/world_stage.h"
#include "tests/support/count_allocations.h"

using namespace sigverse;

TEST_CASE("steps in which forces are added and collisions are read allocate nothing") {
  WorldStage stage;
  std::string content;
  for (int i = 0; i < 10; ++i)
    content += object(i % 2 ? "Box.xml" : "Ball.xml", "thing" + std::to_string(i), "y=" + std::to_string(12 + 14 * i)) +
               object("Box.xml", "fixed" + std::to_string(i), "dynamics=false y=20 x=" + std::to_string(60 * i + 60));
  stage.load(content);
  std::vector<SimObj*> objects = stage.sim->objects();
  std::size_t touches = 0;
  const auto play = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      for (SimObj* object : objects) {
        object->add_force({200, 10, (i / 50) % 2 ? 300.0 : -300.0}, i % 3 == 0);
        object->set_torque({0, 50, 0});
        object->set_attribute("vy", 5.0);
        touches += object->collisions().size();
        touches += object->attributes().number("x") > 1e5;
      }
      stage.run(1);
    }
  };
  play(1);
  play(300);
  stage.sim->reset();
  play(1);  // contacts after a restore are found again in the first step
  touches = 0;
  const long before = allocations;
  play(300);
  CHECK(allocations - before == 0);
  CHECK(touches > 100);
}

TEST_CASE("steps in which hands and joints hold objects allocate nothing") {
  WorldStage stage;
  std::string content;
  for (int i = 0; i < 10; ++i)
    content += object("Ball.xml", "hand" + std::to_string(i),
                      "y=100 x=" + std::to_string(50 * i) + (i % 2 ? " dynamics=false" : "")) +
               object("Ball.xml", "thing" + std::to_string(i),
                      "y=100 z=25 graspable=true graspRadius=30 x=" + std::to_string(50 * i) +
                          (i % 3 ? " dynamics=false" : "")) +
               object("Ball.xml", "tail" + std::to_string(i), "y=100 z=50 x=" + std::to_string(50 * i));
  stage.load(kNoGravity + content);
  const auto at = [&](const char* name, int i) -> SimObj& { return stage.at(name + std::to_string(i)); };
  for (int i = 0; i < 10; ++i) {
    REQUIRE(stage.sim->links().grasp(at("hand", i), "", at("thing", i)) == GraspAnswer::holds);
    REQUIRE(stage.sim->links().connect(at("thing", i), "j", "", at("tail", i), "").empty());
  }
  std::vector<SimObj*> objects = stage.sim->objects();
  const auto play = [&](int steps) {
    for (int step = 0; step < steps; ++step) {
      for (SimObj* object : objects)
        if (!object->is_held()) object->set_position(sum(object->position(), {0, step % 2 ? 1.0 : -1.0, 0}));
      stage.run(1);
    }
  };
  play(20);
  const long before = allocations;
  play(100);
  CHECK(allocations - before == 0);
}
