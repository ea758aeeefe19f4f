// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "monitor-lite/model/gpu_model.h"
#include "monitor-lite/model/model.h"
#include "monitor-lite/model/model_view.h"
#include "monitor-lite/model/texture_store.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/font.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/painter.h"

namespace rctp::camera {

/// Pictures of one model at a time, without a screen. Lives on one thread.
class Studio {
 public:
  /// Throws `std::runtime_error` if this machine cannot draw.
  Studio();

  /// What is drawn from now on, without textures. Its meshes are uploaded once.
  void set_model(std::unique_ptr<const monitor::Model> model);
  /// With its textures, whose files `images` finds, also uploaded once. One that is left out is added to `warnings`.
  void set_model(std::unique_ptr<const monitor::Model> model, monitor::ImageSource images, x3d::Warnings& warnings);
  bool has_model() const { return model_ != nullptr; }
  const monitor::Model& model() const { return *model_; }

  /// What is nearer or farther, m along the line of sight, is not drawn of this model. At first there are no limits.
  void set_limits(float nearest, float farthest) { view_->set_limits(nearest, farthest); }

  /// Draws the model. One pose for each of its parts.
  monitor::Picture shoot(std::span<const glm::mat4> poses, const monitor::Camera& camera, int width, int height);
  /// How far away, m along the line of sight, is what the middle of each pixel meets, row by row from the top; 0:
  /// nothing. What can be seen through does not count.
  std::vector<float> measure(std::span<const glm::mat4> poses, const monitor::Camera& camera, int width, int height);

 private:
  void clear();
  void show(std::unique_ptr<const monitor::GpuModel> model);

  monitor::Offscreen offscreen_;
  monitor::Font font_;
  monitor::Painter painter_;
  std::unique_ptr<const monitor::Model> model_;
  std::optional<monitor::TextureStore> textures_;
  std::unique_ptr<const monitor::GpuModel> gpu_model_;
  std::unique_ptr<monitor::ModelView> view_;
};

}  // namespace rctp::camera
