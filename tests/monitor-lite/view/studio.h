// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/offscreen.h"

/// Pictures of matches, drawn without a window by any available OpenGL, and functions that find the necessary contents
/// in them without comparing each pixel.
namespace monitor {

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
    draw(snapshot, camera_named(name, game, snapshot, aspect));
  }
  void draw(const Snapshot& snapshot, const Camera& from) {
    camera = from;
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
  /// The number of pixels around a place for which `wanted` holds.
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

inline Snapshot kick_off() {
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

inline const auto is_blue = [](const Pixel& pixel) { return pixel.is_blue(); };
inline const auto is_orange = [](const Pixel& pixel) { return pixel.is_orange(); };
inline const auto is_white = [](const Pixel& pixel) { return pixel.is_white(); };
inline const auto is_yellow = [](const Pixel& pixel) { return pixel.is_yellow(); };
inline const auto is_green = [](const Pixel& pixel) { return pixel.is_green(); };

}  // namespace monitor
