// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/time_limit_aspect.h"

#include <catch2/catch.hpp>
#include <limits>

#include "tests/spark/sim/simulation_bench.h"
#include "tests/support/call_method.h"

using namespace sim_test;

namespace {

/// A world that ends only by a time limit.
struct Limited : Bench {
  Limited() {
    aspect->end = 1000000;
    REQUIRE(game().init_control_aspect("oxygen/TimeLimitAspect"));
    limit = core.find_first<TimeLimitAspect>();
  }
  GameControlServer& game() { return *core.find_first<GameControlServer>(); }
  Value set(Value seconds) { return call_method(*limit, "setSeconds", {std::move(seconds)}); }
  /// The clock when the simulation has ended.
  Step end() {
    REQUIRE(simulation().run() == Simulation::Outcome::game_ended);
    return core.clock.now();
  }
  TimeLimitAspect* limit = nullptr;
};

}  // namespace

TEST_CASE("a time limit ends the simulation in the first step at or after it") {
  Limited world;
  SECTION("a whole number of steps, inexact in binary") {
    world.set(0.3);
    CHECK(world.end() == 30);
  }
  SECTION("a whole number of steps, with a quotient slightly above it") {
    REQUIRE(0.07 / world.core.clock.step_seconds() > 7);
    world.set(0.07);
    CHECK(world.end() == 7);
  }
  SECTION("many steps") {
    world.set(12.35);
    CHECK(world.end() == 1235);
  }
  SECTION("a part of a step") {
    world.set(0.001);
    CHECK(world.end() == 1);
  }
  SECTION("other lengths of steps") {
    world.core.clock.set_step_seconds(0.04);
    world.set(1);
    CHECK(world.end() == 25);
  }
  SECTION("another aspect ends the simulation earlier") {
    world.set(10);
    world.aspect->end = 40;
    CHECK(world.end() == 40);
  }
  SECTION("0 is no limit") {
    world.set(0.1);
    world.set(0);
    world.aspect->end = 50;
    CHECK(world.end() == 50);
  }
}

TEST_CASE("a script finds the time limit by its class name, and live line and summary show it") {
  Limited world;
  CHECK(world.core.root().find("/sys/server/gamecontrol/TimeLimitAspect") == world.limit);
  CHECK(world.simulation().status() == "");
  CHECK(world.simulation().summary().empty());
  world.set(0.25);
  CHECK(world.simulation().status() == "time limit 0.25 s");
  CHECK(world.simulation().summary() == std::vector<std::string>{"time limit: 0.25 s, not reached"});
  world.end();
  CHECK(world.simulation().summary() == std::vector<std::string>{"time limit: 0.25 s"});
}

TEST_CASE("the texts of aspects are separated in the live line") {
  Limited world;
  REQUIRE(world.game().init_control_aspect("oxygen/TimeLimitAspect"));
  world.set(1);
  dynamic_cast<TimeLimitAspect&>(*world.game().aspects().back()).set_seconds(2);
  CHECK(world.simulation().status() == "time limit 1 s  time limit 2 s");
  CHECK(world.end() == 100);
}

TEST_CASE("an impossible time limit is refused and changes nothing") {
  Limited world;
  world.set(0.2);
  const std::string range = ": expected a number from 0 to 1000000000 s";
  for (const double seconds : {-1.0, -1e-300, 1.1e9, 1e300})
    CHECK_THROWS_WITH(world.set(seconds), Catch::EndsWith(range));
  // C++ code can pass numbers that no script can.
  CHECK_THROWS_WITH(world.limit->set_seconds(std::numeric_limits<double>::quiet_NaN()), Catch::EndsWith(range));
  CHECK_THROWS_WITH(world.limit->set_seconds(std::numeric_limits<double>::infinity()), Catch::EndsWith(range));
  CHECK(world.end() == 20);
}
