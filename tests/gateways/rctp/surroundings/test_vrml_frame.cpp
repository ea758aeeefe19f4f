// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/surroundings/vrml_frame.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

using namespace rctp;
using spark::Mat3;
using spark::Vec3;

namespace {

/// About an axis of length 1, by the formula of Rodrigues.
Mat3 turn(const Vec3& a, double angle) {
  const double c = std::cos(angle), s = std::sin(angle), t = 1 - c;
  return {t * a.x * a.x + c,       t * a.x * a.y - s * a.z, t * a.x * a.z + s * a.y,
          t * a.x * a.y + s * a.z, t * a.y * a.y + c,       t * a.y * a.z - s * a.x,
          t * a.x * a.z - s * a.y, t * a.y * a.z + s * a.x, t * a.z * a.z + c};
}

}  // namespace

TEST_CASE("a place on the floor and a heading, as VRML has them") {
  const VrmlPose pose = to_vrml(spark::Pose{{-2, -2, 0.1}, turn({0, 0, 1}, std::numbers::pi / 2)});
  CHECK(pose.translation == std::array{-2.0F, 0.1F, 2.0F});
  CHECK(pose.rotation[0] == Approx(0).margin(1e-9));
  CHECK(pose.rotation[1] == 1.0F);
  CHECK(pose.rotation[2] == Approx(0).margin(1e-9));
  CHECK(pose.rotation[3] == 1.57079633F);
}

TEST_CASE("what is not turned has the axis that VRML has for it, and no zero is negative") {
  const VrmlPose pose = to_vrml(spark::Pose{});
  CHECK(pose.rotation == std::array{0.0F, 0.0F, 1.0F, 0.0F});
  for (const float number : pose.translation) CHECK_FALSE(std::signbit(number));
}

TEST_CASE("any turn is told of so that it turns everything to where it is") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    Vec3 axis{any(random), any(random), any(random)};
    axis = axis * (1 / length(axis));
    // All angles, and those around half a turn, where the axis is hardest to find.
    const double angle = i % 2 ? std::numbers::pi * any(random) : std::numbers::pi - 1e-7 * any(random);
    const Mat3 rotation = turn(axis, angle);
    const auto told = to_vrml(spark::Pose{{}, rotation}).rotation;
    CHECK(told[3] >= 0);
    CHECK(told[3] <= std::numbers::pi_v<float>);
    const Mat3 there = turn({told[0], told[1], told[2]}, told[3]);
    for (const Vec3& point : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0.3, -2, 5}}) {
      const auto expected = to_vrml(rotation * point);
      const auto p = to_vrml(point);
      const Vec3 got = there * Vec3{p[0], p[1], p[2]};
      CHECK(got.x == Approx(expected[0]).margin(1e-5));
      CHECK(got.y == Approx(expected[1]).margin(1e-5));
      CHECK(got.z == Approx(expected[2]).margin(1e-5));
    }
  }
}
