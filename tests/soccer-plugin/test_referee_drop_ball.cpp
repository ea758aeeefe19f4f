// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/referee_fixture.h"

using namespace soccer;
using soccer::test::RefereeFixture;
using spark::Vec3;

TEST_CASE("a drop ball stays where it is, unless that is in a penalty area") {
  struct Case {
    Vec3 from;
    Vec3 to;
  };
  const auto c = GENERATE(values<Case>({
      {{3, 4, 0.111}, {3, 4, 0.111}},
      {{3, 4, 2}, {3, 4, 2}},
      {{-48, 5, 0.5}, {-35.5, 20.16, 0.5}},
      {{-48, -5, 0.5}, {-35.5, -20.16, 0.5}},
      {{48, 5, 0.5}, {35.5, 20.16, 0.5}},
      {{48, -5, 0.5}, {35.5, -20.16, 0.5}},
      {{48, 0, 0.5}, {35.5, 20.16, 0.5}},
      {{35.5, 20.16, 0.5}, {35.5, 20.16, 0.5}},
      {{-35.6, 20.2, 0.5}, {-35.6, 20.2, 0.5}},
  }));
  RefereeFixture f;
  f.step();
  f.place_ball(c.from);
  f.ball().body().set_velocity({1, 2, 3});
  f.referee().drop_ball_here();
  CHECK(length(f.ball_position() - c.to) < 1e-9);
  CHECK(length(f.ball().body().velocity()) == 0);
  CHECK(f.mode() == PlayMode{Phase::play_on});
}

TEST_CASE("a drop ball sends both teams away") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {7, 4, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {8, 4, 0.22});
  AgentState& far = f.add_player(Side::right, 2, {-10, 4, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(3, 4);
  f.referee().drop_ball_here();
  CHECK(left.body().position().x <= 3 - 15.15);
  CHECK(left.body().position().x > 3 - 17.15);
  CHECK(right.body().position().x >= 3 + 15.15);
  CHECK(right.body().position().x < 3 + 17.15);
  CHECK(far.body().position() == Vec3{-10, 4, 0.22});
}

TEST_CASE("a drop ball ends a running kick") {
  RefereeFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-30, 4, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(3, 4);
  f.ball().kick(left.agent().id(), {50, 0, 0}, {}, 10);
  f.step();
  f.place_ball(3, 4);
  f.ball().kick(left.agent().id(), {50, 0, 0}, {}, 10);
  f.referee().drop_ball_here();
  f.step(5);
  CHECK(f.ball_position().x == Approx(3).margin(1e-3));
}
