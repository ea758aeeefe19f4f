// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/restart_taker.h"

#include <catch2/catch.hpp>

using namespace rcss3d::agent;

namespace {

Track at(double x, double y) {
  Track track;
  track.position = {x, y};
  track.age = 0;
  return track;
}

/// Number 4 takes our kick-in, number 7 is a mate, an opponent is far away.
World kick_in(int number) {
  World world;
  world.number = number;
  world.game.double_touch = true;
  world.game.mode = Mode::kick_in;
  world.game.whose = Whose::ours;
  world.ball = at(3, 10);
  world.me = number == 4 ? at(3, 9.7) : at(9, 4);
  world.mates[number == 4 ? 7U : 4U] = number == 4 ? at(9, 4) : at(3, 9.7);
  world.opponents[2] = at(20, 0);
  return world;
}

}  // namespace

TEST_CASE("the taker of a restart leaves the ball until another player has touched it, and its mates know this") {
  const int number = GENERATE(4, 7);
  RestartTaker taker;
  World world = kick_in(number);
  taker.watch(world);
  CHECK(taker.number() == 0);
  world.game.mode = Mode::play_on;
  world.game.whose = Whose::neither;
  world.ball = at(5, 8);
  taker.watch(world);
  CHECK(taker.number() == 4);
  const World& without = taker.without(world);
  CHECK((number == 4 ? distance(without.me.position, world.ball.position) > 100 : !without.mates[4].known()));
  SECTION("an opponent touches it") {
    world.opponents[2] = at(5, 8.3);
  }
  SECTION("a mate touches it") {
    (number == 4 ? world.mates[7] : world.me) = at(5.2, 8);
  }
  SECTION("play is interrupted") {
    world.game.mode = Mode::corner_kick;
  }
  SECTION("no touch is seen for ten seconds") {
    world.now += 10.1;
  }
  taker.watch(world);
  CHECK(taker.number() == 0);
}

TEST_CASE("without the double-touch rule, and after a restart of theirs, all of ours may play the ball") {
  RestartTaker taker;
  World world = kick_in(4);
  SECTION("the rule is off") {
    world.game.double_touch = false;
  }
  SECTION("the restart is theirs") {
    world.game.whose = Whose::theirs;
  }
  taker.watch(world);
  world.game.mode = Mode::play_on;
  taker.watch(world);
  CHECK(taker.number() == 0);
  CHECK(&taker.without(world) == &world);
}
