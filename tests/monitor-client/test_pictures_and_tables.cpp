// SPDX-License-Identifier: Apache-2.0
// What rcssmonitor3D-lite makes of a match besides its events.
#include <png.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/heatmap.h"
#include "monitor-lite/match_table.h"
#include "tests/monitor-client/streams.h"

using namespace monitor;

namespace {

struct Picture {
  explicit Picture(const std::filesystem::path& file) {
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_file(&image, file.c_str()));
    image.format = PNG_FORMAT_RGB;
    pixels.resize(PNG_IMAGE_SIZE(image));
    REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr));
  }
  /// Red, green and blue at a place of the field, m.
  std::array<int, 3> at(const Game& game, double x, double y) const {
    const double scale = image.width / (game.field_length + 6);
    const auto column = static_cast<std::size_t>((x + game.field_length / 2 + 3) * scale);
    const auto row = static_cast<std::size_t>((game.field_width / 2 + 3 - y) * scale);
    const unsigned char* pixel = &pixels[(row * image.width + column) * 3];
    return {pixel[0], pixel[1], pixel[2]};
  }
  png_image image;
  std::vector<unsigned char> pixels;
};

Snapshot playing(double time, Point left, Point right, Point ball) {
  Snapshot now;
  now.time = time;
  now.play_mode = 3;
  now.team_left = "foo";
  now.team_right = "bar";
  now.players = {{Side::left, 4, true, left, true, ""}, {Side::right, 9, true, right, false, ""}};
  now.ball = ball;
  return now;
}

Game small_field() {
  LineReader reader;
  reader.read(kInit);
  return reader.game();
}

}  // namespace

TEST_CASE("heatmap: the teams are where they were, in their colours") {
  const TemporaryFolder folder;
  const Game game = small_field();
  Heatmap map(game);
  for (int i = 0; i < 50; ++i) map.add(playing(i * 0.15, {-12, 5, 0.22}, {11, -6, 0.22}, {0, 8, 0.111}));
  Snapshot waiting = playing(0, {15, 8, 0.22}, {-15, -8, 0.22}, {0, 0, 0});
  waiting.play_mode = 0;  // does not count
  for (int i = 0; i < 500; ++i) map.add(waiting);
  map.add(playing(9, {-500, 5, 0}, {0, 1e6, 0}, {0, 0, 0}));
  map.write_png(folder / "map.png");
  const Picture picture(folder / "map.png");
  const auto [lr, lg, lb] = picture.at(game, -12, 5);
  CHECK((lb > 180 && lb > lr + 80));
  const auto [rr, rg, rb] = picture.at(game, 11, -6);
  CHECK((rr > 180 && rr > rb + 80));
  const auto grass = picture.at(game, 15, 8);
  CHECK(std::max({grass[0], grass[1], grass[2]}) < 90);
  const auto line = picture.at(game, 0, -5);  // the halfway line
  CHECK(std::min({line[0], line[1], line[2]}) > 120);
  CHECK_THROWS_WITH(map.write_png("/nowhere/map.png"), Catch::StartsWith("cannot write /nowhere/map.png"));
}

TEST_CASE("heatmap: a field beyond all measure makes no endless picture, an empty match an empty field") {
  const TemporaryFolder folder;
  Game game;
  game.field_length = 10000;
  game.field_width = 1;
  Heatmap map(game);
  map.write_png(folder / "map.png");
  CHECK(Picture(folder / "map.png").image.width < 4000);
}

TEST_CASE("the table: score, possession, ways and touches") {
  const Game game = small_field();
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
  CHECK(lines[1] == "    15.00 s  goal for bar, 0 : 1");
  CHECK_THAT(line_with("touched the ball last"), Catch::EndsWith("67 %           33 %"));
  CHECK_THAT(line_with("ball in the own half"), Catch::EndsWith("33 %           67 %"));
  CHECK_THAT(line_with("foo                 4"), Catch::Contains(" 1      10.0      1.00"));
  CHECK_THAT(line_with("bar                 9"), Catch::Contains(" 1       0.0      0.00"));
}

TEST_CASE("the table of nothing") {
  CHECK(MatchTable().lines()[0].find("left 0 : 0 right") == 0);
}
