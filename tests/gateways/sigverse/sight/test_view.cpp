// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>
#include <numbers>

#include "tests/gateways/sigverse/sight/room.h"

using namespace sigverse::sight;

namespace {

constexpr double kQuarter = std::numbers::pi / 2.0;

void check_same(const Vector& found, const Vector& expected) {
  for (std::size_t i = 0; i < 3; ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-12));
}

View view_of(const MountedCamera& camera) {
  View view;
  REQUIRE(find_view(camera, view).empty());
  return view;
}

}  // namespace

TEST_CASE("a camera moves and turns with its part") {
  MountedCamera camera;
  camera.part_place = {10, 50, -20};
  camera.part_turn = room::about({0, 1, 0}, kQuarter);  // turns +z to +x
  camera.place = {0, 5, 3};
  camera.fov = 60;
  camera.aspect_ratio = 1.25;
  const View view = view_of(camera);
  check_same(view.eye, {13, 55, -20});
  check_same(view.axes.z, {1, 0, 0});
  check_same(view.axes.x, {0, 0, -1});
  check_same(view.axes.y, {0, 1, 0});
  CHECK(view.fov == 60);
  CHECK(view.aspect_ratio == 1.25);
}

TEST_CASE("a direction turns a camera without rolling it") {
  MountedCamera camera;
  camera.direction = {3, 3, 3};
  const View view = view_of(camera);
  const double third = 1.0 / std::numbers::sqrt3, half = 1.0 / std::numbers::sqrt2;
  check_same(view.axes.z, {third, third, third});
  check_same(view.axes.x, {half, 0, -half});
  CHECK(view.axes.y[1] > 0.0);
  CHECK(dot(view.axes.y, view.axes.z) == Approx(0).margin(1e-12));
}

TEST_CASE("a camera that looks straight up or down keeps its left axis") {
  MountedCamera camera;
  camera.direction = {0, 7, 0};
  View view = view_of(camera);
  check_same(view.axes.x, {1, 0, 0});
  check_same(view.axes.y, {0, 0, -1});
  camera.direction = {0, -1e-3, 0};
  view = view_of(camera);
  check_same(view.axes.x, {1, 0, 0});
  check_same(view.axes.y, {0, 0, 1});
}

TEST_CASE("a quaternion replaces the direction, and may roll the camera") {
  MountedCamera camera;
  camera.direction = {1, 0, 0};
  camera.turn = room::about({0, 0, 1}, kQuarter);  // turns +x to +y
  for (double& x : *camera.turn) x *= 5.0;         // of any length
  const View view = view_of(camera);
  check_same(view.axes.z, {0, 0, 1});
  check_same(view.axes.x, {0, 1, 0});
  check_same(view.axes.y, {-1, 0, 0});
}

TEST_CASE("an invalid camera reports the reason, and leaves the view unchanged") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
  const auto why = [](auto change) {
    MountedCamera camera;
    change(camera);
    View view{.eye = {1, 2, 3}, .fov = 33};
    const std::string_view problem = find_view(camera, view);
    CHECK(view.eye == Vector{1, 2, 3});
    CHECK(view.fov == 33);
    return problem;
  };
  for (const double fov : {0.0, -5.0, 180.0, kNaN, kInfinity})
    CHECK(why([&](MountedCamera& c) { c.fov = fov; }) == "its field of view is not above 0 and below 180 degrees");
  for (const double ratio : {0.0, -1.0, 1001.0, kNaN})
    CHECK(why([&](MountedCamera& c) { c.aspect_ratio = ratio; }) == "its aspect ratio is not above 0 and at most 1000");
  for (const Vector direction : {Vector{0, 0, 0}, Vector{kNaN, 0, 1}, Vector{0, kInfinity, 0}})
    CHECK(why([&](MountedCamera& c) { c.direction = direction; }) == "its direction has no length");
  CHECK(why([](MountedCamera& c) { c.turn = Quaternion{0, 0, 0, 0}; }) == "its direction has no length");
  CHECK(why([&](MountedCamera& c) { c.place[2] = kNaN; }) == "its place is out of range");
  CHECK(why([&](MountedCamera& c) { c.part_place[0] = kInfinity; }) == "its part is nowhere");
  CHECK(why([&](MountedCamera& c) { c.part_turn = {0, 0, 0, 0}; }) == "its part is nowhere");
}
