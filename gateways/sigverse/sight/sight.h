// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/sight/scene.h"
#include "gateways/sigverse/sight/view.h"

// Computes what a camera sees, by geometry alone, so that the server and service providers give the same answers. All
// functions are pure; they may run on any threads as long as the scene is not changed. `own` is the object that has the
// camera: it is never seen and hides nothing. In an invalid view (`is_valid`) nothing is seen.
//
// These headers need only the standard library (C++17). `Vector` is a `std::array`, so its operators are found only
// with `using namespace sigverse::sight`.
namespace sigverse::sight {

/// The near and far planes of the view pyramid: cm from the eye along the centre line of the view. Surfaces nearer than
/// the near plane still hide what is behind them.
inline constexpr double kNear = 1.0, kFar = 3000.0;

/// The names of the visible objects, sorted by octets; valid as long as the scene is unchanged.
///
/// An object is visible if the box around one of its shapes (along the axes of that shape; for a sphere, along those of
/// the world) intersects the view pyramid, and if no other object hides its centre: on the ray from the eye to the
/// centre, no surface of another object comes before its own. Surfaces count, not volumes: from inside a shape its far
/// side is seen, so a room that is one large box does not hide its contents. An object that contains the eye cannot be
/// hidden.
std::vector<std::string_view> detect(const Scene& scene, const View& view, std::string_view own);

/// The rays along which distances are measured: 1, 320, or 320 × 240.
enum class Rays { middle, line, picture };
inline constexpr int kColumns = 320, kRows = 240;

/// The distances, in cm, that are reported as 0 and 255. Both are finite, and `start` is less than `end`.
struct DistanceRange {
  double start = 0.0, end = 255.0;
};
bool is_valid(const DistanceRange& range);

/// Distances from the eye to the nearest surface along each ray, one octet each: 0 up to `range.start`, 255 from
/// `range.end` on and if there is no surface; linear and rounded in between. `kFar` does not limit them.
///
/// The middle ray goes straight ahead. The columns of a line are at equal steps of the azimuth, from the left: column i
/// is at half_width() · (1 - (2i + 1) / 320), the middle of its step. A picture has rows from top to bottom, at equal
/// steps of the elevation: row j is at half_height() · (1 - (2j + 1) / 240). The ray with azimuth a and elevation e has
/// the direction (sin a · cos e, sin e, cos a · cos e) in the axes of the view. Returns an empty text if the range is
/// not valid.
std::string distances(const Scene& scene, const View& view, std::string_view own, const DistanceRange& range,
                      Rays rays);

}  // namespace sigverse::sight
