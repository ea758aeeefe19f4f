// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_POSITION_H
#define SIGVERSE_POSITION_H

#include "Vector3d.h"

/// A position, in cm.
class Position : public Vector3d {
 public:
  Position() {}
  Position(dReal x, dReal y, dReal z) : Vector3d(x, y, z) {}
};

#endif
