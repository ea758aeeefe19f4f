// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {
constexpr Vec3 kStart{-20, 5, 0.22};
}

TEST_CASE("beam: the target is in the player's own frame and clamped to its own half (behaviour 3.3)") {
  struct Case {
    const char* text;
    Vec3 own;
  };
  const auto [text, own] =
      GENERATE(Case{"(beam -6.6 0 0)", {-6.6, 0, 0.22}}, Case{"(beam -6.6 3.3 7)", {-6.6, 3.3, 0.22}},
               Case{"(beam 5 0 0)", {0, 0, 0.22}}, Case{"(beam -100 0 0)", {-51.78, 0, 0.22}},
               Case{"(beam -10 100 0)", {-10, 33.78, 0.22}}, Case{"(beam -10 -100 -9)", {-10, -33.78, 0.22}},
               Case{"(beam 1e38 -1e38 1e38)", {0, -33.78, 0.22}}, Case{"(beam x y z)", {0, 0, 0.22}},
               Case{"(beam -1 -2 0 surplus (x))", {-1, -2, 0.22}});
  const Side side = GENERATE(Side::left, Side::right);
  CAPTURE(text, side);
  SoccerFixture f;
  AgentState& player = f.add_player(side, 1, kStart);
  player.body().set_velocity({1, 2, 3});
  player.body().set_angular_velocity({1, 2, 3});
  f.act(player, text);
  const Vec3 at = own_frame(side, player.body().position());
  CHECK(at.x == Approx(own.x).margin(1e-12));
  CHECK(at.y == Approx(own.y).margin(1e-12));
  CHECK(at.z == Approx(own.z));
  CHECK(player.body().velocity() == Vec3{});
  CHECK(player.body().angular_velocity() == Vec3{});
}

TEST_CASE("beam: an agent without a team uses the world frame") {
  SoccerFixture f;
  AgentState& agent = f.add_agent({0, 0, 5});
  f.act(agent, "(beam -10 7 0)");
  CHECK(agent.body().position() == Vec3{-10, 7, 0.22});
}

TEST_CASE("beam: a beam with a coordinate that is missing, a list or not finite is ignored") {
  const char* text =
      GENERATE("(beam nan 0 0)", "(beam 0 nan 0)", "(beam 0 0 nan)", "(beam -nan 0 0)", "(beam inf 0 0)",
               "(beam 1e308 0 0)", "(beam 0 -1e39 0)", "(beam -5 -inf 0)", "(beam -5 0 infinity)", "(beam 1e999 0 0)",
               "(beam)", "(beam -1)", "(beam -1 -2)", "(beam (-1 -2 0))", "(beam -1 (-2) 0)");
  CAPTURE(text);
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, kStart);
  f.act(player, text);
  CHECK(player.body().position() == kStart);
}

TEST_CASE("beam: a beam works only before kick-off, and is ignored without a log line in other modes") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, kStart);
  for (std::size_t i = 0; i < kPlayModes.size(); ++i) {
    const auto mode = kPlayModes[static_cast<std::size_t>(i)].mode;
    f.game().set_play_mode(mode);
    f.place(player, kStart);
    f.act(player, "(beam -10 0 0)");
    CAPTURE(name_of(mode));
    CHECK((player.body().position().x == -10) == (mode == PlayMode{Phase::before_kick_off}));
  }
  CHECK(f.log_lines().empty());
  f.game().set_play_mode(PlayMode{Phase::before_kick_off});
  f.game().set_half(2);
  f.act(player, "(beam -11 0 0)");
  CHECK(player.body().position().x == -11);
}

TEST_CASE("beam: a player at x = 0 is in the wrong half, and the referee moves it back 1 to 3 m in the same step") {
  const Side side = GENERATE(Side::left, Side::right);
  const double x = GENERATE(0.0, -0.001);
  CAPTURE(side, x);
  SoccerFixture f;
  AgentState& player = f.add_player(side, 1, kStart);
  f.act(player, fmt::format("(beam {} 4 0)", x));
  f.step();
  const Vec3 at = own_frame(side, player.body().position());
  CHECK(at.y == Approx(4));
  CHECK(at.x >= (x == 0 ? -3.0 : -0.002));
  CHECK(at.x <= (x == 0 ? -1.0 : -0.001));
}

TEST_CASE("beam: the limits follow from the script's field size and player radius") {
  SoccerFixture f(1, {{"FieldLength", 40.0}, {"FieldWidth", 20.0}, {"AgentRadius", 0.5}});
  AgentState& player = f.add_player(Side::left, 1, {-5, 0, 0.5});
  f.act(player, "(beam -100 100 0)");
  CHECK(player.body().position() == Vec3{-19.5, 9.5, 0.5});
}
