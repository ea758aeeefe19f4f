// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <string>

#include "gateways/sigverse/client/world.h"
#include "monitor-lite/view/camera.h"

namespace sigverse::window {

/// A place of a picture as the ray that it shows. World of the painter: m, z up.
struct PictureRay {
  glm::vec3 eye{0.0F}, direction{0.0F};  ///< of length 1
};
/// `x` and `y` in pixels from the top left of a picture of that size.
PictureRay ray_through(const monitor::Camera& camera, const glm::vec2& size, float x, float y);

/// An object that the mouse moves: along the floor, or, with Shift, up and down. The point that was grabbed stays under
/// the mouse. Nothing is sent by it.
class ObjectDrag {
 public:
  /// `grabbed`: the point of the object that the ray meets, cm.
  ObjectDrag(const client::Object& object, const sight::Vector& grabbed);

  /// The mouse is there. Where its ray does not lead to a place within `reach` of where the object was, in m, nothing
  /// moves.
  void move(const PictureRay& ray, bool upwards, float reach);
  const std::string& object() const { return object_; }
  /// Where its main part is now, cm; in millimetres, which is what a hand can mean.
  sight::Vector place() const;

 private:
  std::string object_;
  sight::Vector begin_;    ///< of the object, cm
  glm::vec3 grabbed_;      ///< where the point was
  glm::vec3 at_;           ///< where it is
  glm::vec3 aside_{0.0F};  ///< from where the mouse's ray meets the plane to the point
  bool upwards_ = false;
};

/// The world with one object moved to a place.
client::World with_object_at(const client::World& world, const std::string& object, const sight::Vector& place);

}  // namespace sigverse::window
