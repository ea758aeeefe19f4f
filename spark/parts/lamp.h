// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "spark/agent/effector.h"
#include "spark/scene/drawing_nodes.h"

namespace spark {

/// `(lamp I)`: how bright the Light is that it hangs below, cd in every direction, until the next such action. Dark at
/// first.
class Lamp : public Effector {
 public:
  Lamp() { set_name("lamp"); }
  std::string_view predicate() const override { return name(); }
  std::span<const Parameter> parameters() const override;
  std::string_view help() const override { return "Sets the brightness of the light it hangs below."; }
  /// Complains, and leaves the light as it is, if the intensity is not finite; takes one beyond the range for its end.
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

/// How much light falls on a place of a scene. Remembers the lights as long as the tree is as it was.
class LightMeter {
 public:
  /// lx on a surface at the Transform above `part` whose normal is that node's z: the sum over all lights of its scene
  /// of I·max(0, cos θ)/d². Nothing throws a shadow. A light nearer than `kNearest` counts as that near.
  double lux_at(const BaseNode& part);
  static constexpr double kNearest = 0.001;  ///< m

 private:
  std::vector<const Light*> lights_;
  std::uint64_t tree_changes_ = 0;  ///< of the tree in which `lights_` were found
};

}  // namespace spark
