// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/soccer-plugin/monitor_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;
using spark::Vec3;

TEST_CASE("kickOff works in every spelling, before and during play") {
  const auto [text, mode] = GENERATE(table<const char*, PlayMode>({
      {"(kickOff Left)", PlayMode{Phase::kick_off, Side::left}},
      {"(kickOff L)", PlayMode{Phase::kick_off, Side::left}},
      {"(kickOff Right)", PlayMode{Phase::kick_off, Side::right}},
      {"(kickOff R)", PlayMode{Phase::kick_off, Side::right}},
      {" ( kickOff\tRight )\n", PlayMode{Phase::kick_off, Side::right}},
      {"((kickOff Right)(getAck kicked_off))", PlayMode{Phase::kick_off, Side::right}},
      {"(kickOff \"Left\")", PlayMode{Phase::kick_off, Side::left}},
  }));
  const PlayMode before =
      GENERATE(PlayMode{Phase::before_kick_off}, PlayMode{Phase::play_on}, PlayMode{Phase::goal, Side::left});
  MonitorFixture f;
  f.game().set_play_mode(before);
  f.place_ball(7, 8);
  CHECK(f.send(text) == 0);
  CHECK(f.mode() == mode);
  CHECK(f.ball().body().position() == Vec3{7, 8, 0.111});
}

TEST_CASE("kickOff without a side tosses a coin") {
  const char* text = GENERATE("(kickOff)", "(kickOff None)", "(kickOff N)", "((kickOff)(getAck kicked_off))");
  MonitorFixture f;
  int left = 0;
  for (int i = 0; i < 60; ++i) {
    f.game().set_play_mode(PlayMode{Phase::before_kick_off});
    REQUIRE(f.send(text) == 0);
    REQUIRE((f.mode() == PlayMode{Phase::kick_off, Side::left} || f.mode() == PlayMode{Phase::kick_off, Side::right}));
    left += f.mode() == PlayMode{Phase::kick_off, Side::left};
  }
  CHECK(left > 10);
  CHECK(left < 50);
}

TEST_CASE("playMode sets every mode and nothing else") {
  MonitorFixture f;
  for (std::size_t i = 0; i < kPlayModesOfPlay; ++i) {
    CHECK(f.send(fmt::format("(playMode {})", kPlayModes[i].name)) == 0);
    CHECK(f.mode() == kPlayModes[static_cast<std::size_t>(i)].mode);
  }
  CHECK(f.game().score(Side::left) == 0);
  CHECK(f.ball().body().position() == Vec3{0, 0, 10});
  CHECK(f.send("(playMode PenaltyShoot_Left)") == 1);
  CHECK(f.logged("this match has no shoot-out"));
  CHECK(f.mode() == PlayMode{Phase::free_kick, Side::right});
}

TEST_CASE("a restart set by a trainer is taken where the ball is") {
  MonitorFixture f;
  f.place_ball({20, -10, 2});
  f.send("(playMode free_kick_left)");
  CHECK(f.referee().restart_position() == Vec3{20, -10, 0.111});
}

TEST_CASE("agent moves a player, and every part of the command is optional") {
  const auto [side, team] = GENERATE(
      table<Side, const char*>({{Side::left, "Left"}, {Side::left, "L"}, {Side::right, "Right"}, {Side::right, "R"}}));
  MonitorFixture f;
  AgentState& left = f.add_player(Side::left, 7, {-5, 0, 0.22});
  AgentState& right = f.add_player(Side::right, 7, {5, 0, 0.22});
  AgentState& player = side == Side::left ? left : right;
  AgentState& other = side == Side::left ? right : left;
  player.body().set_velocity({1, 1, 1});
  player.body().set_angular_velocity({2, 2, 2});

  CHECK(f.send(fmt::format("(agent (team {})(unum 7)(pos 10 -20.5 1))", team)) == 0);
  CHECK(player.body().position() == Vec3{10, -20.5, 1});
  CHECK(player.body().velocity() == Vec3{1, 1, 1});
  CHECK(player.body().angular_velocity() == Vec3{2, 2, 2});

  CHECK(f.send(fmt::format("(agent (vel -1 0.0 1.0) (unum 7) (team {}))", team)) == 0);
  CHECK(player.body().position() == Vec3{10, -20.5, 1});
  CHECK(player.body().velocity() == Vec3{-1, 0, 1});
  CHECK(player.body().angular_velocity() == Vec3{0, 0, 0});

  CHECK(f.send(fmt::format("(agent (team {})(unum 7)(battery 12.5))", team)) == 0);
  CHECK(player.battery == 12.5);
  CHECK(f.send(fmt::format("(agent (team {})(unum 7)(temperature 50))", team)) == 0);
  CHECK(player.battery == 12.5);
  CHECK(f.send(fmt::format("(agent (team {})(unum 7))", team)) == 0);

  CHECK(other.body().position() == Vec3{side == Side::left ? 5.0 : -5.0, 0, 0.22});
  CHECK(other.battery == 100);
}

TEST_CASE("None selects players without a team") {
  const char* team = GENERATE("None", "N");
  MonitorFixture f;
  f.add_player(Side::left, 1, {-5, 0, 0.22});
  AgentState& teamless = f.add_agent({3, 3, 0.22});
  CHECK(f.send(fmt::format("(agent (team {})(unum 0)(pos 1 2 3))", team)) == 0);
  CHECK(teamless.body().position() == Vec3{1, 2, 3});
}

TEST_CASE("vectors may be separated by blanks, commas or both") {
  const char* text =
      GENERATE("(pos 10 20 1)", "(pos 10,20,1)", "(pos 10, 20, 1)", "(pos 10,20 1)", "(pos +10 2e1 1.0)");
  MonitorFixture f;
  CHECK(f.send(fmt::format("(ball {})", text)) == 0);
  CHECK(f.ball().body().position() == Vec3{10, 20, 1});
}

TEST_CASE("ball moves the ball") {
  MonitorFixture f;
  f.ball().body().set_velocity({1, 2, 3});
  f.ball().body().set_angular_velocity({4, 5, 6});
  CHECK(f.send("(ball (pos 49 20 1))") == 0);
  CHECK(f.ball().body().position() == Vec3{49, 20, 1});
  CHECK(f.ball().body().velocity() == Vec3{1, 2, 3});
  CHECK(f.ball().body().angular_velocity() == Vec3{4, 5, 6});
  CHECK(f.send("(ball (vel 6.0 0.0 0.1))") == 0);
  CHECK(f.ball().body().position() == Vec3{49, 20, 1});
  CHECK(f.ball().body().velocity() == Vec3{6, 0, 0.1});
  CHECK(f.ball().body().angular_velocity() == Vec3{0, 0, 0});
  CHECK(f.send("(ball (pos -1 -2 3) (vel 0 0 1))") == 0);
  CHECK(f.ball().body().position() == Vec3{-1, -2, 3});
  CHECK(f.ball().body().velocity() == Vec3{0, 0, 1});
  CHECK(f.send("(ball)") == 0);
}

TEST_CASE("moving the ball ends a running kick") {
  const char* text = GENERATE("(ball (pos 1 1 0.111)(vel 0 0 0))", "(ball (vel 0 0 0))", "(ball (pos 1 1 0.111))");
  MonitorFixture f;
  AgentState& player = f.add_player(Side::left, 1, {-5, 0, 0.22});
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0, 0);
  f.ball().kick(player.agent().id(), {70, 0, 0}, {}, 10);
  CHECK(f.send(text) == 0);
  f.step(3);
  CHECK(f.ball_state().last_touch().agent == -1);
  CHECK(f.ball().body().velocity().x == Approx(0).margin(1e-3));
}

TEST_CASE("dropBall moves a ball from a penalty area to the area's corner and drops it") {
  MonitorFixture f;
  f.place_ball(-48, 3);
  CHECK(f.send("(dropBall)") == 0);
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(f.ball().body().position().x == Approx(-35.5));
}

TEST_CASE("several commands are carried out in order, and bad ones are skipped") {
  MonitorFixture f;
  // One line per message, for any number of bad commands.
  CHECK(f.send("W(playMode PlayOn)(nonsense)(ball (pos 1 2 3))(ball (pos a b c))(ball (vel 1 0 0))") == 1);
  CHECK(f.logged("(the first of 2 mistakes in this message)"));
  CHECK(f.mode() == PlayMode{Phase::play_on});
  CHECK(f.ball().body().position() == Vec3{1, 2, 3});
  CHECK(f.ball().body().velocity() == Vec3{1, 0, 0});
}

TEST_CASE("a bad command gives one log line and changes nothing") {
  const char* text = GENERATE(
      "(kickOff Up)", "(kickOff left)", "(kickOff (Left))", "(KickOff)", "(playMode)", "(playMode Playon)",
      "(playMode 3)", "(playMode (PlayOn))", "(fly)", "(\"\")", "(kickOff\x01)", "(agent (unum 7)(pos 1 2 3))",
      "(agent (team Left)(pos 1 2 3))", "(agent (team)(unum 7)(pos 1 2 3))", "(agent (team Up)(unum 7)(pos 1 2 3))",
      "(agent (team Left)(unum)(pos 1 2 3))", "(agent (team Left)(unum 8)(pos 1 2 3))",
      "(agent (team Right)(unum 7)(pos 1 2 3))", "(agent (team Left)(unum 7.9)(pos 1 2 3))",
      "(agent (team Left)(unum 99999999999999999999)(pos 1 2 3))", "(agent (team Left)(unum 7)(pos 1 2))",
      "(agent (team Left)(unum 7)(pos 1 2 3 4))", "(agent (team Left)(unum 7)(pos))",
      "(agent (team Left)(unum 7)(pos (1 2 3)))", "(agent (team Left)(unum 7)(pos 1 2 3x))",
      "(agent (team Left)(unum 7)(pos nan 2 3))", "(agent (team Left)(unum 7)(pos 1 inf 3))",
      "(agent (team Left)(unum 7)(pos 1 2 1e999))", "(agent (team Left)(unum 7)(pos 1001 0 0))",
      "(agent (team Left)(unum 7)(pos 800 800 0))", "(agent (team Left)(unum 7)(pos 1 2 3)(vel 0 0 1001))",
      "(agent (team Left)(unum 7)(vel 1 2 3)(battery 101))", "(agent (team Left)(unum 7)(vel 1 2 3)(battery -1))",
      "(agent (team Left)(unum 7)(vel 1 2 3)(battery nan))", "(agent (team Left)(unum 7)(vel 1 2 3)(battery (50)))",
      "(agent (team Left)(unum 7)(vel 1 2 3)(temperature hot))", "(agent (team Left)(unum 7)(battery 50)(vel a 2 3))",
      "(agent)", "(ball (pos 1 2 -inf))", "(ball (pos 1e300 0 0))", "(ball (pos 1 2 3)(vel 1 2))",
      "(ball (vel 0x 2 3))", "(ball (pos \"1 2\" 3 4))", "(ball (pos 1 2 3)", ")(dropBall)");
  CAPTURE(text);
  MonitorFixture f;
  AgentState& player = f.add_player(Side::left, 7, {-5, 0, 0.22});
  f.header();
  f.frame();
  CHECK(f.send(text) == 1);
  CHECK(f.log_lines().back().find("trainer") != std::string::npos);
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
  CHECK(player.body().position() == Vec3{-5, 0, 0.22});
  CHECK(player.body().velocity() == Vec3{0, 0, 0});
  CHECK(player.battery == 100);
  CHECK(f.ball().body().position() == Vec3{0, 0, 10});
  CHECK(f.ball().body().velocity() == Vec3{0, 0, 0});
  CHECK(f.frame().find("ack") == std::string::npos);
}

TEST_CASE("text without commands is ignored without a log line") {
  const char* text = GENERATE("", "   ", "kickOff Left", "()", "(()())", "; (kickOff Left)");
  MonitorFixture f;
  CHECK(f.send(text) == 0);
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
}

TEST_CASE("an unknown part is skipped with a log line, and the other parts are carried out") {
  MonitorFixture f;
  AgentState& player = f.add_player(Side::left, 7, {-5, 0, 0.22});
  CHECK(f.send("(agent (team Left)(unum 7)(rot 1 0 0)(pos 1 2 3))") == 1);
  CHECK(f.logged("part 'rot' is unknown"));
  CHECK(player.body().position() == Vec3{1, 2, 3});
}

TEST_CASE("if a part is given twice, the first one counts") {
  MonitorFixture f;
  CHECK(f.send("(ball (pos 1 2 3)(pos 4 5 6))") == 0);
  CHECK(f.ball().body().position() == Vec3{1, 2, 3});
}

TEST_CASE("messages that are too large or nested too deeply are refused as a whole") {
  MonitorFixture f;
  CHECK(f.send(std::string(5000, '(') + "dropBall" + std::string(5000, ')')) == 1);
  CHECK(f.send("(dropBall)" + std::string(100000, ' ')) == 1);
  std::string many;
  for (int i = 0; i < 9000; ++i) many += "(a)";
  CHECK(f.send(many) == 1);
  CHECK(f.mode() == PlayMode{Phase::before_kick_off});
}

TEST_CASE("a message with many mistakes gives one log line, and its correct parts are carried out") {
  MonitorFixture f;
  std::string many = "(ball (pos 1 2 nan))";
  for (int i = 0; i < 5400; ++i) many += "(a)";
  CHECK(f.send(many + "(ball (pos 4 5 6)(up 1))") == 1);
  CHECK(f.logged("(ball ...) refused"));
  CHECK(f.logged("(the first of 5402 mistakes in this message)"));
  CHECK(f.ball().body().position() == Vec3{4, 5, 6});
  CHECK(f.send("(a)") == 1);
  CHECK(f.log_lines().back().ends_with(": unknown command 'a'"));
}

TEST_CASE("a trainer that sends only rubbish does not flood the log") {
  MonitorFixture f;
  for (int i = 0; i < 2000; ++i) f.command("trainer x", "(rubbish)");
  CHECK(f.log_lines().size() == 5 + 3);  // lines 1 to 5, 10, 100, 1000
}
