// SPDX-License-Identifier: Apache-2.0
#include <ode/ode.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/spark/physics/playground.h"
#include "tests/support/count_allocations.h"

using namespace spark;

namespace {

void* counted_ode_alloc(std::size_t size) {
  ++allocations;
  return std::malloc(size);
}
void* counted_ode_realloc(void* at, std::size_t, std::size_t size) {
  ++allocations;
  return std::realloc(at, size);
}

}  // namespace

TEST_CASE("steps during play allocate no memory") {
  Playground ground;
  ground.make_floor();
  Body& ball = ground.make_ball({0, 0, 1}, 0.43);
  std::vector<Body*> agents;
  for (int i = 0; i < 11; ++i) {
    agents.push_back(&ground.make_agent("L" + std::to_string(i), {0.6 * i, 0, 0.22}));
    agents.push_back(&ground.make_agent("R" + std::to_string(i), {0.6 * i, 1, 0.22}));
  }
  const auto play = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      for (std::size_t k = 0; k < agents.size(); ++k)
        agents[k]->add_force(agents[k]->position() * (k % 3 == 0 ? -50.0 : 20.0));
      ball.add_force({(i / 100) % 2 == 0 ? 1.0 : -1.0, 0, 0});
      ground.run(1);
    }
  };
  auto* ode_alloc = dGetAllocHandler();
  auto* ode_realloc = dGetReallocHandler();
  play(1500);
  dSetAllocHandler(counted_ode_alloc);
  dSetReallocHandler(counted_ode_realloc);
  const long before = allocations;
  play(1500);
  const long after = allocations;
  dSetAllocHandler(ode_alloc);
  dSetReallocHandler(ode_realloc);
  CHECK(before > 0);  // the counter works
  CHECK(after - before == 0);
}
