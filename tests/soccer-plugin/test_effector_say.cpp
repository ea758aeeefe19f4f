// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "soccer-plugin/effectors/say_effector.h"
#include "tests/soccer-plugin/soccer_fixture.h"

using namespace soccer;
using namespace soccer::test;
using spark::Vec3;

namespace {
/// What waits in the three ears, `-` for nothing: own, team mate's, opponent's.
std::string ears(const AgentState& player) {
  const auto show = [](const HeardMessage& message) { return message.due ? message.text : std::string("-"); };
  return show(player.own_message) + ' ' + show(player.team_mates.message) + ' ' + show(player.opponents.message);
}
}  // namespace

TEST_CASE("say: speaker, team mates and opponents get the message at once (behaviour 4.5)") {
  SoccerFixture f;
  AgentState& speaker = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& mate = f.add_player(Side::left, 2, {-10, 0, 0.22});
  AgentState& rival = f.add_player(Side::right, 1, {10, 0, 0.22});
  f.act(speaker, "(say hello)");
  CHECK(ears(speaker) == "hello - -");
  CHECK(ears(mate) == "- hello -");
  CHECK(ears(rival) == "- - hello");
}

TEST_CASE("say: a message reaches listeners strictly closer than 50 m, in three dimensions") {
  struct Case {
    Vec3 listener;
    bool hears;
  };
  const auto [listener, hears] =
      GENERATE(Case{{49.99, 0, 0.22}, true}, Case{{50, 0, 0.22}, false}, Case{{30, 40, 0.22}, false},
               Case{{30, 39.9, 0.22}, true}, Case{{30, 39.9, 5.22}, false});
  CAPTURE(listener.x, listener.y, listener.z);
  SoccerFixture f;
  AgentState& speaker = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& rival = f.add_player(Side::right, 1, {10, 0, 0.22});
  f.place(rival, listener);
  f.act(speaker, "(say x)");
  CHECK(rival.opponents.message.due == hears);
  CHECK(rival.opponents.spent == (hears ? 2 : 0));
}

TEST_CASE("say: an ear keeps the first message and takes no second one") {
  SoccerFixture f;
  AgentState& first = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& second = f.add_player(Side::left, 2, {5, 0, 0.22});
  AgentState& listener = f.add_player(Side::left, 3, {-10, 0, 0.22});
  f.act(first, "(say a)");
  f.act(second, "(say b)");
  CHECK(ears(listener) == "- a -");
  CHECK(ears(first) == "a b -");
  CHECK(ears(second) == "b a -");
  CHECK(listener.team_mates.spent == 2);
}

TEST_CASE("say: of several own messages the speaker hears the last") {
  SoccerFixture f;
  AgentState& speaker = f.add_player(Side::left, 1, {0, 0, 0.22});
  f.act(speaker, "(say a)(say b)(say c)");
  CHECK(ears(speaker) == "c - -");
}

TEST_CASE("say: the direction to the speaker is in the listener's own frame") {
  struct Case {
    Side side;
    Vec3 listener;
    Vec3 speaker;
    double direction;
  };
  const auto [side, listener, speaker, direction] =
      GENERATE(Case{Side::left, {0, 0, 0.22}, {-10, 10, 0.22}, 135},
               Case{Side::right, {0, 0, 0.22}, {-10, 10, 0.22}, -45}, Case{Side::left, {5, 5, 0.22}, {15, 5, 0.22}, 0},
               Case{Side::right, {5, 5, 0.22}, {-5, 5, 0.22}, 0}, Case{Side::left, {5, 5, 0.22}, {-5, 5, 0.22}, 180},
               Case{Side::right, {5, 5, 0.22}, {15, 5, 0.22}, 180}, Case{Side::left, {0, 0, 0.22}, {0, 7, 3}, 90},
               Case{Side::right, {0, 0, 0.22}, {0, 7, 0.22}, -90}, Case{Side::left, {0, 0, 0.22}, {0, 0, 3}, 0});
  CAPTURE(side, listener.x, speaker.x, direction);
  SoccerFixture f;
  AgentState& talker = f.add_player(Side::left, 1, {-20, 20, 0.22});
  AgentState& hearer = f.add_player(side, 2, {20, 20, 0.22});
  f.place(talker, speaker);
  f.place(hearer, listener);
  f.act(talker, "(say x)");
  const HearSlot& ear = side == Side::left ? hearer.team_mates : hearer.opponents;
  REQUIRE(ear.message.due);
  CHECK(ear.message.direction == Approx(direction).margin(1e-12));
}

TEST_CASE("say: agents without a team neither speak nor hear") {
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  AgentState& agent = f.add_agent({5, 0, 0.22});
  f.act(agent, "(say a)");
  CHECK(ears(agent) == "- - -");
  CHECK(ears(player) == "- - -");
  f.act(player, "(say b)");
  CHECK(ears(agent) == "- - -");
}

TEST_CASE("say: a plain atom of up to 512 characters is accepted as a message") {
  struct Case {
    std::string action;
    std::string heard;
  };
  const std::string longest(512, 'x');
  const auto test = GENERATE_COPY(Case{"(say a b)", "a"}, Case{"(say \"a\")", "a"}, Case{"(say 'a)", "a"},
                                  Case{"(say a;b)", "a;b"}, Case{"(say a\\b)", "a\\b"},
                                  Case{"(say !#$%&*+,-./09:<=>?@AZ[]^_`az{|}~)", "!#$%&*+,-./09:<=>?@AZ[]^_`az{|}~"},
                                  Case{"(say 12.5)", "12.5"}, Case{"(say " + longest + ")", longest});
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  f.act(player, test.action);
  CHECK(player.own_message.due);
  CHECK(player.own_message.text == test.heard);
  CHECK(f.log_lines().empty());
}

TEST_CASE("say: a message that is missing, too long or not a plain atom is refused") {
  const std::string action = GENERATE(
      std::string("(say)"), "(say (a))", "(say \"a b\")", "(say \"a(b\")", "(say a\\)b)", "(say '(a b))", "(say \"\")",
      "(say \"a\tb\")", "(say \"a\nb\")", "(say \x01)", "(say \"a\x7f\")", "(say gr\xc3\xbc\xc3\x9f)", "(say a\\\"b)",
      "(say a\\'b)", "(say \";a\")", "(say a\\\\)", "(say " + std::string(513, 'x') + ")");
  CAPTURE(action);
  SoccerFixture f;
  AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  f.act(player, action);
  CHECK_FALSE(player.own_message.due);
  CHECK(f.log_lines().size() == 1);
}

TEST_CASE("say: the effector tells gateways how long a message may be") {
  SoccerFixture f;
  const AgentState& player = f.add_player(Side::left, 1, {0, 0, 0.22});
  const spark::Effector* say = spark::agent_of(player)->effector("say");
  REQUIRE(say);
  CHECK(say->longest_text(0) == 512);
  CHECK(spark::agent_of(player)->effector("shout") == nullptr);
}

TEST_CASE("say: every message that is accepted is read back unchanged") {
  spark::sexp::Reader reader;
  int taken = 0;
  for (int first = 0; first < 256; ++first)
    for (int last = 0; last < 256; ++last) {
      const std::string text{static_cast<char>(first), 'x', static_cast<char>(last)};
      if (!is_message(text)) continue;
      ++taken;
      const std::string percept = "(hear 1 self " + text + ")(next)";
      REQUIRE(reader.read(percept));
      REQUIRE(reader.size() == 2);
      REQUIRE(reader[0].size() == 4);
      REQUIRE(reader[0][3].text() == text);
    }
  CHECK(taken == 89 * 89);
}
