// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <numbers>
#include <random>

#include "tests/gateways/sigverse/sight/room.h"

using namespace sigverse::sight;

namespace {

/// Turns y to -x, so that an upright shape lies on its side.
const Quaternion kLying = room::about({0, 0, 1}, std::numbers::pi / 2.0);

void check_outward(const Shape& shape, const Vector& place, const Vector& expected) {
  const auto solid = Solid::of(shape);
  REQUIRE(solid);
  const Vector found = solid->outward(place);
  for (std::size_t i = 0; i < 3; ++i) CHECK(found[i] == Approx(expected[i]).margin(1e-12));
}

}  // namespace

TEST_CASE("outward is the normal of the face on which the point lies") {
  const Shape box = room::box({1, 2, 3}, {20, 10, 4});
  check_outward(box, {11, 6, 4}, {1, 0, 0});
  check_outward(box, {-9, -2, 3}, {-1, 0, 0});
  check_outward(box, {5, 7, 3}, {0, 1, 0});
  check_outward(box, {-8, -3, 4}, {0, -1, 0});
  check_outward(box, {10, 6, 5}, {0, 0, 1});
  check_outward(box, {1, 2, 1}, {0, 0, -1});
  check_outward(room::box({0, 0, 0}, {20, 10, 4}, kLying), {-5, 3, 1}, {-1, 0, 0});

  const Shape cylinder = room::cylinder({1, 2, 3}, 5, 4);
  check_outward(cylinder, {4, 3, 7}, {0.6, 0, 0.8});
  check_outward(cylinder, {-3, 0.1, 0}, {-0.8, 0, -0.6});
  check_outward(cylinder, {4, 4, 6}, {0, 1, 0});
  check_outward(cylinder, {1, 0, 3}, {0, -1, 0});
  check_outward(room::cylinder({0, 0, 0}, 5, 40, kLying), {-20, 1, 2}, {-1, 0, 0});
  check_outward(room::cylinder({0, 0, 0}, 5, 40, kLying), {7, 3, -4}, {0, 0.6, -0.8});

  check_outward(room::sphere({1, 2, 3}, 5), {1, 5, 7}, {0, 0.6, 0.8});
}

TEST_CASE("where a ray from outside meets a shape, the surface faces the eye and bounds the inside") {
  std::mt19937_64 random(5);
  const auto in = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) / 9007199254740992.0;
  };
  constexpr double kStep = 1e-6;
  int met = 0;
  for (int n = 0; n < 3000; ++n) {
    const Vector centre{in(-30, 30), in(-30, 30), in(-30, 30)}, eye{in(-100, 100), in(-100, 100), in(-100, 100)};
    const Quaternion turn = room::about({0, 0.6, 0.8}, in(0, 6));
    const Shape shape = n % 3 == 0   ? room::box(centre, {in(5, 60), in(5, 60), in(5, 60)}, turn)
                        : n % 3 == 1 ? room::cylinder(centre, in(5, 30), in(5, 60), turn)
                                     : room::sphere(centre, in(5, 30));
    const auto solid = Solid::of(shape);
    REQUIRE(solid);
    if (solid->contains(eye)) continue;
    const Vector to = Vector{in(-40, 40), in(-40, 40), in(-40, 40)} - eye, ray = 1.0 / length(to) * to;
    const double distance = solid->meets_from(eye, ray);
    // The result is the same without the test of the bounding sphere.
    CHECK(distance == solid->meets(solid->axes().inside(eye - centre), solid->axes().inside(ray)));
    if (!std::isfinite(distance)) continue;
    ++met;
    const Vector place = eye + distance * ray, outward = solid->outward(place);
    INFO("shape " << n);
    CHECK(length(outward) == Approx(1.0));
    CHECK(dot(outward, ray) < 0.0);
    CHECK(solid->contains(place - kStep * outward));
    CHECK_FALSE(solid->contains(place + kStep * outward));
  }
  CHECK(met > 500);
}
