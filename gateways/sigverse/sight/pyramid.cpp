// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/sight/pyramid.h"

#include <algorithm>

namespace sigverse::sight {
namespace {

constexpr Vector kLeft{1.0, 0.0, 0.0}, kUp{0.0, 1.0, 0.0}, kAhead{0.0, 0.0, 1.0};

}  // namespace

Pyramid::Pyramid(const View& view, double near, double far) : eye_(view.eye), axes_(view.axes), near_(near), far_(far) {
  const double width = view.half_width(), height = view.half_height();
  sides_ = {Vector{-std::cos(width), 0.0, std::sin(width)}, Vector{std::cos(width), 0.0, std::sin(width)},
            Vector{0.0, -std::cos(height), std::sin(height)}, Vector{0.0, std::cos(height), std::sin(height)}};
  const double x = std::tan(width), y = std::tan(height);
  slants_ = {Vector{x, y, 1.0}, Vector{-x, y, 1.0}, Vector{-x, -y, 1.0}, Vector{x, -y, 1.0}};
  for (std::size_t i = 0; i < slants_.size(); ++i) {
    corners_[2 * i] = near * slants_[i];
    corners_[2 * i + 1] = far * slants_[i];
    slants_[i] = 1.0 / length(slants_[i]) * slants_[i];
  }
}

bool Pyramid::meets(const Solid& solid) const {
  const Vector centre = axes_.inside(solid.centre() - eye_);
  bool has_centre = centre[2] >= near_ && centre[2] <= far_;
  // The bounding sphere of the box decides nearly all cases.
  const double reach = length(solid.half());
  if (centre[2] + reach < near_ || centre[2] - reach > far_) return false;
  for (const Vector& side : sides_) {
    const double depth = dot(side, centre);
    if (depth < -reach) return false;
    has_centre = has_centre && depth >= 0.0;
  }
  if (has_centre) return true;

  const Axes& axes = solid.axes();
  const std::array edges{axes_.inside(axes.x), axes_.inside(axes.y), axes_.inside(axes.z)};
  std::array<Vector, 3> half_edges;
  for (std::size_t i = 0; i < 3; ++i) half_edges[i] = solid.half()[i] * edges[i];
  const auto apart = [&](const Vector& axis) { return is_apart(axis, centre, half_edges); };
  if (apart(kAhead) || std::ranges::any_of(sides_, apart) || std::ranges::any_of(edges, apart)) return false;
  for (const Vector& edge : edges) {
    if (apart(cross(edge, kLeft)) || apart(cross(edge, kUp))) return false;
    for (const Vector& slant : slants_)
      if (apart(cross(edge, slant))) return false;
  }
  return true;
}

Pyramid::Span Pyramid::along(const Vector& axis) const {
  Span span{dot(axis, corners_[0]), dot(axis, corners_[0])};
  for (const Vector& corner : corners_) {
    const double at = dot(axis, corner);
    span.low = std::min(span.low, at);
    span.high = std::max(span.high, at);
  }
  return span;
}

bool Pyramid::is_apart(const Vector& axis, const Vector& centre, const std::array<Vector, 3>& half_edges) const {
  // The cross product of parallel edges is not a direction.
  constexpr double kNoAxis = 1e-12;
  if (dot(axis, axis) < kNoAxis) return false;
  const double middle = dot(axis, centre);
  double half = 0.0;
  for (const Vector& edge : half_edges) half += std::abs(dot(axis, edge));
  const Span span = along(axis);
  return middle + half < span.low || middle - half > span.high;
}

}  // namespace sigverse::sight
