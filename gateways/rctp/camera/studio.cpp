// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/studio.h"

#include <utility>

namespace rctp::camera {

Studio::Studio() : offscreen_(16, 16), painter_(font_) {}

void Studio::set_model(std::unique_ptr<const monitor::Model> model) {
  view_.reset();
  gpu_model_.reset();
  model_ = std::move(model);
  gpu_model_ = std::make_unique<const monitor::GpuModel>(*model_);
  view_ = std::make_unique<monitor::ModelView>(painter_, *gpu_model_);
}

monitor::Picture Studio::shoot(std::span<const glm::mat4> poses, const monitor::Camera& camera, int width, int height) {
  offscreen_.resize(width, height);
  view_->draw(poses, camera, width, height);
  painter_.end();
  return offscreen_.picture();
}

std::vector<float> Studio::measure(std::span<const glm::mat4> poses, const monitor::Camera& camera, int width,
                                   int height) {
  offscreen_.resize(width, height);
  const monitor::Camera from = view_->draw_depths(poses, camera, width, height);
  painter_.end();
  return offscreen_.depths(from.nearest, from.farthest);
}

}  // namespace rctp::camera
