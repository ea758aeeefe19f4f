// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/effectors/catch_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

/// A keeper 5 m in front of its goal with the ball `way` from it; coordinates in its own frame.
struct CatchFixture : SoccerFixture {
  explicit CatchFixture(Side side, int unum = 1) : side_(side), keeper(add_player(side, unum, world({-47, 0, 0.22}))) {
    game().set_play_mode(PlayMode{Phase::play_on});
    place_ball(world({-46, 0, 0.111}));
  }
  Vec3 world(Vec3 own) const { return own_frame(side_, own); }
  Vec3 ball_own() { return own_frame(side_, ball().body().position()); }
  bool caught() {
    const Vec3 before = ball().body().position();
    act(keeper, "(catch)");
    return !(ball().body().position() == before);
  }
  Side side_;
  AgentState& keeper;
};

}  // namespace

TEST_CASE("catch: the ball rests 0.401 m in front of the keeper, in any play mode (behaviour 3.6)") {
  const Side side = GENERATE(Side::left, Side::right);
  const auto mode = kPlayModes[static_cast<std::size_t>(GENERATE(range(0, 17)))].mode;
  CAPTURE(side, name_of(mode));
  CatchFixture f(side);
  f.game().set_play_mode(mode);
  f.place(f.keeper, f.world({-47, 3, 0.2199}));
  f.place_ball(f.world({-47, 3.9, 0.5}));
  f.ball().body().set_velocity({-20, 3, 4});
  f.ball().kick(5, {1, 0, 0}, {}, 10);
  f.act(f.keeper, "(catch)");
  const Vec3 ball = f.ball_own();
  CHECK(ball.x == Approx(-47 + 0.401));
  CHECK(ball.y == Approx(3));
  CHECK(ball.z == Approx(0.111));
  CHECK(f.ball().body().velocity() == Vec3{});
  f.ball().apply_forces();
  CHECK(f.ball().pushed_by() == -1);
  CHECK(f.game().play_mode() == mode);
  CHECK(f.ball_state().last_touch().agent == -1);
}

TEST_CASE("catch: surplus arguments are ignored, and a catch can be repeated") {
  CatchFixture f(Side::left);
  f.act(f.keeper, "(catch 1 (2) x)");
  CHECK(f.ball_own().x == Approx(-46.599));
  f.ball().body().set_velocity({3, 0, 0});
  f.act(f.keeper, "(catch)");
  CHECK(f.ball().body().velocity() == Vec3{});
}

TEST_CASE("catch: only the player with number 1 can catch") {
  const int unum = GENERATE(1, 2, 11);
  CatchFixture f(Side::left, unum);
  CHECK(f.caught() == (unum == 1));
}

TEST_CASE("catch: an agent without a team cannot catch") {
  CatchFixture f(Side::left);
  AgentState& agent = f.add_agent({-46, 0.5, 0.22});
  const Vec3 before = f.ball().body().position();
  f.act(agent, "(catch)");
  CHECK(f.ball().body().position() == before);
}

TEST_CASE("catch: the ball must be in the keeper's own penalty area, borders included") {
  struct Case {
    Vec3 ball;
    bool catches;
  };
  // 16.5 m deep, 16.5 m beside the posts: y up to 20.16.
  const auto [ball, catches] =
      GENERATE(Case{{-35.5, 0, 0.111}, true}, Case{{-35.4, 0, 0.111}, false}, Case{{-52, 0, 0.111}, true},
               Case{{-52.1, 0, 0.111}, false}, Case{{-40, 20.15, 0.111}, true}, Case{{-40, 20.17, 0.111}, false},
               Case{{-40, -20.15, 0.111}, true}, Case{{-40, -20.17, 0.111}, false}, Case{{46, 0, 0.111}, false});
  const Side side = GENERATE(Side::left, Side::right);
  CAPTURE(ball.x, ball.y, side);
  CatchFixture f(side);
  f.place(f.keeper, f.world({ball.x - 0.5, ball.y, 0.22}));
  f.place_ball(f.world(ball));
  CHECK(f.caught() == catches);
}

TEST_CASE("catch: the ball must be within 1.131 m, and the keeper on the ground") {
  struct Case {
    Vec3 way;
    double height;
    bool catches;
  };
  const auto [way, height, catches] = GENERATE(
      Case{{1.1257, 0, -0.109}, 0.22, true}, Case{{1.1259, 0, -0.109}, 0.22, false}, Case{{0, 0, 1.13}, 0.22, true},
      Case{{0, 0, 1.132}, 0.22, false}, Case{{0.5, 0, 0}, 0.2299, true}, Case{{0.5, 0, 0}, 0.2301, false});
  CAPTURE(way.x, way.z, height);
  CatchFixture f(Side::left);
  f.place(f.keeper, {-47, 0, height});
  f.place_ball(f.keeper.position() + way);
  CHECK(f.caught() == catches);
}

TEST_CASE("catch: players of both teams near the ball's new place are moved, the keeper is not") {
  CatchFixture f(Side::left);
  const Vec3 place{-46.599, 0, 0.111};
  AgentState& mate = f.add_player(Side::left, 5, {-45, 1, 0.22});
  AgentState& rival = f.add_player(Side::right, 5, {-45, -1, 0.22});
  AgentState& far_rival = f.add_player(Side::right, 6, {-44.55, 0, 0.22});
  AgentState& teamless = f.add_agent({-45.5, 0, 0.22});
  f.act(f.keeper, "(catch)");
  REQUIRE(f.ball().body().position().x == Approx(place.x));
  CHECK(f.keeper.body().position() == Vec3{-47, 0, 0.22});
  CHECK(teamless.body().position() == Vec3{-45.5, 0, 0.22});
  CHECK(far_rival.body().position() == Vec3{-44.55, 0, 0.22});  // 2.05 m away
  const Vec3 moved_rival = rival.body().position();
  CHECK(moved_rival.x >= place.x + 5);
  CHECK(moved_rival.x < place.x + 7);
  CHECK(moved_rival.y == -1);
  CHECK(moved_rival.z == 1.0);
  // 5 m towards its own goal line would still be on the field; only beyond it the player is shifted along y.
  const Vec3 moved_mate = mate.body().position();
  const bool behind = moved_mate.x <= place.x - 5 && moved_mate.x >= -52 && moved_mate.y == 1;
  const bool aside = moved_mate.x == -45 && moved_mate.y <= -5 && moved_mate.y > -7;
  CHECK((behind || aside));
  CHECK(moved_mate.z == 1.0);
}

TEST_CASE("catch: the script can set the margin, which is 1 m by default") {
  CatchFixture f(Side::left);
  f.call(f.keeper, "CatchEffector", "setCatchMargin", {0.1});
  CHECK_FALSE(f.caught());  // the ball is 1.006 m away
  CHECK_THROWS(f.call(f.keeper, "CatchEffector", "setCatchMargin", {-0.1}));
  auto& bare =
      dynamic_cast<CatchEffector&>(f.core.create("CatchEffector", "/usr/scene/" + f.keeper.agent().name() + "/Second"));
  f.place_ball({-47 + 1.3, 0, 0.22});  // 1.3 m: within 0.331 + 1.0
  bare.realise({});
  CHECK(f.ball().body().position().x == Approx(-46.599));
}
