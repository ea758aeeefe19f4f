// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/sigverse/world/frames.h"
#include "spark/core/quaternion.h"

using namespace sigverse;
using spark::Vec3;

namespace {

bool is_near(const Vec3& a, const Vec3& b) {
  return spark::length(a - b) < 1e-12;
}

/// Rotates as the core's matrices do.
Vec3 turned_in_core(const SigQuaternion& q, const Vec3& v) {
  const Vec3 u{q[1], q[2], q[3]};
  return v + 2.0 * q[0] * cross(u, v) + 2.0 * cross(u, cross(u, v));
}

}  // namespace

TEST_CASE("a place in centimetres with y up is converted to metres with z up") {
  CHECK(to_core(SigVector{10, 50, -20}) == Vec3{0.10, 0.20, 0.50});
  CHECK(to_sig(Vec3{0.25, 0.5, 2}) == SigVector{25, 200, -50});
  CHECK(to_core(SigVector{7, 0, 0}).x == 0.07);
  CHECK(length_to_core(7) == 0.07);
  CHECK(size_to_core({20, 10, 40}) == Vec3{0.2, 0.4, 0.1});
}

TEST_CASE("zeros do not become negative in either direction") {
  CHECK_FALSE(std::signbit(to_core(SigVector{0, 0, 0}).y));
  CHECK_FALSE(std::signbit(to_sig(Vec3{0, 0, 0})[2]));
  CHECK_FALSE(std::signbit(to_core(SigQuaternion{1, 0, 0, 0})[2]));
  CHECK_FALSE(std::signbit(to_sig(SigQuaternion{1, 0, 0, 0})[3]));
}

TEST_CASE("a quarter turn about y turns forward to the left, in both frames") {
  const double half = std::sqrt(0.5);
  const SigQuaternion sig{half, 0, half, 0};
  const SigQuaternion core = to_core(sig);
  CHECK(core == SigQuaternion{half, 0, 0, half});
  const SigVector forward = turned(sig, {0, 0, 1});
  CHECK(forward[0] == Approx(1));
  CHECK(forward[2] == Approx(0).margin(1e-15));
  CHECK(is_near(turned_in_core(core, {0, -1, 0}), {1, 0, 0}));
}

TEST_CASE("turning and converting between frames can be done in either order") {
  const SigQuaternion q{0.5, -0.1, 0.7, 0.4}, r{0.1, 0.9, -0.3, 0.2};
  const SigVector v{3, -4, 5};
  double square = 0;
  for (const double part : q) square += part * part;
  SigQuaternion unit = q;
  for (double& part : unit) part /= std::sqrt(square);
  CHECK(is_near(turned_in_core(to_core(unit), turned_to_core(v)), turned_to_core(turned(q, v))));
  const SigQuaternion one = to_core(product(q, r)), other = product(to_core(q), to_core(r));
  for (std::size_t i = 0; i < 4; ++i) CHECK(one[i] == Approx(other[i]));
  CHECK(to_sig(to_core(q)) == q);
}

TEST_CASE("torques are scaled by the square of lengths") {
  CHECK(is_near(torque_to_core({1e4, 2e4, 3e4}), {1, -3, 2}));
  const SigVector back = torque_to_sig({1, -3, 2});
  CHECK(back == SigVector{1e4, 2e4, 3e4});
}
