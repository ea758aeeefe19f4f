// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/frames.h"

namespace sigverse {
namespace {

/// Exact where the number of centimetres is: 7 cm are the double next to 0.07.
spark::Vec3 per(const spark::Vec3& v, double divisor) {
  return {v.x / divisor, v.y / divisor, v.z / divisor};
}

constexpr double kPerMetre = 100.0;
constexpr double kPerTorque = 1e4;

/// Without a zero that is negative, which people would read as "-0".
double negative(double x) {
  return 0.0 - x;
}

}  // namespace

double length_to_core(double centimetres) {
  return centimetres / kPerMetre;
}

spark::Vec3 turned_to_core(const SigVector& v) {
  return {v[0], negative(v[2]), v[1]};
}

SigVector turned_to_sig(const spark::Vec3& v) {
  return {v.x, v.z, negative(v.y)};
}

spark::Vec3 to_core(const SigVector& v) {
  return per(turned_to_core(v), kPerMetre);
}

SigVector to_sig(const spark::Vec3& v) {
  return turned_to_sig(v * kPerMetre);
}

spark::Vec3 torque_to_core(const SigVector& v) {
  return per(turned_to_core(v), kPerTorque);
}

SigVector torque_to_sig(const spark::Vec3& v) {
  return turned_to_sig(v * kPerTorque);
}

spark::Vec3 size_to_core(const SigVector& v) {
  return per({v[0], v[2], v[1]}, kPerMetre);
}

SigQuaternion to_core(const SigQuaternion& q) {
  return {q[0], q[1], negative(q[3]), q[2]};
}

SigQuaternion to_sig(const SigQuaternion& q) {
  return {q[0], q[1], q[3], negative(q[2])};
}

SigQuaternion product(const SigQuaternion& a, const SigQuaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

SigVector turned(const SigQuaternion& q, const SigVector& v) {
  const SigQuaternion middle = product(q, {0.0, v[0], v[1], v[2]});
  const SigQuaternion outcome = product(middle, {q[0], -q[1], -q[2], -q[3]});
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return {outcome[1] / square, outcome[2] / square, outcome[3] / square};
}

}  // namespace sigverse
