// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "monitor-lite/web/page_frame.h"
#include "monitor-lite/web/world_look.h"

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

TEST_CASE("a frame is sent as the octets that web.md documents") {
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

TEST_CASE("a score above 255 is sent at the end of the frame, where earlier pages ignore it") {
  Snapshot now = some_snapshot();
  now.score_left = 301;
  now.score_right = 0;
  PageFrame frame = page_frame(now, 0.002);
  CHECK(frame.score_left == 301);
  const std::string octets = octets_of(frame, 0, 0);
  REQUIRE(octets.size() == 18 + 2 * 8 + 4 + 8);
  CHECK(numbers(octets.substr(4, 2)) == std::vector<int>{255, 0});
  CHECK(numbers(octets.substr(38)) == std::vector<int>{0x2d, 1, 0, 0, 0, 0, 0, 0});
  now.score_left = 255;
  CHECK(octets_of(page_frame(now, 0.002), 0, 0).size() == 18 + 2 * 8 + 4);
}

TEST_CASE("a frame of twenty-two players has less than 400 octets") {
  Snapshot now;
  for (int i = 0; i < 22; ++i)
    now.players.push_back({i < 11 ? Side::left : Side::right, i % 11 + 1, true, {1.0 * i, 0, 0}, false, {}});
  CHECK(octets_of(page_frame(now, 0.002), 0, 0).size() == 18 + 22 * 8 + 4);
}

TEST_CASE("players without body, side or number are left out, and repeated players, too") {
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

TEST_CASE("numbers out of range are limited") {
  Snapshot now;
  now.time = 1e300;
  now.half = -3;
  now.score_left = 1'000'000;
  now.ball = {1e300, -1e300, 0};
  const PageFrame frame = page_frame(now, 0.002);
  CHECK(frame.time == 100'000'000'000);
  CHECK(frame.half == 0);
  CHECK(frame.score_left == 1'000'000);
  now.score_left = -1;
  CHECK(page_frame(now, 0.002).score_left == 0);
  CHECK(frame.ball == PageFrame::Place{32767, -32768, 0});
}

TEST_CASE("the unit is 2 mm, and larger for large fields") {
  Game game;
  CHECK(unit_of(game) == 0.002);
  game.field_length = 110;
  CHECK(unit_of(game) == 0.002);
  game.field_length = 1000;
  CHECK(unit_of(game) * 32767 == Approx(500 + 5 + 2 + 3));
}

TEST_CASE("a frame of a world without a game is sent as the octets that web.md documents") {
  Snapshot now;
  now.time = 1.5;
  now.bodies = {{"late", {0.5, -0.25, 1e6}, {-0.5, 0.5, 0.5, -0.5}, {}, {}},
                {"early", {-1, 0, 0.001}, {1, 0, 0, 0}, {}, {}},
                {"early", {9, 9, 9}, {1, 0, 0, 0}, {}, {}},
                {"unknown", {0, 0, 0}, {1, 0, 0, 0}, {}, {}}};
  Snapshot before;
  before.bodies = {{"early", {}, {1, 0, 0, 0}, {}, {}}, {"late", {}, {1, 0, 0, 0}, {}, {}}};
  WorldLook look;
  CHECK(look.see(before));
  CHECK_FALSE(look.see(before));
  Game game;
  game.has_bodies = true;
  const double unit = unit_of(game);
  CHECK(unit == 0.0005);
  PageFrame frame = page_frame(now, unit, look);
  REQUIRE(frame.bodies.size() ==
          2);  // by number; one named twice is where it is first; one that is not known is left out
  CHECK(frame.bodies[0] == PageFrame::Pose{0, {-2000, 0, 2}, {32767, 0, 0, 0}});
  CHECK(frame.bodies[1] == PageFrame::Pose{1, {1000, -500, 2'000'000'000}, {16384, -16384, -16384, 16384}});
  frame.number = 258;
  CHECK(numbers(octets_of(frame, 7, kGone)) ==
        std::vector<int>{2,    7,    2,    0,    0,    0,    0xc0, 0x3f, 2,    1,    0, 0,    2,    0,    0, 0,  // head
                         0,    0,    0x30, 0xf8, 0xff, 0xff, 0,    0,    0,    0,    2, 0,    0,    0,     // places
                         0xff, 0x7f, 0,    0,    0,    0,    0,    0,                                      // turn
                         1,    0,    0xe8, 3,    0,    0,    0x0c, 0xfe, 0xff, 0xff, 0, 0x94, 0x35, 0x77,  //
                         0,    0x40, 0,    0xc0, 0,    0xc0, 0,    0x40});
}

TEST_CASE("the look of a world gives bodies by number, with their shapes, scenery and joints") {
  Snapshot now;
  now.bodies = {{"cart/hull", {}, {1, 0, 0, 0}, {}, {}}, {"cart/<b>", {}, {1, 0, 0, 0}, {}, {}}};
  WorldLook look;
  CHECK(look.see(now));
  CHECK(look.json() == nlohmann::ordered_json::parse(
                           R"({"bodies":[{"name":"cart/hull"},{"name":"cart/<b>"}],"scenery":[],"joints":[]})"));
  auto shapes = std::make_shared<BodyShapes>();
  (*shapes)["cart/hull"] = {{BodyShape::Kind::box, {1, 2, 0.1234567}, {0, 0, 0.5}, {1, 0, 0, 0}, {{0.5, 0.25, 1}}}};
  now.shapes = shapes;
  now.scenery =
      std::make_shared<std::vector<BodyShape>>(1, BodyShape{BodyShape::Kind::plane, {}, {}, {1, 0, 0, 0}, {}});
  now.joints =
      std::make_shared<std::vector<BodyJoint>>(1, BodyJoint{"hinge", "cart/<b>", "gone", {0, 1, 0}, {{0, 1, 0}}});
  CHECK(look.see(now));
  CHECK_FALSE(look.see(now));
  const auto json = look.json();
  CHECK(
      json["bodies"][0]["shapes"] ==
      nlohmann::ordered_json::parse(
          R"([{"kind":"box","size":[1.0,2.0,0.12346],"place":[0.0,0.0,0.5],"turn":[1.0,0.0,0.0,0.0],"colour":[0.5,0.25,1.0]}])"));
  CHECK_FALSE(json["bodies"][1].contains("shapes"));
  CHECK(json["scenery"][0]["kind"] == "plane");
  CHECK(json["joints"] ==
        nlohmann::ordered_json::parse(
            R"([{"kind":"hinge","first":1,"second":-1,"anchor":[0.0,1.0,0.0],"axes":[[0.0,1.0,0.0]]}])"));
  // A body that has left keeps its number.
  now.bodies = {{"new", {}, {1, 0, 0, 0}, {}, {}}};
  CHECK(look.see(now));
  CHECK(look.number_of("cart/<b>") == 1);
  CHECK(look.number_of("new") == 2);
}
