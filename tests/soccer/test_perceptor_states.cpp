// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/agent/perceptor.h"
#include "spark/agent/sexp_percept_writer.h"
#include "tests/soccer/soccer_fixture.h"

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

TEST_CASE("game state: time and play mode; once after init number, side and constants (behaviour 4.3)") {
  const Side side = GENERATE(Side::left, Side::right);
  SoccerFixture f(1, {{"BallMass", 0.425878}});
  AgentState& player = f.add_player(side, 4, {0, 0, 0.22});
  CHECK(percept(f, player, "GameStatePerceptor") ==
        fmt::format("(GameState (unum 4) (team {}) {} (time 0) (playmode BeforeKickOff))",
                    side == Side::left ? "left" : "right", kConstants));
  for (int i = 0; i < 3; ++i)
    CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 0) (playmode BeforeKickOff))");
}

TEST_CASE("game state: the constants come after a successful init, not before") {
  SoccerFixture f(1, {{"BallMass", 0.425878}});
  f.add_player(Side::left, 4, {0, 0, 0.22});
  AgentState& agent = f.add_agent({5, 5, 1});
  const std::string brief = "(GameState (time 0) (playmode BeforeKickOff))";
  CHECK(percept(f, agent, "GameStatePerceptor") == brief);
  f.act(agent, "(init (unum 4)(teamname foo))");  // taken
  CHECK(percept(f, agent, "GameStatePerceptor") == brief);
  f.act(agent, "(init (unum 0)(teamname foo))");
  CHECK(percept(f, agent, "GameStatePerceptor").starts_with("(GameState (unum 5) (team left) (FieldLength 104)"));
  CHECK(percept(f, agent, "GameStatePerceptor") == brief);
}

TEST_CASE("game state: the clock is the sum of 32-bit steps, printed with six digits (behaviour 5.5)") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 4, {0, 0, 0.22});
  percept(f, player, "GameStatePerceptor");
  for (std::size_t i = 0; i < kPlayModeTexts.size(); ++i) {
    f.game().set_play_mode(static_cast<PlayMode>(i));
    CHECK(percept(f, player, "GameStatePerceptor") ==
          fmt::format("(GameState (time 0) (playmode {}))", kPlayModeTexts[i]));
  }
  f.game().set_play_mode(PlayMode::play_on);
  for (int i = 0; i < 100; ++i) f.game().update(0.01);
  CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 0.999999) (playmode PlayOn))");
  for (int i = 0; i < 400; ++i) f.game().update(0.01);
  CHECK(percept(f, player, "GameStatePerceptor") == "(GameState (time 5.00002) (playmode PlayOn))");
}

TEST_CASE("agent state: in the first and then in every tenth sensation (behaviour 4.4)") {
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 0.22});
  for (int i = 0; i < 35; ++i) {
    const std::string text = percept(f, player, "AgentStatePerceptor");
    CAPTURE(i);
    CHECK(text == (i % 10 == 0 ? "(AgentState (pan_tilt 0 0) (battery 100) (temp 23))" : ""));
  }
}

TEST_CASE("agent state: whole degrees, rounded half away from zero; battery with six digits") {
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

TEST_CASE("agent state: no pan_tilt without restricted vision") {
  SoccerFixture f;
  AgentState& player = f.add_agent({0, 0, 0.22});
  player.has_camera = false;
  CHECK(percept(f, player, "AgentStatePerceptor") == "(AgentState (battery 100) (temp 23))");
}

TEST_CASE("hear: own, team mate, opponent; T is the time of the sensation (behaviour 4.5)") {
  SoccerFixture f;
  AgentState& a = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& b = f.add_player(Side::left, 2, {-10, 10, 0.22});
  AgentState& c = f.add_player(Side::right, 1, {0, -10, 0.22});
  CHECK(percept(f, a, "HearPerceptor").empty());
  f.act(c, "(say rival)");
  f.act(b, "(say mate)");
  f.act(a, "(say me)");
  f.game().set_play_mode(PlayMode::play_on);
  for (int i = 0; i < 50; ++i) f.game().update(0.01);
  CHECK(percept(f, a, "HearPerceptor") == "(hear 0.5 self me)(hear 0.5 135 mate)(hear 0.5 -90 rival)");
  CHECK(percept(f, a, "HearPerceptor").empty());
  CHECK(percept(f, b, "HearPerceptor") == "(hear 0.5 self mate)(hear 0.5 -45 me)(hear 0.5 -63.4349 rival)");
  // An opponent's ear is taken by the first of two messages; its own frame is turned.
  CHECK(percept(f, c, "HearPerceptor") == "(hear 0.5 self rival)(hear 0.5 -63.4349 mate)");
}

TEST_CASE("hear: at most one message per team every second sensation") {
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

TEST_CASE("hear: capacity after a message as in the example of behaviour 4.5") {
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
