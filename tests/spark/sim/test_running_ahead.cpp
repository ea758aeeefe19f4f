// SPDX-License-Identifier: Apache-2.0
// How far the world runs ahead of agents that may still act, and how often the gateway is asked about them.
#include <catch2/catch.hpp>

#include "tests/spark/sim/simulation_bench.h"

using namespace spark;
using namespace sim_test;

TEST_CASE("a gateway is asked when its agents may still act only as often as the world has to wait") {
  Bench bench;
  bench.aspect->end = 1100;
  for (int i = 0; i < 20; ++i) bench.simulation().start_agent("a");
  REQUIRE(bench.simulation().run_until(100) == Simulation::Outcome::step_reached);
  bench.gateway.times_asked = 0;
  bench.simulation().run();
  CHECK(only(bench.notes, "sense").size() == 1099);
  // All have answered, and one agent senses in each step: the world can run 20 steps until the next of them acts.
  CHECK(bench.gateway.times_asked >= 20 * 1000 / 21);
  CHECK(bench.gateway.times_asked <= 20 * 1000 / 10);
}

TEST_CASE("the world waits for an agent that has just arrived, however far ahead of the others it is") {
  Bench bench;
  bench.simulation().start_agent("a");
  REQUIRE(bench.simulation().run_until(30) == Simulation::Outcome::step_reached);
  bench.gateway.arriving = 1;
  bench.gateway.hanging = {1};
  // The other agent senses next at 41: so far nothing keeps the world from running to step 61.
  REQUIRE(bench.simulation().run_until(32) == Simulation::Outcome::step_reached);
  while (bench.simulation().advance()) continue;
  CHECK(only(bench.notes, "sense 1") == Diary{"31 sense 1", "51 sense 1"});
  CHECK(bench.core.clock.now() == 31 + 10 + 10);
}

TEST_CASE("a gateway sends the data that it holds before the simulation waits for agents or for real time") {
  const auto play = [](Bench& bench) {
    int received = 0;
    bench.simulation().start_agent("a");
    bench.gateway.meddling = [&](AgentGatewayListener&) {
      ++received;
      bench.gateway.held = true;
    };
    bench.simulation().run();
    return received;
  };
  SECTION("waiting for agents") {
    Bench bench;
    bench.gateway.delay = 30;  // each answer is still missing when the world needs it
    const int received = play(bench);
    CHECK(bench.gateway.held_when_waiting >= 10);
    CHECK(bench.gateway.held_when_waiting <= received - 100);  // not in the 100 steps that need no agent
  }
  SECTION("waiting for real time") {
    Bench bench;
    bench.run_control.set_pace(1.0);
    CHECK(play(bench) > 100);
    CHECK(bench.gateway.held_when_waiting >= 100);
  }
}
