// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "gateways/sigverse/sight/vectors.h"

namespace sigverse::sight {

/// The axes of a rotated frame; nullopt if the quaternion is not finite or its length is (nearly) 0.
std::optional<Axes> axes_of(const Quaternion& turn);

/// The axes of a camera that looks in a direction, of any length except 0: z is the direction, and y is as close to
/// that of the outer frame as possible. For a vertical direction, x is that of the outer frame. nullopt if the
/// direction is not finite or has length 0.
std::optional<Axes> axes_towards(const Vector& direction);

}  // namespace sigverse::sight
