// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/race.h"

#include <catch2/catch.hpp>

#include "tests/agent-sample/team/small_match.h"

using namespace rcss3d::agent;

namespace {

Race raced(const World& world) {
  BallCourse course;
  course.predict(world);
  Race race;
  race.run(world, course);
  return race;
}

}  // namespace

TEST_CASE("race: the nearest player of each side is first, without our keeper") {
  SmallMatch match(3);
  match.put_me({-3, 0});
  match.put_mate(1, {-0.5, 0});
  match.put_mate(2, {-5, 0});
  match.put_opponent(1, {19, 0});
  match.put_opponent(4, {2, 1});
  const Race race = raced(match.world);
  CHECK(race.ours() == 3);
  CHECK(race.second() == 2);
  CHECK(race.theirs() == 4);
  CHECK(race.lead() < 0);
  CHECK(race.of_mate(1).time < race.of_mate(3).time);
}

TEST_CASE("race: a rolling ball is for the player to whom it comes") {
  SmallMatch match(2);
  match.put_me({1, 0.3});
  match.put_mate(3, {6, 0});
  match.put_ball({0, 0}, {7, 0});
  match.put_me({-1, 0});
  CHECK(raced(match.world).ours() == 3);
}

TEST_CASE("race: without known players no one is first") {
  SmallMatch match(1);
  match.put_mate(2, {0, 0});
  match.world.mates[2].age = 5;
  const Race race = raced(match.world);
  CHECK(race.ours() == 0);
  CHECK(race.theirs() == 0);
  CHECK(race.lead() == 0);
}

TEST_CASE("race: a keeper without mates goes to the ball") {
  SmallMatch match(1);
  match.put_me({-19, 0});
  CHECK(raced(match.world).ours() == 1);
  match.put_mate(2, {-19, 3});
  CHECK(raced(match.world).ours() == 2);
  match.world.mates[2].age = 60;
  CHECK(raced(match.world).ours() == 1);
}

TEST_CASE("race: of two equal players the one who went before keeps going until it is clearly later") {
  SmallMatch match(2);
  match.put_me({-3, 0});
  match.put_mate(3, {3, 0.05});
  BallCourse course;
  course.predict(match.world);
  Race race;
  race.run(match.world, course);
  REQUIRE(race.ours() == 2);
  match.put_me({-3.08, 0});
  race.run(match.world, course);
  CHECK(race.ours() == 2);
  match.put_me({-4, 0});
  race.run(match.world, course);
  CHECK(race.ours() == 3);
  ++match.world.episode;
  match.put_me({-2.96, 0});
  race.run(match.world, course);
  CHECK(race.ours() == 2);
}
