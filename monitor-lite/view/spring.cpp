// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/spring.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

constexpr float kStiffness = 2.6F;      // 1/s
constexpr float kAcceleration = 30.0F;  // m/s^2 at most
constexpr float kTick = 0.005F;         // s
constexpr float kMaxLength = 1.0F;      // s between two pictures; longer pauses are cut
constexpr float kSettled = 0.01F;       // m, m/s

/// Limits the length of a vector.
glm::vec3 at_most(const glm::vec3& vector, float length) {
  const float is = glm::length(vector);
  return is > length ? vector * (length / is) : vector;
}

}  // namespace

void Spring::put(const glm::vec3& place) {
  place_ = place;
  speed_ = glm::vec3(0);
}

void Spring::follow(const glm::vec3& goal, float seconds) {
  seconds = std::clamp(seconds, 0.0F, kMaxLength);
  const int ticks = std::max(1, static_cast<int>(std::lround(seconds / kTick)));
  const float tick = seconds / static_cast<float>(ticks);
  for (int i = 0; i < ticks; ++i) {
    const glm::vec3 pull = kStiffness * kStiffness * (goal - place_) - 2 * kStiffness * speed_;
    speed_ = at_most(speed_ + at_most(pull, kAcceleration) * tick, kMaxSpeed);
    place_ += speed_ * tick;
  }
}

bool Spring::is_moving(const glm::vec3& goal) const {
  return glm::distance(place_, goal) > kSettled || glm::length(speed_) > kSettled;
}

}  // namespace monitor
