// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_ROTATION_H
#define SIGVERSE_ROTATION_H

#include "systemdef.h"

class Vector3d;

/// A rotation, stored as a quaternion (w, x, y, z).
class Rotation {
 public:
  Rotation() { setQuaternion(1.0, 0.0, 0.0, 0.0); }
  explicit Rotation(const dReal* q) { setQuaternion(q); }
  Rotation(dReal w, dReal x, dReal y, dReal z) { setQuaternion(w, x, y, z); }

  void setQuaternion(const dReal* q) { setQuaternion(q[0], q[1], q[2], q[3]); }
  void setQuaternion(dReal w, dReal x, dReal y, dReal z) {
    q_[0] = w;
    q_[1] = x;
    q_[2] = y;
    q_[3] = z;
  }
  /// Sets a rotation about an axis of any length, rad. If `direct` is not 1, it is applied to the present rotation
  /// instead. An axis of length 0 rotates nothing.
  void setAxisAndAngle(dReal ax, dReal ay, dReal az, dReal angle, dReal direct = 1.0);

  const dReal* q() const { return q_; }
  dReal qw() const { return q_[0]; }
  dReal qx() const { return q_[1]; }
  dReal qy() const { return q_[2]; }
  dReal qz() const { return q_[3]; }

  /// The same as a matrix: three rows of four numbers, like a dMatrix3. Valid until this function has been called 16
  /// more times, for any rotation.
  const dReal* matrix() const;
  /// An element of the matrix, from (0, 0) to (2, 2); 0 outside this range.
  dReal operator()(int row, int column) const;

  /// Rotates a vector.
  Vector3d& apply(Vector3d& v) const;
  /// Stores the rotated vector in `turned`, and returns it.
  Vector3d& apply(const Vector3d& v, Vector3d& turned) const;
  /// Combines two rotations, of which `other` is applied first: q := q * other.
  Rotation& operator*=(const Rotation& other);
  bool operator==(const Rotation& other) const;
  bool operator!=(const Rotation& other) const { return !(*this == other); }

 private:
  dQuaternion q_;
};

#endif
