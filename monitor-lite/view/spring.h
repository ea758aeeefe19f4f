// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>

namespace monitor {

/// A point that is drawn to another by a spring which does not swing, as a person's camera follows something: it starts
/// and stops softly.
class Spring {
 public:
  static constexpr float kMaxSpeed = 32.0F;  ///< m/s

  /// Is there at once, and rests.
  void put(const glm::vec3& place);
  /// Is there at once, and goes on as fast as it was.
  void move(const glm::vec3& place) { place_ = place; }
  /// For so many seconds, one at most.
  void follow(const glm::vec3& goal, float seconds);
  const glm::vec3& place() const { return place_; }
  bool is_moving(const glm::vec3& goal) const;

 private:
  glm::vec3 place_{0, 0, 0};
  glm::vec3 speed_{0, 0, 0};  ///< m/s
};

}  // namespace monitor
