// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/camera/studio.h"
#include "gateways/rctp/camera/world_mirror.h"

namespace rctp::camera {

/// The model of a world that a server describes. `name` is for warnings and errors. Never reads files of this machine.
/// Throws `x3d::ReadError` if the description cannot be read.
std::unique_ptr<const monitor::Model> model_of_world(const std::string& name, std::string_view text);

/// A moving world, ready to be drawn: its model, the current poses of its parts, and the studio. Used on one thread.
class LiveWorld {
 public:
  /// What a viewpoint sees at this moment.
  struct View {
    std::vector<glm::mat4> poses;  ///< of the parts of the model
    monitor::Camera camera;
    int width = 0, height = 0;  ///< pixels
  };

  /// Throws `std::runtime_error` if this machine cannot draw.
  LiveWorld() = default;

  void set_model(std::unique_ptr<const monitor::Model> model) { studio_.set_model(std::move(model)); }
  bool has_model() const { return studio_.has_model(); }
  const monitor::Model& model() const { return studio_.model(); }
  WorldMirror& mirror() { return mirror_; }
  const WorldMirror& mirror() const { return mirror_; }

  View view(std::size_t viewpoint, int width, int height) const;
  /// Sets the near and the far plane, as `Studio::set_limits` does.
  void set_limits(float nearest, float farthest) { studio_.set_limits(nearest, farthest); }
  monitor::Picture shoot(const View& view) { return studio_.shoot(view.poses, view.camera, view.width, view.height); }
  std::vector<float> measure(const View& view) {
    return studio_.measure(view.poses, view.camera, view.width, view.height);
  }

 private:
  Studio studio_;
  WorldMirror mirror_;
};

}  // namespace rctp::camera
