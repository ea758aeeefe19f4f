// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/monitor/init_line.h"
#include "spark/physics/articulation.h"
#include "tests/soccer-plugin/monitor_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;

namespace {

const std::string kModes =
    "(play_modes BeforeKickOff KickOff_Left KickOff_Right PlayOn KickIn_Left KickIn_Right corner_kick_left "
    "corner_kick_right goal_kick_left goal_kick_right offside_left offside_right GameOver Goal_Left Goal_Right "
    "free_kick_left free_kick_right)";
const std::string kMarkers =
    "(F (id 1_l)(pos -52 -34 0))(F (id 2_l)(pos -52 34 0))(F (id 1_r)(pos 52 -34 0))(F (id 2_r)(pos 52 34 0))"
    "(G (id 1_l)(pos -52 -3.66 0))(G (id 2_l)(pos -52 3.66 0))(G (id 1_r)(pos 52 -3.66 0))(G (id 2_r)(pos 52 3.66 0))";

}  // namespace

TEST_CASE("the Init line carries the script's constants and the list of play modes") {
  MonitorFixture f;
  CHECK(f.header() ==
        "(Init (FieldLength 104)(FieldWidth 68)(FieldHeight 40)(GoalWidth 7.32)(GoalDepth 2)(GoalHeight 1.6)"
        "(BorderSize 10)(FreeKickDistance 9.15)(WaitBeforeKickOff 2)(AgentMass 75)(AgentRadius 0.22)"
        "(AgentMaxSpeed 10)(BallRadius 0.111)(BallMass 0.43)(RuleGoalPauseTime 3)(RuleKickInPauseTime 1)"
        "(RuleHalfTime 300)" +
            kModes + ")");
}

TEST_CASE("constants are sent with the script's values, and those that the script does not create are omitted") {
  spark::Variables variables;
  variables.create("Soccer.BallMass", 0.425878);
  variables.create("Soccer.FieldLength", std::int64_t{40});
  variables.create("Soccer.GoalWidth", std::string("nan"));
  variables.create("Other.FieldWidth", 3.0);
  std::string line = ">";
  append_init_line(line, variables);
  CHECK(line == ">(Init (FieldLength 40)(BallMass 0.425878)" + kModes + ")");
}

TEST_CASE("the first Info line has everything, later ones only what has changed") {
  MonitorFixture f;
  f.header();
  CHECK(f.frame() ==
        "(Info (time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0)" + kMarkers + "(B (pos 0 0 10)))");
  CHECK(f.frame() == "(Info (time 0)(B (pos 0 0 10)))");

  f.game().set_play_mode(PlayMode{Phase::corner_kick, Side::right});
  f.game().add_goal(Side::right);
  CHECK(f.frame() == "(Info (time 0)(score_right 1)(play_mode 7)(B (pos 0 0 10)))");
  f.game().set_half(2);
  f.game().add_goal(Side::left);
  CHECK(f.frame() == "(Info (time 0)(half 2)(score_left 1)(B (pos 0 0 10)))");
  CHECK(f.frame() == "(Info (time 0)(B (pos 0 0 10)))");
}

TEST_CASE("extra halves, sides and shoot-out are sent where they are played, and on changes (behaviour 8.3, 8.4)") {
  MonitorFixture f({{"ShootOut", 2.0}, {"ExtraHalfTime", 180.0}, {"ChangeSides", true}});
  const std::string header = f.header();
  CHECK_THAT(header, Catch::Contains("(RuleHalfTime 300)(ExtraHalfTime 180)(ShootOut 2)(play_modes BeforeKickOff "));
  CHECK_THAT(header, Catch::EndsWith("free_kick_right PenaltyShoot_Left PenaltyShoot_Right))"));
  CHECK(f.frame() ==
        "(Info (time 0)(half 1)(sides_changed 0)(score_left 0)(score_right 0)(play_mode 0)(shoot_out_left 0)"
        "(shoot_out_right 0)(shooter 0)(lot 0)(attempts)" +
            kMarkers + "(B (pos 0 0 10)))");
  f.game().add_goal(Side::right);
  f.game().set_half(3);
  f.game().change_sides();
  CHECK(f.frame() == "(Info (time 0)(half 3)(sides_changed 1)(score_left 1)(B (pos 0 0 10)))");
  f.game().begin_shoot_out(Side::right);
  f.game().set_play_mode({Phase::penalty_shoot, Side::right});
  f.game().begin_attempt(7);
  CHECK(f.frame() == "(Info (time 0)(play_mode 18)(shooter 7)(B (pos 0 0 10)))");
  f.game().end_attempt(Side::right, true);
  CHECK(f.frame() == "(Info (time 0)(shoot_out_right 1)(shooter 0)(attempts(2 7 1 0))(B (pos 0 0 10)))");
  f.game().begin_attempt(0);
  f.game().end_attempt(Side::left, false);
  CHECK(f.frame() == "(Info (time 0)(attempts(2 7 1 0)(1 0 0 0))(B (pos 0 0 10)))");
  CHECK(f.frame() == "(Info (time 0)(B (pos 0 0 10)))");
  f.header();
  CHECK_THAT(f.frame(), Catch::Contains("(sides_changed 1)") && Catch::Contains("(attempts(2 7 1 0)(1 0 0 0))"));
}

TEST_CASE("the lot that decides a shoot-out is sent") {
  MonitorFixture f({{"ShootOut", 1.0}});
  f.game().begin_shoot_out(Side::left);
  f.frame();
  f.game().draw_lot();
  const std::string lot = f.game().winner() == Side::left ? "(lot 1)" : "(lot 2)";
  CHECK(f.frame() == "(Info (time 0)" + lot + "(B (pos 0 0 10)))");
  CHECK_THAT(f.header(), !Catch::Contains("ExtraHalfTime"));
}

TEST_CASE("a second header makes the next Info line repeat everything") {
  MonitorFixture f;
  f.header();
  f.game().roster().join("foo");
  f.game().add_goal(Side::left);
  f.frame();
  f.header();
  CHECK(f.frame() == "(Info (time 0)(team_left foo)(half 1)(score_left 1)(score_right 0)(play_mode 0)" + kMarkers +
                         "(B (pos 0 0 10)))");
  CHECK(f.frame() == "(Info (time 0)(B (pos 0 0 10)))");
}

TEST_CASE("team names are sent once, as soon as they are known") {
  MonitorFixture f;
  f.header();
  f.frame();
  f.game().roster().join("foo");
  CHECK(f.frame() == "(Info (time 0)(team_left foo)(B (pos 0 0 10)))");
  f.game().roster().join("bar");
  CHECK(f.frame() == "(Info (time 0)(team_right bar)(B (pos 0 0 10)))");
  CHECK(f.frame() == "(Info (time 0)(B (pos 0 0 10)))");
}

TEST_CASE("players are listed in order of connection, with side, number and position") {
  MonitorFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-45.2, 0.1, 0.219966});
  f.connect();  // has not created its body
  AgentState& right = f.add_player(Side::right, 11, {45.2, 0, 0.22});
  f.add_agent({1, 2, 3});
  f.place_ball({0.5, -1.25, 0.111});
  f.header();
  f.frame();
  CHECK(f.frame() ==
        "(Info (time 0)(P (s 1)(id 1)(pos -45.2 0.1 0.219966))(P (pos 0 0 0))(P (s 2)(id 11)(pos 45.2 0 0.22))"
        "(P (s 0)(id 0)(pos 1 2 3))(B (pos 0.5 -1.25 0.111)))");

  f.disconnect(left.agent());
  CHECK(f.frame() ==
        "(Info (time 0)(P (pos 0 0 0))(P (s 2)(id 11)(pos 45.2 0 0.22))(P (s 0)(id 0)(pos 1 2 3))"
        "(B (pos 0.5 -1.25 0.111)))");
  f.place(right, {0, 0, 0.22});
}

TEST_CASE("the last player at the ball is marked, and time is printed as the 32-bit number it is") {
  MonitorFixture f;
  f.add_player(Side::left, 1, {-45, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 1, {45, 0, 0.22});
  f.header();
  f.frame();
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(10, 0);
  f.place(right, {10.3, 0, 0.22});
  f.step();
  f.place(f.game().players()[0][0], {-45, 0, 0.22});
  f.place(right, {45, 0, 0.22});
  f.place_ball({10, 0, 0.111});
  for (int i = 1; i < 100; ++i) f.game().update(0.01);
  CHECK(f.frame() ==
        "(Info (time 0.999999)(play_mode 3)(P (s 1)(id 1)(pos -45 0 0.22))(P (s 2)(id 1)(pos 45 0 0.22)(last))"
        "(B (pos 10 0 0.111)))");
}

TEST_CASE("an acknowledgement is sent once, first in its line, whatever cookie the trainer sent") {
  MonitorFixture f;
  f.header();
  f.frame();
  CHECK(f.send("(getAck kicked_off)(getAck 2)") == 0);
  CHECK(f.frame() == "(Info (ack best)(time 0)(B (pos 0 0 10)))");
  CHECK(f.frame() == "(Info (time 0)(B (pos 0 0 10)))");
}

TEST_CASE("a feed sends the changes since its own last line, and does not affect other monitors") {
  MonitorFixture f;
  AgentState& left = f.add_player(Side::left, 1, {-45, 0, 0.22});
  f.header();
  f.frame();
  const auto feed = f.monitor().open_feed({.velocities = true});
  const auto next = [&] {
    std::string line;
    feed->frame(line);
    return line;
  };
  CHECK(next() ==
        "(Info (time 0)(team_left foo)(team_right bar)(half 1)(score_left 0)(score_right 0)(play_mode 0)(P (s 1)(id "
        "1)(pos -45 0 0.22)"
        "(vel 0 0 0))" +
            kMarkers + "(B (pos 0 0 10)(vel 0 0 0)))");
  // A feed shows where bodies have been put since the last step; agents and other monitors see it after the next one.
  f.game().set_play_mode(PlayMode{Phase::play_on});
  spark::Articulation(left.body()).move_to({-40, 1, 0.22});
  left.body().set_velocity({1, -2, 0.5});
  CHECK(next() ==
        "(Info (time 0)(play_mode 3)(P (s 1)(id 1)(pos -40 1 0.22)(vel 1 -2 0.5))(B (pos 0 0 10)(vel 0 0 0)))");
  CHECK(f.frame() == "(Info (time 0)(play_mode 3)(P (s 1)(id 1)(pos -45 0 0.22))(B (pos 0 0 10)))");
  feed->acknowledge();
  f.game().add_goal(Side::left);
  CHECK_THAT(next(), Catch::StartsWith("(Info (ack best)(time 0)(score_left 1)(P "));
  CHECK(f.frame() == "(Info (time 0)(score_left 1)(P (s 1)(id 1)(pos -45 0 0.22))(B (pos 0 0 10)))");

  // A header, as for a reader that has missed frames, makes this feed send everything again, and no other.
  std::string header;
  feed->header(header);
  CHECK(header == f.header());
  CHECK_THAT(next(), Catch::Contains("(half 1)(score_left 1)"));

  left.battery = 62.5;
  std::string whole;
  f.monitor().open_feed({.velocities = true, .conditions = true})->frame(whole);
  CHECK_THAT(whole, Catch::Contains("(pos -40 1 0.22)(vel 1 -2 0.5)(battery 62.5))(F "));
}

TEST_CASE("a new episode is sent in full to every monitor") {
  MonitorFixture f;
  f.header();
  f.frame();
  const auto feed = f.monitor().open_feed({});
  std::string line;
  feed->frame(line);
  f.core.clock.begin_at(700);
  line.clear();
  feed->frame(line);
  CHECK_THAT(line, Catch::Contains("(half 1)(score_left 0)") && Catch::Contains("(F (id 1_l)"));
  CHECK_THAT(f.frame(), Catch::Contains("(half 1)(score_left 0)") && Catch::Contains("(F (id 1_l)"));
  CHECK_THAT(f.frame(), !Catch::Contains("(half 1)"));
}

TEST_CASE("lines are appended to the caller's text") {
  MonitorFixture f;
  std::string text = "x";
  f.monitor().header(text);
  f.monitor().frame(text);
  CHECK_THAT(text, Catch::StartsWith("x(Init (FieldLength 104)"));
  CHECK_THAT(text, Catch::Contains("free_kick_right))(Info (time 0)"));
}

TEST_CASE("a full line of two teams fits into the buffer of the standard monitor") {
  MonitorFixture f;
  for (int unum = 1; unum <= 11; ++unum) {
    f.add_player(Side::left, unum, {-45.123456 + unum, -30.654321 + unum, 0.219966});
    f.add_player(Side::right, unum, {12.345678 + unum, -30.654321 + unum, 0.219966});
  }
  f.header();
  f.send("(getAck x)");
  CHECK(f.frame().size() < 2500);
}

TEST_CASE("the lines of a running match have the documented order, names and numbers (behaviour 8.4)") {
  MonitorFixture f;
  f.header();
  const std::string first =
      "(Info (time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0)" + kMarkers + "(B (pos 0 0 10)))";
  CHECK(f.frame() == first);
  f.connect({-2.5, 10, 2.5});
  spark::AgentAspect& second = f.connect({-6.5, 11, 3.6});
  CHECK(f.frame() == "(Info (time 0)(P (pos 0 0 0))(P (pos 0 0 0))(B (pos 0 0 10)))");
  AgentState& left = f.create_parts(second);
  CHECK(f.frame() == "(Info (time 0)(P (pos 0 0 0))(P (s 0)(id 0)(pos -6.5 11 3.6))(B (pos 0 0 10)))");
  f.act(second, "(init (unum 3)(teamname foo))");
  f.place(left, {-51.78, 1e-5, 0.22});
  CHECK(f.frame() ==
        "(Info (time 0)(team_left foo)(P (pos 0 0 0))(P (s 1)(id 3)(pos -51.78 1e-05 0.22))(B (pos 0 0 10)))");
  AgentState& right = f.add_player(Side::right, 0, {45.123456, -33.333333, 0.219632});
  CHECK(f.frame() ==
        "(Info (time 0)(team_right bar)(P (pos 0 0 0))(P (s 1)(id 3)(pos -51.78 1e-05 0.22))"
        "(P (s 2)(id 1)(pos 45.1235 -33.3333 0.219632))(B (pos 0 0 10)))");

  // The right player touches the ball, which goes into the right goal.
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place(right, {52.3, 0, 0.22});
  f.place_ball(52.0, 0);
  f.step();
  f.place(right, {50, 0, 0.22});
  f.place_ball(51.95, 0);
  f.ball().body().set_velocity({10, 0, 0});
  f.step();
  f.place(right, {50, 0, 0.22});
  f.place(left, {-50, 0, 0.22});
  f.place_ball({52.5, -0.0, 0.111});
  const std::string things = "(P (pos 0 0 0))(P (s 1)(id 3)(pos -50 0 0.22))(P (s 2)(id 1)(pos 50 0 0.22)(last))";
  CHECK(f.frame() == "(Info (time 0.02)(score_left 1)(play_mode 13)" + things + "(B (pos 52.5 -0 0.111)))");
  CHECK(f.frame() == "(Info (time 0.02)" + things + "(B (pos 52.5 -0 0.111)))");

  // A trainer asks, and another monitor connects: everything again, once, for all.
  f.send("(getAck goal)");
  f.header();
  CHECK(f.frame() ==
        "(Info (ack best)(time 0.02)(team_left foo)(team_right bar)(half 1)(score_left 1)(score_right 0)"
        "(play_mode 13)" +
            things + kMarkers + "(B (pos 52.5 -0 0.111)))");
  CHECK(f.frame() == "(Info (time 0.02)" + things + "(B (pos 52.5 -0 0.111)))");
  f.disconnect(right.agent());
  CHECK(f.frame() == "(Info (time 0.02)(P (pos 0 0 0))(P (s 1)(id 3)(pos -50 0 0.22))(B (pos 52.5 -0 0.111)))");
}

TEST_CASE("times and halves in Info lines are those of 0.5.2 (behaviour 5.5, 8.4)") {
  MonitorFixture f;
  f.header();
  f.frame();
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball({1, 2, 0.111});
  const std::string ball = "(B (pos 1 2 0.111)))";
  int steps = 0;
  const auto pass_to = [&](int step) {
    for (; steps < step; ++steps) f.game().update(0.01);
  };
  pass_to(15);
  CHECK(f.frame() == "(Info (time 0.15)(play_mode 3)" + ball);
  for (const auto& [step, text] : {std::pair{30, "0.3"},
                                   {100, "0.999999"},
                                   {500, "5.00002"},
                                   {1000, "10.0001"},
                                   {1500, "15.0002"},
                                   {3000, "30.0006"}}) {
    pass_to(step);
    CHECK(f.frame() == fmt::format("(Info (time {}){}", text, ball));
  }
  // 300 s are over with step 30002, in which the referee ends the half; the clock stands then.
  pass_to(30000);
  f.step();
  f.place_ball({1, 2, 0.111});
  CHECK(f.frame() == "(Info (time 299.991)" + ball);
  f.step();
  f.place_ball({1, 2, 0.111});
  CHECK(f.frame() == "(Info (time 300.001)(half 2)(play_mode 0)" + ball);
  f.step(20);
  f.place_ball({1, 2, 0.111});
  CHECK(f.frame() == "(Info (time 300.001)" + ball);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  steps = 30002;
  pass_to(59971);
  f.step();
  f.place_ball({1, 2, 0.111});
  CHECK(f.frame() == "(Info (time 599.994)(play_mode 3)" + ball);
  f.step();
  f.place_ball({1, 2, 0.111});
  CHECK(f.frame() == "(Info (time 600.004)(play_mode 12)" + ball);
}

TEST_CASE("monitors get (Die) 9 s after the end, to the step (behaviour 6.6, 8.5)") {
  MonitorFixture f;
  f.header();
  f.frame();
  f.place_ball({1, 2, 0.111});
  f.game().set_play_mode(PlayMode{Phase::game_over});
  f.send("(getAck x)");
  // The 32-bit sum of hundredths reaches 9 with this step.
  float clock = 0;
  int steps = 0;
  for (; clock < 9.0F; ++steps) clock += 0.01F;
  for (int i = 0; i < steps - 1; ++i) f.game().update(0.01);
  CHECK(f.frame() == "(Info (ack best)(time 0)(play_mode 12)(B (pos 1 2 0.111)))");
  f.game().update(0.01);
  CHECK(f.frame() == "(Die)");
  CHECK(f.frame() == "(Die)");
}
