// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/sight/view.h"

#include <numbers>

#include "gateways/sigverse/sight/turns.h"

namespace sigverse::sight {
namespace {

bool is_fov(double degrees) {
  return degrees > 0.0 && degrees < 180.0;
}
bool is_aspect_ratio(double ratio) {
  return ratio > 0.0 && ratio <= View::kMaxAspectRatio;
}

}  // namespace

double View::half_height() const {
  return fov * std::numbers::pi / 360.0;
}

double View::half_width() const {
  return std::atan(std::tan(half_height()) * aspect_ratio);
}

bool is_valid(const View& view) {
  return is_place(view.eye) && is_place(view.axes.x) && is_place(view.axes.y) && is_place(view.axes.z) &&
         is_fov(view.fov) && is_aspect_ratio(view.aspect_ratio);
}

std::string_view find_view(const MountedCamera& camera, View& view) {
  if (!is_fov(camera.fov)) return "its field of view is not above 0 and below 180 degrees";
  if (!is_aspect_ratio(camera.aspect_ratio)) return "its aspect ratio is not above 0 and at most 1000";
  const auto part = axes_of(camera.part_turn);
  if (!part || !is_place(camera.part_place)) return "its part is nowhere";
  if (!is_place(camera.place)) return "its place is out of range";
  const auto axes = camera.turn ? axes_of(*camera.turn) : axes_towards(camera.direction);
  if (!axes) return "its direction has no length";
  const Vector eye = camera.part_place + part->outside(camera.place);
  if (!is_place(eye)) return "its place is out of range";
  view.eye = eye;
  view.axes = {part->outside(axes->x), part->outside(axes->y), part->outside(axes->z)};
  view.fov = camera.fov;
  view.aspect_ratio = camera.aspect_ratio;
  return {};
}

}  // namespace sigverse::sight
