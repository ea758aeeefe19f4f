// SPDX-License-Identifier: Apache-2.0
// How far the world runs ahead of those who may still act, and how often it asks them.
#include <catch2/catch.hpp>

#include "tests/spark/sim/simulation_bench.h"

using namespace spark;
using namespace sim_test;

TEST_CASE("agents are asked when they may still act only where that is in the way") {
  Bench bench;
  bench.aspect->end = 1100;
  for (int i = 0; i < 20; ++i) bench.simulation().start_agent("a");
  REQUIRE(bench.simulation().run_until(100) == Simulation::Outcome::step_reached);
  bench.gateway.times_asked = 0;
  bench.simulation().run();
  CHECK(only(bench.notes, "sense").size() == 1099);
  // All have answered, and one agent senses in each step: of those that sense next the world is 20 steps behind.
  CHECK(bench.gateway.times_asked >= 20 * 1000 / 21);
  CHECK(bench.gateway.times_asked <= 20 * 1000 / 10);
}

TEST_CASE("the world waits for a newcomer that has just appeared, however far ahead of the others it may be") {
  Bench bench;
  bench.simulation().start_agent("a");
  REQUIRE(bench.simulation().run_until(30) == Simulation::Outcome::step_reached);
  bench.gateway.arriving = 1;
  bench.gateway.hanging = {1};
  // The agent that was there senses at 41 next: so far nothing keeps the world from going on to step 61.
  REQUIRE(bench.simulation().run_until(32) == Simulation::Outcome::step_reached);
  while (bench.simulation().advance()) continue;
  CHECK(only(bench.notes, "sense 1") == Diary{"31 sense 1", "51 sense 1"});
  CHECK(bench.core.clock.now() == 31 + 10 + 10);
}
