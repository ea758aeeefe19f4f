// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/frames.h"

#include <cmath>

namespace sigverse {
namespace {

/// Divides instead of multiplying, because 7/100 is the double nearest to 0.07.
spark::Vec3 per(const spark::Vec3& v, double divisor) {
  return {v.x / divisor, v.y / divisor, v.z / divisor};
}

constexpr double kPerMetre = 100.0;
constexpr double kPerTorque = 1e4;

/// Negates without producing a negative zero, which would be printed as "-0".
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

spark::Mat3 rotation_to_core(const SigQuaternion& q) {
  const spark::Vec3 x = turned_to_core(turned(q, {1.0, 0.0, 0.0}));
  const spark::Vec3 y = turned_to_core(turned(q, {0.0, 0.0, -1.0}));
  const spark::Vec3 z = turned_to_core(turned(q, {0.0, 1.0, 0.0}));
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

SigQuaternion to_sig(const SigQuaternion& q) {
  return {q[0], q[1], q[3], negative(q[2])};
}

SigVector sum(const SigVector& a, const SigVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

SigVector difference(const SigVector& a, const SigVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

SigVector cross(const SigVector& a, const SigVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double magnitude(const SigVector& v) {
  return std::hypot(v[0], v[1], v[2]);
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

SigQuaternion inverse(const SigQuaternion& q) {
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return {q[0] / square, -q[1] / square, -q[2] / square, -q[3] / square};
}

SigPose operator*(const SigPose& a, const SigPose& b) {
  SigPose pose{sum(a.place, turned(a.turn, b.place)), product(a.turn, b.turn)};
  double square = 0.0;
  for (const double part : pose.turn) square += part * part;
  for (double& part : pose.turn) part /= std::sqrt(square);
  return pose;
}

SigPose inverse(const SigPose& pose) {
  const SigQuaternion back = inverse(pose.turn);
  return {turned(back, difference({}, pose.place)), back};
}

}  // namespace sigverse
