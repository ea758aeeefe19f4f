// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <string>

#include "gateways/sigverse/client/world.h"
#include "monitor-lite/view/camera.h"

namespace sigverse::window {

/// A position in a picture as a ray, in the drawn world: m, z up.
struct PictureRay {
  glm::vec3 eye{0.0F}, direction{0.0F};  ///< of length 1
};
/// `x` and `y` are in pixels from the top left of a picture of that size.
PictureRay ray_through(const monitor::Camera& camera, const glm::vec2& size, float x, float y);

/// Drags an object with the mouse: along the floor or, with Shift, up and down. The grabbed point stays under the
/// mouse. Nothing is sent.
class ObjectDrag {
 public:
  /// `grabbed`: the point at which the ray meets the object, cm.
  ObjectDrag(const client::Object& object, const sight::Vector& grabbed);

  /// Moves the object to the mouse. If the mouse's ray leads to no position within `reach`, in m, of the object's
  /// initial position, nothing moves.
  void move(const PictureRay& ray, bool upwards, float reach);
  const std::string& object() const { return object_; }
  /// The present position of its main part, cm, rounded to millimetres.
  sight::Vector place() const;

 private:
  std::string object_;
  sight::Vector begin_;    ///< the object's initial position, cm
  glm::vec3 grabbed_;      ///< the initial point
  glm::vec3 at_;           ///< the present point
  glm::vec3 aside_{0.0F};  ///< from where the mouse's ray meets the plane to the grabbed point
  bool upwards_ = false;
};

/// A copy of the world with one object moved.
client::World with_object_at(const client::World& world, const std::string& object, const sight::Vector& place);

}  // namespace sigverse::window
