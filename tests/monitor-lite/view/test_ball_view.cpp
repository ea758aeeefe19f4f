// SPDX-License-Identifier: Apache-2.0
// The ball is easy to see.
#include <catch2/catch.hpp>

#include "monitor-lite/view/screen.h"
#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

TEST_CASE("the ball is never too small, and has a halo that nothing hides") {
  for (const auto& [width, height] : {std::pair(1280, 720), {640, 360}, {3840, 1080}}) {
    CAPTURE(width, height);
    Studio studio(width, height);
    Snapshot now = kick_off();
    const char* name = GENERATE("side", "top", "left", "right");
    CAPTURE(name);
    studio.draw(now, name);
    const int unit = static_cast<int>(2 * unit_of(width, height));  // half a unit
    CHECK(studio.count_near(now.ball, 5 * unit, is_yellow) >= 15 * unit);
    // Behind a player.
    now.players[0].position = {now.ball.x, now.ball.y - 0.3, 0.22};
    studio.draw(now, name);
    CHECK(studio.count_near(now.ball, 6 * unit, is_yellow) >= 15 * unit);
  }
  // Near the camera the ball has its true size and no halo.
  Studio studio;
  Snapshot now = kick_off();
  studio.draw(now, "side");
  Camera near;
  near.eye = glm::vec3(5, 0, 1.5F);
  near.target = glm::vec3(5, 3, 0.1F);
  studio.draw(now, near);
  CHECK(studio.count(540, 260, 740, 460, is_white) > 600);
  CHECK(studio.count(540, 260, 740, 460, is_yellow) == 0);
}

TEST_CASE("the trail of the ball is drawn up to the ball") {
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
