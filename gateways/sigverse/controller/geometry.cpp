// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>

#include "gateways/sigverse/controller/include/Rotation.h"
#include "gateways/sigverse/controller/include/Vector3d.h"

Vector3d& Vector3d::shift(dReal x, dReal y, dReal z) {
  set(v_[0] + x, v_[1] + y, v_[2] + z);
  return *this;
}
dReal Vector3d::length() const {
  return std::hypot(v_[0], v_[1], v_[2]);
}
dReal Vector3d::angle(const Vector3d& other) const {
  const dReal a = length(), b = other.length();
  if (a == 0.0 || b == 0.0) return 1.0;
  dReal cosine = 0.0;
  for (int i = 0; i < 3; ++i) cosine += (v_[i] / a) * (other.v_[i] / b);
  // Rounding may produce a value beyond 1, for which acos is NaN.
  return std::clamp(cosine, -1.0, 1.0);
}
Vector3d& Vector3d::normalize() {
  const dReal present = length();
  if (present != 0.0) *this /= present;
  return *this;
}
Vector3d& Vector3d::rotate(const Rotation& rotation) {
  return rotation.apply(*this);
}
Vector3d& Vector3d::operator+=(const Vector3d& other) {
  return shift(other);
}
Vector3d& Vector3d::operator-=(const Vector3d& other) {
  return shift(-other.x(), -other.y(), -other.z());
}
Vector3d& Vector3d::operator*=(dReal factor) {
  set(v_[0] * factor, v_[1] * factor, v_[2] * factor);
  return *this;
}
Vector3d& Vector3d::operator/=(dReal divisor) {
  set(v_[0] / divisor, v_[1] / divisor, v_[2] / divisor);
  return *this;
}
bool Vector3d::operator==(const Vector3d& other) const {
  return std::equal(v_, v_ + 3, other.v_);
}

void Rotation::setAxisAndAngle(dReal ax, dReal ay, dReal az, dReal angle, dReal direct) {
  dQuaternion q;
  dQFromAxisAndAngle(q, ax, ay, az, angle);
  const Rotation turn(q);
  if (direct == 1.0)
    *this = turn;
  else
    *this *= turn;
}
const dReal* Rotation::matrix() const {
  // A rotation that contained its matrix would be four times as large, and libraries compiled with the smaller type
  // would reserve too little room for it. Sources keep two or three matrices at a time.
  constexpr unsigned kCount = 16;
  thread_local dMatrix3 matrices[kCount];
  thread_local unsigned next = 0;
  const dReal w = q_[0], x = q_[1], y = q_[2], z = q_[3];
  const dMatrix3 rows = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     0,
                         2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     0,
                         2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), 0};
  dReal* const given = matrices[next++ % kCount];
  std::copy_n(rows, std::size(rows), given);
  return given;
}
dReal Rotation::operator()(int row, int column) const {
  return row < 0 || row > 2 || column < 0 || column > 2 ? 0.0 : matrix()[4 * row + column];
}
Vector3d& Rotation::apply(Vector3d& v) const {
  return apply(v, v);
}
Vector3d& Rotation::apply(const Vector3d& v, Vector3d& turned) const {
  const dReal* const m = matrix();
  turned.set(m[0] * v.x() + m[1] * v.y() + m[2] * v.z(), m[4] * v.x() + m[5] * v.y() + m[6] * v.z(),
             m[8] * v.x() + m[9] * v.y() + m[10] * v.z());
  return turned;
}
Rotation& Rotation::operator*=(const Rotation& r) {
  dQuaternion product;
  dQMultiply0(product, q_, r.q_);
  setQuaternion(product);
  return *this;
}
bool Rotation::operator==(const Rotation& other) const {
  return std::equal(q_, q_ + 4, other.q_);
}

// ---- ODE functions ----

void dQMultiply0(dQuaternion q, const dQuaternion a, const dQuaternion b) {
  const dQuaternion product = {
      a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
      a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  std::copy_n(product, 4, q);
}
void dQMultiply1(dQuaternion q, const dQuaternion a, const dQuaternion b) {
  const dQuaternion inverse = {a[0], -a[1], -a[2], -a[3]};
  dQMultiply0(q, inverse, b);
}
void dQFromAxisAndAngle(dQuaternion q, dReal ax, dReal ay, dReal az, dReal angle) {
  const dReal length = std::hypot(ax, ay, az);
  const dReal factor = length != 0.0 ? std::sin(angle / 2) / length : 0.0;
  q[0] = length != 0.0 ? std::cos(angle / 2) : 1.0;
  q[1] = ax * factor;
  q[2] = ay * factor;
  q[3] = az * factor;
}
