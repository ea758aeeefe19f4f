// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/lamp.h"

#include <algorithm>
#include <cmath>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/scene/scene.h"

namespace spark {

std::span<const Parameter> Lamp::parameters() const {
  static constexpr Parameter kParameters[] = {
      {"intensity", Parameter::Kind::real, false, "cd", "of the light", {0.0, Light::kMaxIntensity, 0.0}}};
  return kParameters;
}

void Lamp::realise(const Arguments& arguments) {
  if (std::isfinite(arguments.real(0)))
    light_->set_intensity(std::clamp(arguments.real(0), 0.0, Light::kMaxIntensity));
  else
    complain("({} ...): the intensity is not finite", Printable{name()});
}

void Lamp::linked() {
  light_ = ancestor<Light>();
  if (!light_) throw Misplaced("there is no light above this effector");
  Effector::linked();
}

double LightMeter::lux_at(const BaseNode& part) {
  const auto* node = part.ancestor<Transform>();
  auto* scene = part.ancestor<Scene>();
  if (!node || !scene) return 0.0;
  if (tree_changes_ != part.core().tree_changes) {
    tree_changes_ = part.core().tree_changes;
    const auto all = part.core().find_all<Light>(scene);
    lights_.assign(all.begin(), all.end());
  }
  const Vec3 normal = node->world_pose().rotation * Vec3{0, 0, 1};
  double sum = 0.0;
  for (const Light* light : lights_) {
    if (light->intensity() <= 0.0) continue;
    const auto* place = light->ancestor<Transform>();
    const Vec3 to_light = (place ? place->world_pose().position : Vec3()) - node->world_pose().position;
    const double distance = length(to_light);
    if (!(distance > 0.0)) continue;
    const double cosine = std::max(0.0, dot(to_light, normal) / distance), at_least = std::max(distance, kNearest);
    sum += light->intensity() * cosine / (at_least * at_least);
  }
  return sum;
}

}  // namespace spark
