// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "gateways/sigverse/sight/scene.h"
#include "gateways/sigverse/sight/view.h"

namespace sigverse::sight {

/// The view pyramid, truncated by two planes. Two convex bodies are disjoint exactly if they are separated along the
/// normal of a face of one of them, or along the cross product of an edge of one and an edge of the other.
class Pyramid {
 public:
  Pyramid(const View& view, double near, double far);

  /// Whether the box around the shape and the pyramid have a point in common.
  bool meets(const Solid& solid) const;

 private:
  struct Span {
    double low, high;
  };
  Span along(const Vector& axis) const;
  bool is_apart(const Vector& axis, const Vector& centre, const std::array<Vector, 3>& half_edges) const;

  Vector eye_;
  Axes axes_;
  double near_, far_;
  // In the axes of the view.
  std::array<Vector, 4> sides_;   ///< unit normals, inwards
  std::array<Vector, 4> slants_;  ///< edges that start at the eye
  std::array<Vector, 8> corners_;
};

}  // namespace sigverse::sight
