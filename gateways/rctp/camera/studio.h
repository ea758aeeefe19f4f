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

/// Draws pictures of one model at a time, without a screen. Used on one thread.
class Studio {
 public:
  /// Throws `std::runtime_error` if this machine cannot draw.
  Studio();

  /// Sets the model to draw, without textures. Its meshes are uploaded once.
  void set_model(std::unique_ptr<const monitor::Model> model);
  /// Sets the model with its textures, which `images` reads; they are uploaded once. Each omitted one adds to
  /// `warnings`.
  void set_model(std::unique_ptr<const monitor::Model> model, monitor::ImageSource images, x3d::Warnings& warnings);
  bool has_model() const { return model_ != nullptr; }
  const monitor::Model& model() const { return *model_; }

  /// Sets the near and far limits for this model, m along the line of sight. By default there are no limits.
  void set_limits(float nearest, float farthest) { view_->set_limits(nearest, farthest); }

  /// Draws the model, with one pose for each of its parts.
  monitor::Picture shoot(std::span<const glm::mat4> poses, const monitor::Camera& camera, int width, int height);
  /// Returns the distance to the surface in the middle of each pixel, m along the line of sight, row by row from the
  /// top; 0: nothing. Transparent surfaces are ignored.
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
