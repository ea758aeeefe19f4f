// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

namespace {
const RefereeFixture::Variables kShort{{"RuleHalfTime", 1.0}};
}

TEST_CASE("the first half ends with a wait for kick-off, in which game time stands") {
  RefereeFixture f(1, kShort);
  AgentState& left = f.add_player(Side::left, 1, {-20, 3, 0.22});
  AgentState& strayed = f.add_player(Side::right, 1, {-10, 3, 0.22});
  f.play_on_after_touch(left, 5, 5);
  f.game().add_goal(Side::left);
  const int steps = f.steps_until_change(200);
  CHECK(steps == 100);  // one step went into the touch; 1.0 is passed with step 101
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
  CHECK(f.game().half() == 2);
  CHECK(f.game().time() >= 1.0);
  CHECK(f.game().score(Side::left) == 1);
  CHECK(f.ball_position() == Vec3{0, 0, 0.111});  // the rule of the new mode ran in the same step
  CHECK(strayed.body().position().x >= 1);
  CHECK(left.body().position().x == Approx(-20).margin(0.01));  // sides stay, no one is moved otherwise

  const double at_half_time = f.game().time();
  f.step(50);
  CHECK(f.game().time() == at_half_time);
  f.game().kick_off(Side::left);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::kick_off, Side::left});
  CHECK(f.game().half() == 2);
}

TEST_CASE("the second half ends the game for good") {
  RefereeFixture f(1, kShort);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.steps_until_change(200);
  f.game().kick_off(Side::right);
  const int steps = f.steps_until_change(200);
  CHECK(steps >= 98);
  CHECK(steps <= 101);
  CHECK(f.mode() == PlayMode{Phase::game_over});
  CHECK(f.game().time() >= 2.0);

  f.referee().set_play_mode(PlayMode{Phase::play_on});  // a trainer cannot bring it back
  f.step();
  CHECK(f.mode() == PlayMode{Phase::game_over});
}

TEST_CASE("a half ends in the very step in which its time is reached") {
  RefereeFixture f(1, kShort);
  f.core.clock.set_step_seconds(0.0625);  // exact in binary, so 16 steps are one second
  f.game().set_play_mode(PlayMode{Phase::play_on});
  CHECK(f.steps_until_change(40) == 16);
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
  CHECK(f.game().time() == 1.0);
  f.game().kick_off(Side::right);
  CHECK(f.steps_until_change(40) == 16);
  CHECK(f.mode() == PlayMode{Phase::game_over});
  CHECK(f.game().time() == 2.0);
}

TEST_CASE("with a single half the game ends after the first") {
  RefereeFixture f(1, {{"RuleHalfTime", 1.0}, {"SingleHalfTime", true}});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  CHECK(f.steps_until_change(200) == 101);
  CHECK(f.mode() == PlayMode{Phase::game_over});
  CHECK(f.game().half() == 1);
}

TEST_CASE("half time comes in every mode in which the clock runs") {
  const PlayMode mode = GENERATE(PlayMode{Phase::kick_off, Side::left}, PlayMode{Phase::kick_off, Side::right},
                                 PlayMode{Phase::kick_in, Side::left}, PlayMode{Phase::corner_kick, Side::right},
                                 PlayMode{Phase::goal_kick, Side::left}, PlayMode{Phase::offside, Side::right},
                                 PlayMode{Phase::goal, Side::left}, PlayMode{Phase::free_kick, Side::left});
  RefereeFixture f(1, kShort);
  f.referee().set_play_mode(mode);
  f.steps_until_change(200);
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
  CHECK(f.game().half() == 2);
}

TEST_CASE("in GameOver the ball keeps rolling, and the simulation ends after ten seconds") {
  RefereeFixture f(1, {{"RuleHalfTime", 1.0}, {"SingleHalfTime", true}});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.step(95);
  f.place_ball(10, 0);
  f.ball().body().set_velocity({3, 0, 0});
  f.steps_until_change(20);
  REQUIRE(f.mode() == PlayMode{Phase::game_over});
  const double x = f.ball_position().x;
  f.step(100);
  CHECK(f.ball_position().x > x + 1);
  CHECK_FALSE(f.game().finished());
  f.step(890);
  CHECK_FALSE(f.game().finished());
  f.step(11);
  CHECK(f.game().finished());
}
