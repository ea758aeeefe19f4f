// SPDX-License-Identifier: Apache-2.0
#include <ode/ode.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "tests/physics/playground.h"

using namespace spark;

namespace {

std::atomic<std::size_t> allocations{0};

void* counted_ode_alloc(std::size_t size) {
  ++allocations;
  return std::malloc(size);
}
void* counted_ode_realloc(void* at, std::size_t, std::size_t size) {
  ++allocations;
  return std::realloc(at, size);
}

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* at = std::malloc(size)) return at;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* at) noexcept {
  std::free(at);
}
void operator delete(void* at, std::size_t) noexcept {
  std::free(at);
}

TEST_CASE("a step in play allocates nothing") {
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
  const std::size_t before = allocations;
  play(1500);
  const std::size_t after = allocations;
  dSetAllocHandler(ode_alloc);
  dSetReallocHandler(ode_realloc);
  CHECK(before > 0);  // the counter works
  CHECK(after - before == 0);
}
