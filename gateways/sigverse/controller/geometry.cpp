// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

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
  const dReal lengths = length() * other.length();
  if (lengths == 0.0) return 0.0;
  const dReal cosine = (v_[0] * other.v_[0] + v_[1] * other.v_[1] + v_[2] * other.v_[2]) / lengths;
  return std::acos(std::clamp(cosine, -1.0, 1.0));
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
  return shift(other.x(), other.y(), other.z());
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
  const dReal length = std::hypot(ax, ay, az);
  Rotation turn;
  if (length != 0.0) {
    const dReal factor = std::sin(angle / 2) / length;
    turn.setQuaternion(std::cos(angle / 2), ax * factor, ay * factor, az * factor);
  }
  if (direct == 1.0)
    *this = turn;
  else
    *this *= turn;
}
Vector3d& Rotation::apply(Vector3d& v) const {
  const dReal w = q_[0], x = q_[1], y = q_[2], z = q_[3];
  v.set((1 - 2 * (y * y + z * z)) * v.x() + 2 * (x * y - w * z) * v.y() + 2 * (x * z + w * y) * v.z(),
        2 * (x * y + w * z) * v.x() + (1 - 2 * (x * x + z * z)) * v.y() + 2 * (y * z - w * x) * v.z(),
        2 * (x * z - w * y) * v.x() + 2 * (y * z + w * x) * v.y() + (1 - 2 * (x * x + y * y)) * v.z());
  return v;
}
Rotation& Rotation::operator*=(const Rotation& r) {
  setQuaternion(q_[0] * r.q_[0] - q_[1] * r.q_[1] - q_[2] * r.q_[2] - q_[3] * r.q_[3],
                q_[0] * r.q_[1] + q_[1] * r.q_[0] + q_[2] * r.q_[3] - q_[3] * r.q_[2],
                q_[0] * r.q_[2] - q_[1] * r.q_[3] + q_[2] * r.q_[0] + q_[3] * r.q_[1],
                q_[0] * r.q_[3] + q_[1] * r.q_[2] - q_[2] * r.q_[1] + q_[3] * r.q_[0]);
  return *this;
}
bool Rotation::operator==(const Rotation& other) const {
  return std::equal(q_, q_ + 4, other.q_);
}
