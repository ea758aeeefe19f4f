// SPDX-License-Identifier: Apache-2.0
#include <ode/ode.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <limits>

#include "spark/core/flush_on_abort.h"
#include "spark/physics/physics_variables.h"
#include "spark/physics/world_state.h"
#include "tests/spark/physics/playground.h"
#include "tests/support/call_method.h"

using namespace spark;
using Why = BadStates::Why;

namespace {

/// Sets the state in ODE, bypassing all checks.
void spoil(const Body& body, double number) {
  dBodySetLinearVel(body.id(), number, 0, 0);
}

}  // namespace

TEST_CASE("bodies with bad states are restored, counted by reason and named") {
  Playground ground;
  ground.world->set_gravity({});
  REQUIRE(ground.world->set_arena(100));
  REQUIRE(ground.world->set_max_speed(30));
  Body& ball = ground.make_ball({0, 0, 5}, 0.43);
  Body& far = ground.make_sphere("Far", {99.8, 0, 5}, 1, 0.1);
  ground.run(1);
  CHECK(ground.world->bad_states().count() == 0);

  spoil(ball, 31);
  ground.run(1);
  CHECK(ball.velocity() == Vec3{});
  CHECK(ball.position() == Vec3{0, 0, 5});
  spoil(ball, 1e308);
  ground.run(1);
  CHECK(ball.position() == Vec3{0, 0, 5});
  REQUIRE(far.set_velocity({20, 0, 0}));
  ground.run(1);
  CHECK(far.position() == Vec3{99.8, 0, 5});
  REQUIRE(far.set_velocity({0, 1, 0}));
  ground.run(1);
  CHECK(far.position().y == Approx(0.01));

  const BadStates& bad = ground.world->bad_states();
  CHECK(bad.count(Why::too_fast) == 1);
  CHECK(bad.count(Why::not_finite) == 1);
  CHECK(bad.count(Why::too_far) == 1);
  REQUIRE(bad.named().size() == 2);
  CHECK(bad.named()[0].path == "/scene/Ball/physics");
  CHECK(bad.named()[0].times == 2);
  CHECK(bad.named()[1].path == "/scene/Far/physics");
  CHECK(bad.named()[1].times == 1);
  REQUIRE(ground.log_lines.size() == 3);
  CHECK_THAT(ground.log_lines[0], Catch::Contains("/scene/Ball/physics: left the bounds of the simulation, too fast"));
  CHECK_THAT(ground.log_lines[1], Catch::Contains("not finite"));
  CHECK_THAT(ground.log_lines[2], Catch::Contains("/scene/Far/physics: left the bounds of the simulation, too far"));
}

TEST_CASE("the first six bodies with bad states are named, and all are counted") {
  BadStates bad;
  for (int i = 0; i < 30; ++i)
    for (int times = 0; times < 3; ++times) bad.add(Why::too_far, "body " + std::to_string(i), i);
  CHECK(bad.count() == 90);
  REQUIRE(bad.named().size() == BadStates::kMaxNamed);
  CHECK(bad.named().back().path == "body 5");
  CHECK(bad.named().back().times == 3);
  CHECK(bad.named().back().first == 5);
}

TEST_CASE("no body can be placed beyond a world's limits, and narrower limits move bodies to the edge") {
  Playground ground;
  ground.world->set_gravity({});
  Body& ball = ground.make_ball({300, 0, 400}, 0.43);
  REQUIRE(ground.world->set_arena(250));
  REQUIRE(ground.world->set_max_speed(10));
  CHECK_FALSE(ball.set_position({0, 0, 251}));
  CHECK(ball.position() == Vec3{300, 0, 400});
  CHECK_FALSE(ball.set_velocity({0, 11, 0}));
  CHECK(ball.set_velocity({0, 9, 0}));
  ground.run(20);
  CHECK(ball.position().x == Approx(150));
  CHECK(ball.position().z == Approx(200));
  CHECK(ball.velocity() == Vec3{});
  CHECK(ground.world->bad_states().count() == 1);
  CHECK(ball.set_position({0, 0, 249}));
}

TEST_CASE("a world refuses limits that are too wide or too narrow, and restores saved ones") {
  Playground ground;
  World& world = *ground.world;
  CHECK(world.arena() == World::kMaxDistance);
  CHECK(world.max_speed() == Body::kMaxSpeed);
  for (const double bad : {0.5, -1.0, 2e6, std::numeric_limits<double>::quiet_NaN()}) CHECK_FALSE(world.set_arena(bad));
  for (const double bad : {0.05, -1.0, 2e4, std::numeric_limits<double>::infinity()})
    CHECK_FALSE(world.set_max_speed(bad));
  CHECK(world.arena() == World::kMaxDistance);
  CHECK(world.max_speed() == Body::kMaxSpeed);
  CHECK(call_method(world, "setArena", {60.0}) == Value(true));
  CHECK(call_method(world, "getArena", {}) == Value(60.0));
  CHECK(call_method(world, "setMaxSpeed", {25.0}) == Value(true));
  CHECK(call_method(world, "getMaxSpeed", {}) == Value(25.0));
  const WorldState state = world.save();
  REQUIRE(world.set_arena(70));
  REQUIRE(world.set_max_speed(35));
  world.restore(state);
  CHECK(world.arena() == 60.0);
  CHECK(world.max_speed() == 25.0);
}

TEST_CASE("a world takes its limits from the script variables") {
  Variables variables;
  const auto limits = [&] {
    WorldSettings settings;
    read_physics_variables(variables, settings);
    return settings.limits;
  };
  CHECK(limits().distance == World::kMaxDistance);
  variables.set("Physics.Arena", 80.0);
  variables.set("Physics.MaxSpeed", 40.0);
  CHECK(limits().distance == 80.0);
  CHECK(limits().speed == 40.0);
  CHECK_THROWS_AS(variables.set("Physics.Arena", 1e7), std::runtime_error);
  CHECK_THROWS_AS(variables.set("Physics.MaxSpeed", 0.0), std::runtime_error);
}

TEST_CASE("before ODE ends the process the log is flushed, with ODE's message") {
  for (const bool is_bug : {false, true}) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGABRT, SIG_DFL);  // without the handler of the test program
      const FlushOnAbort flush_on_abort([&](std::string_view why) {
        if (::write(ends[1], why.data(), why.size()) < 0) ::_exit(1);
      });
      start_ode();
      if (is_bug)
        dDebug(d_ERR_IASSERT, "a %s number", "strange");
      else
        dError(d_ERR_UNKNOWN, "a %s number", "strange");
      ::_exit(0);
    }
    ::close(ends[1]);
    std::array<char, 200> text{};
    CHECK(::read(ends[0], text.data(), text.size() - 1) > 0);
    CHECK(std::string(text.data()) == (is_bug ? "ODE cannot continue (internal error): a strange number"
                                              : "ODE cannot continue (error): a strange number"));
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
    ::close(ends[0]);
  }
}
