// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gateways/sigverse/sight/room.h"

/// A reference that gives the same answers by other means: no frames of shapes, no cones, no separating axes, every ray
/// against every surface. It is slow, and short enough to be checked by reading.
namespace sigverse::sight::slow {

/// How far the ray from `eye` goes until it meets a surface of the shape; infinity: it does not.
double meets(const Shape& shape, const Vector& eye, const Vector& direction);
room::Names detect(const std::vector<room::Thing>& things, const View& view, std::string_view own);
/// Along the ray of these angles, in cm.
double distance(const std::vector<room::Thing>& things, const View& view, std::string_view own, double azimuth,
                double elevation);

}  // namespace sigverse::sight::slow
