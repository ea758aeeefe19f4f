// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "agent-sample/lib/geometry.h"

using namespace rcss3d::agent;

TEST_CASE("the nearest place on a line is the foot of the perpendicular, or an end") {
  CHECK(distance(nearest_on_line({1, 3}, {0, 0}, {2, 0}), {1, 0}) < 1e-12);
  CHECK(distance(nearest_on_line({5, 3}, {0, 0}, {2, 0}), {2, 0}) < 1e-12);
  CHECK(distance(nearest_on_line({-5, 3}, {0, 0}, {2, 0}), {0, 0}) < 1e-12);
  CHECK(distance(nearest_on_line({-5, 3}, {1, 1}, {1, 1}), {1, 1}) < 1e-12);
}
