// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <numbers>

#include "tests/gateways/sigverse/sight/room.h"

using namespace sigverse::sight;
using namespace sigverse::sight::room;

namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
/// 45 degrees high, at the origin, ahead is +z.
const View kAhead{};

int at(const std::string& octets, int i) {
  return static_cast<unsigned char>(octets.at(static_cast<std::size_t>(i)));
}
int middle(const Scene& scene, const View& view, const DistanceRange& range = {}) {
  const std::string octets = distances(scene, view, "", range, Rays::middle);
  REQUIRE(octets.size() == 1);
  return at(octets, 0);
}

/// What an octet has to be, for a distance that is not half way between two of them.
int octet(double distance, const DistanceRange& range) {
  const double exact = 255.0 * (distance - range.start) / (range.end - range.start);
  return exact <= 0 ? 0 : exact >= 255 ? 255 : static_cast<int>(exact + 0.5);
}

double azimuth(const View& view, int column) {
  return view.half_width() * (1.0 - (2.0 * column + 1.0) / kColumns);
}
double elevation(const View& view, int row) {
  return view.half_height() * (1.0 - (2.0 * row + 1.0) / kRows);
}

}  // namespace

TEST_CASE("the distance straight ahead is linear from start to end") {
  const Scene scene = scene_of({{"wall", {box({0, 0, 110}, {500, 500, 20})}}});  // its near side is at 100
  CHECK(middle(scene, kAhead) == 100);
  CHECK(middle(scene, kAhead, {50, 150}) == 128);  // 127.5
  CHECK(middle(scene, kAhead, {100, 200}) == 0);
  CHECK(middle(scene, kAhead, {150, 200}) == 0);
  CHECK(middle(scene, kAhead, {0, 100}) == 255);
  CHECK(middle(scene, kAhead, {-100, 100.5}) == octet(100, {-100, 100.5}));
  CHECK(middle(scene, kAhead, {0, 25500}) == 1);
  CHECK(middle(Scene(), kAhead) == 255);
  // The end of the view pyramid is not that of the sensor.
  const Scene far = scene_of({{"wall", {box({0, 0, 4005}, {500, 500, 10})}}});
  CHECK(middle(far, kAhead, {0, 5000}) == 204);
}

TEST_CASE("from inside a shape its far side is measured, and the camera's own object is ignored") {
  const Scene scene = scene_of({{"room", {box({0, 0, 30}, {200, 200, 200})}}, {"robot", {sphere({0, 0, 0}, 20)}}});
  CHECK(middle(scene, kAhead) == 20);
  CHECK(at(distances(scene, kAhead, "robot", {}, Rays::middle), 0) == 130);
}

TEST_CASE("a line of distances along a wall follows the cosine, from left to right") {
  const View view{.fov = 60, .aspect_ratio = 4.0 / 3.0};
  const DistanceRange range{0, 500};
  // The wall ends 10 cm to the right of the middle.
  const Scene scene = scene_of({{"wall", {box({490, 0, 210}, {1000, 10, 20})}}});
  const std::string line = distances(scene, view, "", range, Rays::line);
  REQUIRE(line.size() == 320);
  const double half = std::atan(std::tan(30 * kDegree) * 4.0 / 3.0);
  for (int i = 0; i < 320; ++i) {
    const double a = half * (1.0 - (2.0 * i + 1.0) / 320.0);
    INFO("column " << i);
    CHECK(at(line, i) == (200.0 * std::tan(a) >= -10.0 ? octet(200.0 / std::cos(a), range) : 255));
  }
}

TEST_CASE("a picture of distances to a wall follows both cosines, with rows from the top") {
  const View view{.fov = 50, .aspect_ratio = 1.5};
  const DistanceRange range{90, 260};
  // The wall begins at the height of the eye.
  const Scene scene = scene_of({{"wall", {box({0, 500, 105}, {2000, 1000, 10})}}});
  const std::string picture = distances(scene, view, "", range, Rays::picture);
  REQUIRE(picture.size() == 76800);
  int wrong = 0;
  for (int j = 0; j < kRows; ++j)
    for (int i = 0; i < kColumns; ++i) {
      const double distance = 100.0 / std::cos(azimuth(view, i)) / std::cos(elevation(view, j));
      wrong += at(picture, j * kColumns + i) != (j < kRows / 2 ? octet(distance, range) : 255);
    }
  CHECK(wrong == 0);
}

TEST_CASE("distances to a sphere follow its formula, wherever it is") {
  const DistanceRange range{0, 300};
  struct Case {
    Vector centre;
    double radius;
  };
  for (const Case& c : {Case{{0, 0, 100}, 30}, Case{{60, 20, 90}, 25}, Case{{-20, -35, 40}, 33}, Case{{5, 1, -30}, 28},
                        Case{{0, 40, 2}, 36}, Case{{3, 4, 5}, 80}, Case{{-90, 10, -4}, 85}, Case{{2, 40, -20}, 40}}) {
    const View view{.fov = 110, .aspect_ratio = 1.3};
    const Scene scene = scene_of({{"ball", {sphere(c.centre, c.radius)}}});
    const std::string picture = distances(scene, view, "", range, Rays::picture);
    int wrong = 0;
    for (int j = 0; j < kRows; ++j)
      for (int i = 0; i < kColumns; ++i) {
        const double a = azimuth(view, i), e = elevation(view, j);
        const Vector ray{std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
        // |t ray - c| = r: t = ray·c -+ sqrt((ray·c)² - c² + r²).
        const double along = dot(ray, c.centre);
        const double root = along * along - dot(c.centre, c.centre) + c.radius * c.radius;
        double distance = 1e9;
        if (root >= 0.0 && along + std::sqrt(root) >= 0.0)
          distance = along - std::sqrt(root) >= 0.0 ? along - std::sqrt(root) : along + std::sqrt(root);
        wrong += at(picture, j * kColumns + i) != octet(distance, range);
      }
    INFO("sphere at " << c.centre[0] << " " << c.centre[1] << " " << c.centre[2]);
    CHECK(wrong == 0);
  }
}

TEST_CASE("distances to the side and the caps of a cylinder are exact") {
  const Scene upright = scene_of({{"can", {cylinder({0, 0, 100}, 10, 40)}}});
  CHECK(middle(upright, kAhead) == 90);
  View above = kAhead;
  above.eye = {3, 100, 95};
  above.axes = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}};
  CHECK(middle(upright, above) == 80);
  above.eye[0] = 11;
  CHECK(middle(upright, above) == 255);
  // Its axis along the view.
  const Scene lying = scene_of({{"can", {cylinder({0, 0, 100}, 10, 40, about({1, 0, 0}, 90 * kDegree))}}});
  CHECK(middle(lying, kAhead) == 80);
  View aside = kAhead;
  aside.eye = {0, 10.01, 0};
  CHECK(middle(lying, aside) == 255);
  aside.eye = {0, 9.99, 0};
  CHECK(middle(lying, aside) == 80);
}

TEST_CASE("the nearest of several surfaces is measured, whatever their order") {
  const Thing near{"near", {box({0, 0, 55}, {20, 20, 10})}}, far{"far", {box({0, 0, 105}, {400, 400, 10})}};
  for (const Scene& scene : {scene_of({near, far}), scene_of({far, near})}) {
    CHECK(middle(scene, kAhead) == 50);
    const std::string line = distances(scene, kAhead, "", {}, Rays::line);
    CHECK(at(line, 0) == octet(100.0 / std::cos(azimuth(kAhead, 0)), {}));
    CHECK(at(line, 159) == 50);
  }
}

TEST_CASE("an invalid range gives nothing, and an invalid view sees nothing") {
  const Scene scene = scene_of({{"wall", {box({0, 0, 110}, {500, 500, 20})}}});
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kLargest = std::numeric_limits<double>::max();
  for (const DistanceRange& range :
       {DistanceRange{10, 10}, DistanceRange{20, 10}, DistanceRange{kNaN, 10}, DistanceRange{0, kNaN},
        DistanceRange{0, kInfinity}, DistanceRange{-kInfinity, 0}, DistanceRange{-kLargest, kLargest}}) {
    CHECK_FALSE(is_valid(range));
    for (const Rays rays : {Rays::middle, Rays::line, Rays::picture})
      CHECK(distances(scene, kAhead, "", range, rays).empty());
  }
  View blind = kAhead;
  blind.fov = 0;
  CHECK(distances(scene, blind, "", {}, Rays::line) == std::string(320, '\xff'));
  for (const double fov : {1e-300, 179.9999999}) {
    View view = kAhead;
    view.fov = fov;
    CHECK(at(distances(scene, view, "", {}, Rays::picture), 120 * 320 + 160) == 100);
  }
}
