// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/shape_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigverse {
namespace {

/// Half the extent of the shape along the axes of the part's frame.
SigVector half_extent(const SimpleShape& shape) {
  if (shape.kind == ShapeKind::sphere) return {shape.size[0], shape.size[0], shape.size[0]};
  SigVector half{};
  if (shape.kind == ShapeKind::box) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      SigVector edge{};
      edge[axis] = shape.size[axis] / 2.0;
      edge = turned(shape.turn, edge);
      for (std::size_t i = 0; i < 3; ++i) half[i] += std::abs(edge[i]);
    }
    return half;
  }
  const SigVector axis = turned(shape.turn, {0.0, 1.0, 0.0});
  // The half extent along axis i is h·|a_i| + r·sqrt(1 − a_i²), with the cylinder's axis a and half height h: the rim
  // is a circle of radius r perpendicular to a.
  for (std::size_t i = 0; i < 3; ++i)
    half[i] =
        shape.size[1] / 2.0 * std::abs(axis[i]) + shape.size[0] * std::sqrt(std::max(0.0, 1.0 - axis[i] * axis[i]));
  return half;
}

}  // namespace

SimpleShape box_around(const std::vector<SimpleShape>& shapes) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  SigVector low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  for (const SimpleShape& shape : shapes) {
    const SigVector half = half_extent(shape);
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], shape.place[i] - half[i]);
      high[i] = std::max(high[i], shape.place[i] + half[i]);
    }
  }
  SimpleShape box;
  for (std::size_t i = 0; i < 3; ++i) {
    box.place[i] = (low[i] + high[i]) / 2.0;
    box.size[i] = high[i] - low[i];
  }
  return box;
}

}  // namespace sigverse
