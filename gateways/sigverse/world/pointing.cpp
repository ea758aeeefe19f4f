// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/pointing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "gateways/sigverse/world/sim_obj.h"

namespace sigverse {
namespace {

/// The radius of the smallest sphere around the shape that has the same centre.
double reach_of(const PartView& part) {
  const auto& [a, b, c] = part.size;
  switch (part.shape) {
    case ShapeKind::box:
      return 0.5 * magnitude(part.size);
    case ShapeKind::cylinder:
      return std::hypot(a, 0.5 * b);
    case ShapeKind::sphere:
      break;
  }
  return a;
}

double volume_of(const PartView& part) {
  const auto& [a, b, c] = part.size;
  switch (part.shape) {
    case ShapeKind::box:
      return a * b * c;
    case ShapeKind::cylinder:
      return std::numbers::pi * a * a * b;
    case ShapeKind::sphere:
      break;
  }
  return 4.0 / 3.0 * std::numbers::pi * a * a * a;
}

double radius_of(const SimObj& object, PointedSize size) {
  if (size == PointedSize::point) return 0.0;
  const SigVector middle = object.part(0).centre;
  double reach = 0.0, volume = 0.0;
  for (std::size_t i = 0; i < object.part_count(); ++i) {
    const PartView part = object.part(i);
    reach = std::max(reach, magnitude(difference(part.centre, middle)) + reach_of(part));
    volume += volume_of(part);
  }
  return size == PointedSize::sphere ? reach : std::cbrt(volume);
}

}  // namespace

std::optional<SigVector> direction_between(const SigVector& from, const SigVector& to) {
  SigVector direction = difference(to, from);
  const double size = magnitude(direction);
  if (!(size > 0.0)) return std::nullopt;
  for (double& x : direction) x /= size;
  return direction;
}

std::vector<const SimObj*> pointed_objects(const std::vector<const SimObj*>& objects, const SigVector& from,
                                           const SigVector& direction, PointedSize size) {
  std::vector<std::pair<double, const SimObj*>> found;
  for (const SimObj* object : objects) {
    if (object->part_count() == 0) continue;
    const SigVector to = difference(object->part(0).centre, from);
    if (!(to[0] * direction[0] + to[1] * direction[1] + to[2] * direction[2] > 0.0)) continue;
    found.emplace_back(magnitude(cross(direction, to)) - radius_of(*object, size), object);
  }
  std::ranges::stable_sort(found, {}, &std::pair<double, const SimObj*>::first);
  std::vector<const SimObj*> nearest;
  for (const auto& [distance, object] : found) nearest.push_back(object);
  return nearest;
}

}  // namespace sigverse
