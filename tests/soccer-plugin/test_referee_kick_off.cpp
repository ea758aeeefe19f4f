// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

TEST_CASE("before kick-off the ball is held on its spot") {
  RefereeFixture f;
  CHECK(f.ball_position() == Vec3{0, 0, 10});
  f.step();
  CHECK(f.ball_position() == Vec3{0, 0, 0.111});
  f.place_ball(20, 10);
  f.ball().body().set_velocity({5, 0, 0});
  f.step();
  CHECK(f.ball_position() == Vec3{0, 0, 0.111});
  CHECK(length(f.ball().body().velocity()) == 0);
}

TEST_CASE("before kick-off players are kept in their own halves, the halfway line excluded") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {30, 10, 0.22});
  AgentState& left_at_line = f.add_player(Side::left, 2, {0, -10, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {-30, 20, 0.22});
  AgentState& right_at_line = f.add_player(Side::right, 2, {0, -20, 0.22});
  AgentState& home = f.add_player(Side::left, 3, {-20, 0, 0.22});
  f.step();
  for (const AgentState* player : {&left, &left_at_line}) {
    CHECK(player->body().position().x > -3);
    CHECK(player->body().position().x <= -1);
  }
  for (const AgentState* player : {&right, &right_at_line}) {
    CHECK(player->body().position().x >= 1);
    CHECK(player->body().position().x < 3);
  }
  CHECK(left.body().position().y == Approx(10));
  CHECK(left.body().position().z == 1);
  CHECK(home.body().position().x == Approx(-20));
}

TEST_CASE("without automatic kick-off the referee waits") {
  RefereeFixture f;
  f.step(1000);
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
}

TEST_CASE("automatic kick-off comes when the wait is over") {
  RefereeFixture f(1, {{"AutomaticKickOff", true}, {"WaitBeforeKickOff", 0.5}});
  CHECK(f.steps_until_change(100) == 51);
  CHECK((f.mode() == PlayMode{Phase::kick_off, Side::left} || f.mode() == PlayMode{Phase::kick_off, Side::right}));
}

TEST_CASE("at kick-off both teams stay in their halves and opponents outside the circle") {
  const Side taker = GENERATE(Side::left, Side::right);
  const double own = taker == Side::left ? -1 : 1;
  RefereeFixture f;
  AgentState& kicker = f.add_player(taker, 1, {own * 0.5, 0.5, 0.22});
  AgentState& strayed = f.add_player(taker, 2, {-own * 5, 20, 0.22});
  AgentState& near = f.add_player(opponent(taker), 1, {-own * 8, 0, 0.22});
  AgentState& far = f.add_player(opponent(taker), 2, {-own * 10, 0, 0.22});
  f.step();
  f.game().kick_off(taker);
  f.place(near, {-own * 8, 0, 0.22});
  f.step();
  CHECK(kicker.body().position().x == Approx(own * 0.5).margin(0.01));
  CHECK(strayed.body().position().x * own >= 1);
  CHECK(near.body().position().x * -own >= 15.15);
  CHECK(near.body().position().x * -own < 17.15);
  CHECK(far.body().position().x == Approx(-own * 10).margin(0.01));
  f.place(kicker, {-own * 0.1, 5, 0.22});  // the kicker may not cross the line either
  f.step();
  CHECK(kicker.body().position().x * own >= 1);
}

TEST_CASE("kick-off ends with the first touch of any player") {
  const bool own_touch = GENERATE(true, false);
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-20, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {20, 0, 0.22});
  f.step();
  f.game().kick_off(Side::left);
  f.step(10);
  CHECK(f.mode() == PlayMode{Phase::kick_off, Side::left});
  f.touch(own_touch ? left : right);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("a touch at the time of the mode change does not end the kick-off") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-20, 0, 0.22});
  f.play_on_after_touch(left);
  f.game().kick_off(Side::right);  // at the very time of the touch
  f.step(10);
  CHECK(f.mode() == PlayMode{Phase::kick_off, Side::right});
  CHECK(f.ball_state().last_touch().time == f.game().last_mode_change());
}

TEST_CASE("a kick ends the kick-off one step after it begins to push, as its time is that before the step") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-20, 0, 0.22});
  f.step();
  f.game().kick_off(Side::left);
  f.ball().kick(left.agent().id(), {10, 0, 0}, {}, 10);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::kick_off, Side::left});
  f.step();
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("the ball is not held at kick-off") {
  RefereeFixture f;
  f.step();
  f.game().kick_off(Side::left);
  f.ball().body().set_velocity({2, 0, 0});
  f.step(10);
  CHECK(f.ball_position().x > 0.1);
}

TEST_CASE("a kick-off no one takes becomes a drop ball where the ball is") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-3, 1, 0.22});
  f.step();
  f.game().kick_off(Side::left);
  const int steps = f.steps_until_change(4000);
  CHECK(steps > 2995);
  CHECK(steps < 3005);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(f.ball_position().x == Approx(0).margin(0.01));
  CHECK(left.body().position().x < -15);
}

TEST_CASE("with a drop ball time of zero a kick-off waits for ever") {
  RefereeFixture f(1, {{"RuleDropBallTime", std::int64_t{0}}});
  f.step();
  f.game().kick_off(Side::left);
  f.step(4000);
  CHECK(f.mode() == PlayMode{Phase::kick_off, Side::left});
}
