// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/agent/perceptor.h"
#include "spark/agent/sexp_percept_writer.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;

namespace {
std::string percept(SoccerFixture& f, const AgentState& player, std::string_view part) {
  std::string text;
  spark::SexpPerceptWriter writer(text);
  f.part<spark::Perceptor>(player, part).perceive(writer);
  return text;
}

const std::string kConstants =
    "(FieldLength 104) (FieldWidth 68) (FieldHeight 40) (GoalWidth 7.32) (GoalDepth 2) (GoalHeight 1.6) (BorderSize 10)"
    " (AgentMass 75) (AgentRadius 0.22) (AgentMaxSpeed 10) (BallRadius 0.111) (BallMass 0.425878)";
}  // namespace

TEST_CASE("game state: number, side and constants are sent once after init, time and mode always (behaviour 4.3)") {
  const Side side = GENERATE(Side::left, Side::right);
  SoccerFixture f(1, {{"BallMass", 0.425878}});
  AgentState& player = f.add_player(side, 4, {0, 0, 0.22});
  CHECK(percept(f, player, "GameStatePerceptor") ==
        fmt::format("(GameState (unum 4) (team {}) {} (time 0) (playmode BeforeKickOff))",
                    side == Side::left ? "left" : "right", kConstants));
  for (int i = 0; i < 3; ++i)
    CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 0) (playmode BeforeKickOff))");
}

TEST_CASE("game state: the constants are sent after a successful init, not before") {
  SoccerFixture f(1, {{"BallMass", 0.425878}});
  f.add_player(Side::left, 4, {0, 0, 0.22});
  AgentState& agent = f.add_agent({5, 5, 1});
  const std::string brief = "(GameState (time 0) (playmode BeforeKickOff))";
  CHECK(percept(f, agent, "GameStatePerceptor") == brief);
  f.act(agent, "(init (unum 4)(teamname foo))");  // taken
  CHECK_THAT(percept(f, agent, "GameStatePerceptor"),
             Catch::StartsWith("(GameState (time 0) (playmode BeforeKickOff) (refused "));
  CHECK(percept(f, agent, "GameStatePerceptor") == brief);
  f.act(agent, "(init (unum 0)(teamname foo))");
  CHECK(percept(f, agent, "GameStatePerceptor").starts_with("(GameState (unum 5) (team left) (FieldLength 104)"));
  CHECK(percept(f, agent, "GameStatePerceptor") == brief);
}

TEST_CASE("game state: the clock is the sum of 32-bit steps, printed with six digits (behaviour 5.5)") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 4, {0, 0, 0.22});
  percept(f, player, "GameStatePerceptor");
  for (std::size_t i = 0; i < kPlayModes.size(); ++i) {
    f.game().set_play_mode(kPlayModes[static_cast<std::size_t>(i)].mode);
    CHECK(percept(f, player, "GameStatePerceptor") ==
          fmt::format("(GameState (time 0) (playmode {}))", kPlayModes[i].name));
  }
  f.game().set_play_mode(PlayMode{Phase::play_on});
  for (int i = 0; i < 100; ++i) f.game().update(0.01);
  CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 0.999999) (playmode PlayOn))");
  for (int i = 0; i < 400; ++i) f.game().update(0.01);
  CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 5.00002) (playmode PlayOn))");
}

TEST_CASE("game state: half and shoot-out are sent where they are played, the side after a change (behaviour 4.3)") {
  SoccerFixture f(1, {{"ShootOut", 3.0}, {"ChangeSides", true}, {"DoubleTouch", true}});
  AgentState& player = f.add_player(Side::left, 4, {0, 0, 0.22});
  const std::string first = percept(f, player, "GameStatePerceptor");
  CHECK_THAT(first, Catch::StartsWith("(GameState (unum 4) (team left) (FieldLength 104)"));
  CHECK_THAT(first, Catch::EndsWith("(BallMass 0.43) (DoubleTouch true) (time 0) (playmode BeforeKickOff) (half 1))"));
  CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 0) (playmode BeforeKickOff) (half 1))");
  f.game().set_half(2);
  f.game().change_sides();
  CHECK_THAT(percept(f, player, "GameStatePerceptor"), Catch::StartsWith("(GameState (unum 4) (team right) (FieldL"));
  f.game().begin_shoot_out(Side::right);
  f.game().set_play_mode({Phase::penalty_shoot, Side::right});
  f.game().begin_attempt(4);
  CHECK(
      percept(f, player, "GameStatePerceptor") ==
      "(GameState (time 0) (playmode PenaltyShoot_Right) (half 2) (shoot_out_left 0) (shoot_out_right 0) (shooter 4))");
  f.game().end_attempt(Side::right, true);
  CHECK(
      percept(f, player, "GameStatePerceptor") ==
      "(GameState (time 0) (playmode PenaltyShoot_Right) (half 2) (shoot_out_left 0) (shoot_out_right 1) (shooter 0))");
}

TEST_CASE("agent state: the percept is in the first and then in every tenth sensation (behaviour 4.4)") {
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 0.22});
  for (int i = 0; i < 35; ++i) {
    const std::string text = percept(f, player, "AgentStatePerceptor");
    CAPTURE(i);
    CHECK(text == (i % 10 == 0 ? "(AgentState (pan_tilt 0 0) (battery 100) (temp 23))" : ""));
  }
}

TEST_CASE("agent state: angles are whole degrees, rounded half away from zero, and battery has six digits") {
  struct Case {
    double pan;
    double tilt;
    double battery;
    const char* text;
  };
  const auto c =
      GENERATE(Case{45.4, -2.6, 100, "(AgentState (pan_tilt 45 -3) (battery 100) (temp 23))"},
               Case{-0.5, 0.5, 99.99902777, "(AgentState (pan_tilt -1 1) (battery 99.999) (temp 23))"},
               Case{-0.4, 2.5, 0, "(AgentState (pan_tilt 0 3) (battery 0) (temp 23))"},
               Case{-179.7, -9.5, 12.3456789, "(AgentState (pan_tilt -180 -10) (battery 12.3457) (temp 23))"});
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 0.22});
  player.pan_deg = c.pan;
  player.tilt_deg = c.tilt;
  player.battery = c.battery;
  CHECK(percept(f, player, "AgentStatePerceptor") == c.text);
}

TEST_CASE("agent state: there is no pan_tilt without restricted vision") {
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 0.22});
  player.has_camera = false;
  CHECK(percept(f, player, "AgentStatePerceptor") == "(AgentState (battery 100) (temp 23))");
}

TEST_CASE("hear: own, team mates' and opponents' messages have the time of the sensation (behaviour 4.5)") {
  SoccerFixture f;
  AgentState& a = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& b = f.add_player(Side::left, 2, {-10, 10, 0.22});
  AgentState& c = f.add_player(Side::right, 1, {0, -10, 0.22});
  CHECK(percept(f, a, "HearPerceptor").empty());
  f.act(c, "(say rival)");
  f.act(b, "(say mate)");
  f.act(a, "(say me)");
  f.game().set_play_mode(PlayMode{Phase::play_on});
  for (int i = 0; i < 50; ++i) f.game().update(0.01);
  CHECK(percept(f, a, "HearPerceptor") == "(hear 0.5 self me)(hear 0.5 135 mate)(hear 0.5 -90 rival)");
  CHECK(percept(f, a, "HearPerceptor").empty());
  CHECK(percept(f, b, "HearPerceptor") == "(hear 0.5 self mate)(hear 0.5 -45 me)(hear 0.5 -63.4349 rival)");
  // An opponent's ear is taken by the first of two messages; its own frame is turned.
  CHECK(percept(f, c, "HearPerceptor") == "(hear 0.5 self rival)(hear 0.5 -63.4349 mate)");
}

TEST_CASE("hear: at most one message per team is heard in every second sensation") {
  SoccerFixture f;
  AgentState& speaker = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& listener = f.add_player(Side::left, 2, {-10, 0, 0.22});
  std::string heard;
  for (int i = 0; i < 8; ++i) {
    f.act(speaker, fmt::format("(say m{})", i));
    heard += percept(f, listener, "HearPerceptor");
  }
  CHECK(heard == "(hear 0 0 m0)(hear 0 0 m2)(hear 0 0 m4)(hear 0 0 m6)");
  CHECK(listener.team_mates.spent == 0);
  CHECK(listener.opponents.spent == 0);
}

TEST_CASE("hear: the capacity recovers after a message as in the example of behaviour 4.5") {
  SoccerFixture f;
  AgentState& speaker = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& listener = f.add_player(Side::right, 2, {-10, 0, 0.22});
  CHECK(listener.opponents.spent == 0);
  f.act(speaker, "(say x)");
  CHECK(listener.opponents.spent == 2);
  CHECK(percept(f, listener, "HearPerceptor") == "(hear 0 180 x)");
  CHECK(listener.opponents.spent == 1);
  percept(f, listener, "HearPerceptor");
  CHECK(listener.opponents.spent == 0);
  percept(f, listener, "HearPerceptor");
  CHECK(listener.opponents.spent == 0);
  CHECK(listener.team_mates.spent == 0);
}

TEST_CASE("hear: the direction is that at the moment of speaking, whatever the camera does (behaviour 4.5)") {
  struct Case {
    Side side;
    double dx, dy;
    const char* direction;
  };
  const auto [side, dx, dy, direction] = GENERATE(
      Case{Side::left, 10, 3, "16.6992"}, Case{Side::right, 10, 3, "-163.301"}, Case{Side::left, -10, -3, "-163.301"},
      Case{Side::left, 30, 0.01, "0.0190986"}, Case{Side::left, 30, 1e-6, "1.90986e-06"}, Case{Side::left, 30, 0, "0"},
      Case{Side::right, -30, 0, "-0"}, Case{Side::right, 30, 0, "180"});
  CAPTURE(side, dx, dy);
  SoccerFixture f;
  AgentState& listener = f.add_player(side, 2, {0, 0, 0.22});
  AgentState& speaker = f.add_player(Side::left, 1, {dx, dy, 0.22});
  listener.pan_deg = 77;
  listener.tilt_deg = 5;
  f.act(speaker, "(say x)");
  f.place(speaker, {-7, -7, 0.22});
  f.place(listener, {20, -9, 0.22});
  CHECK(percept(f, listener, "HearPerceptor") == fmt::format("(hear 0 {} x)", direction));
}

TEST_CASE("a whole sensation has the documented predicates in order, to the byte (behaviour 4.0)") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::right, 7, {50, 0, 0.22});
  AgentState& mate = f.add_player(Side::right, 2, {48, 0, 0.22});
  AgentState& rival = f.add_player(Side::left, 11, {50, 3, 0.22});
  f.silence(player);
  f.place_ball({50, 0, 4.22});
  f.act(player, "(pantilt 90 -4)(say self!)");
  f.act(mate, "(say here)");
  f.act(rival, "(say mine)");
  // -71.5650512 is -71.565 because it is a 32-bit float before it is printed. A turned zero is -0, as in 0.5.2
  // (behaviour 4.0). Looking along the world's -y and 4 degrees down: the ball above is at φ = 90 + 4, out of the cone.
  const std::string state = "(time 0) (playmode BeforeKickOff))";
  CHECK(f.sense(player) ==
        "(Vision (Flag (id 1_l) (pol 107.518 -71.565 3.88276)) (Flag (id 1_r) (pol 34.0595 3.36646 3.62991))"
        " (Goal (id 1_l) (pol 102.066 -87.945 3.8765)) (Goal (id 1_r) (pol 4.1766 28.6543 0.980582))"
        " (Player (team bar) (id 2) (pol 2 -90 4)))"
        "(GameState (unum 7) (team right) (FieldLength 104) (FieldWidth 68) (FieldHeight 40) (GoalWidth 7.32)"
        " (GoalDepth 2) (GoalHeight 1.6) (BorderSize 10) (AgentMass 75) (AgentRadius 0.22) (AgentMaxSpeed 10)"
        " (BallRadius 0.111) (BallMass 0.43) " +
            state +
            "(AgentState (pan_tilt 90 -4) (battery 100) (temp 23))"
            "(hear 0 self self!)(hear 0 -0 here)(hear 0 -90 mine)");
  const std::string second = f.sense(player);
  CHECK(second.substr(second.find("(GameState")) == "(GameState " + state);
}

TEST_CASE("game state: an agent whose init is refused gets the reason once") {
  SoccerFixture f;
  f.add_player(Side::left, 4, {-10, 0, 0.22});
  AgentState& late = f.add_agent({0, 0, 5});
  const std::string brief = "(GameState (time 0) (playmode BeforeKickOff))";
  f.act(late, "(init (unum 4)(teamname foo))");
  CHECK(percept(f, late, "GameStatePerceptor") ==
        "(GameState (time 0) (playmode BeforeKickOff) "
        "(refused number_4_of_team_foo_is_taken_by_agent_0,_ask_for_number_0_to_get_the_next_free_one))");
  CHECK(percept(f, late, "GameStatePerceptor") == brief);
  f.act(late, "(init (unum 5)(teamname \"a)(b;\x01 c\"))");
  CHECK_THAT(percept(f, late, "GameStatePerceptor"),
             Catch::StartsWith("(GameState (time 0) (playmode BeforeKickOff) (refused no_team_can_be_called_ab,"));
  f.act(late, "(init (unum 4)(teamname foo))");
  f.act(late, "(init (unum 5)(teamname foo))");
  CHECK_THAT(percept(f, late, "GameStatePerceptor"), Catch::EndsWith("(time 0) (playmode BeforeKickOff))"));
}
