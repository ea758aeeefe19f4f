// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/live_world.h"

#include "spark/x3d/scene.h"

namespace rctp::camera {

std::unique_ptr<const monitor::Model> model_of_world(const std::string& name, std::string_view text) {
  x3d::Warnings warnings;
  const x3d::Scene scene =
      x3d::read_scene({name, "", std::string(text)}, x3d::TextSource(), x3d::kShapeLimits, warnings);
  return std::make_unique<const monitor::Model>(monitor::model_of(scene, warnings));
}

LiveWorld::View LiveWorld::view(std::size_t viewpoint, int width, int height) const {
  View made{mirror_.poses(model()), {}, width, height};
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  made.camera = monitor::camera_at(model(), viewpoint, made.poses, mirror_.field_of_view(model(), viewpoint), aspect);
  return made;
}

}  // namespace rctp::camera
