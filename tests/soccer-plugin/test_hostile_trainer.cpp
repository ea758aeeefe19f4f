// SPDX-License-Identifier: Apache-2.0
// Hostile trainer commands: each is either void, with one line in the log and not a bit of the match changed, or has
// exactly the effect of a clean command (behaviour 9).
#include <catch2/catch.hpp>
#include <map>

#include "tests/soccer-plugin/monitor_fixture.h"
#include "tests/soccer-plugin/outcome.h"

using namespace soccer;
using namespace soccer::test;

namespace {

/// A match in play: number 7 of either team and an agent without team on the move, the ball kicked and in the air.
struct Play : MonitorFixture {
  Play() {
    AgentState& left = add_player(Side::left, 7, {-5, 0, 0.22});
    AgentState& right = add_player(Side::right, 7, {5, 0, 0.22});
    add_agent({3, 3, 0.22});
    header();
    game().set_play_mode(PlayMode{Phase::play_on});
    act(left, "(drive 30 20 0)(pantilt 10 1)");
    act(right, "(drive -30 20 0)");
    step(30);
    place_ball({1, 2, 3});
    ball().body().set_velocity({1, 2, 3});
    ball().body().set_angular_velocity({3, 2, 1});
    ball().kick(right.agent().id(), {5, 6, 7}, {0.1, 0.2, 0.3}, 10);
  }
};

Outcome run(const std::string& text) {
  Play f;
  Outcome outcome;
  outcome.log_lines = f.send(text);
  outcome.at_once = whole_state(f);
  outcome.frame = f.frame();
  f.step(20);
  outcome.later = whole_state(f);
  return outcome;
}

const Outcome& clean(const std::string& text) {
  static std::map<std::string, Outcome> known;
  const auto [it, fresh] = known.try_emplace(text);
  if (fresh) it->second = run(text);
  return it->second;
}

void check(const std::string& text, const std::string& as, std::size_t log_lines) {
  CAPTURE(text.substr(0, 80), text.size(), as);
  check_same(run(text), clean(as), log_lines);
}

/// Checks that commands, all sent in one match, have no effect: each at once, and all together 20 steps later.
void check_void(const std::vector<std::string>& texts) {
  const Outcome& expected = clean(kVoid);
  Play f;
  for (const std::string& text : texts) {
    CAPTURE(text.substr(0, 80), text.size());
    CHECK(f.send(text) == 1);
    CHECK(difference(whole_state(f), expected.at_once) == "");
  }
  CHECK(f.frame() == expected.frame);
  f.step(20);
  CHECK(difference(whole_state(f), expected.later) == "");
}

/// Texts that are no numbers for a trainer: a number is finite, decimal or hexadecimal, and the whole text.
const std::string kNoNumbers[] = {"nan",
                                  "-nan",
                                  "nan(123)",
                                  "inf",
                                  "-inf",
                                  "infinity",
                                  "1e999",
                                  "-1e999",
                                  "x",
                                  "7x",
                                  "\"\"",
                                  "\x01",
                                  "\x7f",
                                  "\xff\x80",
                                  "()",
                                  "(1)",
                                  "((1))",
                                  "-",
                                  "e5",
                                  "0x",
                                  "1e",
                                  "\"1 2\"",
                                  "1" + std::string(600, '0'),
                                  std::string(512, '9'),
                                  std::string(513, '9')};

std::string vector_of(const char* name, int place, const std::string& word) {
  std::string text = std::string("(") + name;
  for (int i = 0; i < 3; ++i) text += ' ' + (i == place ? word : std::to_string(i + 1));
  return text + ')';
}

}  // namespace

TEST_CASE("hostile trainer: a command with a word in place of a number has no effect (behaviour 9)") {
  std::vector<std::string> texts;
  for (const std::string& word : kNoNumbers) {
    for (const char* part : {"pos", "vel"})
      for (int place = 0; place < 3; ++place) {
        texts.push_back("(ball " + vector_of(part, place, word) + ")");
        texts.push_back("(agent (team Left)(unum 7)(battery 5)" + vector_of(part, place, word) + ")");
      }
    texts.push_back("(agent (team Left)(pos 1 2 3)(unum " + word + "))");
    for (const char* part : {"battery", "temperature"})
      texts.push_back(fmt::format("(agent (team Left)(unum 7)(pos 1 2 3)({} {}))", part, word));
  }
  check_void(texts);
}

TEST_CASE("hostile trainer: a command with a number out of range has no effect (behaviour 9)") {
  std::vector<std::string> texts;
  for (const char* word : {"1e308", "-1e308", "1e39", "-1e39", "0x1p1023", "1000.1", "-1000.1"})
    for (const char* part : {"pos", "vel"})
      for (int place = 0; place < 3; ++place) {
        texts.push_back("(ball " + vector_of(part, place, word) + ")");
        texts.push_back("(agent (team Right)(unum 7)" + vector_of(part, place, word) + ")");
      }
  for (const char* battery : {"-0.1", "100.1", "1e308", "-1e39", "0x1p1023"})
    texts.push_back(fmt::format("(agent (team Right)(unum 7)(vel 1 2 3)(battery {}))", battery));
  for (const char* unum : {"-1", "12", "0", "8", "7.5", "4294967303", "18446744073709551623", "1e308", "0x1p1023"})
    texts.push_back(fmt::format("(agent (team Right)(unum {})(pos 1 2 3))", unum));
  check_void(texts);
}

TEST_CASE("hostile trainer: malformed commands have no effect, or that of a clean command") {
  const std::string long_atom(64 * 1024, 'x');
  const std::string deep = std::string(40, '(') + std::string(40, ')');
  std::string atoms;
  for (int i = 0; i < 1000; ++i) atoms += " nan";
  const std::string commands[] = {"kickOff", "playMode", "agent", "ball", "dropBall", "getAck"};
  for (const std::string& name : commands) {
    check('(' + name + ' ' + long_atom + ')', kVoid, 1);
    check('(' + name + ' ' + deep + ')', kVoid, 1);
    check('(' + name, kVoid, 1);
    check(")(" + name + ')', kVoid, 1);
    check('(' + name + "x)", kVoid, 1);
    check("(\x01" + name + ')', kVoid, 1);
    check('(' + name + "\xff)", kVoid, 1);
    check('(' + name + std::string(" \0)", 3), kVoid, 1);
    check("; (" + name + ')', kVoid, 0);
    check('"' + ('(' + name + ")\""), kVoid, 0);
  }
  struct Row {
    std::string text;
    std::string as;
    std::size_t log_lines;
  };
  const Row rows[] = {
      {"(kickOff \"\")", kVoid, 1},
      {"(kickOff nan)", kVoid, 1},
      {"(kickOff 1)", kVoid, 1},
      {"(kickOff LEFT)", kVoid, 1},
      {"(kickOff ())", kVoid, 1},
      {"(kickOff (Left))", kVoid, 1},
      {"(kickOff \xff)", kVoid, 1},
      {"(kickOff Left\x01)", "(kickOff Left)", 0},  // a separate atom
      {"(kickOff Left" + atoms + ")", "(kickOff Left)", 0},
      {"(kickOff)", "(kickOff None)", 0},
      {"(playMode)", kVoid, 1},
      {"(playMode \"\")", kVoid, 1},
      {"(playMode nan)", kVoid, 1},
      {"(playMode 12)", kVoid, 1},
      {"(playMode -1)", kVoid, 1},
      {"(playMode gameover)", kVoid, 1},
      {"(playMode unknown)", kVoid, 1},
      {"(playMode ())", kVoid, 1},
      {"(playMode (GameOver))", kVoid, 1},
      {"(playMode " + std::string(513, 'x') + ")", kVoid, 1},
      {"(playMode offside_left" + atoms + ")", "(playMode offside_left)", 0},
      {"(agent)", kVoid, 1},
      {"(agent" + atoms + ")", kVoid, 1},
      {"(agent (team Left))", kVoid, 1},
      {"(agent (unum 7)(pos 1 2 3))", kVoid, 1},
      {"(agent (team)(unum 7)(pos 1 2 3))", kVoid, 1},
      {"(agent (team \"\")(unum 7)(pos 1 2 3))", kVoid, 1},
      {"(agent (team nan)(unum 7)(pos 1 2 3))", kVoid, 1},
      {"(agent (team (Left))(unum 7)(pos 1 2 3))", kVoid, 1},
      {"(agent (team \xff)(unum 7)(pos 1 2 3))", kVoid, 1},
      {"(agent (team Left)(unum 7)(pos))", kVoid, 1},
      {"(agent (team Left)(unum 7)(pos 1 2))", kVoid, 1},
      {"(agent (team Left)(unum 7)(vel))", kVoid, 1},
      {"(agent (team Left)(unum 7)(vel 1)(pos 1 2 3))", kVoid, 1},
      {"(agent (team Left)(unum 7)(pos 1 2 3)(battery))", kVoid, 1},
      {"(agent (team Left)(unum 7)" + atoms + ")", kVoid, 0},
      {"(agent (team Left)(unum 7)(pos 1 2 3)" + atoms + ")", "(agent (team Left)(unum 7)(pos 1 2 3))", 0},
      {"(agent (team None)(unum 0)(pos 0x10 2 3))", "(agent (team None)(unum 0)(pos 16 2 3))", 0},
      {"(agent (team Left)(unum 7)(pos 1000 0 0))", "(agent (team Left)(unum 7)(pos 1e3 0 0))", 0},
      {"(ball (pos))", kVoid, 1},
      {"(ball (pos)(vel 1 2 3))", kVoid, 1},
      {"(ball (pos 1 2)(vel 1 2 3))", kVoid, 1},
      {"(ball (pos 1 2 3)(vel ,,,))", kVoid, 1},
      {"(ball (pos 1 2 3 4))", kVoid, 1},
      {"(ball (pos" + atoms + "))", kVoid, 1},
      {"(ball" + atoms + ")", kVoid, 0},
      {"(ball" + atoms + "(pos 4 5 6))", "(ball (pos 4 5 6))", 0},
      {"(ball ()(pos 4 5 6))", "(ball (pos 4 5 6))", 0},
      {"(ball (position 1 2 3)(pos 4 5 6))", "(ball (pos 4 5 6))", 1},
      {"(dropBall" + atoms + ")", "(dropBall)", 0},
      {"(dropBall ())", "(dropBall)", 0},
      {"(dropBall (now))", "(dropBall)", 1},
      {"(getAck" + atoms + ")", "(getAck x)", 0},
      {"(getAck \x01\xff)", "(getAck x)", 0},
      {"(getAck)", "(getAck x)", 0},
      {"(dropBall))(getAck x)", "(dropBall)", 1},
      {"(dropBall)(getAck x", "(dropBall)", 1},
      {std::string("(dropBall)\0(getAck x)", 21), "(dropBall)", 0},
      {"W(dropBall)", "(dropBall)", 0},
  };
  for (const Row& row : rows) check(row.text, row.as, row.log_lines);
}

TEST_CASE("trainer: the spellings of the manuals and of known clients have the same effect (behaviour 9, 13)") {
  struct Row {
    const char* text;
    const char* as;
  };
  const Row rows[] = {
      {"(kickOff)", "(kickOff None)"},
      {"(kickOff N)", "(kickOff None)"},
      {"(kickOff L)", "(kickOff Left)"},
      {"(kickOff R)", "(kickOff Right)"},
      {"((kickOff Left))", "(kickOff Left)"},
      {"((kickOff)(getAck kicked_off))", "(kickOff None)(getAck x)"},
      {"((kickOff)(getAck x))", "(kickOff None)(getAck x)"},
      {"(kickOff None)(getAck x)", "(kickOff None)(getAck x)"},
      {"(agent(team L)(unum 7)(pos -52.0 0.0 0.3)(vel 0.0 0.0 0.0))",
       "(agent (team Left)(unum 7)(pos -52 0 0.3)(vel 0 0 0))"},
      {"(agent (team R)(unum 7)(vel 0.0 0.0 0.0)(pos -52.0 0.0 0.3))",
       "(agent (team Right)(unum 7)(pos -52 0 0.3)(vel 0 0 0))"},
      {"(agent (team Left)(unum 7)(pos -52.1,1,1.9)(vel -1 0.0 1.0))",
       "(agent (team Left)(unum 7)(pos -52.1 1 1.9)(vel -1 0 1))"},
      {"(agent (unum 0) (team N) (battery 50.0) (pos 10, 20, 1))",
       "(agent (team None)(unum 0)(pos 10 20 1)(battery 50))"},
      {"(agent (team Right)(unum 7)(temperature 30)(battery 20))", "(agent (team Right)(unum 7)(battery 20))"},
      {"(ball (pos 49 20 1) (vel 6.0 0.0 0.1))", "(ball (pos 49 20 1)(vel 6 0 0.1))"},
      {"(ball (pos 10,20,1))", "(ball (pos 10 20 1))"},
      {"(ball (pos 10, 20, 1))", "(ball (pos 10 20 1))"},
      {"(ball(vel 6,0,.1)(pos 10 ,20 ,1))", "(ball (pos 10 20 1)(vel 6 0 0.1))"},
      {"(dropBall)\r\n", "(dropBall)"},
      {"(getAck (x))", "(getAck x)"},
      {"(playMode PlayOn)", ""},  // it is the mode already
  };
  for (const Row& row : rows) check(row.text, row.as, std::string_view(row.text) == "(getAck (x))" ? 1 : 0);
}

TEST_CASE("hostile trainer: the clean commands of the table have an effect") {
  for (const char* text :
       {"(kickOff Left)", "(kickOff None)", "(playMode offside_left)", "(agent (team Left)(unum 7)(pos 1 2 3))",
        "(agent (team None)(unum 0)(pos 16 2 3))", "(ball (pos 4 5 6))", "(dropBall)", "(ball (pos 0 0 -1000))",
        "(ball (vel 0 1000 0))", "(agent (team Right)(unum 7)(vel 600 -800 0))",
        "(agent (team Right)(unum 7)(battery 0))", "(agent (team None)(unum 0)(battery 99.9))"}) {
    CAPTURE(text);
    CHECK(clean(text).log_lines == 0);
    CHECK(clean(text).at_once != clean(kVoid).at_once);
    CHECK(is_sound(clean(text).later));
  }
  CHECK(clean("(getAck x)").frame != clean(kVoid).frame);
}
