// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/camera/live_world.h"
#include "gateways/rctp/pictures/picture_messages.h"

namespace rctp::camera {

/// Makes the pictures that the server which started this program orders (pictures/picture_messages.h): raw colours and
/// depths, one picture at a time. It uses no descriptors.
class PictureMaker {
 public:
  /// Throws `std::runtime_error` if this machine cannot draw. Draws one picture first, so that the graphics driver
  /// compiles its shaders now: that takes longer than many pictures.
  PictureMaker();

  /// Carries out a message. The answer is a complete frame, valid until the next call; empty: none. Throws
  /// `std::runtime_error` if the message cannot be read, or if something cannot be drawn.
  std::string_view answer(std::string_view message);

 private:
  void set_scene(const SceneMessage& scene);
  void draw();
  void fail(const std::string& why);

  LiveWorld world_;
  std::vector<std::string> names_;  ///< by number
  PictureOrder order_;
  std::string frame_;
};

}  // namespace rctp::camera
