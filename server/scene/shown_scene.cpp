// SPDX-License-Identifier: Apache-2.0
#include "server/scene/shown_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "commserver/host/places.h"
#include "spark/core/number_text.h"
#include "spark/core/transform.h"
#include "spark/scene/scene.h"

namespace server {

using namespace spark;
namespace {

Values values_in(const std::vector<std::string>& words) {
  Values values;
  for (auto word = words.begin() + 1; word < words.end(); ++word) {
    double number = 0;
    if (whole_number(*word, number) && std::isfinite(number))
      values.emplace_back(number);
    else
      values.emplace_back(*word);
  }
  return values;
}

/// The distance from a shape's middle to its lowest point.
double reach_down(const ShapeAppearance& shape, const Mat3& turn) {
  const auto& [a, b, c] = shape.sizes;
  const double along = std::abs(turn[8]);  // of its z, upwards
  switch (shape.kind) {
    case ShapeAppearance::Kind::sphere:
      return a;
    case ShapeAppearance::Kind::box:
      return (std::abs(turn[6]) * a + std::abs(turn[7]) * b + along * c) / 2;
    case ShapeAppearance::Kind::capsule:
      return a + along * b / 2;
    case ShapeAppearance::Kind::cylinder:
      return a * std::sqrt(std::max(0.0, 1 - along * along)) + along * b / 2;
    case ShapeAppearance::Kind::plane:
      break;
  }
  return 0;
}

}  // namespace

double depth_below_floor(const Appearance& appearance) {
  double depth = 0;
  for (const MoverAppearance& mover : appearance.movers)
    for (const ShapeAppearance& shape : mover.shapes) {
      const Pose pose = mover.pose * shape.pose;
      depth = std::max(depth, reach_down(shape, pose.rotation) - pose.position.z);
    }
  return depth;
}

ShownScene::ShownScene(const Options& options, Assembly& assembly)
    : assembly_(assembly),
      file_(commserver::named_file("--scene", assembly.core.scene_path, options.scene.front())),
      values_(values_in(options.scene)),
      height_(options.scene_height),
      no_gateway_(assembly.core.log, [](AgentId, const std::string&) -> AgentGateway& {
        throw std::runtime_error("a scene that is only shown has no agents");
      }) {
  assembly_.run_script({options.script, options.profile, options.variables, options.strict, options.script_limit_s});
  auto* scenes = assembly_.core.find_first<SceneServer>();
  scene_ = scenes ? scenes->active_scene() : nullptr;
  if (!scene_)
    throw std::runtime_error(
        fmt::format("--scene: the script {} builds no scene to put it in", options.script.string()));
  // Imported files are searched for beside the scene file first.
  auto& folders = assembly_.core.scene_path;
  folders.insert(folders.begin(), file_.parent_path());
  shown_ = import_above_floor();
  if (!shown_) throw std::runtime_error(fmt::format("--scene {}: it cannot be imported", file_.string()));
  simulation_ = assembly_.make_simulation(no_gateway_, assembly_.simulation_options());
}

ShownScene::~ShownScene() = default;

/// Returns null on failure, and then leaves no object behind.
Transform* ShownScene::import(double height) {
  // Created below an agent's node, although no program controls it, so that effectors and perceptors find what they
  // need.
  auto made = assembly_.core.classes.create("oxygen/AgentAspect");
  auto& above = dynamic_cast<Transform&>(*made);
  above.set_name(file_.stem().string());
  above.set_local_pos({0, 0, height});
  scene_->append(std::move(made));
  if (import_scene(above, file_.filename().string(), values_)) return &above;
  scene_->destroy(above);
  return nullptr;
}

/// Imports the scene above the floor, because the physics would throw out bodies that are inside the floor.
Transform* ShownScene::import_above_floor() {
  Transform* made = import(height_.value_or(0));
  if (!made || height_) return made;
  Appearance appearance = appearance_of(*scene_);
  std::erase_if(appearance.movers, [&](const MoverAppearance& mover) {
    return !(mover.path == made->name() || mover.path.starts_with(made->name() + '/'));
  });
  const double depth = depth_below_floor(appearance);
  if (!(depth > 0)) return made;
  scene_->destroy(*made);
  return import(depth);
}

bool ShownScene::reload() {
  // The old objects stay until the new ones are complete; no step is made in between.
  const std::string name = shown_->name();
  shown_->set_name("");
  assembly_.core.log.forget_mistakes();
  Transform* made = import_above_floor();
  if (!made) {
    shown_->set_name(name);
    return false;
  }
  scene_->destroy(*shown_);
  shown_ = made;
  return true;
}

}  // namespace server
