// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/frames.h"

namespace sigverse {

class SimObj;

/// The direction from one place to another, of length 1; nothing if they are the same.
std::optional<SigVector> direction_between(const SigVector& from, const SigVector& to);

/// The size of an object for pointing.
enum class PointedSize {
  point,   ///< no size at all
  sphere,  ///< a sphere around all of its parts
  cube     ///< a sphere whose radius is the edge of a cube of their volume
};

/// The objects ahead of `from` in a direction of length 1, the nearest to the ray first: by the distance of the middle
/// of their part body from it, less their size; equally near ones in their order. Objects without parts are omitted.
std::vector<const SimObj*> pointed_objects(const std::vector<const SimObj*>& objects, const SigVector& from,
                                           const SigVector& direction, PointedSize size);

}  // namespace sigverse
