// SPDX-License-Identifier: Apache-2.0
// What players say, shown to monitors (behaviour 8.4); off unless MonitorSay is true.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/soccer-plugin/monitor_fixture.h"

using namespace soccer;
using soccer::test::MonitorFixture;

namespace {

struct SayFixture : MonitorFixture {
  explicit SayFixture(bool shown = true) : MonitorFixture({{"MonitorSay", shown}}) { header(); }
  AgentState& add(Side side, int unum) {
    return add_player(side, unum, {side == Side::left ? -1.0 * unum : 1.0 * unum, 0, 0.22});
  }
  /// The player item of that side and number.
  std::string item(const std::string& line, int side, int unum) {
    const auto begin = line.find(fmt::format("(P (s {})(id {})", side, unum));
    const auto next = line.find("(P ", begin + 1);
    return line.substr(begin, std::min(next, line.find("(F ", begin)) - begin);
  }
};

}  // namespace

TEST_CASE("monitors see no messages by default") {
  SayFixture f(false);
  f.act(f.add(Side::left, 1), "(say hidden)");
  CHECK(f.frame().find("say") == std::string::npos);
}

TEST_CASE("with MonitorSay a message follows the speaker's position, in one frame only") {
  SayFixture f;
  AgentState& speaker = f.add(Side::left, 3);
  f.add(Side::right, 4);
  f.frame();
  f.step(15);
  f.act(speaker, "(say first)");
  f.act(speaker, "(say second)");
  f.step(15);
  const std::string line = f.frame();
  CHECK(f.item(line, 1, 3).find(")(say second))") != std::string::npos);
  CHECK(f.item(line, 1, 3).find("(pos ") < f.item(line, 1, 3).find("(say "));
  CHECK(line.find("(say", line.find("(say") + 1) == std::string::npos);
  f.step(15);
  CHECK(f.frame().find("say") == std::string::npos);
}

TEST_CASE("a message said in the step of a frame, but after it, is in the next frame") {
  SayFixture f;
  AgentState& speaker = f.add(Side::left, 3);
  f.step(15);
  f.frame();
  f.act(speaker, "(say late)");
  f.step(15);
  CHECK(f.frame().find("(say late)") != std::string::npos);
}

TEST_CASE("a refused message is not shown") {
  SayFixture f;
  f.act(f.add(Side::left, 3), "(say \"a b\")");
  CHECK(f.frame().find("say") == std::string::npos);
}

TEST_CASE("the message of the last player at the ball stands before (last)") {
  SayFixture f;
  AgentState& speaker = f.add(Side::left, 3);
  f.game().set_play_mode(PlayMode{Phase::play_on});
  f.place_ball(-2.7, 0);
  f.step();
  f.act(speaker, "(say mine)");
  CHECK(f.frame().find("(say mine)(last))") != std::string::npos);
}

TEST_CASE("lines stay below 4096 bytes: messages that do not fit are omitted, shorter ones after them stay") {
  SayFixture f;
  std::vector<AgentState*> players;
  for (int i = 1; i <= 11; ++i) {
    players.push_back(&f.add(Side::left, i));
    players.push_back(&f.add(Side::right, i));
  }
  f.frame();
  for (std::size_t i = 0; i + 1 < players.size(); ++i)
    f.act(*players[i], fmt::format("(say {})", std::string(480, static_cast<char>('a' + i))));
  f.act(*players.back(), "(say short)");
  f.header();  // the longest kind of line
  const std::string line = f.frame();
  CHECK(line.size() + 1 <= 4095);
  CHECK(line.size() + 1 + 486 > 4095);  // another one would not have fitted
  CHECK(line.find("(say " + std::string(480, 'a') + ")") != std::string::npos);
  CHECK(line.find("(say short)") != std::string::npos);
  CHECK(line.ends_with("))"));
  int depth = 0;
  for (const char c : line) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
  CHECK(depth == 0);
}

TEST_CASE("a line has at most 4095 bytes including its newline") {
  const std::size_t more = GENERATE(0U, 1U);
  SayFixture f;
  std::vector<AgentState*> players;
  for (int i = 1; i <= 11; ++i) players.push_back(&f.add(Side::left, i));
  f.header();
  const std::string bare = f.frame();
  constexpr std::size_t kMax = 4095, kAround = 6, kText = 400;
  std::size_t room = kMax - 1 - bare.size() + more;
  std::size_t speaker = 0;
  const auto say = [&](std::size_t bytes) {
    f.act(*players.at(speaker++), fmt::format("(say {})", std::string(bytes, 'x')));
    room -= bytes + kAround;
  };
  while (room > 2 * kText) say(kText);
  say(room / 2 - kAround);
  const std::size_t last = room - kAround;
  say(last);
  REQUIRE(room == 0);
  f.header();
  const std::string line = f.frame();
  CHECK(line.size() + 1 == (more == 0 ? kMax : kMax + more - last - kAround));
}
