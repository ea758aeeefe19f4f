// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_VECTOR3D_H
#define SIGVERSE_VECTOR3D_H

#include "systemdef.h"

class Rotation;

/// A position, a direction or a force: x, y and z. Lengths are in cm.
class Vector3d {
 public:
  Vector3d() { set(0.0, 0.0, 0.0); }
  Vector3d(dReal x, dReal y, dReal z) { set(x, y, z); }

  void set(dReal x, dReal y, dReal z) {
    v_[0] = x;
    v_[1] = y;
    v_[2] = z;
  }
  dReal x() const { return v_[0]; }
  dReal y() const { return v_[1]; }
  dReal z() const { return v_[2]; }
  void x(dReal x) { v_[0] = x; }
  void y(dReal y) { v_[1] = y; }
  void z(dReal z) { v_[2] = z; }
  const dReal* v() const { return v_; }

  Vector3d& shift(dReal x, dReal y, dReal z);
  Vector3d& shift(const Vector3d& other) { return shift(other.x(), other.y(), other.z()); }
  dReal length() const;
  /// The cosine of the angle to another vector, from -1 to 1; the angle itself is acos(v.angle(w)). 1 if either vector
  /// has length 0.
  dReal angle(const Vector3d& other) const;
  /// Scales the vector to length 1. A vector of length 0 is unchanged.
  Vector3d& normalize();
  Vector3d& rotate(const Rotation& rotation);

  Vector3d& operator+=(const Vector3d& other);
  Vector3d& operator-=(const Vector3d& other);
  Vector3d& operator*=(dReal factor);
  Vector3d& operator/=(dReal divisor);
  bool operator==(const Vector3d& other) const;
  bool operator!=(const Vector3d& other) const { return !(*this == other); }

 private:
  dReal v_[3];
};

#endif
