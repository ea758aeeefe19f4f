// SPDX-License-Identifier: Apache-2.0
// Light, sky, grass, nets and shadows.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/monitor-lite/view/studio.h"

using namespace monitor;

TEST_CASE("the light is the same from the left and from the right") {
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

TEST_CASE("above the field there is a sky down to the horizon, without black pixels") {
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
  // From near the ground more of the sky is visible, brightest at the horizon.
  Camera low;
  low.eye = glm::vec3(-40, -20, 2);
  low.target = glm::vec3(0, 0, 8);
  studio.draw(kick_off(), low);
  CHECK(mean(0, 10) > 80);
  CHECK(mean(200, 210) > mean(0, 10) + 10);
}

TEST_CASE("grass has a texture that fades with distance, goals have nets, and objects have soft shadows") {
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
  studio.draw(now, near);
  CHECK(spread(640, 500) > 12);
  near.eye.z = 300;
  near.target = near.eye + glm::vec3(0, 0.01F, -1);
  studio.draw(now, near);
  CHECK(spread(640, 330) < 90);

  studio.draw(now, "left");
  // Through the roof of the near goal the cords are visible, and the ground between them.
  const auto light = [](const Pixel& pixel) { return std::min({pixel.red, pixel.green, pixel.blue}) > 120; };
  const auto [x, y] = studio.place({-53, 0, 1.6});
  const int cords = studio.count(x - 40, y - 15, x + 40, y + 15, light);
  CHECK(cords > 80);
  CHECK(cords < 80 * 30 * 3 / 4);

  near.eye = glm::vec3(-20, 0, 6);
  near.target = glm::vec3(-20, 10, 0);
  studio.draw(now, near);
  // Beside the player the ground gets brighter step by step.
  const auto at = [&](double away) {
    const auto [column, row] = studio.place({-20 - away, 10.08, 0});
    return studio.at(column, row).green;
  };
  CHECK(at(0.26) + 4 < at(0.34));
  CHECK(at(0.30) + 8 < at(0.6));
}

TEST_CASE("edges of goals and walls are smooth, and thin bars have no gaps") {
  Studio studio;
  Snapshot now = kick_off();
  studio.draw(now, "side");
  // A camera that sees a crossbar and a wall at an angle, in front of the plain.
  Camera camera;
  camera.eye = glm::vec3(-49, -8, 1.2F);
  camera.target = glm::vec3(-52, 0, 1.6F);
  camera.up = glm::vec3(0.08F, 0, 1);
  studio.draw(now, camera);
  const auto rises = [&](const Point& place) {
    // Counts the columns in which a pixel at the upper edge is neither bar nor background.
    const auto [x, y] = studio.place(place);
    int between = 0;
    for (int column = x - 30; column < x + 30; ++column) {
      const int above = studio.at(column, y - 8).sum(), bar = studio.at(column, y + 5).sum();
      REQUIRE(std::abs(bar - above) > 60);
      for (int row = y - 7; row < y + 5; ++row) {
        const double share = static_cast<double>(studio.at(column, row).sum() - above) / (bar - above);
        if (share > 0.15 && share < 0.85) {
          ++between;
          break;
        }
      }
    }
    return between;
  };
  CHECK(rises({-52, 0, 1.7}) > 35);
  // The back bars, thinner than a pixel from there, have no gap.
  camera.eye = glm::vec3(-10, -30, 9);
  camera.target = glm::vec3(-54, 0, 0);
  studio.draw(now, camera);
  for (double y = -3.4; y < 3.4; y += 0.1) {
    CAPTURE(y);
    CHECK(studio.count_near({-54, y, 1.6}, 2, [](const Pixel& pixel) { return pixel.blue > 120; }) > 0);
  }
}
