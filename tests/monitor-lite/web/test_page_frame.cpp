// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "monitor-lite/web/page_frame.h"

using namespace monitor;

namespace {

Snapshot some_snapshot() {
  Snapshot now;
  now.time = 1.5;
  now.half = 2;
  now.score_left = 3;
  now.score_right = 4;
  now.play_mode = 5;
  now.ball = {1.0, -2.0, 0.111};
  now.players = {{Side::right, 11, true, {-0.5, 0.25, 0.22}, true, {}},
                 {Side::left, 2, true, {65, -70, 0.22}, false, {}}};
  return now;
}

std::vector<int> numbers(const std::string& octets) {
  std::vector<int> all;
  for (const char octet : octets) all.push_back(static_cast<unsigned char>(octet));
  return all;
}

}  // namespace

TEST_CASE("a frame is sent as the octets that web.md has") {
  PageFrame frame = page_frame(some_snapshot(), 0.002);
  frame.number = 258;
  const std::string octets = octets_of(frame, 7, kPaused | kOver);
  CHECK(
      numbers(octets) ==
      std::vector<int>{1,    7,    5,    2,    3,    4,    5,   2,  // kind, match, mode, half, score, flags, players
                       0,    0,    0xc0, 0x3f,                      // 1.5
                       0xf4, 0x01, 0x18, 0xfc, 56,   0,             // 500, -1000, 56 (0.112 m)
                       2,    0,    0xf4, 0x7e, 0x00, 0x80, 110, 0,  // left 2 at 32500, -32768 (as far as it goes), 110
                       0x8b, 1,    0x06, 0xff, 125,  0,    110, 0,  // right 11, who touched the ball last
                       2,    1,    0,    0});                       // 258
}

TEST_CASE("twenty-two players are told in less than 400 octets") {
  Snapshot now;
  for (int i = 0; i < 22; ++i)
    now.players.push_back({i < 11 ? Side::left : Side::right, i % 11 + 1, true, {1.0 * i, 0, 0}, false, {}});
  CHECK(octets_of(page_frame(now, 0.002), 0, 0).size() == 18 + 22 * 8 + 4);
}

TEST_CASE("whoever has no body, no side or no number is not told, and nobody twice") {
  Snapshot now = some_snapshot();
  now.players.push_back({Side::left, 3, false, {}, false, {}});
  now.players.push_back({Side::none, 4, true, {}, false, {}});
  now.players.push_back({Side::left, 0, true, {}, false, {}});
  now.players.push_back({Side::left, 128, true, {}, false, {}});
  now.players.push_back({Side::left, 2, true, {9, 9, 9}, false, {}});
  const PageFrame frame = page_frame(now, 0.002);
  REQUIRE(frame.players.size() == 2);
  CHECK(frame.players[0].number == 2);
  CHECK(frame.players[0].place[0] == 32500);
  CHECK(frame.players[1].number == 11);
}

TEST_CASE("numbers that are none of a game are bounded") {
  Snapshot now;
  now.time = 1e300;
  now.half = -3;
  now.score_left = 1'000'000;
  now.ball = {1e300, -1e300, 0};
  const PageFrame frame = page_frame(now, 0.002);
  CHECK(frame.time == 100'000'000'000);
  CHECK(frame.half == 0);
  CHECK(frame.score_left == 255);
  CHECK(frame.ball == PageFrame::Place{32767, -32768, 0});
}

TEST_CASE("the unit is 2 mm, and as much more as a large field needs") {
  Game game;
  CHECK(unit_of(game) == 0.002);
  game.field_length = 110;
  CHECK(unit_of(game) == 0.002);
  game.field_length = 1000;
  CHECK(unit_of(game) * 32767 == Approx(500 + 5 + 2 + 3));
}
