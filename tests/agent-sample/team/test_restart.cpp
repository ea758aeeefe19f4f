// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "agent-sample/team/restart.h"
#include "tests/agent-sample/team/small_match.h"

using namespace rcss3d::agent;

namespace {

World restart(Mode mode, Whose whose, Vector ball, Vector velocity = {}) {
  World world = SmallMatch(2).world;
  world.game.mode = mode;
  world.game.whose = whose;
  world.game.mode_time = 0.2;
  world.ball.position = ball;
  world.ball.velocity = velocity;
  return world;
}

Vector coming(const World& world) {
  const auto place = set_play::restart_place(world);
  REQUIRE(place);
  return *place;
}

}  // namespace

TEST_CASE("set play: a ball that rolls on behind the line is expected where the referee will put it") {
  const Vector kick_in = coming(restart(Mode::kick_in, Whose::ours, {7, -11}, {4, -2}));
  CHECK(kick_in.x == Approx(5));
  CHECK(kick_in.y == Approx(-10));
  const Vector corner = coming(restart(Mode::corner_kick, Whose::ours, {22, 4}, {3, 0}));
  CHECK(corner.x == Approx(19.95));
  CHECK(corner.y == Approx(9.95));
  CHECK(coming(restart(Mode::corner_kick, Whose::theirs, {-21, -4}, {-3, 0})).x == Approx(-19.95));
  CHECK(coming(restart(Mode::goal_kick, Whose::ours, {-22, -4})).x == Approx(-15));
  CHECK(coming(restart(Mode::goal_kick, Whose::theirs, {22, -4})).x == Approx(15));

  const World there = set_play::with_ball_at(restart(Mode::kick_in, Whose::ours, {7, -11}, {4, -2}), kick_in);
  CHECK(there.ball.velocity.length() == 0);
  CHECK(there.ball.position.y == Approx(-10));
}

TEST_CASE("set play: a ball in play or at its place is expected where it is seen") {
  CHECK_FALSE(set_play::restart_place(restart(Mode::play_on, Whose::neither, {7, -11}, {4, -2})));
  CHECK_FALSE(set_play::restart_place(restart(Mode::kick_in, Whose::ours, {7, -10.1})));
  CHECK_FALSE(set_play::restart_place(restart(Mode::free_kick, Whose::ours, {3, 2}, {5, 0})));
  CHECK_FALSE(set_play::restart_place(restart(Mode::kick_off, Whose::ours, {3, 2})));
  World late = restart(Mode::kick_in, Whose::ours, {7, -11}, {4, -2});
  late.game.mode_time = 2;
  CHECK_FALSE(set_play::restart_place(late));
  const double none = std::numeric_limits<double>::quiet_NaN();
  set_play::restart_place(restart(Mode::kick_in, Whose::ours, {none, none}, {none, none}));
}

TEST_CASE("set play: two mates offer themselves to the taker at a short distance, on both sides") {
  World world = restart(Mode::kick_in, Whose::ours, {0, 10});
  world.number = 2;
  world.me.position = {0.5, 9};
  for (std::size_t number = 3; number <= 5; ++number) world.mates[number].age = 0;
  world.mates[3].position = {-6, 3};
  world.mates[4].position = {6, 3};
  world.mates[5].position = {8, -6};
  const BallMotion motion(world.field);
  BallCourse course;
  course.predict(world, motion);
  Race race;
  race.run(world, course);
  REQUIRE(race.ours() == 2);
  Defence::Places homes{};
  for (std::size_t number = 3; number <= 5; ++number) homes[number] = world.mates[number].position;
  const Defence::Places before = homes;
  set_play::offer_to_taker(world, race, homes);
  for (const std::size_t number : {3, 4}) {
    CHECK(distance(homes[number], {0, 10}) > 4);
    CHECK(distance(homes[number], {0, 10}) < 9);
    CHECK(homes[number].y < 10);
  }
  CHECK(homes[3].x < 0);
  CHECK(homes[4].x > 0);
  CHECK(homes[5].x == before[5].x);

  homes = before;
  world.game.whose = Whose::theirs;
  set_play::offer_to_taker(world, race, homes);
  CHECK(homes[3].x == before[3].x);
}

TEST_CASE("set play: at a corner two players wait at the posts, on fields of any size") {
  for (const double length : {20.0, 40.0, 200.0}) {
    World world = restart(Mode::corner_kick, Whose::ours, {});
    world.field.length = length;
    world.field.width = length / 2;
    world.ball.position = {length / 2 - 0.05, length / 4 - 0.05};
    Defence::Places homes{};
    for (std::size_t number = 3; number <= 6; ++number) {
      world.mates[number].age = 0;
      homes[number] = {0.4 * length, static_cast<double>(number) - 5};
    }
    set_play::offer_to_taker(world, Race(), homes);
    int before_goal = 0;
    for (std::size_t number = 3; number <= 6; ++number) {
      CHECK(std::abs(homes[number].x) <= length / 2);
      CHECK(std::abs(homes[number].y) <= length / 4);
      before_goal += std::abs(homes[number].y) == Approx(0.6 * world.field.half_goal());
    }
    CHECK(before_goal == 2);
  }
}
