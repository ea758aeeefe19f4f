// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/visuals/reference_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace sigverse::visuals::reference {
namespace {

double dot_product(const wire::Triple& a, const wire::Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

wire::Triple cross_product(const wire::Triple& a, const wire::Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

wire::Triple unit_vector(const wire::Triple& v) {
  const double size = std::sqrt(dot_product(v, v));
  return {v[0] / size, v[1] / size, v[2] / size};
}

/// The axes of a camera in the frame of its part: z ahead, x to the left, y up.
struct CameraAxes {
  wire::Triple left, up, ahead;
};

CameraAxes axes_in_part(const Camera& camera) {
  if (camera.quaternion) {
    const Matrix turn = matrix_of(*camera.quaternion);
    return {turn * wire::Triple{1, 0, 0}, turn * wire::Triple{0, 1, 0}, turn * wire::Triple{0, 0, 1}};
  }
  // It does not roll: its left is level, that is at a right angle to the y axis of the part.
  const wire::Triple ahead = unit_vector(camera.direction);
  const wire::Triple left = unit_vector({ahead[2], 0.0, -ahead[0]});
  return {left, cross_product(ahead, left), ahead};
}

/// Twice the area of the triangle; above 0 if the third one is on the left of the line from the first to the second,
/// rows going up.
double twice_area(const Spot& a, const Spot& b, const Spot& c) {
  return (b.column - a.column) * (c.row - a.row) - (b.row - a.row) * (c.column - a.column);
}

}  // namespace

Matrix matrix_of(const wire::Quad& turn) {
  const double size = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
  const double w = turn[0] / size, x = turn[1] / size, y = turn[2] / size, z = turn[3] / size;
  return {wire::Triple{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
          wire::Triple{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
          wire::Triple{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

wire::Triple operator*(const Matrix& matrix, const wire::Triple& vector) {
  return {dot_product(matrix[0], vector), dot_product(matrix[1], vector), dot_product(matrix[2], vector)};
}

wire::Quad product(const wire::Quad& outer, const wire::Quad& turn) {
  const wire::Triple u{outer[1], outer[2], outer[3]}, v{turn[1], turn[2], turn[3]}, across = cross_product(u, v);
  wire::Quad whole{outer[0] * turn[0] - dot_product(u, v), 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) whole[i + 1] = outer[0] * v[i] + turn[0] * u[i] + across[i];
  return whole;
}

wire::Quad about(const wire::Triple& axis, double degrees) {
  const double half = degrees * std::numbers::pi / 360.0, sine = std::sin(half);
  return {std::cos(half), sine * axis[0], sine * axis[1], sine * axis[2]};
}

std::optional<Spot> project(const Camera& camera, const wire::Triple& place, int width, int height) {
  const Matrix part = matrix_of(camera.part_turn);
  const CameraAxes axes = axes_in_part(camera);
  const wire::Triple offset = part * camera.position;
  const wire::Triple to{place[0] - camera.part_place[0] - offset[0], place[1] - camera.part_place[1] - offset[1],
                        place[2] - camera.part_place[2] - offset[2]};
  const double ahead = dot_product(to, part * axes.ahead);
  if (!(ahead > 0)) return std::nullopt;
  // The vertical angle of view is given; the tangent of the horizontal one is larger by the aspect ratio, however many
  // pixels the picture has.
  const double tall = ahead * std::tan(camera.fov * std::numbers::pi / 360.0), wide = tall * camera.aspect_ratio;
  const double left = dot_product(to, part * axes.left) / wide, up = dot_product(to, part * axes.up) / tall;
  return Spot{(1 - left) / 2 * width, (1 - up) / 2 * height, ahead};
}

Outline::Outline(std::vector<Spot> spots) {
  std::ranges::sort(spots, [](const Spot& a, const Spot& b) {
    return a.column < b.column || (a.column == b.column && a.row < b.row);
  });
  // The lower half from the left to the right, then the upper half back.
  for (const bool is_back : {false, true}) {
    const std::size_t begin = corners_.size();
    for (const Spot& spot : spots) {
      while (corners_.size() >= begin + 2 && twice_area(corners_[corners_.size() - 2], corners_.back(), spot) <= 0)
        corners_.pop_back();
      corners_.push_back(spot);
    }
    corners_.pop_back();
    if (!is_back) std::ranges::reverse(spots);
  }
}

double Outline::depth(double column, double row) const {
  double nearest = 1e9;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Spot &from = corners_[i], &to = corners_[(i + 1) % corners_.size()];
    nearest = std::min(nearest,
                       twice_area(from, to, {column, row, 0}) / std::hypot(to.column - from.column, to.row - from.row));
  }
  return nearest;
}

Outline outline_of_box(const Camera& camera, const wire::Triple& place, const wire::Quad& turn,
                       const wire::Triple& size, int width, int height) {
  const Matrix axes = matrix_of(turn);
  std::vector<Spot> spots;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const auto half = [&](unsigned axis) { return (corner >> axis & 1U ? 0.5 : -0.5) * size[axis]; };
    const wire::Triple offset = axes * wire::Triple{half(0), half(1), half(2)};
    const auto spot =
        project(camera, {place[0] + offset[0], place[1] + offset[1], place[2] + offset[2]}, width, height);
    if (!spot) throw std::invalid_argument("a corner of the box is behind the camera");
    spots.push_back(*spot);
  }
  return Outline(std::move(spots));
}

}  // namespace sigverse::visuals::reference
