// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/extent.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace rctp;

TEST_CASE("two extents are joined along each axis") {
  const Extent a{{-1, -2, -3}, {4, 5, 6}}, b{{-2, -1, -4}, {3, 6, 5}};
  for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
    const Extent both = joined(one, other);
    CHECK(both.min.x == -2);
    CHECK(both.min.y == -2);
    CHECK(both.min.z == -4);
    CHECK(both.max.x == 4);
    CHECK(both.max.y == 6);
    CHECK(both.max.z == 6);
  }
  CHECK(joined(std::nullopt, a).max.z == 6);
}

TEST_CASE("a shape at an invalid or distant position has an extent within limits") {
  spark::ShapeAppearance ball;
  ball.kind = spark::ShapeAppearance::Kind::sphere;
  ball.sizes = {1, 1, 1};
  spark::Pose pose;
  pose.position = {std::numeric_limits<double>::quiet_NaN(), 1e9, -1e9};
  const Extent extent = extent_of(ball, pose);
  CHECK(extent.min.x == 0);
  CHECK(extent.max.x == 0);
  CHECK(extent.max.y == Extent::kMaxDistance);
  CHECK(extent.min.z == -Extent::kMaxDistance);
}
