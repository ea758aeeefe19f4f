// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/studio.h"

#include <utility>

namespace rctp::camera {

Studio::Studio() : offscreen_(16, 16), painter_(font_) {}

void Studio::set_model(std::unique_ptr<const monitor::Model> model) {
  clear();
  model_ = std::move(model);
  show(std::make_unique<const monitor::GpuModel>(*model_));
}

void Studio::set_model(std::unique_ptr<const monitor::Model> model, monitor::ImageSource images,
                       x3d::Warnings& warnings) {
  clear();
  model_ = std::move(model);
  textures_.emplace(std::move(images));
  show(std::make_unique<const monitor::GpuModel>(*model_, *textures_, warnings));
}

/// Each object uses only those that are destroyed after it.
void Studio::clear() {
  view_.reset();
  gpu_model_.reset();
  textures_.reset();
}

void Studio::show(std::unique_ptr<const monitor::GpuModel> model) {
  gpu_model_ = std::move(model);
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
