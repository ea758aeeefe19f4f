// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/steady_stage.h"

#include <algorithm>

namespace sigverse::window {
namespace {

using visuals::Bounds;

constexpr float kFarAway = 10.0F;                    // times the radius of everything nearer
constexpr float kNeverFar = 20.0F;                   // m
constexpr float kMinUsed = 0.4F, kMaxGrowth = 2.0F;  // of the stage's radius
constexpr float kTolerance = 0.02F;                  // of its radius: how far objects may leave the stage
constexpr float kRoomToMove = 0.15F;                 // of the radius of the objects, on each side

float radius_of(const Bounds& box) {
  return glm::length(box.high - box.low) / 2;
}

/// The median of the centres of all boxes, per coordinate.
glm::vec3 median_of_middles(const std::vector<Bounds>& objects) {
  glm::vec3 median(0);
  std::vector<float> places(objects.size());
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::transform(objects, places.begin(),
                           [axis](const Bounds& box) { return (box.low + box.high)[axis] / 2; });
    const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    std::ranges::nth_element(places, middle);
    median[axis] = *middle;
  }
  return median;
}

/// A box around the nearer half of the objects, at least one, and all others that are not far from it.
Bounds bounds_of_most(const std::vector<Bounds>& objects) {
  const glm::vec3 middle = median_of_middles(objects);
  struct Distant {
    float away;
    Bounds box;
  };
  std::vector<Distant> all;
  for (const Bounds& box : objects) all.push_back({glm::distance(middle, glm::clamp(middle, box.low, box.high)), box});
  std::ranges::stable_sort(all, {}, &Distant::away);
  Bounds most = all.front().box;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto& [away, box] = all[i];
    if (i > all.size() / 2 && away > std::max(kNeverFar, kFarAway * radius_of(most))) break;
    most = {glm::min(most.low, box.low), glm::max(most.high, box.high)};
  }
  return most;
}

}  // namespace

void SteadyStage::update(const std::vector<Bounds>& objects) {
  if (objects.empty()) {
    stage_ = {};
    is_empty_ = true;
    return;
  }
  Bounds most = bounds_of_most(objects);
  const float radius = radius_of(most);
  if (!is_empty_) {
    const glm::vec3 outside = glm::max(stage_.low - most.low, most.high - stage_.high) - kTolerance * stage_.radius;
    const bool is_inside = outside.x <= 0 && outside.y <= 0 && outside.z <= 0;
    const bool is_similar = radius >= kMinUsed * stage_.radius && radius <= kMaxGrowth * stage_.radius;
    if (is_inside && is_similar) return;
    // A world with a very different size is another world, and is shown at its own size.
    if (is_similar) most.low -= kRoomToMove * radius, most.high += kRoomToMove * radius;
  }
  stage_ = monitor::stage_around(most.low, most.high);
  is_empty_ = false;
}

}  // namespace sigverse::window
