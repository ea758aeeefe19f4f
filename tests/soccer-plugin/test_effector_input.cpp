// SPDX-License-Identifier: Apache-2.0
// Acts, through the reader and all effectors: the examples of behaviour 14.4, and hostile input.
#include <catch2/catch.hpp>

#include "soccer-plugin/effectors/drive_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {

/// What an act did to a silent keeper with the ball at its feet: "drive x y z", "kick", "say text", "catch".
std::string effect_of(std::string_view text) {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {-45, 0, 0.22});
  f.silence(player);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball({-45, 0.35, 0.111});
  f.act(player, text);
  std::string effect;
  const Vec3 force = f.part<DriveEffector>(player, "DriveEffector").force();
  if (!(force == Vec3{})) effect += fmt::format("drive {:g} {:g} {:g} ", force.x / 4.2, force.y / 4.2, force.z / 4.2);
  if (f.ball().body().position().y == 0) effect += "catch ";
  if (player.own_message.due) effect += "say " + player.own_message.text + ' ';
  f.ball().apply_forces();
  if (f.ball().pushed_by() >= 0) effect += "kick ";
  return effect;
}

void check_sound(const AgentState& player) {
  REQUIRE(is_finite(player.body().position()));
  REQUIRE(is_finite(player.body().velocity()));
  REQUIRE(is_finite(player.body().angular_velocity()));
  REQUIRE(length(player.body().position()) < 200);
  REQUIRE(std::abs(player.pan_deg) <= 180);
  REQUIRE(std::abs(player.tilt_deg) <= 10);
  REQUIRE(player.battery >= 0);
  REQUIRE(player.battery <= 100);
}

}  // namespace

TEST_CASE("acts: the examples of behaviour 14.4 have the documented effects") {
  CHECK(effect_of("(drive 1 2 3)(kick 10 50)") == "drive 1 2 3 kick ");
  CHECK(effect_of("(drive 1 2)") == "");
  CHECK(effect_of("(drive a 2 3)") == "drive 0 2 3 ");
  CHECK(effect_of("(drive 1 2 3 4)") == "drive 1 2 3 ");
  CHECK(effect_of("(drive (1 2 3))") == "");
  CHECK(effect_of("(say a b)") == "say a ");
  CHECK(effect_of("(say \"a b\")") == "");
  CHECK(effect_of("((drive 1 2 3))") == "");
  CHECK(effect_of("(drive 1 2 3))(kick 10 50)") == "drive 1 2 3 ");
  CHECK(effect_of("(drive 1 2 3)(kick 10 50") == "drive 1 2 3 ");
  CHECK(effect_of("; x\n(catch)") == "catch ");
}

TEST_CASE("acts: a bad expression does not affect the others in its message") {
  CHECK(effect_of("(drive)(say)(fly 1 2)()(kick 10 50)") == "kick ");
  CHECK(effect_of("(beam nan nan nan)(say x)(pantilt nan nan)(drive 1 2 3)") == "drive 1 2 3 say x ");
  CHECK(effect_of("S123 133 (say x)") == "say x ");
  CHECK(effect_of("(Drive 1 2 3)(DRIVE 1 2 3)( drive 1 2 3)") == "drive 1 2 3 ");
  CHECK(effect_of("(drive 1 2 3)(drive 4 5 6)") == "drive 4 5 6 ");
}

TEST_CASE("acts: surplus and very long arguments do no harm") {
  std::string many = "(drive 1 2 3";
  for (int i = 0; i < 1000; ++i) many += " (x y) nan";
  CHECK(effect_of(many + ")") == "drive 1 2 3 ");
  CHECK(effect_of("(kick 10 " + std::string(1000, '9') + ")") == "kick ");
  CHECK(effect_of("(drive 0." + std::string(1000, '0') + " 2 3)") == "drive 0 2 3 ");
}

TEST_CASE("hostile numbers move no player against the rules, and every state stays finite") {
  const std::string number = GENERATE("nan", "-nan", "inf", "-inf", "1e308", "-1e308", "1e999", "-1e999", "1e-320",
                                      "0x1p1023", "0x1p99999", "nan(123)", "infinity", "-", "+", ".", "e9", "\"\"");
  const bool play = GENERATE(true, false);
  CAPTURE(number, play);
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {-45, 0, 0.22});
  f.silence(player);
  f.step(60);  // settled
  f.game().set_play_mode(play ? PlayMode{Phase::play_on} : PlayMode{Phase::before_kick_off});
  f.place_ball({20, 0, 0.111});
  const Vec3 before = player.body().position();
  for (const char* form : {"(drive {0} {0} {0})", "(kick {0} {0})", "(pantilt {0} {0})", "(catch {0})", "(say {0})"}) {
    f.act(player, fmt::format(fmt::runtime(form), number));
    f.step(3);
    check_sound(player);
  }
  CHECK(length(player.body().position() - before) < 1e-6);
  f.act(player, fmt::format("(beam {0} {0} {0})", number));
  f.step(5);
  check_sound(player);
  const Vec3 after = player.body().position();
  if (play) CHECK(length(after - before) < 1e-6);
  CHECK(std::abs(after.x) <= 52);
  CHECK(std::abs(after.y) <= 34);
  CHECK(is_finite(f.ball().body().position()));
  const std::string percepts = f.sense(player);
  CHECK(percepts.substr(0, percepts.find("(hear")).find("nan") == std::string::npos);  // "nan" may well be said
}

TEST_CASE("random hostile acts in a crowd of players leave every state finite and within its limits") {
  SoccerFixture f(99);
  std::vector<AgentState*> players;
  for (int i = 0; i < 3; ++i) {
    players.push_back(&f.add_player(Side::left, 0, {-45.0 + 0.5 * i, 0, 0.22}));
    players.push_back(&f.add_player(Side::right, 0, {-45.0 + 0.5 * i, 0.6, 0.22}));
  }
  players.push_back(&f.add_agent({-44, 1, 0.22}));
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball({-44.8, 0.3, 0.111});
  const char* words[] = {"nan",  "inf",   "-1e308", "100", "-50",   "0.1", "x",    "(1)",      "(nan nan)",     "\"\"",
                         "\x80", "0x1p3", "1e-310", ";",   "(((((", ")",   "1e40", "(unum 3)", "(teamname foo)"};
  const char* effectors[] = {"drive", "kick", "beam", "catch", "say", "pantilt", "init", "create", "nothing"};
  auto& random = f.core.random.stream("test");
  for (int step = 0; step < 400; ++step) {
    for (const AgentState* player : players) {
      std::string act;
      for (int i = 0; i < 3; ++i) {
        act += fmt::format("({}", effectors[random.next() % std::size(effectors)]);
        for (auto n = random.next() % 5; n > 0; --n) act += fmt::format(" {}", words[random.next() % std::size(words)]);
        act += ')';
      }
      f.act(*player, act);
    }
    if (step % 100 == 50) f.game().set_play_mode(PlayMode{Phase::before_kick_off});
    if (step % 100 == 80) f.game().set_play_mode(PlayMode{Phase::play_on});
    f.step();
    for (const AgentState* player : players) check_sound(*player);
    REQUIRE(is_finite(f.ball().body().position()));
    REQUIRE(is_finite(f.ball().body().velocity()));
  }
  for (const AgentState* player : players) {
    const std::string percepts = f.sense(*player);
    CHECK(percepts.substr(0, percepts.find("(hear")).find("nan") == std::string::npos);  // "nan" may well be said
  }
}

TEST_CASE("ten thousand hostile messages of one agent give fewer than 15 log lines") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {-45, 0, 0.22});
  for (int i = 0; i < 10000; ++i)
    f.act(player, "(drive nan 0 0)(beam inf 0 0)(say)(fly)(create)(init (teamname \"a b\"))");
  CHECK(f.log_lines().size() < 15);
}
