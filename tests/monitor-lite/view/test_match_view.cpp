// SPDX-License-Identifier: Apache-2.0
// The contents of pictures of a match, from every camera and in any size.
#include <catch2/catch.hpp>

#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

TEST_CASE("cameras of the whole field show players and ball at their places and in their colours") {
  const char* name = GENERATE("side", "top");
  CAPTURE(name);
  Studio studio;
  const Snapshot now = kick_off();
  studio.draw(now, name);
  CHECK(studio.count_near(now.players[0].position, 6, is_blue) > 25);
  CHECK(studio.count_near(now.players[0].position, 6, is_orange) == 0);
  CHECK(studio.count_near(now.players[1].position, 6, is_orange) > 25);
  CHECK(studio.count_near(now.ball, 5, is_white) > 8);
  // The goals are in the colours of their teams, the grass between them is not.
  CHECK(studio.count_near({-53, -2.5, 0}, 3, is_green) == 0);
  for (const Point& grass : {Point{-35, -20, 0}, {-35, 0, 0}, {35, 3, 0}})
    CHECK(studio.count_near(grass, 6, is_green) > 100);
  // Corners of the field and the halfway line.
  for (const Point& corner : {Point{-52, -34, 0}, {52, -34, 0}, {-52, 34, 0}, {52, 34, 0}, {0, 20, 0}})
    CHECK(studio.count_near(corner, 4, is_white) >= 3);
}

TEST_CASE("the other cameras show the ball, and the goal behind which they stand") {
  Studio studio;
  Snapshot now = kick_off();
  studio.draw(now, "ball");
  CHECK(studio.count(600, 320, 680, 400, is_white) > 30);
  for (const auto& [name, x] : {std::pair("left", -1.0), std::pair("right", 1.0)}) {
    CAPTURE(name);
    now.players = {{Side::left, 1, true, {x * 51, 0, 0.22}, false, ""}};
    studio.draw(now, name);
    const auto [column, row] = studio.place({x * 52, 0, 0.8});
    CHECK(column == Approx(640).margin(60));
    CHECK(row > 360);
    CHECK(studio.count_near({x * 51, 0, 0.22}, 14, is_blue) > 40);
  }
}

TEST_CASE("the score board has team colours and text, and changes with the score") {
  Studio studio;
  Snapshot now = kick_off();
  studio.draw(now, "side");
  const auto board = [&](auto wanted) { return studio.count(440, 10, 840, 90, wanted); };
  CHECK(board(is_blue) > 150);
  CHECK(board(is_orange) > 150);
  CHECK(board(is_white) > 2000);  // the panel of the score, and letters
  if (!studio.font.found()) return;
  const Picture before = studio.picture;
  studio.draw(now, "side");
  CHECK(studio.picture.pixels == before.pixels);  // the same picture each time
  now.score_right = 3;
  studio.draw(now, "side");
  CHECK(studio.picture.pixels != before.pixels);
}

TEST_CASE("teams that have changed sides keep their colours on the field") {
  Studio studio;
  Snapshot now = kick_off();
  now.sides_changed = true;
  studio.draw(now, "side");
  CHECK(studio.count_near(now.players[0].position, 6, is_orange) > 25);
  CHECK(studio.count_near(now.players[1].position, 6, is_blue) > 25);
  now.sides_changed = false;
  studio.draw(now, "side");
  CHECK(studio.count_near(now.players[0].position, 6, is_blue) > 25);
}

TEST_CASE("a shoot-out shows a full box for each goal, on the side of its team") {
  Studio studio;
  Snapshot now = kick_off();
  const auto is_full = [](const Pixel& pixel) { return pixel.green > 180 && pixel.red < 120 && pixel.blue < 130; };
  const auto boxes = [&](int left, int right) { return studio.count(left, 90, right, 125, is_full); };
  studio.draw(now, "side");
  CHECK(boxes(400, 880) == 0);
  now.attempts = {{Side::left, 7, true, 700}, {Side::right, 9, false, 710}, {Side::left, 8, true, 720}};
  now.shoot_out_left = 2;
  studio.draw(now, "side");
  CHECK(boxes(400, 640) > 200);
  CHECK(boxes(640, 880) == 0);
  now.attempts[1].scored = true;
  studio.draw(now, "side");
  CHECK(boxes(640, 880) > 100);
}

TEST_CASE("a flying ball has a shadow, the last toucher a ring, and a speaker a speech bubble") {
  Studio studio;
  Snapshot now = kick_off();
  now.players[0].last_toucher = true;
  now.ball.z = 6;
  studio.draw(now, "side");
  CHECK(studio.count_near(now.ball, 5, is_white) > 8);
  CHECK(studio.count_near({5, 3, 0}, 12, is_white) > 10);
  CHECK(studio.count_near(now.players[0].position, 14, is_white) > 15);
  const int before = studio.count_near({-20, 10, 2}, 60, is_white);
  now.players[0].said = "pass_to_9";
  studio.draw(now, "side");
  CHECK(studio.count_near({-20, 10, 2}, 60, is_white) > before + 400);
}

TEST_CASE("large, small, wide and tall pictures show the whole field") {
  for (const auto& [width, height] : {std::pair(3840, 2160), {320, 240}, {1600, 400}, {400, 900}}) {
    CAPTURE(width, height);
    Studio studio(width, height);
    const Snapshot now = kick_off();
    studio.draw(now, "side");
    CHECK(studio.picture.pixels.size() == static_cast<std::size_t>(width * height * 3));
    for (const Point& corner : {Point{-52, -34, 0}, {52, 34, 0}}) {
      const auto [x, y] = studio.place(corner);
      CHECK((x >= 0 && x < width && y >= 0 && y < height));
    }
    CHECK(studio.count_near(now.players[0].position, 1 + height / 100, is_blue) > 3);
  }
}

TEST_CASE("players keep their size in smaller and narrower windows, and grow with large ones") {
  for (const auto& [width, height, unit] : {std::tuple{1280, 720, 1.0},
                                            {3840, 2160, 3.0},
                                            {480, 320, 1.0},
                                            {900, 1600, 1.0},
                                            {1920, 480, 1.0},
                                            {1800, 1600, 2.0}}) {
    CAPTURE(width, height);
    Studio studio(width, height);
    Snapshot now = kick_off();
    studio.draw(now, "side");
    const auto [x, y] = studio.place({25, -12, 0.22});
    const int reach = static_cast<int>(12 * unit);
    // A ball of radius 7 that is lit from above has 154 pixels, some of them too dark or too bright to count.
    const int orange = studio.count(x - reach, y - reach, x + reach, y + reach, [](Pixel p) { return p.is_orange(); });
    CHECK(orange > 95 * unit * unit);
    CHECK(orange < 165 * unit * unit);
  }
}

TEST_CASE("the left team's goals are on the left of the score") {
  Studio studio;
  Snapshot now = kick_off();
  const auto is_ink = [](const Pixel& pixel) { return pixel.sum() < 250; };
  const auto left = [&] { return studio.count(584, 20, 640, 52, is_ink); };
  const auto right = [&] { return studio.count(640, 20, 696, 52, is_ink); };
  now.score_left = 88, now.score_right = 1;
  studio.draw(now, "side");
  CHECK(left() > right() + 30);
  now.score_left = 1, now.score_right = 88;
  studio.draw(now, "side");
  CHECK(right() > left() + 30);
}

TEST_CASE("impossible matches do no harm: no players, a thousand players, places beyond the world, odd fields") {
  Studio studio(640, 360);
  Snapshot now;
  studio.draw(now, "side");
  now.team_left = std::string(64, 'W');
  now.team_right = std::string("\xff\x01~", 3);
  now.play_mode = 99;
  now.time = 1e300;
  now.score_left = 1000000;
  for (int i = 0; i < 1000; ++i)
    now.players.push_back(
        {i % 2 ? Side::left : Side::right, i, true, {i * 0.1 - 50, i % 60 - 30.0, 0.22}, i == 7, "x"});
  now.players.push_back({Side::left, 1, true, {1e6, -1e6, 1e6}, false, std::string(512, 'm')});
  now.ball = {1e6, 1e6, 1e6};
  for (const auto name : kCameraNames) studio.draw(now, std::string(name).c_str());
  Game odd;
  odd.field_length = 5;
  odd.field_width = 1000;
  odd.goal_width = 500;
  odd.border_size = 0.001;
  for (const auto name : kCameraNames) studio.draw(kick_off(), std::string(name).c_str(), odd);
  CHECK(studio.picture.pixels.size() == 640 * 360 * 3);
}

TEST_CASE("a restart is announced on the side and in the colour of its team") {
  Studio studio;
  Snapshot now = kick_off();
  const auto left = [&](auto wanted) { return studio.count(300, 62, 560, 90, wanted); };
  const auto right = [&](auto wanted) { return studio.count(720, 62, 980, 90, wanted); };
  studio.draw(now, "side");
  CHECK(left(is_blue) + left(is_orange) + right(is_blue) + right(is_orange) == 0);
  for (const auto& [mode, of_left] : {std::pair(4, true), {5, false}, {6, true}, {9, false}, {1, true}, {15, true}}) {
    CAPTURE(mode);
    now.play_mode = mode;
    studio.draw(now, "side");
    CHECK(left(is_blue) > (of_left ? 1500 : -1));
    CHECK(left(is_blue) < (of_left ? 10000 : 1));
    CHECK(right(is_orange) > (of_left ? -1 : 1500));
    CHECK(right(is_orange) < (of_left ? 1 : 10000));
  }
  now.play_mode = 10;  // offside_left: the right team was caught
  studio.draw(now, "side");
  CHECK(right(is_orange) > 1500);
  studio.view.show_score_board(false);
  studio.draw(now, "side");
  CHECK(right(is_orange) == 0);
}
