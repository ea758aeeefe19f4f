// SPDX-License-Identifier: Apache-2.0
// The variables of a match and the profiles that set them together (behaviour 1.6, 13).
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "soccer-plugin/soccer_config.h"
#include "spark/core/variables.h"
#include "tests/soccer-plugin/referee_fixture.h"
#include "tests/soccer-plugin/seen.h"
#include "tests/support/folders.h"

using namespace soccer;
using namespace soccer::test;
using spark::Value;

namespace {

double variable(SoccerFixture& f, const std::string& name) {
  return f.core.variables.real("Soccer." + name).value();
}

bool has_part(SoccerFixture& f, const AgentState& player, std::string_view name) {
  return f.core.root().find(fmt::format("{}/{}", player.agent().full_path(), name)) != nullptr;
}

}  // namespace

TEST_CASE("the script creates every setting with the program's default") {
  SoccerFixture f;
  const SoccerConfig program;
  std::set<std::string> known;
  for (const RealSetting& setting : real_settings()) {
    CAPTURE(setting.name);
    known.insert(fmt::format("Soccer.{}", setting.name));
    const auto value = f.core.variables.real(fmt::format("Soccer.{}", setting.name));
    REQUIRE(value);
    if (setting.member) CHECK(*value == program.*setting.member);
    if (setting.member) CHECK(*value == f.config().*setting.member);
  }
  for (const FlagSetting& setting : flag_settings()) {
    CAPTURE(setting.name);
    known.insert(fmt::format("Soccer.{}", setting.name));
    const auto value = f.core.variables.boolean(fmt::format("Soccer.{}", setting.name));
    REQUIRE(value);
    if (setting.member) CHECK(*value == program.*setting.member);
  }
  for (const WordSetting& setting : word_settings()) {
    CAPTURE(setting.name);
    known.insert(fmt::format("Soccer.{}", setting.name));
    CHECK(f.core.variables.find(fmt::format("Soccer.{}", setting.name)));
    CHECK(f.config().*setting.member == program.*setting.member);
  }
  known.insert("Soccer.Operated");  // for the script itself
  for (const auto& [name, value] : f.core.variables.all())
    if (name.starts_with("Soccer.")) CHECK(known.contains(name));
}

TEST_CASE("a setting that is out of range or of the wrong kind stops the start with an error that names it") {
  struct Row {
    const char* name;
    Value value;
  };
  const auto [name, value] =
      GENERATE(Row{"KickMargin", -0.1}, Row{"DriveSigma", std::string("nan")}, Row{"VisionHorizontalSigma", 1e9},
               Row{"PenaltyAreaDepth", std::string("deep")}, Row{"UseCatch", 7.5}, Row{"MonitorSay", std::string("?")},
               Row{"HearDecay", std::string("inf")}, Row{"ClearSpread", -1.0},
               Row{"SecondHalfKickOff", std::string("toss")}, Row{"SecondHalfKickOff", std::string("")},
               Row{"IndirectKicks", std::string("kick-off,")}, Row{"IndirectKicks", std::string("corner")},
               Row{"IndirectKicks", std::string("none,free")}, Row{"ExtraHalfTime", -1.0}, Row{"ShootOut", 2.5},
               Row{"ShootOut", -1.0}, Row{"ShootOut", 101.0}, Row{"ShootOutTime", 0.5}, Row{"ShootOutStart", 0.0},
               Row{"CrowdMates", 0.0}, Row{"CrowdMates", 1.5}, Row{"ChangeSides", std::string("perhaps")});
  CAPTURE(name);
  CHECK_THROWS_WITH(SoccerFixture(1, {{name, value}}), Catch::Contains(name));
}

TEST_CASE("an error in a setting that a script has set names the variable") {
  spark::Variables variables;
  variables.create("Soccer.ShootOut", 2.5);
  CHECK_THROWS_WITH(SoccerConfig::read(variables), "Soccer.ShootOut 2.5: expected a whole number");
  variables.set("Soccer.ShootOut", 2.0);
  variables.create("Soccer.SecondHalfKickOff", std::string("toss"));
  CHECK_THROWS_WITH(SoccerConfig::read(variables), "Soccer.SecondHalfKickOff toss: expected coin or other");
}

TEST_CASE("an invalid value on the command line is reported as a wrong setting") {
  const auto [name, text, usual, why] = GENERATE(table<std::string, std::string, spark::Value, std::string>(
      {{"Soccer.ShootOut", "2.5", 5.0, "a whole number"},
       {"Soccer.CrowdMates", "1.5", 4.0, "a whole number"},
       {"Soccer.SecondHalfKickOff", "toss", std::string("coin"), "coin or other"},
       {"Soccer.IndirectKicks", "free,x", std::string("none"),
        "none, or some of kick-off, kick-in, free joined by commas"}}));
  spark::Variables variables;
  variables.override_value(name, text);
  variables.create(name, usual);
  variables.end_set_up();
  CHECK_THROWS_MATCHES(SoccerConfig::read(variables), spark::WrongSetting,
                       Catch::Message("--" + name + " " + text + ": expected " + why));
}

TEST_CASE("settings whose values are words are read") {
  SoccerFixture f(1, {{"SecondHalfKickOff", std::string("other")}, {"IndirectKicks", std::string("free,kick-off")}});
  CHECK(f.config().second_half_kick_off == SoccerConfig::kByOtherTeam);
  CHECK(f.config().indirect_kicks == (SoccerConfig::kIndirectKickOff | SoccerConfig::kIndirectFreeKick));
}

TEST_CASE("profile modern switches on the rules of today") {
  SoccerFixture f(1, {}, "modern");
  CHECK(f.config().second_half_kick_off == SoccerConfig::kByOtherTeam);
  CHECK(f.config().change_sides);
  CHECK(f.config().extra_half_time == 180);
  CHECK(f.config().shoot_out == 5);
  CHECK(f.config().shoot_out_time == 60);
  CHECK(f.config().shoot_out_start == 7.3);
  CHECK(f.config().double_touch);
  CHECK(f.config().indirect_kicks ==
        (SoccerConfig::kIndirectKickOff | SoccerConfig::kIndirectKickIn | SoccerConfig::kIndirectFreeKick));
  CHECK(f.config().stuck_ball_time == 15);
  CHECK(f.config().crowd_time == 1);
  CHECK_FALSE(f.config().back_pass);
  CHECK(f.config().charge_speed == 0);
  CHECK(f.config().goal_height == 1.6);  // the rest is that of 0.5.2
}

TEST_CASE("goals have to be narrower than the field") {
  CHECK_THROWS_WITH(SoccerFixture(1, {{"FieldWidth", 20.0}, {"GoalWidth", 20.0}}),
                    Catch::Contains("Soccer.GoalWidth must be less than Soccer.FieldWidth"));
  CHECK(SoccerFixture(1, {{"FieldWidth", 20.0}, {"GoalWidth", 19.0}}).config().goal_width == 19.0);
}

TEST_CASE("profile 0.5.2 equals the defaults, which are the values of the release") {
  const std::string profile = GENERATE("", "0.5.2");
  SoccerFixture f(1, {}, profile);
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, double>>{{"GoalHeight", 1.6},
                                                             {"PenaltyAreaDepth", 16.5},
                                                             {"PenaltyAreaMargin", 16.5},
                                                             {"GoalKickDistance", 5.0},
                                                             {"ClearDistance", 15.15},
                                                             {"KickMargin", 0.07},
                                                             {"CatchMargin", 0.8},
                                                             {"SayMsgSize", 512},
                                                             {"AudioCutDist", 50},
                                                             {"HearMax", 2},
                                                             {"HearInc", 1},
                                                             {"HearDecay", 2},
                                                             {"DriveSigma", 0.005},
                                                             {"KickPowerSigma", 0.4},
                                                             {"KickThetaSigma", 0.02},
                                                             {"KickPhiSigmaEnd", 0.9},
                                                             {"KickPhiSigmaMid", 4.5},
                                                             {"PanTiltSigma", 0.25},
                                                             {"VisionDistanceSigma", 0.0965},
                                                             {"VisionHorizontalSigma", 0.1480},
                                                             {"VisionVerticalSigma", 0.1225},
                                                             {"VisionCalibrationError", 0.005},
                                                             {"RuleGoalPauseTime", 3.0},
                                                             {"RuleKickInPauseTime", 1.0},
                                                             {"GameOverDieTime", 9.0},
                                                             {"GameOverEndTime", 10.0}}) {
    CAPTURE(name);
    CHECK(variable(f, name) == value);
  }
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  CHECK(has_part(f, player, "CatchEffector"));
  CHECK(has_part(f, player, "PanTiltEffector"));
  CHECK(player.has_camera);
  CHECK_FALSE(f.config().monitor_say);
}

TEST_CASE("profile manual sets the values of the manual, and changes the player's parts") {
  SoccerFixture f(1, {}, "manual");
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, double>>{{"GoalHeight", 0.5},
                                                             {"KickMargin", 0.04},
                                                             {"VisionHorizontalSigma", 0.1225},
                                                             {"VisionVerticalSigma", 0.1480},
                                                             {"VisionDistanceSigma", 0.0965}}) {
    CAPTURE(name);
    CHECK(variable(f, name) == value);
  }
  CHECK(f.config().monitor_say);
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  CHECK_FALSE(has_part(f, player, "CatchEffector"));
  CHECK_FALSE(has_part(f, player, "PanTiltEffector"));
  CHECK_FALSE(player.has_camera);
  // It sees behind itself, and AgentState has no camera angles.
  CHECK(find(look(f, player), "Flag", "1_l") != nullptr);
  CHECK(f.sense(player).find("(AgentState (battery 100) (temp 23))") != std::string::npos);
  // Reach of a kick: R + r + 0.04.
  for (const auto& [distance, reaches] : {std::pair{0.370, true}, {0.372, false}}) {
    f.place_ball({distance, 0, 0.22});
    f.act(player, "(kick 0 100)");
    CHECK((f.ball_state().last_kick().time == f.game().time() && f.ball_state().last_kick().agent >= 0) == reaches);
    if (reaches) f.game().set_play_mode(PlayMode{Phase::play_on}), f.step(20), f.place(player, {0, 0, 0.22});
  }
}

TEST_CASE("single variables override the profile") {
  SoccerFixture f(1, {{"GoalHeight", 0.9}, {"OmniVision", false}, {"UsePanTilt", true}}, "manual");
  CHECK(variable(f, "GoalHeight") == 0.9);
  CHECK(variable(f, "KickMargin") == 0.04);
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  CHECK(player.has_camera);
  CHECK(has_part(f, player, "PanTiltEffector"));
}

TEST_CASE("an unknown profile is refused with the names of the known ones") {
  CHECK_THROWS_WITH(SoccerFixture(1, {}, "2050"),
                    Catch::Contains("--profile 2050: expected 0.5.2 or manual or modern"));
}

TEST_CASE("noise settings reach effectors and perceptors: at zero every value is exact") {
  SoccerFixture f(1, {{"DriveSigma", 0.0},
                      {"KickPowerSigma", 0.0},
                      {"KickThetaSigma", 0.0},
                      {"KickPhiSigmaEnd", 0.0},
                      {"KickPhiSigmaMid", 0.0},
                      {"PanTiltSigma", 0.0},
                      {"VisionDistanceSigma", 0.0},
                      {"VisionHorizontalSigma", 0.0},
                      {"VisionVerticalSigma", 0.0},
                      {"VisionCalibrationError", 0.0}});
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  f.act(player, "(pantilt 30 5)");
  CHECK(player.pan_deg == 30);
  CHECK(player.tilt_deg == 5);
  const auto seen = look(f, player);
  const Seen* corner = find(seen, "Flag", "2_r");
  REQUIRE(corner);
  CHECK(corner->distance == Approx(std::sqrt(52.0 * 52 + 34 * 34 + 0.22 * 0.22)).epsilon(1e-12));
  CHECK(corner->theta == Approx(std::atan2(34, 52) * 180 / M_PI - 30).epsilon(1e-9));
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(0.35, 0);
  f.act(player, "(kick 0 100)");
  f.step(10);
  CHECK(f.ball().body().velocity().x == Approx(13.0).margin(0.02));  // behaviour 14.1
  CHECK(f.ball().body().velocity().y == 0.0);
}

TEST_CASE("restart settings of a small field are used by the rules") {
  RefereeFixture f(1, {{"FieldLength", 40.0},
                       {"FieldWidth", 20.0},
                       {"GoalKickDistance", 3.0},
                       {"ClearDistance", 5.5},
                       {"ClearSpread", 0.0},
                       {"ClearHeight", 0.5},
                       {"FreeKickDistance", 4.0},
                       {"PenaltyAreaDepth", 5.0},
                       {"PenaltyAreaMargin", 2.0},
                       {"GoalKickClearDistance", 0.5},
                       {"KickOffClearDistance", 2.0}});
  AgentState& left = f.add_player(Side::left, 2, {-10, 5, 0.22});
  AgentState& right = f.add_player(Side::right, 2, {-10, 1, 0.22});
  f.step();  // before kick-off: the right player is in the wrong half
  CHECK(right.body().position().x == 2.0);
  CHECK(right.body().position().z == 0.5);

  f.place(right, {-18, 5, 0.22});  // inside of 5 m before, and 3.66 + 2 m beside the middle of the goal
  f.play_on_after_touch(right, -5, 8);
  f.place_ball(-20.2, 8);
  f.step();
  CHECK(f.mode() == PlayMode{Phase::goal_kick, Side::left});
  f.step(101);
  CHECK(f.ball_position().x == -17.0);
  CHECK(right.body().position().x == Approx(-14.5).margin(0.01));

  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place(left, {-5, 5, 0.22});
  f.place(right, {3, 5, 0.22});
  f.place_ball(0, 5);
  f.referee().set_play_mode(PlayMode{Phase::kick_in, Side::left});
  f.step(102);
  CHECK(right.body().position().x == Approx(5.5).margin(0.01));
}

TEST_CASE("catch, say and hear settings are used") {
  SoccerFixture f(1, {{"CatchMargin", 0.5},
                      {"CatchGap", 0.2},
                      {"CatchClearRadius", 1.0},
                      {"CatchClearDistance", 3.0},
                      {"ClearSpread", 0.0},
                      {"SayMsgSize", 5},
                      {"AudioCutDist", 10.0},
                      {"HearMax", 3},
                      {"HearInc", 3},
                      {"HearDecay", 1}});
  AgentState& keeper = f.add_player(Side::left, 1, {-50, 0, 0.22});
  AgentState& near = f.add_player(Side::right, 9, {-49.5, 0.7, 0.22});
  AgentState& far = f.add_player(Side::right, 8, {-39.5, 0, 0.22});
  f.place_ball({-50 + 0.84, 0, 0.22});
  f.act(keeper, "(catch)");
  CHECK(f.ball().body().position().x == -50 + 0.84);
  f.place_ball({-50 + 0.82, 0, 0.22});
  f.act(keeper, "(catch)");
  CHECK(f.ball().body().position().x == Approx(-50 + 0.22 + 0.111 + 0.2));
  CHECK(near.body().position().x == Approx(-50 + 0.531 + 3));

  f.act(keeper, "(say sixsix)");
  CHECK_FALSE(keeper.own_message.due);
  for (int i = 0; i < 4; ++i) f.act(keeper, fmt::format("(say m{})", i));
  CHECK_FALSE(far.opponents.message.due);
  CHECK(near.opponents.message.text == "m2");  // three fit into the ear, the last of them counts
}

TEST_CASE("docs/write/behaviour.md lists every setting with its range, and the values of profile manual") {
  std::ifstream file(source_folder() + "/docs/write/behaviour.md");
  std::stringstream page;
  page << file.rdbuf();
  SoccerFixture f(1, {}, "manual");
  for (const RealSetting& setting : real_settings()) {
    CAPTURE(setting.name);
    const auto row = page.str().find(fmt::format("\n| {} | ", setting.name));
    REQUIRE(row != std::string::npos);
    const std::string line = page.str().substr(row + 1, page.str().find('\n', row + 1) - row);
    CHECK_THAT(line, Catch::Contains(fmt::format("| {} … {} |", setting.min, setting.max)));
    CHECK_THAT(line, Catch::Contains(std::string(setting.help)));
  }
  for (const FlagSetting& setting : flag_settings())
    CHECK_THAT(page.str(), Catch::Contains(fmt::format("\n| {} | ", setting.name)));
  for (const WordSetting& setting : word_settings()) {
    CHECK_THAT(page.str(), Catch::Contains(fmt::format("\n| {} | ", setting.name)));
    CHECK_THAT(page.str(), Catch::Contains(std::string(setting.help)));
  }
  for (const char* row :
       {"| GoalHeight | 0.5 m | 1.6 | 0.5 |", "| KickMargin | 0.04 m | 0.07 | 0.04 |",
        "| VisionHorizontalSigma | 0.1225° | 0.1480 | 0.1225 |", "| VisionVerticalSigma | 0.1480° | 0.1225 | 0.1480 |"})
    CHECK_THAT(page.str(), Catch::Contains(row));
}
