// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/frames.h"

namespace sigverse {

class SimObj;

/// The unit vector from one position to another; nullopt if they are the same.
std::optional<SigVector> direction_between(const SigVector& from, const SigVector& to);

/// What counts as the size of an object when something points to it.
enum class PointedSize {
  point,   ///< no size at all
  sphere,  ///< a sphere around all of its parts
  cube     ///< a sphere whose radius is the edge of a cube of their volume
};

/// The objects ahead of `from` in that direction, a unit vector, in order of their distance from the ray: the distance
/// of the centre of their part `body`, minus their size. Objects at equal distance stay in order. Objects without parts
/// are omitted.
std::vector<const SimObj*> pointed_objects(const std::vector<const SimObj*>& objects, const SigVector& from,
                                           const SigVector& direction, PointedSize size);

}  // namespace sigverse
