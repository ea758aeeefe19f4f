// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

namespace monitor {

/// A point that a spring pulls towards another without overshooting, like a camera operator following something: it
/// starts and stops softly.
class Spring {
 public:
  static constexpr float kMaxSpeed = 32.0F;  ///< m/s

  /// Jumps there, at rest.
  void put(const glm::vec3& place);
  /// Jumps there, with unchanged velocity.
  void move(const glm::vec3& place) { place_ = place; }
  /// Moves for that many seconds, one at most.
  void follow(const glm::vec3& goal, float seconds);
  const glm::vec3& place() const { return place_; }
  bool is_moving(const glm::vec3& goal) const;

 private:
  glm::vec3 place_{0, 0, 0};
  glm::vec3 speed_{0, 0, 0};  ///< m/s
};

}  // namespace monitor
