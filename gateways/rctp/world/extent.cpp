// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/extent.h"

#include <algorithm>
#include <cmath>

namespace rctp {
namespace {

using spark::ShapeAppearance;
using spark::Vec3;

Vec3 absolute(const Vec3& v) {
  return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}

/// The half size of the shape's box along the axes of the world.
Vec3 reach(const ShapeAppearance& shape, const spark::Mat3& rotation) {
  const auto& sizes = shape.sizes;
  if (shape.kind == ShapeAppearance::Kind::sphere) return {sizes[0], sizes[0], sizes[0]};
  if (shape.kind == ShapeAppearance::Kind::box)
    return absolute(rotation * Vec3{sizes[0] / 2, 0, 0}) + absolute(rotation * Vec3{0, sizes[1] / 2, 0}) +
           absolute(rotation * Vec3{0, 0, sizes[2] / 2});
  // For an inclined cylinder this is a little too large.
  return absolute(rotation * Vec3{0, 0, sizes[1] / 2}) + Vec3{sizes[0], sizes[0], sizes[0]};
}

Vec3 limited(const Vec3& v) {
  const auto limit = [](double x) {
    return std::isnan(x) ? 0.0 : std::clamp(x, -Extent::kMaxDistance, Extent::kMaxDistance);
  };
  return {limit(v.x), limit(v.y), limit(v.z)};
}

}  // namespace

Extent extent_of(const ShapeAppearance& shape, const spark::Pose& pose) {
  const Vec3 around = reach(shape, pose.rotation);
  return {limited(pose.position - around), limited(pose.position + around)};
}

Extent joined(const std::optional<Extent>& a, const Extent& b) {
  if (!a) return b;
  return {{std::min(a->min.x, b.min.x), std::min(a->min.y, b.min.y), std::min(a->min.z, b.min.z)},
          {std::max(a->max.x, b.max.x), std::max(a->max.y, b.max.y), std::max(a->max.z, b.max.z)}};
}

}  // namespace rctp
