// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/world/world_stage.h"
#include "tests/support/count_allocations.h"

using namespace sigverse;

TEST_CASE("steps in which forces are added and collisions read allocate nothing") {
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
  play(1);  // what has been put back is found again in the first step
  touches = 0;
  const long before = allocations;
  play(300);
  CHECK(allocations - before == 0);
  CHECK(touches > 100);
}
