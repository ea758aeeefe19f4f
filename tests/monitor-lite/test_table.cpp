// SPDX-License-Identifier: Apache-2.0
// The table that rcssmonitor3D-lite makes of a match.
#include <algorithm>
#include <catch2/catch.hpp>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/match_table.h"
#include "tests/monitor-lite/client/playing.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

Game given_field() {
  LineReader reader;
  reader.read(kInit);
  return reader.game();
}

}  // namespace

TEST_CASE("the table shows score, possession, distances and touches") {
  const Game game = given_field();
  MatchTable table;
  // Ten seconds: foo's 4 walks 1 m/s with the ball in the right half, then bar's 9 has it in the left half for five.
  for (int i = 0; i <= 100; ++i)
    table.add(game, playing(i * 0.1, {-5 + i * 0.1, 0, 0.22}, {3, 3, 0.22}, {5, 0, 0.111}));
  for (int i = 101; i <= 150; ++i) {
    Snapshot now = playing(i * 0.1, {5, 0, 0.22}, {3, 3, 0.22}, {-5, 0, 0.111});
    std::swap(now.players[0].last_toucher, now.players[1].last_toucher);
    if (i == 120) now.players[1].position = {-15, 3, 1};  // thrown there by the referee
    if (i > 120) now.players[1].position = {-15, 3, 0.22};
    if (i == 150) now.score_right = 1;
    table.add(game, now);
  }
  const auto lines = table.lines();
  const auto line_with = [&](const std::string& part) {
    const auto found =
        std::find_if(lines.begin(), lines.end(), [&](const std::string& line) { return line.find(part) != line.npos; });
    return found == lines.end() ? "no line with " + part : *found;
  };
  CHECK(lines[0] == "foo 0 : 1 bar   15.0 s of game, 15.0 s of it play on, 40 x 20 m");
  CHECK(lines[1] == "    15.00 s  goal for bar by 9, 0 : 1");
  CHECK_THAT(line_with("possession"), Catch::EndsWith("67 %           33 %"));
  CHECK_THAT(line_with("ball in own half"), Catch::EndsWith("33 %           67 %"));
  CHECK_THAT(line_with("foo                 4"), Catch::Contains(" 1      10.0      1.00"));
  CHECK_THAT(line_with("bar                 9"), Catch::Contains(" 1       0.0      0.00"));
}

TEST_CASE("the table of an empty match shows a score of 0 : 0") {
  CHECK(MatchTable().lines()[0].find("left 0 : 0 right") == 0);
}

TEST_CASE("the table of a world without a game shows distance, top speed and last place of each body") {
  Game game;
  game.has_bodies = true;
  MatchTable table;
  for (int i = 0; i <= 10; ++i) {
    Snapshot now;
    now.time = 0.1 * i;
    if (i < 5) now.bodies.push_back({"lost", {0, 0, 0.5}, {1, 0, 0, 0}});
    now.bodies.push_back({"a cart", {i < 10 ? 0.3 * i : 4.7, 0.0, 0.25}, {1, 0, 0, 0}});
    if (i != 5) now.bodies.push_back({"flickers\n", {1.0 * i, 0, 0}, {1, 0, 0, 0}});
    table.add(game, now);
  }
  const std::vector<std::string> lines = table.lines();
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] == "3 bodies in 1 s");
  CHECK(lines[2] == "body        dist. m   top m/s    last x    last y    last z");
  CHECK(lines[3] == "lost           0.00      0.00      0.00      0.00      0.50  gone");
  CHECK(lines[4] == "a cart         4.70     20.00      4.70      0.00      0.25");
  CHECK(lines[5] == "flickers?      8.00     10.00     10.00      0.00      0.00");
}
