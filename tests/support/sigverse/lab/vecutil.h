// SPDX-License-Identifier: Apache-2.0
#ifndef __VECUTIL_H__
#define __VECUTIL_H__

#include <Vector3d.h>
#include <Rotation.h>

Vector3d operator + (const Vector3d &a, const Vector3d &b);
Vector3d operator - (const Vector3d &a, const Vector3d &b);
Vector3d operator * (const Vector3d &a, double k);
double dot(const Vector3d &a, const Vector3d &b);
double yaw(const Rotation &r);

#endif
