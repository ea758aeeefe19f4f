// SPDX-License-Identifier: Apache-2.0
#include "vecutil.h"

Vector3d operator + (const Vector3d &a, const Vector3d &b) { Vector3d c(a); c += b; return c; }
Vector3d operator - (const Vector3d &a, const Vector3d &b) { Vector3d c(a); c -= b; return c; }
Vector3d operator * (const Vector3d &a, double k) { Vector3d c(a); c *= k; return c; }
double dot(const Vector3d &a, const Vector3d &b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }

// y axis only
double yaw(const Rotation &r)
{
  double theta = 2 * acos(fabs(r.qw()) > 1.0 ? 1.0 : fabs(r.qw()));
  if (r.qw() * r.qy() < 0) theta = -1 * theta;
  return theta;
}
