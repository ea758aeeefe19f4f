// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "gateways/sigverse/sight/vectors.h"

namespace sigverse::sight {

/// The axes of a rotated frame; nothing if the quaternion is not finite or has (nearly) no length.
std::optional<Axes> axes_of(const Quaternion& turn);

/// The axes of a camera that looks in a direction, of any length but 0: z is the direction, and y is as near to that of
/// the outer frame as possible. For a vertical direction x is that of the outer frame. Nothing if the direction is not
/// finite or has length 0.
std::optional<Axes> axes_towards(const Vector& direction);

}  // namespace sigverse::sight
