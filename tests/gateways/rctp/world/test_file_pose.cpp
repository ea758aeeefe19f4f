// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/file_pose.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "spark/core/transform.h"

using namespace rctp;
using spark::Mat3;
using spark::Vec3;

namespace {

constexpr auto kPi = std::numbers::pi;

Mat3 turn(Vec3 degrees) {
  return spark::rotation_from_degrees(degrees);
}

/// What a viewer makes of axis and angle (Rodrigues), y up.
Vec3 turned(const FilePose& pose, const Vec3& v) {
  const Vec3 axis{pose.rotation[0], pose.rotation[1], pose.rotation[2]};
  const double c = std::cos(pose.rotation[3]), s = std::sin(pose.rotation[3]);
  return v * c + cross(axis, v) * s + axis * (dot(axis, v) * (1 - c));
}

}  // namespace

TEST_CASE("points have y up: (x, y, z) becomes (x, z, -y)") {
  CHECK(file_point({1, 2, 3}) == std::array<float, 3>{1, 3, -2});
  CHECK(file_point({-2, -2, 0.1}) == std::array<float, 3>{-2, 0.1F, 2});
  // No number is −0, which would be other octets than 0, and rounding is no number.
  for (const float part : file_point({-0.0, 1e-17, -1e-9})) CHECK((part == 0 && !std::signbit(part)));
  CHECK(file_point({0.000002, 0, 0})[0] == 2e-6F);
}

TEST_CASE("a heading about z becomes a rotation about y") {
  const auto pose = file_pose({{-2, -2, 0.1}, turn({0, 0, 90})});
  CHECK(pose.translation == std::array<float, 3>{-2, 0.1F, 2});
  CHECK(pose.rotation == std::array<float, 4>{0, 1, 0, static_cast<float>(kPi / 2)});
  CHECK(file_pose({{}, turn({0, 0, -45})}).rotation == std::array<float, 4>{0, -1, 0, static_cast<float>(kPi / 4)});
  CHECK(file_pose({{}, turn({90, 0, 0})}).rotation == std::array<float, 4>{1, 0, 0, static_cast<float>(kPi / 2)});
  CHECK(file_pose({{}, turn({0, 90, 0})}).rotation == std::array<float, 4>{0, 0, -1, static_cast<float>(kPi / 2)});
  CHECK(file_pose({{}, turn({0, 0, 180})}).rotation == std::array<float, 4>{0, 1, 0, static_cast<float>(kPi)});
  CHECK(file_pose({}).rotation == std::array<float, 4>{0, 0, 1, 0});
  CHECK_FALSE(file_pose({{0, 0, 1e-9}, turn({0, 0, 1e-6})}).is_turned());
}

TEST_CASE("converting and rotating a point can be done in either order, for any rotation") {
  for (const double x : {0.0, 33.0, 90.0, 179.9, -120.0})
    for (const double y : {0.0, -45.0, 90.0, 180.0})
      for (const double z : {0.0, 10.0, 180.0, 270.0}) {
        CAPTURE(x, y, z);
        const Mat3 rotation = turn({x, y, z});
        const FilePose pose = file_pose({{}, rotation});
        CHECK(std::hypot(pose.rotation[0], pose.rotation[1], pose.rotation[2]) == Approx(1));
        CHECK((pose.rotation[3] >= 0 && pose.rotation[3] <= static_cast<float>(kPi)));
        for (const Vec3& v : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0.3, -2, 5}}) {
          const Vec3 in_world = spark::operator*(rotation, v);
          const Vec3 in_file = turned(pose, {v.x, v.z, -v.y});
          CHECK(in_file.x == Approx(in_world.x).margin(1e-5));
          CHECK(in_file.y == Approx(in_world.z).margin(1e-5));
          CHECK(in_file.z == Approx(-in_world.y).margin(1e-5));
        }
      }
}

TEST_CASE("poses of files and records are finite, whatever the pose contains") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto point = file_point({inf, -1e300, nan});
  CHECK(point == std::array<float, 3>{1e9F, 0, 1e9F});
  for (const Mat3& bad : {Mat3{nan, 0, 0, 0, 1, 0, 0, 0, 1}, Mat3{inf, 0, 0, 0, inf, 0, 0, 0, 1}, Mat3{},
                          Mat3{2, 0, 0, 0, 1e200, 0, 0, 0, 1}, Mat3{-1, 0, 0, 0, -1, 0, 0, 0, -1}})
    for (const float number : file_pose({{}, bad}).rotation) CHECK(std::isfinite(number));
}
