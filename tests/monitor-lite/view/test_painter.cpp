// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/font.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/painter.h"

using namespace monitor;

namespace {

constexpr glm::vec4 kSky{0.6F, 0.8F, 1.0F, 1};
constexpr glm::ivec2 kPart{160, 120};

/// Draws shapes of several kinds, some of them beyond the edges of the picture; returns the pixel of one of them.
glm::vec2 draw_things(Painter& painter) {
  Camera camera;
  camera.eye = {0, -8, 4};
  camera.target = {0, 0, 1};
  const float aspect = static_cast<float>(kPart.x) / kPart.y;
  painter.begin(kPart.x, kPart.y, camera.matrix(aspect), glm::vec4(camera.eye, 1), kSky);
  painter.box({0, 0, 0}, {20, 4, 0.5F}, {0.8F, 0.2F, 0.1F, 1});
  painter.box({2, 0, 1}, {1, 1, 1}, {0.1F, 0.6F, 0.2F, 1}, glm::mat3(1));
  painter.sphere({-1, 0, 1}, 0.7F, {0.2F, 0.2F, 0.9F, 1});
  painter.round(Rounds::Kind::capsule, {0, 1, 3}, 0.4F, 3, glm::mat3(1), {0.9F, 0.9F, 0.2F, 1});
  painter.begin_overlay();
  painter.end();
  glm::vec2 pixel(-1);
  REQUIRE(painter.project({-1, 0, 1}, pixel));
  return pixel;
}

}  // namespace

TEST_CASE("a picture drawn as a part of a larger one is the same as alone") {
  constexpr glm::ivec2 kWhole{331, 207}, kCorner{50, 31};
  Font font;
  Offscreen alone(kPart.x, kPart.y);
  Painter painter(font);
  const glm::vec2 ball = draw_things(painter);
  const Picture expected = alone.picture();

  alone.resize(kWhole.x, kWhole.y);
  painter.within(Painter::Whole{kWhole, kCorner});
  CHECK(draw_things(painter) == ball + glm::vec2(kCorner));
  const Picture whole = alone.picture();
  std::size_t wrong = 0, sky = 0;
  for (int y = 0; y < kWhole.y; ++y)
    for (int x = 0; x < kWhole.x; ++x) {
      const unsigned char* const pixel = &whole.pixels[3 * static_cast<std::size_t>(y * kWhole.x + x)];
      const int left = x - kCorner.x, top = y - kCorner.y;
      const unsigned char background[] = {153, 204, 255};
      const bool inside = left >= 0 && left < kPart.x && top >= 0 && top < kPart.y;
      const unsigned char* const there =
          inside ? &expected.pixels[3 * static_cast<std::size_t>(top * kPart.x + left)] : background;
      for (int i = 0; i < 3; ++i) wrong += std::abs(pixel[i] - there[i]) > 1 ? 1 : 0;
      sky += inside && std::equal(there, there + 3, background) ? 1 : 0;
    }
  CHECK(wrong == 0);
  CHECK(sky < static_cast<std::size_t>(kPart.x * kPart.y) * 2 / 3);

  // Panels and letters use the whole picture.
  painter.within(Painter::Whole{kWhole, kCorner});
  painter.begin(kPart.x, kPart.y, glm::mat4(1), {0, 0, 1, 0}, kSky);
  painter.begin_overlay();
  painter.panel(0, 0, 10, 20, {1, 0, 0, 1});
  painter.panel(321, 187, 10, 20, {0, 1, 0, 1});
  painter.end();
  const Picture panels = alone.picture();
  std::size_t red = 0, green = 0;
  for (std::size_t i = 0; i < panels.pixels.size(); i += 3) {
    red += panels.pixels[i] == 255 && panels.pixels[i + 2] == 0 ? 1 : 0;
    green += panels.pixels[i + 1] == 255 && panels.pixels[i + 2] == 0 ? 1 : 0;
  }
  CHECK(red == 200);
  CHECK(green == 200);

  alone.resize(kPart.x, kPart.y);
  painter.within(std::nullopt);
  CHECK(draw_things(painter) == ball);
  CHECK(alone.picture().pixels == expected.pixels);
}
