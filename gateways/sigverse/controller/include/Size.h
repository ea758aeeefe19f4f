// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SIZE_H
#define SIGVERSE_SIZE_H

#include "systemdef.h"

/// The edge lengths of a box, in cm.
class Size {
 public:
  Size() : x_(0.0), y_(0.0), z_(0.0) {}
  Size(dReal x, dReal y, dReal z) : x_(x), y_(y), z_(z) {}
  dReal x() const { return x_; }
  dReal y() const { return y_; }
  dReal z() const { return z_; }
  void x(dReal x) { x_ = x; }
  void y(dReal y) { y_ = y; }
  void z(dReal z) { z_ = z; }
  void set(dReal x, dReal y, dReal z) {
    x_ = x;
    y_ = y;
    z_ = z;
  }

 private:
  dReal x_, y_, z_;
};

#endif
