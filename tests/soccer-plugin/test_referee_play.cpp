// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

TEST_CASE("a ball that enters a goal is a goal for the other side, no matter who touched it") {
  const auto [x, scorer, mode] = GENERATE(table<double, Side, PlayMode>({
      {51.95, Side::left, PlayMode{Phase::goal, Side::left}},
      {-51.95, Side::right, PlayMode{Phase::goal, Side::right}},
  }));
  const Side toucher = GENERATE(Side::none, Side::left, Side::right);
  RefereeFixture f;
  if (toucher != Side::none) f.play_on_after_touch(f.add_player(toucher, 1, {0, 20, 0.22}));
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(x, 1);
  f.ball().body().set_velocity({x > 0 ? 10.0 : -10.0, 0, 0});
  f.step();
  CHECK(f.mode() == mode);
  CHECK(f.game().score(scorer) == 1);
  CHECK(f.game().score(opponent(scorer)) == 0);
  f.step(100);
  CHECK(f.game().score(scorer) == 1);
}

TEST_CASE("goals count in PlayOn only") {
  const PlayMode mode = GENERATE(PlayMode{Phase::kick_off, Side::left}, PlayMode{Phase::kick_in, Side::right},
                                 PlayMode{Phase::corner_kick, Side::left}, PlayMode{Phase::goal_kick, Side::right},
                                 PlayMode{Phase::offside, Side::left}, PlayMode{Phase::free_kick, Side::left},
                                 PlayMode{Phase::game_over}, PlayMode{Phase::goal, Side::left});
  RefereeFixture f;
  f.game().set_play_mode(mode);
  f.place_ball(51.95, 0);
  f.ball().body().set_velocity({10, 0, 0});
  f.step();
  CHECK(f.ball_state().entered_goal_of() == Side::right);
  CHECK(f.mode() == mode);
  CHECK(f.game().score(Side::left) == 0);
}

TEST_CASE("after the goal pause the conceding team kicks off from the centre") {
  const auto [goal, kick_off] = GENERATE(table<PlayMode, PlayMode>({
      {PlayMode{Phase::goal, Side::left}, PlayMode{Phase::kick_off, Side::right}},
      {PlayMode{Phase::goal, Side::right}, PlayMode{Phase::kick_off, Side::left}},
  }));
  RefereeFixture f;
  f.step();
  f.game().set_play_mode(goal);
  f.place_ball(51.9, 0);
  f.ball().kick(0, {1, 0, 0}, {}, 1000);
  const int steps = f.steps_until_change(400);
  CHECK(steps >= 300);
  CHECK(steps <= 301);
  CHECK(f.mode() == kick_off);
  CHECK(f.ball_position() == Vec3{0, 0, 0.111});
  f.step(20);  // the running kick has ended with the move
  CHECK(f.ball_position().x == Approx(0).margin(1e-6));
}

TEST_CASE("the goal pause ends in the very step in which its time is reached") {
  RefereeFixture f(1, {{"RuleGoalPauseTime", 1.0}});
  f.core.clock.set_step_seconds(0.0625);  // exact in binary, so 16 steps are one second
  f.step();
  f.game().set_play_mode(PlayMode{Phase::goal, Side::left});
  CHECK(f.steps_until_change(40) == 16);
  CHECK(f.mode() == PlayMode{Phase::kick_off, Side::right});
}

TEST_CASE("a ball over the goal line gives a corner kick to the attackers, or a goal kick") {
  struct Case {
    double x;
    double y;
    Side toucher;
    PlayMode mode;
    Vec3 restart;
  };
  const auto c = GENERATE(values<Case>({
      {52.2, 10, Side::left, PlayMode{Phase::goal_kick, Side::right}, {47, 0, 0.111}},
      {-52.2, 10, Side::right, PlayMode{Phase::goal_kick, Side::left}, {-47, 0, 0.111}},
      {-52.2, 10, Side::left, PlayMode{Phase::corner_kick, Side::right}, {-51.95, 33.95, 0.111}},
      {-52.2, -10, Side::left, PlayMode{Phase::corner_kick, Side::right}, {-51.95, -33.95, 0.111}},
      {52.2, 10, Side::right, PlayMode{Phase::corner_kick, Side::left}, {51.95, 33.95, 0.111}},
      {52.2, -10, Side::right, PlayMode{Phase::corner_kick, Side::left}, {51.95, -33.95, 0.111}},
  }));
  RefereeFixture f;
  f.play_on_after_touch(f.add_player(c.toucher, 1, {0, 20, 0.22}));
  f.place_ball(c.x, c.y);
  f.step();
  CHECK(f.mode() == c.mode);
  CHECK(length(f.referee().restart_position() - c.restart) < 1e-12);
}

TEST_CASE("a ball over the side line gives the other team a kick-in where it left") {
  const auto [y, toucher, mode] = GENERATE(table<double, Side, PlayMode>({
      {34.2, Side::left, PlayMode{Phase::kick_in, Side::right}},
      {-34.2, Side::left, PlayMode{Phase::kick_in, Side::right}},
      {34.2, Side::right, PlayMode{Phase::kick_in, Side::left}},
      {-34.2, Side::right, PlayMode{Phase::kick_in, Side::left}},
  }));
  RefereeFixture f;
  f.play_on_after_touch(f.add_player(toucher, 1, {0, 20, 0.22}));
  f.place_ball(12, y > 0 ? 33.9 : -33.9);
  f.step();
  const double left_at = f.ball_state().last_valid_position().x;
  CHECK(left_at == Approx(12).margin(0.01));
  f.place_ball(14, y);
  f.step();
  CHECK(f.mode() == mode);
  CHECK(f.referee().restart_position() == Vec3{left_at, y > 0 ? 34.0 : -34.0, 0.111});
}

TEST_CASE("the ball is out only when no part of it is on the field") {
  RefereeFixture f;
  f.play_on_after_touch(f.add_player(Side::left, 1, {0, 20, 0.22}));
  f.place_ball(0, 34 + 0.10);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::play_on});
  f.place_ball(0, 34 + 0.12);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::kick_in, Side::right});
}

TEST_CASE("a ball that is too high returns to its last valid position, and play continues") {
  RefereeFixture f;
  f.play_on_after_touch(f.add_player(Side::left, 1, {0, 20, 0.22}));
  f.place_ball(7, 8);
  f.step();
  const Vec3 valid = f.ball_state().last_valid_position();
  f.place_ball({7, 8, 45});
  f.ball().body().set_velocity({0, 0, 9});
  f.step();
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(f.ball_position() == valid);
  CHECK(length(f.ball().body().velocity()) == 0);
}

TEST_CASE("a ball that no one has touched may leave the field") {
  RefereeFixture f;
  AgentState& teamless = f.add_agent({0, 20, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.touch(teamless);  // has joined no team, so it does not count
  for (const Vec3 out : {Vec3{53, 10, 0.111}, Vec3{0, 36, 0.111}, Vec3{0, 0, 45}}) {
    f.place_ball(out);
    f.step(3);
    CHECK(f.mode() == PlayMode{Phase::play_on});
    CHECK(length(f.ball_position() - out) < 0.1);
  }
}
