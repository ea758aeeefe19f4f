// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "spark/agent/effector.h"
#include "spark/scene/drawing_nodes.h"

namespace spark {

/// `(lamp I)`: sets the intensity of the Light above it, cd in every direction, until the next such action. Dark at
/// first.
class Lamp : public Effector {
 public:
  Lamp() { set_name("lamp"); }
  std::string_view predicate() const override { return name(); }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Sets the brightness of the light above it."; }
  /// Complains, and keeps the light, if the intensity is not finite; limits it to the range.
  void realise(const Arguments& arguments) override;
  bool is_trigger() const override { return false; }
  bool current(std::span<double> values) const override {
    values[0] = light_->intensity();
    return true;
  }
  void rest() override { light_->set_intensity(0.0); }

 protected:
  void linked() override;

 private:
  Light* light_ = nullptr;
};

/// Computes how much light falls on a place of a scene. Caches the lights while the tree does not change.
class LightMeter {
 public:
  /// lx on a surface at the Transform above `part` whose normal is that node's z: the sum over all lights of its scene
  /// of I·max(0, cos θ)/d². There are no shadows. A light nearer than `kNearest` counts as that near.
  double lux_at(const BaseNode& part);
  static constexpr double kNearest = 0.001;  ///< m

 private:
  std::vector<const Light*> lights_;
  std::uint64_t tree_changes_ = 0;  ///< version of the tree in which `lights_` were found
};

}  // namespace spark
