// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/picture_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "monitor-lite/view/offscreen.h"
#include "spark/x3d/vrml_writer.h"

namespace rctp::camera {
namespace {

constexpr std::size_t kMaxNumbers = 65536;  // the limit of spark::MoverList

/// A scene with one shape of each kind, opaque and transparent, in front of a camera.
const std::string kFirstScene = std::string(x3d::kVrmlHeader) + R"(
  DEF eye Transform { children Viewpoint { position 0 0 0 } }
  Transform { translation 0 0 -3 children [
    Shape { appearance DEF red Appearance { material Material { diffuseColor 1 0 0 } } geometry Box { } }
    Shape { appearance USE red geometry Sphere { } }
    Shape { appearance USE red geometry Cylinder { } }
    Shape { appearance USE red geometry Cone { } }
    Shape { appearance Appearance { material Material { transparency 0.5 } } geometry Box { size 3 3 3 } } ] })";

std::string_view octets_of(const auto& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]};
}

bool is_drawable(const PictureOrder& order) {
  constexpr auto kMaxSide = static_cast<std::uint32_t>(monitor::Offscreen::kMaxPixels);
  return is_picture_size(order.width, order.height) && order.width <= kMaxSide && order.height <= kMaxSide &&
         order.nearest > 0 && order.farthest > order.nearest && std::isfinite(order.farthest);
}

}  // namespace

PictureMaker::PictureMaker() {
  world_.set_model(model_of_world("first scene", kFirstScene));
  const LiveWorld::View view = world_.view(0, 64, 48);
  world_.shoot(view);
  world_.measure(view);
}

std::string_view PictureMaker::answer(std::string_view message) {
  frame_.clear();
  if (read_picture_order(message, order_))
    draw();
  else if (const auto scene = read_scene_message(message))
    set_scene(*scene);
  else
    throw std::runtime_error("the server sent something that this version does not know");
  return frame_;
}

void PictureMaker::set_scene(const SceneMessage& scene) {
  world_.set_model(model_of_world("world", scene.text));
  world_.mirror() = WorldMirror();
  names_ = scene.names;
  world_.mirror().set_names(scene.names);
}

void PictureMaker::fail(const std::string& why) {
  write_frame(frame_, FailedMessage{order_.id, why});
}

void PictureMaker::draw() {
  if (!is_drawable(order_)) return fail("a picture of that size, or between such planes, cannot be drawn");
  for (const MoverPose& pose : order_.poses) {
    if (pose.number >= kMaxNumbers) continue;
    world_.mirror().set_pose(pose.number, pose.translation, pose.rotation);
    if (pose.field_of_view > 0) world_.mirror().set_field_of_view(pose.number, pose.field_of_view);
  }
  const auto viewpoint = order_.camera < names_.size() && !names_[order_.camera].empty()
                             ? world_.model().find_viewpoint(names_[order_.camera])
                             : std::nullopt;
  if (!viewpoint) return fail("the camera is not in the world");
  const LiveWorld::View view = world_.view(*viewpoint, static_cast<int>(order_.width), static_cast<int>(order_.height));
  world_.set_limits(order_.nearest, order_.farthest);
  const monitor::Picture picture = world_.shoot(view);
  const std::vector<float> depths = order_.with_depth ? world_.measure(view) : std::vector<float>();
  write_frame(frame_,
              PictureMessage{order_.id, order_.width, order_.height, octets_of(picture.pixels), octets_of(depths)});
}

}  // namespace rctp::camera
