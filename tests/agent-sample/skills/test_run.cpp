// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "agent-sample/skills/run.h"
#include "tests/agent-sample/skills/played_skill.h"

using namespace rcss3d::agent;

TEST_CASE("run: a player arrives at a place and stays there") {
  World start = small_world();
  start.me.position = {-3, 2};
  start.me.velocity = {0, -1.5};
  start.ball.position = {15, 0};
  PlayedSkill game(start);
  game.play(4, [](const World& world, Acts& acts) { run_to(world, {1, 1}, acts); });
  CHECK(distance(game.me().position, {1, 1}) < 0.02);
  CHECK(game.me().velocity.length() < 0.02);
}

TEST_CASE("run: a player passes a place at the given time, or at full speed without one") {
  World start = small_world();
  start.ball.position = {15, 0};
  PlayedSkill at(start), soon(start);
  double now = 0;
  at.play(2.5, [&](const World& world, Acts& acts) {
    run_through_at(world, {2, 0}, 2.5 - now, acts);
    now += 0.2;
  });
  CHECK(distance(at.me().position, {2, 0}) < 0.05);
  soon.play(1.63, [](const World& world, Acts& acts) { run_through(world, {2, 0}, acts); });
  CHECK(soon.me().position.x == Approx(2).margin(0.05));
}

TEST_CASE("run: a player keeps clear of other players and of the ball") {
  World start = small_world();
  start.me.position = {-3, 0};
  start.opponents[4].position = {0, 0.1};
  start.opponents[4].age = 0;
  start.ball.position = {2, -0.1};
  PlayedSkill game(start);
  double nearest = 10, nearest_ball = 10;
  game.play(5, [&](const World& world, Acts& acts) {
    Avoid avoid;
    avoid.ball = true;
    run_to(world, {4, 0}, acts, avoid);
    nearest = std::min(nearest, distance(world.me.position, {0, 0.1}));
    nearest_ball = std::min(nearest_ball, distance(world.me.position, world.ball.position));
  });
  CHECK(nearest > 0.44);
  CHECK(nearest_ball > 0.35);
  CHECK(distance(game.me().position, {4, 0}) < 0.1);
}

TEST_CASE("run: a player at the target itself is no obstacle") {
  World world = small_world();
  world.mates[3].position = {4, 0.1};
  world.mates[3].age = 0;
  CHECK(distance(detour(world, {4, 0}, {}), {4, 0}) < 1e-9);
}

TEST_CASE("run: a player that has not been seen is no obstacle") {
  World world = small_world();
  world.me.position = {-3, 0};
  world.opponents[3].position = {0, 0.1};
  CHECK(distance(detour(world, {4, 0}, {}), {4, 0}) < 1e-9);
  world.opponents[3].age = 0;
  CHECK(distance(detour(world, {4, 0}, {}), {4, 0}) > 1);
}

TEST_CASE("arrival: a ball in the air is not reached before it has come down") {
  World world = small_world();
  world.ball.position = {3, 0};
  world.ball.height = 2;
  BallCourse course;
  course.predict(world);
  const Motion there{{3, 0}, {}};
  CHECK(arrival(course, there, 0.4).time > 0.4);
  CHECK(arrival(course, there, 0.4, 3).time == 0);
}
