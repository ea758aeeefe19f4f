// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "tests/gateways/sigverse/sight/slow_sight.h"

using namespace sigverse::sight;
using namespace sigverse::sight::room;

namespace {

/// Rooms of things of all kinds, some of them around the eye, and a camera in them.
class RandomRoom {
 public:
  explicit RandomRoom(std::uint64_t seed) : random_(seed) {
    view.eye = {in(-300, 300), in(0, 200), in(-300, 300)};
    MountedCamera camera{.part_place = view.eye,
                         .part_turn = turn(),
                         .place = {in(-20, 20), in(-20, 20), in(-20, 20)},
                         .direction = {in(-1, 1), in(-1, 1), in(-1, 1)},
                         .turn = {},
                         .fov = in(5, 150),
                         .aspect_ratio = in(0.3, 3)};
    if (in(0, 1) < 0.3) camera.turn = turn();
    REQUIRE(find_view(camera, view).empty());
    const int count = static_cast<int>(in(1, kNames.size()));
    for (int i = 0; i < count; ++i) things.push_back({kNames[static_cast<std::size_t>(i)], shapes()});
    if (in(0, 1) < 0.5) own = things.front().name;
    for (const Thing& thing : things) REQUIRE(scene.add(thing.name, thing.shapes));
  }

  double in(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) / 9007199254740992.0;
  }

  Scene scene;
  std::vector<Thing> things;
  View view;
  std::string_view own;

 private:
  static constexpr std::array<std::string_view, 16> kNames{"q", "w", "e", "r", "t", "y", "u", "i",
                                                           "o", "p", "a", "s", "d", "f", "g", "h"};

  Quaternion turn() {
    Quaternion q{in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1)};
    double sum = 0.0;
    for (const double x : q) sum += x * x;
    for (double& x : q) x /= std::sqrt(sum);
    return q;
  }

  std::vector<Shape> shapes() {
    std::vector<Shape> shapes;
    const Vector middle{in(-400, 400), in(0, 250), in(-400, 400)};
    const double most = in(0, 1) < 0.1 ? 600 : 80;
    const int count = static_cast<int>(in(1, 4));
    for (int i = 0; i < count; ++i) {
      const Vector centre = i == 0 ? middle : middle + Vector{in(-60, 60), in(-60, 60), in(-60, 60)};
      const double kind = in(0, 3);
      if (kind < 1)
        shapes.push_back(box(centre, {in(1, most), in(1, most), in(1, most)}, turn()));
      else if (kind < 2)
        shapes.push_back(cylinder(centre, in(1, most / 2), in(1, most), turn()));
      else
        shapes.push_back(sphere(centre, in(1, most / 2)));
    }
    return shapes;
  }

  std::mt19937_64 random_;
};

/// Whether the octet is that of the distance, with either rounding exactly half way between two octets.
bool is_octet_of(char octet, double distance, const DistanceRange& range) {
  const double exact = std::clamp(255.0 * (distance - range.start) / (range.end - range.start), 0.0, 255.0);
  return std::abs(static_cast<unsigned char>(octet) - exact) <= 0.5 + 1e-6;
}

}  // namespace

TEST_CASE("in 1,000 random rooms the slow reference sees the same objects") {
  std::size_t seen_names = 0, all_names = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const RandomRoom room(seed);
    INFO("room " << seed);
    const Names names = seen(room.scene, room.view, room.own);
    CHECK(names == slow::detect(room.things, room.view, room.own));
    seen_names += names.size();
    all_names += room.things.size();
  }
  // Some objects are seen and others are not.
  CHECK(seen_names > all_names / 20);
  CHECK(seen_names < all_names / 2);
}

TEST_CASE("in 1,000 random rooms the slow reference measures the same distances") {
  int near = 0, all = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    RandomRoom room(seed);
    INFO("room " << seed);
    const DistanceRange range{room.in(0, 100), room.in(150, 800)};
    const auto angle = [](double half, int i, int count) { return half * (1.0 - (2.0 * i + 1.0) / count); };
    const double width = room.view.half_width(), height = room.view.half_height();
    const std::string line = distances(room.scene, room.view, room.own, range, Rays::line);
    const std::string picture = distances(room.scene, room.view, room.own, range, Rays::picture);
    int wrong = 0;
    for (int n = 0; n < 60; ++n) {
      const int i = static_cast<int>(room.in(0, kColumns)), j = static_cast<int>(room.in(0, kRows));
      const double a = angle(width, i, kColumns), e = angle(height, j, kRows);
      const char of_line = line.at(static_cast<std::size_t>(i));
      const char of_picture = picture.at(static_cast<std::size_t>(j * kColumns + i));
      wrong += !is_octet_of(of_line, slow::distance(room.things, room.view, room.own, a, 0.0), range);
      wrong += !is_octet_of(of_picture, slow::distance(room.things, room.view, room.own, a, e), range);
      near += of_picture != '\xff';
      ++all;
    }
    CHECK(wrong == 0);
    const std::string middle = distances(room.scene, room.view, room.own, range, Rays::middle);
    CHECK(is_octet_of(middle.at(0), slow::distance(room.things, room.view, room.own, 0.0, 0.0), range));
  }
  CHECK(near > all / 10);
  CHECK(near < all * 9 / 10);
}
