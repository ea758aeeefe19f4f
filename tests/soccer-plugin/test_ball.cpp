// SPDX-License-Identifier: Apache-2.0
#include <ode/ode.h>

#include <catch2/catch.hpp>
#include <limits>

#include "spark/physics/collider.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

Vec3 pending_force(Ball& ball) {
  const dReal* force = dBodyGetForce(ball.body().id());
  return {force[0], force[1], force[2]};
}

/// Lets the ball's kick act as in a step, and takes the force away again.
Vec3 force_of_next_step(Ball& ball) {
  const Vec3 before = pending_force(ball);
  ball.apply_forces();
  const Vec3 pushed = pending_force(ball) - before;
  dBodySetForce(ball.body().id(), 0, 0, 0);
  return pushed;
}

}  // namespace

TEST_CASE("a kick pushes the ball for ten steps, starting with the next one (behaviour 3.5)") {
  SoccerFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball({0, 0, 5});
  CHECK(f.ball().kick(3, {0.43, 0, 0}, {}, 10));
  for (int i = 1; i <= 12; ++i) {
    f.step();
    CHECK(f.ball().pushed_by() == (i <= 10 ? 3 : -1));
    if (i == 1) CHECK(f.ball().body().velocity().x == Approx(0.01));
  }
  CHECK(f.ball().body().velocity().x == Approx(0.1).epsilon(0.1));
}

TEST_CASE("a kick applies both its force and its torque to the ball") {
  SoccerFixture f;
  f.ball().kick(0, {1, 2, 3}, {4, 5, 6}, 1);
  f.ball().apply_forces();
  CHECK(pending_force(f.ball()) == Vec3{1, 2, 3});
  const dReal* torque = dBodyGetTorque(f.ball().body().id());
  CHECK(Vec3{torque[0], torque[1], torque[2]} == Vec3{4, 5, 6});
}

TEST_CASE("an agent cannot kick again while its kick acts, but another agent can") {
  SoccerFixture f;
  Ball& ball = f.ball();
  REQUIRE(ball.kick(1, {1, 0, 0}, {}, 2));
  CHECK_FALSE(ball.kick(1, {9, 0, 0}, {}, 2));
  CHECK(force_of_next_step(ball) == Vec3{1, 0, 0});
  CHECK_FALSE(ball.kick(1, {9, 0, 0}, {}, 2));
  CHECK(ball.kick(2, {0, 1, 0}, {}, 3));
  for (int i = 0; i < 3; ++i) CHECK(force_of_next_step(ball) == Vec3{0, 1, 0});
  CHECK(force_of_next_step(ball) == Vec3{});
  CHECK(ball.kick(2, {0, 2, 0}, {}, 1));
  CHECK(force_of_next_step(ball) == Vec3{0, 2, 0});
}

TEST_CASE("placing the ball stops it and ends a running kick") {
  SoccerFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.ball().body().set_velocity({3, 4, 5});
  f.ball().body().set_angular_velocity({3, 4, 5});
  f.ball().kick(1, {1, 0, 0}, {}, 10);
  CHECK(f.ball().place({7, 8, 9}));
  CHECK(f.ball().body().position() == Vec3{7, 8, 9});
  CHECK(f.ball().body().velocity() == Vec3{});
  CHECK(f.ball().body().angular_velocity() == Vec3{});
  CHECK(force_of_next_step(f.ball()) == Vec3{});
  CHECK(f.ball().pushed_by() == -1);
}

TEST_CASE("values that are not finite never reach the ball") {
  SoccerFixture f;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(f.ball().kick(1, {nan, 0, 0}, {}, 10));
  CHECK_FALSE(f.ball().kick(1, {}, {0, std::numeric_limits<double>::infinity(), 0}, 10));
  CHECK(force_of_next_step(f.ball()) == Vec3{});
  const Vec3 before = f.ball().body().position();
  CHECK_FALSE(f.ball().place({0, nan, 0}));
  CHECK(f.ball().body().position() == before);
}

TEST_CASE("a ball without its parts reports which part is missing") {
  SoccerFixture f;
  auto& bare = dynamic_cast<Ball&>(f.core.create("Ball", "/usr/scene/Second"));
  CHECK_THROWS_WITH(bare.body(), "/usr/scene/Second/physics is missing");
  CHECK_THROWS_WITH(bare.geometry(), "/usr/scene/Second/geometry is missing");
  CHECK_THROWS_WITH(bare.recorder(), "/usr/scene/Second/geometry/recorder is missing");
  CHECK(f.ball().recorder().full_path() == "/usr/scene/Ball/geometry/recorder");
  CHECK(f.ball().geometry().full_path() == "/usr/scene/Ball/geometry");
}
