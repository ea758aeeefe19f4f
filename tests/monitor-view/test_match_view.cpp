// SPDX-License-Identifier: Apache-2.0
// What must be in a picture of a match; not how each pixel looks. Drawn without a window, by whatever OpenGL there is.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/score_sheet.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/view/shader_texts.h"

using namespace monitor;

namespace {

struct Pixel {
  int red, green, blue;
  bool is_blue() const { return blue > 110 && blue > red + 60; }
  bool is_orange() const { return red > 110 && red > blue + 70 && red > green + 25; }
  bool is_white() const { return red > 170 && green > 170 && blue > 165; }
  bool is_yellow() const { return red > 150 && green > 140 && blue < 120 && green > blue + 60; }
  int sum() const { return red + green + blue; }
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
const auto is_yellow = [](const Pixel& pixel) { return pixel.is_yellow(); };
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

TEST_CASE("the ball is found at a glance: never small, with a halo that nothing hides") {
  for (const auto& [width, height] : {std::pair(1280, 720), {640, 360}, {3840, 1080}}) {
    CAPTURE(width, height);
    Studio studio(width, height);
    Snapshot now = kick_off();
    const char* name = GENERATE("side", "top", "left", "right");
    CAPTURE(name);
    studio.draw(now, name);
    const int unit = height / 360;  // two of these are a pixel of 720 lines
    CHECK(studio.count_near(now.ball, 5 * unit, is_yellow) >= 15 * unit);
    // Behind a player.
    now.players[0].position = {now.ball.x, now.ball.y - 0.3, 0.22};
    studio.draw(now, name);
    CHECK(studio.count_near(now.ball, 6 * unit, is_yellow) >= 15 * unit);
  }
  // Near by it has its true size, and no halo.
  Studio studio;
  Snapshot now = kick_off();
  studio.draw(now, "side");
  Camera near;
  near.eye = glm::vec3(5, 0, 1.5F);
  near.target = glm::vec3(5, 3, 0.1F);
  studio.view.draw(studio.game, now, near, 1280, 720);
  studio.painter.end();
  studio.picture = studio.offscreen.picture();
  CHECK(studio.count(540, 260, 740, 460, is_white) > 600);
  CHECK(studio.count(540, 260, 740, 460, is_yellow) == 0);
}

TEST_CASE("the trail leads to the ball") {
  Studio studio;
  Snapshot now = kick_off();
  now.ball = {33, 3, 0.111};
  studio.draw(now, "side");
  const Point half_way{28.5, 3, 0.111};
  const auto light = [](const Pixel& pixel) { return pixel.red > 90; };
  CHECK(studio.count_near(half_way, 4, light) == 0);
  now.ball_trail = {{24, 3, 0.111}, {27, 3, 0.111}, {30, 3, 0.111}};
  studio.draw(now, "side");
  CHECK(studio.count_near(half_way, 4, light) > 6);
  const auto bright = [](const Pixel& pixel) { return pixel.red > 100 && pixel.green > 120; };
  CHECK(studio.count_near({31.2, 3, 0.111}, 3, bright) > studio.count_near({24.5, 3, 0.111}, 3, bright));
  // Behind the camera, or without length, it does no harm.
  now.ball_trail = {{0, -1e5, 0.1}, {33, 3, 0.111}, {33, 3, 0.111}};
  for (const auto camera : kCameraNames) studio.draw(now, std::string(camera).c_str());
}

TEST_CASE("the centre spot is smaller than the ball") {
  for (const char* name : {"side", "top", "left"}) {
    CAPTURE(name);
    Studio studio;
    Snapshot now = kick_off();
    now.players.clear();
    now.ball = {20, 15, 0.111};
    studio.draw(now, name);
    // Beside the halfway line, which goes through the spot.
    const auto [x, y] = studio.place({0, 0, 0});
    const auto [bx, by] = studio.place(now.ball);
    int spot = 0, ball = 0;
    for (int reach = -12; reach <= 12; ++reach) {
      const bool along = std::string_view(name) == "left";
      spot += (along ? studio.at(x, y + reach) : studio.at(x + reach, y)).is_white() ? 1 : 0;
      ball += (along ? studio.at(bx, by + reach) : studio.at(bx + reach, by)).is_white() ? 1 : 0;
    }
    CHECK(spot >= 1);
    CHECK(spot < ball);
  }
}

TEST_CASE("from the left and from the right the light is the same") {
  Studio studio;
  Snapshot now = kick_off();
  now.ball = {0, 30, 0.111};
  const auto look = [&](const char* name, double side) {
    now.players = {{Side::left, 1, true, {side * 45, 5, 0.22}, false, ""}};
    studio.draw(now, name);
    const auto [x, y] = studio.place({side * 45, 5, 0.22});
    std::vector<Pixel> pixels;
    // From the right everything is mirrored.
    for (int row = -6; row <= 10; ++row)
      for (int column = -10; column <= 10; ++column)
        pixels.push_back(studio.at(x + (side < 0 ? column : -column), y + row));
    return pixels;
  };
  const auto left = look("left", -1), right = look("right", 1);
  int differing = 0;
  for (std::size_t i = 0; i < left.size(); ++i) differing += std::abs(left[i].sum() - right[i].sum()) > 90 ? 1 : 0;
  CHECK(differing < 50);  // of 357: edges may be a pixel apart
  int brightness[2] = {};
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left[i].is_blue() && right[i].is_blue()) brightness[0] += left[i].sum(), brightness[1] += right[i].sum();
  REQUIRE(brightness[0] > 3000);
  CHECK(brightness[0] == Approx(brightness[1]).epsilon(0.03));
}

TEST_CASE("above the field there is a horizon with a sky, and nothing of it is black") {
  Studio studio;
  studio.draw(kick_off(), "left");
  const auto mean = [&](int top, int bottom) {
    int sum = 0;
    for (int y = top; y < bottom; ++y)
      for (int x = 0; x < 400; ++x) sum += studio.at(x, y).sum() / 3;
    return sum / ((bottom - top) * 400);
  };
  CHECK(mean(0, 4) > 90);
  const auto black = [](const Pixel& pixel) { return pixel.sum() < 60; };
  CHECK(studio.count(0, 0, 400, 720, black) == 0);
  // From near the ground there is more of it, brightest at the horizon.
  Camera low;
  low.eye = glm::vec3(-40, -20, 2);
  low.target = glm::vec3(0, 0, 8);
  studio.view.draw(studio.game, kick_off(), low, 1280, 720);
  studio.painter.end();
  studio.picture = studio.offscreen.picture();
  CHECK(mean(0, 10) > 80);
  CHECK(mean(200, 210) > mean(0, 10) + 10);
}

TEST_CASE("grass has structure that fades with distance, goals have nets, things have soft shadows") {
  Studio studio;
  Snapshot now = kick_off();
  now.players = {{Side::left, 4, true, {-20, 10, 0.22}, false, ""}};
  now.ball = {5, 30, 0.111};
  studio.draw(now, "side");
  const auto spread = [&](int left, int top) {
    int least = 999, most = 0;
    for (int y = top; y < top + 12; ++y)
      for (int x = left; x < left + 12; ++x) {
        least = std::min(least, studio.at(x, y).sum());
        most = std::max(most, studio.at(x, y).sum());
      }
    return most - least;
  };
  Camera near;
  near.eye = glm::vec3(-15, -10, 3);
  near.target = glm::vec3(-15, -4, 0);
  const auto view = [&](const Camera& camera) {
    studio.camera = camera;
    studio.view.draw(studio.game, now, camera, 1280, 720);
    studio.painter.end();
    studio.picture = studio.offscreen.picture();
  };
  view(near);
  CHECK(spread(640, 500) > 12);
  near.eye.z = 300;
  near.target = near.eye + glm::vec3(0, 0.01F, -1);
  view(near);
  CHECK(spread(640, 330) < 90);

  studio.draw(now, "left");
  // Through the roof of the near goal: cords, and the ground between them.
  const auto light = [](const Pixel& pixel) { return std::min({pixel.red, pixel.green, pixel.blue}) > 120; };
  const auto [x, y] = studio.place({-53, 0, 1.6});
  const int cords = studio.count(x - 40, y - 15, x + 40, y + 15, light);
  CHECK(cords > 80);
  CHECK(cords < 80 * 30 * 3 / 4);

  near.eye = glm::vec3(-20, 0, 6);
  near.target = glm::vec3(-20, 10, 0);
  view(near);
  // Beside the player it gets brighter step by step.
  const auto at = [&](double away) {
    const auto [column, row] = studio.place({-20 - away, 10.08, 0});
    return studio.at(column, row).green;
  };
  CHECK(at(0.26) + 4 < at(0.34));
  CHECK(at(0.30) + 8 < at(0.6));
}

TEST_CASE("the shaders are also what browsers take") {
  const Offscreen offscreen(64, 64);
  const Shader desktop(shader_texts::boxes());
  bool known = true;
  try {
    const ShaderText simple{"simple", "void main() { gl_Position = vec4(0.0); }",
                            "out vec4 pixel; void main() { pixel = vec4(1.0); }"};
    const Shader embedded(simple, Shader::Dialect::embedded);
  } catch (const std::runtime_error&) {
    known = false;  // an OpenGL without ARB_ES3_compatibility
  }
  for (const auto text : shader_texts::kAll) {
    CHECK_NOTHROW(Shader(text()));
    if (known) CHECK_NOTHROW(Shader(text(), Shader::Dialect::embedded));
  }
  CHECK_THROWS_WITH(Shader({"wrong", "void main() { gl_Position = nonsense; }", "void main() {}"}),
                    Catch::Contains("cannot compile the shader \"wrong\""));
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

TEST_CASE("a restart stands at the side and in the colour of its team, what concerns both in the middle") {
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

TEST_CASE("words that do not fit get smaller, then shorter") {
  Studio studio;
  if (!studio.font.found()) return;
  const Screen screen{studio.painter, 1280, 720};
  CHECK(screen.fitted("foo", 20, 1000) == "foo");
  const std::string cut = screen.fitted(std::string(100, 'W'), 20, 300);
  CHECK(cut.ends_with("W..."));
  CHECK(screen.text_width(cut, 20) <= 300);
  CHECK(screen.fitted("foo", 20, 2).empty());
  CHECK(screen.fitting_size("foo", 20, 10, 1000) == 20);
  const float smaller = screen.fitting_size("ZeaLotrY", 20, 5, 60);
  CHECK(screen.text_width("ZeaLotrY", smaller) == Approx(60).margin(1));
  CHECK(screen.fitting_size(std::string(100, 'W'), 20, 10, 60) == 10);
}

TEST_CASE("a card lists goals by scorer, and those that nobody saw") {
  Snapshot now = kick_off();
  now.score_left = 4;
  const auto goal = [](double time, Scorer scorer) {
    return Event{Event::Kind::goal, time, Side::left, "", scorer, 0, 0};
  };
  const ScoreSheet sheet = score_sheet(
      {goal(65, {Scorer::Kind::seen, 9}), goal(70, {Scorer::Kind::own_goal, 2}), goal(3605, {Scorer::Kind::seen, 9})},
      now);
  REQUIRE(sheet.left.size() == 3);
  CHECK(sheet.left[0].who == "no. 9");
  CHECK(sheet.left[0].times == "1:05, 60:05");
  CHECK(sheet.left[1].who == "no. 2 (own goal)");
  CHECK(sheet.left[2].who == "1 goal not seen");
  CHECK(sheet.right.empty());
  CHECK(score_sheet({goal(1e300, {})}, {}).left[0].who == "scorer unknown");
}
