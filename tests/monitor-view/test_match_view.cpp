// SPDX-License-Identifier: Apache-2.0
// What must be in a picture of a match; not how each pixel looks. Drawn without a window, by whatever OpenGL there is.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/offscreen.h"

using namespace monitor;

namespace {

struct Pixel {
  int red, green, blue;
  bool is_blue() const { return blue > 110 && blue > red + 60; }
  bool is_orange() const { return red > 110 && red > blue + 70 && red > green + 25; }
  bool is_white() const { return red > 170 && green > 170 && blue > 165; }
  bool is_green() const { return green > red + 20 && green > blue + 15; }
};

struct Studio {
  explicit Studio(int width = 1280, int height = 720) : offscreen(width, height), size{width, height} {}

  void draw(const Snapshot& snapshot, const char* name, const Game& of = {}) {
    const float aspect = static_cast<float>(size[0]) / static_cast<float>(size[1]);
    game = of;
    if (game.play_modes.empty()) game.play_modes = {"BeforeKickOff", "KickOff_Left", "KickOff_Right", "PlayOn"};
    camera = camera_named(name, game, snapshot, aspect);
    view.draw(game, snapshot, camera, size[0], size[1]);
    painter.end();
    picture = offscreen.picture();
  }
  std::array<int, 2> place(const Point& p) const {
    const float aspect = static_cast<float>(size[0]) / static_cast<float>(size[1]);
    const glm::vec4 clip = camera.matrix(aspect) * glm::vec4(p.x, p.y, p.z, 1);
    return {static_cast<int>((clip.x / clip.w + 1) / 2 * static_cast<float>(size[0])),
            static_cast<int>((1 - clip.y / clip.w) / 2 * static_cast<float>(size[1]))};
  }
  Pixel at(int x, int y) const {
    const unsigned char* p = &picture.pixels[static_cast<std::size_t>((y * size[0] + x) * 3)];
    return {p[0], p[1], p[2]};
  }
  /// How many pixels around a place are as wanted.
  template <typename Wanted>
  int count_near(const Point& p, int reach, Wanted wanted) const {
    const auto [x, y] = place(p);
    return count(x - reach, y - reach, x + reach, y + reach, wanted);
  }
  template <typename Wanted>
  int count(int left, int top, int right, int bottom, Wanted wanted) const {
    int found = 0;
    for (int y = std::max(0, top); y < std::min(size[1], bottom); ++y)
      for (int x = std::max(0, left); x < std::min(size[0], right); ++x) found += wanted(at(x, y)) ? 1 : 0;
    return found;
  }

  Offscreen offscreen;
  Font font;
  Painter painter{font};
  MatchView view{painter};
  std::array<int, 2> size;
  Game game;
  Camera camera;
  Picture picture;
};

Snapshot kick_off() {
  Snapshot now;
  now.play_mode = 3;
  now.score_left = 2;
  now.team_left = "foo";
  now.team_right = "bar";
  now.time = 83;
  now.players = {{Side::left, 4, true, {-20, 10, 0.22}, false, ""}, {Side::right, 9, true, {25, -12, 0.22}, false, ""}};
  now.ball = {5, 3, 0.111};
  return now;
}

const auto is_blue = [](const Pixel& pixel) { return pixel.is_blue(); };
const auto is_orange = [](const Pixel& pixel) { return pixel.is_orange(); };
const auto is_white = [](const Pixel& pixel) { return pixel.is_white(); };
const auto is_green = [](const Pixel& pixel) { return pixel.is_green(); };

}  // namespace

TEST_CASE("from the cameras that show the whole field, players and ball are where they are, in their colours") {
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

TEST_CASE("the other cameras show the ball, and the goal they stand behind") {
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

TEST_CASE("a ball in the air has its shadow below it, the last toucher a ring, a speaker a bubble") {
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

TEST_CASE("4K and small pictures, long and tall ones") {
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

TEST_CASE("strange matches do no harm: nobody, a thousand players, places beyond the world, odd fields") {
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
