// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gateways/sigverse/wire/record.h"

/// Where cameras of SIGVerse see a place, computed from docs/systems/sigverse.md without code of the program: the
/// reference with which pictures are compared.
namespace sigverse::visuals::reference {

/// The rows of a matrix that turns vectors of a frame into vectors of the world.
using Matrix = std::array<wire::Triple, 3>;

/// The quaternion may have any length but 0.
Matrix matrix_of(const wire::Quad& turn);
wire::Triple operator*(const Matrix& matrix, const wire::Triple& vector);
/// `turn` in a frame that is turned by `outer`.
wire::Quad product(const wire::Quad& outer, const wire::Quad& turn);
/// The axis has length 1; the angle is in degrees.
wire::Quad about(const wire::Triple& axis, double degrees);

/// A camera as a world file describes it, and where its part is. Lengths in cm.
struct Camera {
  wire::Triple part_place{};
  wire::Quad part_turn{1.0, 0.0, 0.0, 0.0};
  wire::Triple position{}, direction{0.0, 0.0, 1.0};
  std::optional<wire::Quad> quaternion{};  ///< counts instead of the direction
  double fov = 45.0, aspect_ratio = 1.5;
};

/// A place in a picture: the middle of the first pixel, which is on the left of the first row, is (0.5, 0.5).
struct Spot {
  double column = 0.0, row = 0.0;
  double ahead = 0.0;  ///< cm along the middle of the view
};

/// Nothing if the place is not in front of the camera; it may be outside the picture.
std::optional<Spot> project(const Camera& camera, const wire::Triple& place, int width, int height);

/// The outline of a convex body in a picture.
class Outline {
 public:
  /// Around all of these places.
  explicit Outline(std::vector<Spot> spots);

  /// How far a place of the picture is inside the outline, in pixels; negative outside. It is the distance from the
  /// nearest of the lines that bound the outline, so outside a corner it may be less than the distance from the corner.
  double depth(double column, double row) const;
  const std::vector<Spot>& corners() const { return corners_; }

 private:
  std::vector<Spot> corners_;  ///< counter-clockwise, rows going up
};
/// Throws `std::invalid_argument` if a corner is not in front of the camera.
Outline outline_of_box(const Camera& camera, const wire::Triple& place, const wire::Quad& turn,
                       const wire::Triple& size, int width, int height);

}  // namespace sigverse::visuals::reference
