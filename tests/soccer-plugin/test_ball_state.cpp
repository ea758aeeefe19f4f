// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

TEST_CASE("a touch by a player's body is recorded with the time after the step") {
  RefereeFixture f;
  AgentState& player = f.add_player(Side::right, 9, {10, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.step();
  CHECK(f.ball_state().last_touch().agent == -1);
  f.touch(player);
  const Touch touch = f.ball_state().last_touch();
  CHECK(touch.agent == player.agent().id());
  CHECK(touch.side == Side::right);
  CHECK(touch.unum == 9);
  CHECK(touch.time == f.game().time());
  f.step();
  CHECK(f.ball_state().last_touch().time < f.game().time());
}

TEST_CASE("while a kick pushes the ball, its kicker counts as touching it, with the time before the step") {
  RefereeFixture f;
  AgentState& player = f.add_player(Side::left, 2, {10, 10, 0.22});
  AgentState& other = f.add_player(Side::right, 3, {12, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.step(5);
  f.ball().kick(player.agent().id(), {1, 0, 0}, {}, 3);
  double before = f.game().time();
  f.step();
  CHECK(f.ball_state().last_touch().agent == player.agent().id());
  CHECK(f.ball_state().last_touch().time == before);
  f.touch(other);  // a body in the same step overrides the kick
  CHECK(f.ball_state().last_touch().agent == other.agent().id());
  CHECK(f.ball_state().last_touch().time == f.game().time());
  before = f.game().time();
  f.step();
  CHECK(f.ball_state().last_touch().agent == player.agent().id());
  f.step(3);
  CHECK(f.ball_state().last_touch().time == before);
}

TEST_CASE("if several players touch the ball in one step, the nearest one counts") {
  RefereeFixture f;
  AgentState& first = f.add_player(Side::left, 1, {10, 10, 0.22});
  AgentState& second = f.add_player(Side::left, 2, {12, 10, 0.22});
  AgentState& third = f.add_player(Side::right, 1, {14, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.place(first, {-0.30, 0, 0.22});
  f.place(second, {0.25, 0.01, 0.22});
  f.place(third, {0, 0.30, 0.22});
  f.step();
  CHECK(f.ball_state().last_touch().agent == second.agent().id());
}

TEST_CASE("if two players touch the ball in one step from the same distance, the lower id counts") {
  const double side = GENERATE(-1.0, 1.0);
  RefereeFixture f;
  // All three fall, and nothing pushes them: to the last bit the two stay mirror images with respect to the ball.
  auto& geometry = f.find<spark::Node>("Ball/geometry");
  geometry.remove(*geometry.child("contact"));
  AgentState& first = f.add_player(Side::left, 1, {side * 0.3, 0, 5});
  AgentState& second = f.add_player(Side::right, 1, {side * -0.3, 0, 5});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball({0, 0, 5});
  f.step();
  const Vec3 ball = f.ball_position();
  REQUIRE(length(first.body().position() - ball) == length(second.body().position() - ball));
  CHECK(f.ball_state().last_touch().agent == first.agent().id());
}

TEST_CASE("touches and kicks of agents without a team do not count") {
  RefereeFixture f;
  AgentState& teamless = f.add_agent({10, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.touch(teamless);
  f.ball().kick(teamless.agent().id(), {1, 0, 0}, {}, 3);
  f.step();
  f.ball_state().note_kick(teamless, true);
  CHECK(f.ball_state().last_touch().agent == -1);
  CHECK(f.ball_state().last_kick().agent == -1);
}

TEST_CASE("a kick is recorded at the time when it is carried out") {
  RefereeFixture f;
  AgentState& player = f.add_player(Side::left, 5, {10, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.step(7);
  f.ball_state().note_kick(player, true);
  CHECK(f.ball_state().last_kick().agent == player.agent().id());
  CHECK(f.ball_state().last_kick().time == f.game().time());
  CHECK(f.ball_state().last_touch().agent == -1);
}

TEST_CASE("the last play is a kick in the step in which it begins, otherwise a touch, and a kick takes precedence") {
  RefereeFixture f;
  AgentState& player = f.add_player(Side::left, 5, {10, 10, 0.22});
  AgentState& other = f.add_player(Side::right, 6, {12, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.ball().kick(player.agent().id(), {0.01, 0, 0}, {}, 3);
  f.ball_state().note_kick(player, true);
  f.step();
  const double kicked_at = f.game().time();
  CHECK(f.ball_state().last_play().agent == player.agent().id());
  CHECK(f.ball_state().last_play().time == kicked_at);
  f.step();  // still pushing
  CHECK(f.ball_state().last_play().time == kicked_at);
  f.touch(other);
  CHECK(f.ball_state().last_play().agent == other.agent().id());
  CHECK(f.ball_state().last_play().time == f.game().time());
  f.ball_state().note_kick(player, true);
  f.touch(other);
  CHECK(f.ball_state().last_play().agent == player.agent().id());
  CHECK(f.ball_state().last_play().time == f.game().time());
}

TEST_CASE("the touch of a player that has left is kept, and players that join later are recognised") {
  RefereeFixture f;
  AgentState& leaving = f.add_player(Side::left, 1, {10, 10, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.touch(leaving);
  f.ball().kick(leaving.agent().id(), {1, 0, 0}, {}, 10);
  f.disconnect(leaving.agent());
  f.step();
  CHECK(f.ball_state().last_touch().side == Side::left);
  CHECK(f.ball_state().last_touch().agent == 0);
  AgentState& late = f.add_player(Side::right, 1, {10, 10, 0.22});
  f.touch(late);
  CHECK(f.ball_state().last_touch().agent == late.agent().id());
}

TEST_CASE("the ball is on the field while any part of it is, and its last valid position follows it") {
  RefereeFixture f;
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(3, 34 + 0.10);
  f.step();
  CHECK(f.ball_state().on_field());
  CHECK(f.ball_state().last_valid_position() == f.ball_position());
  const Vec3 valid = f.ball_state().last_valid_position();
  f.place_ball(3, 34 + 0.12);
  f.step();
  CHECK_FALSE(f.ball_state().on_field());
  CHECK(f.ball_state().last_valid_position() == valid);
  f.place_ball({0, 0, 40.1});
  f.step();
  CHECK(f.ball_state().on_field());
  f.place_ball({0, 0, 40.2});
  f.step();
  CHECK_FALSE(f.ball_state().on_field());
}

TEST_CASE("the ball enters a goal when its centre crosses the goal mouth from the field in a step (behaviour 7.1)") {
  struct Case {
    const char* what;
    Vec3 from, velocity;
    Side entered;
  };
  const auto c = GENERATE(values<Case>({
      {"over the line", {51.95, 1, 0.5}, {10, 0, 0}, Side::right},
      {"over the line of the other goal", {-51.95, 3, 0.5}, {-10, 0, 0}, Side::left},
      {"as fast as shots are", {51.8, -3, 0.5}, {50, 0, 0}, Side::right},
      {"from the line itself", {52, 0, 0.5}, {1, 0, 0}, Side::right},
      {"front edge only", {51.90, 0, 0.5}, {4, 0, 0}, Side::none},
      {"at rest inside", {52.5, 0, 0.5}, {0, 0, 0}, Side::none},
      {"farther in", {52.05, 0, 0.5}, {10, 0, 0}, Side::none},
      {"from behind", {52.05, 0, 0.5}, {-10, 0, 0}, Side::none},
      {"above the bar", {51.95, 0, 1.9}, {10, 0, 0}, Side::none},
      {"down behind the bar, from above it", {51.95, 0, 1.85}, {20, 0, -12}, Side::none},
      {"beside the post", {51.95, 4, 0.5}, {10, 0, 0}, Side::none},
      {"aslant, beside the post in the plane", {51.95, 4.1, 0.5}, {10, -30, 0}, Side::none},
  }));
  CAPTURE(c.what);
  RefereeFixture f;
  f.game().set_play_mode(PlayMode{Phase::kick_in, Side::left});  // a mode in which goals do not count
  f.place_ball(c.from);
  f.ball().body().set_velocity(c.velocity);
  f.step();
  CHECK(f.ball_state().entered_goal_of() == c.entered);
  f.step();
  CHECK(f.ball_state().entered_goal_of() == Side::none);
}

TEST_CASE("the line over which the ball left first is known, even if it crosses both lines in one step") {
  const auto [from, velocity, over_side_line] = GENERATE(table<Vec3, Vec3, bool>({
      {{51.9, 33.99, 1}, {20, 20, 0}, true},
      {{51.99, 33.9, 1}, {20, 20, 0}, false},
      {{-51.9, -33.99, 1}, {-20, -20, 0}, true},
      {{0, 33.9, 1}, {0, 20, 0}, true},
      {{51.9, 0, 1}, {20, 0, 0}, false},
  }));
  RefereeFixture f;
  f.game().set_play_mode(PlayMode{Phase::game_over});  // the referee leaves the ball alone
  f.place_ball(from);
  f.ball().body().set_velocity(velocity);
  for (int i = 0; i < 5; ++i) f.step();
  CHECK(f.ball_state().left_over_side_line() == over_side_line);
  f.place_ball(3, 3);
  f.step();
  CHECK_FALSE(f.ball_state().left_over_side_line());
}

TEST_CASE("a scene without a goal sensor stops the start with an error that names the sensor") {
  RefereeFixture f;
  auto& goal = f.find<spark::Node>("GoalBoxR");
  goal.remove(*goal.child("recorder"));
  CHECK_THROWS_WITH(f.ball_state().prepare(), Catch::Contains("GoalBoxR/recorder"));
}
