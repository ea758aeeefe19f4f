// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <numbers>

#include "tests/gateways/sigverse/sight/room.h"

using namespace sigverse::sight;
using namespace sigverse::sight::room;

namespace {

constexpr double kPi = std::numbers::pi;
/// At the origin, ahead is +z; 90 degrees high and wide.
const View kSquare{.fov = 90.0, .aspect_ratio = 1.0};

}  // namespace

TEST_CASE("an object ahead is seen, and names are sorted") {
  const Scene scene = scene_of({{"ball", {sphere({0, 0, 100}, 5)}},
                                {"behind", {sphere({0, 0, -100}, 5)}},
                                {"Box", {box({30, 10, 80}, {10, 10, 10})}},
                                {"can", {cylinder({-40, 0, 90}, 3, 12)}}});
  CHECK(seen(scene, kSquare) == Names{"Box", "ball", "can"});
  CHECK(seen(Scene(), kSquare).empty());
}

TEST_CASE("a sphere is seen until the box around it leaves the view pyramid, on each side") {
  // At distance z the pyramid of 90 degrees ends at x = z; the box around the sphere reaches nearest to it with its
  // far edge, at z + r.
  constexpr double z = 100.0, r = 10.0, edge = z + r + r;
  for (const Vector side : {Vector{1, 0, 0}, Vector{-1, 0, 0}, Vector{0, 1, 0}, Vector{0, -1, 0}}) {
    const auto at = [&](double aside) {
      return seen(scene_of({{"ball", {sphere(aside * side + Vector{0, 0, z}, r)}}}), kSquare);
    };
    CHECK(at(edge - 0.001) == Names{"ball"});
    CHECK(at(edge + 0.001).empty());
  }
}

TEST_CASE("the view pyramid is as wide as the aspect ratio says") {
  // 40 degrees high: at z = 200 up to 200 tan 20; twice as wide.
  const View view{.fov = 40.0, .aspect_ratio = 2.0};
  const double high = 200.0 * std::tan(20.0 * kPi / 180.0);
  const auto thin_at = [&](double x, double y) {
    return !seen(scene_of({{"dot", {box({x, y, 200}, {1e-4, 1e-4, 1e-4})}}}), view).empty();
  };
  CHECK(thin_at(2.0 * high - 0.01, 0));
  CHECK_FALSE(thin_at(2.0 * high + 0.01, 0));
  CHECK(thin_at(0, -high + 0.01));
  CHECK_FALSE(thin_at(0, -high - 0.01));
  CHECK(thin_at(-2.0 * high + 0.01, high - 0.01));
}

TEST_CASE("the view pyramid begins 1 cm from the eye and ends at 3000 cm") {
  const auto ball_at = [](double z, double r) {
    return !seen(scene_of({{"ball", {sphere({0, 0, z}, r)}}}), kSquare).empty();
  };
  CHECK(ball_at(3009.99, 10));
  CHECK_FALSE(ball_at(3010.01, 10));
  CHECK(ball_at(0.76, 0.25));
  CHECK_FALSE(ball_at(0.74, 0.25));
}

TEST_CASE("a box is tested along its own axes, not by the box around it along the world's") {
  // A plate that stands parallel to the side of the pyramid, outside it.
  const Quaternion parallel = about({0, 1, 0}, kPi / 4.0);  // its z axis is along x = z
  const auto plate_at = [&](double away) {
    // From (100, 0, 100), which is on the side of the pyramid, outwards along its normal.
    const double x = 100.0 + away / std::numbers::sqrt2, z = 100.0 - away / std::numbers::sqrt2;
    return !seen(scene_of({{"plate", {box({x, 0, z}, {2, 50, 100}, parallel)}}}), kSquare).empty();
  };
  CHECK(plate_at(0.99));
  CHECK_FALSE(plate_at(1.01));
}

TEST_CASE("a large box is not seen if only two edges separate it from the view pyramid") {
  // All of it is outside, but no plane of the pyramid has all of it on its outer side: only an edge of the box and an
  // edge of the pyramid separate the two.
  const Scene scene = scene_of({{"beam", {box({-300, 300, 100}, {2, 2, 2000}, about({1, 1, 0}, 0.0))}},
                                {"slab", {box({160, 160, 100}, {800, 2, 2}, about({0, 0, 1}, -kPi / 4.0))}}});
  CHECK(seen(scene, kSquare) == Names{"beam"});
}

TEST_CASE("an object of several shapes is seen if one of them is in the pyramid") {
  const Scene scene = scene_of({{"robot", {box({500, 0, 100}, {20, 20, 20}), sphere({20, 0, 100}, 5)}},
                                {"other", {box({500, 200, 100}, {20, 20, 20}), sphere({400, 0, 100}, 5)}}});
  CHECK(seen(scene, kSquare) == Names{"robot"});
}

TEST_CASE("an object is hidden if its centre is hidden") {
  const auto see = [](const Vector& screen, const Vector& size) {
    return seen(scene_of({{"ball", {sphere({0, 0, 200}, 20)}}, {"screen", {box(screen, size)}}}), kSquare);
  };
  CHECK(see({0, 0, 100}, {10, 10, 1}) == Names{"screen"});
  // All but the centre is hidden.
  CHECK(see({60.1, 0, 100}, {120, 120, 1}) == Names{"ball", "screen"});
  CHECK(see({59.9, 0, 100}, {120, 120, 1}) == Names{"screen"});
  // The ball begins at 180: what comes behind that hides nothing, and is itself hidden.
  CHECK(see({0, 0, 180.4}, {10, 10, 1}) == Names{"screen"});
  CHECK(see({0, 0, 180.6}, {10, 10, 1}) == Names{"ball"});
}

TEST_CASE("the object that has the camera is neither seen nor in the way") {
  const Scene scene = scene_of(
      {{"robot", {box({0, 0, 0}, {30, 30, 30}), box({0, 0, 40}, {10, 10, 10})}}, {"ball", {sphere({0, 0, 200}, 20)}}});
  CHECK(seen(scene, kSquare, "robot") == Names{"ball"});
  CHECK(seen(scene, kSquare, "nothing") == Names{"robot"});
}

TEST_CASE("from inside a box the things in it are seen, and things outside are not") {
  const Scene scene = scene_of({{"room", {box({0, 0, 0}, {500, 300, 500})}},
                                {"table", {box({0, -50, 150}, {80, 5, 60})}},
                                {"tree", {cylinder({0, 0, 600}, 20, 400)}}});
  CHECK(seen(scene, kSquare) == Names{"room", "table"});
  View outside = kSquare;
  outside.eye = {0, 0, -400};
  CHECK(seen(scene, outside) == Names{"room"});
}

TEST_CASE("an invalid view sees nothing") {
  const Scene scene = scene_of({{"ball", {sphere({0, 0, 100}, 5)}}});
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const double fov : {0.0, -1.0, 180.0, 1e300, kNaN}) {
    View view = kSquare;
    view.fov = fov;
    CHECK_FALSE(is_valid(view));
    CHECK(seen(scene, view).empty());
  }
  View view = kSquare;
  view.eye[1] = kNaN;
  CHECK(seen(scene, view).empty());
  view = kSquare;
  view.axes.z = {kNaN, 0, 0};
  CHECK(seen(scene, view).empty());
  view = kSquare;
  view.aspect_ratio = 0.0;
  CHECK(seen(scene, view).empty());
  for (const double fov : {1e-12, 179.9999999}) {
    view = kSquare;
    view.fov = fov;
    CHECK(seen(scene, view) == Names{"ball"});
  }
}

TEST_CASE("a shape with an invalid size, place or rotation is refused with its object") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Scene scene;
  CHECK_FALSE(scene.add("none", {}));
  for (const Shape& bad :
       {box({0, 0, 100}, {0, 1, 1}), box({0, 0, 100}, {1, -1, 1}), box({0, 0, 100}, {1, 1, kNaN}),
        box({kNaN, 0, 100}, {1, 1, 1}), box({1e12, 0, 0}, {1, 1, 1}), box({0, 0, 100}, {1, 1, 1}, {0, 0, 0, 0}),
        box({0, 0, 100}, {1, 1, 1}, {kNaN, 0, 0, 0}), cylinder({0, 0, 100}, 1, 0), sphere({0, 0, 100}, 0)}) {
    const std::vector shapes{sphere({0, 0, 100}, 1), bad};
    CHECK_FALSE(scene.add("bad", shapes));
  }
  CHECK(scene.objects().empty());
}
