// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "monitor-lite/heatmap.h"
#include "tests/monitor-lite/client/playing.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

struct Pixels {
  explicit Pixels(const Heatmap& of) : map(of) {
    const TemporaryFolder folder;
    of.write_png(folder / "map.png");
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_file(&image, (folder / "map.png").c_str()));
    image.format = PNG_FORMAT_RGB;
    bytes.resize(PNG_IMAGE_SIZE(image));
    REQUIRE(png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr));
  }
  std::array<int, 3> pixel(int x, int y) const {
    const unsigned char* pixel = &bytes[(static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x)) * 3];
    return {pixel[0], pixel[1], pixel[2]};
  }
  /// At a place of the field, m.
  std::array<int, 3> at(double x, double y) const {
    return pixel(static_cast<int>(map.x_of(x)), static_cast<int>(map.y_of(y)));
  }
  bool has_line(double x, double y) const {
    const auto [r, g, b] = at(x, y);
    return std::min({r, g, b}) > 120;
  }
  int bright(int left, int top, int right, int bottom) const {
    int found = 0;
    for (int y = std::max(0, top); y < std::min(bottom, static_cast<int>(image.height)); ++y)
      for (int x = std::max(0, left); x < std::min(right, static_cast<int>(image.width)); ++x) {
        const auto [r, g, b] = pixel(x, y);
        found += std::min({r, g, b}) > 150 ? 1 : 0;
      }
    return found;
  }
  const Heatmap& map;
  png_image image;
  std::vector<unsigned char> bytes;
};

Game small_field() {
  Game game;
  game.field_length = 40;
  game.field_width = 20;
  game.goal_width = 4;
  game.values["FreeKickDistance"] = 4;
  return game;
}

Heatmap some_match(const Game& game, const std::string& left = "foo") {
  Heatmap map(game);
  for (int i = 0; i < 50; ++i) {
    Snapshot now = playing(i * 0.15, {-11, 5, 0.22}, {10, -6, 0.22}, {0, 8, 0.111});
    now.team_left = left;
    map.add(now);
  }
  return map;
}

}  // namespace

TEST_CASE("heat map: the teams are shown where they were, in their colours") {
  const Game game = small_field();
  Heatmap map = some_match(game);
  Snapshot waiting = playing(7.5, {16, 8, 0.22}, {-16, -8, 0.22}, {0, 0, 0});
  waiting.play_mode = 0;  // does not count
  for (int i = 0; i < 500; ++i) waiting.time += 0.15, map.add(waiting);
  map.add(playing(99, {-500, 5, 0}, {0, 1e6, 0}, {0, 1e300, 0}));
  const Pixels picture(map);
  const auto [lr, lg, lb] = picture.at(-11, 5);
  CHECK((lb > 180 && lb > lr + 80));
  const auto [rr, rg, rb] = picture.at(10, -6);
  CHECK((rr > 180 && rr > rb + 80));
  const auto grass = picture.at(16, 8);
  CHECK(std::max({grass[0], grass[1], grass[2]}) < 90);
  CHECK_THROWS_WITH(map.write_png("/nowhere/map.png"), Catch::StartsWith("cannot write /nowhere/map.png"));
}

TEST_CASE("heat map: a place is brighter the longer a player waits there") {
  const Game game = small_field();
  Heatmap map(game);
  for (int i = 0; i < 100; ++i)  // the left team waits at two places, three times as long at one of them
    map.add(playing(i * 0.15, i % 4 ? Point{-12, 5, 0} : Point{-12, -5, 0}, {10, -6, 0}, {0, 8, 0}));
  const Pixels picture(map);
  CHECK(picture.at(-12, 5)[2] > picture.at(-12, -5)[2] + 20);
  CHECK(picture.at(-12, -5)[2] > picture.at(-7, 0)[2]);
}

TEST_CASE("heat map: a player seen again after a gap counts for one second of it") {
  const Game game = small_field();
  Heatmap map(game);
  for (int i = 0; i < 100; ++i) map.add(playing(i * 0.15, {-12, 5, 0}, {10, -6, 0}, {0, 8, 0}));
  map.add(playing(1000, {-12, -5, 0}, {10, -6, 0}, {0, 8, 0}));
  const Pixels picture(map);
  CHECK(picture.at(-12, 5)[2] > picture.at(-12, -5)[2] + 20);
  CHECK(picture.at(-12, -5)[2] > picture.at(-7, 0)[2]);
}

TEST_CASE("heat map: the lines of the field are drawn, with the penalty areas at both ends") {
  const Game game = small_field();
  const Heatmap map = some_match(game);
  const Pixels picture(map);
  CHECK(picture.has_line(0, -6));   // halfway
  CHECK(picture.has_line(20, 9));   // goal line
  CHECK(picture.has_line(-5, 10));  // touchline
  CHECK(picture.has_line(4, 0));    // circle
  for (const double side : {-1.0, 1.0}) {
    CHECK(picture.has_line(side * (20 - 6.4), 1));  // front of the penalty area
    CHECK(picture.has_line(side * 17, 2 + 6.4));    // its sides
    CHECK(picture.has_line(side * 17, -2 - 6.4));
    CHECK_FALSE(picture.has_line(side * 12.5, 2 + 6.4));
    CHECK(picture.has_line(side * 22, 0));  // back of the goal
  }
}

TEST_CASE("heat map: the names are above the field, and a legend with a scale is below it") {
  const Game game = small_field();
  const Heatmap map = some_match(game);
  const Pixels picture(map);
  const int width = static_cast<int>(picture.image.width), height = static_cast<int>(picture.image.height);
  const int top = static_cast<int>(map.y_of(13)), bottom = static_cast<int>(map.y_of(-13));
  REQUIRE(top > 30);
  REQUIRE(bottom < height - 60);
  // Ramps go from dark to the colour of team or ball.
  for (int index = 0; index < 3; ++index) {
    CAPTURE(index);
    const auto area = map.ramp(index);
    CHECK(area.y > bottom);
    CHECK(area.y + area.height < height);
    const std::size_t channel = index == 0 ? 2 : 0;
    const auto at = [&](double share) {
      return picture.pixel(area.x + static_cast<int>(share * area.width), area.y + area.height / 2)[channel];
    };
    CHECK(at(0.02) < at(0.3));
    CHECK(at(0.3) < at(0.95));
    CHECK(at(0.98) > 130);
  }
  // The scale has the length of its metres on the field, to the pixel.
  const int row = map.ramp(2).y + 7;
  int length = 0;
  for (int x = map.ramp(2).x + map.ramp(2).width + 1; x < width; ++x) length += picture.bright(x, row, x + 1, row + 1);
  CHECK(length == Approx(map.x_of(map.bar_length()) - map.x_of(0)).margin(1));
  if (!Font().found()) return;
  CHECK(picture.bright(50, 0, width / 2, top) > 60);
  CHECK(picture.bright(width / 2, 0, width - 50, top) > 60);
  CHECK(picture.bright(map.ramp(0).x, map.ramp(0).y + 20, map.ramp(2).x, height) > 60);  // "0", "s/m²"
  const Heatmap longer = some_match(game, "a_much_longer_name");
  CHECK(Pixels(longer).bright(50, 0, width / 2, top) > picture.bright(50, 0, width / 2, top) + 200);
  const Heatmap longest = some_match(game, std::string(1000, 'W'));
  CHECK(Pixels(longest).bright(width / 2, 0, width, top) == picture.bright(width / 2, 0, width, top));
}

TEST_CASE("heat map: an extreme field gives a picture of limited size, an empty match an empty field") {
  Game game;
  game.field_length = 10000;
  game.field_width = 1;
  const Heatmap map(game);
  CHECK(Pixels(map).image.width < 4000);
}
