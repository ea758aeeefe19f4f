// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/perceptors/vision_base.h"

namespace soccer {

/// `(Vision …)` through a camera that the pan/tilt effector turns (behaviour 4.1); the usual perceptor of players.
///
/// Angles are relative to the camera. The values of the view cone are half angles, so 90 shows everything in front
/// (fidelity K13). Camera and body turn independently; the sense axis setting has no effect here.
class RestrictedVisionPerceptor : public VisionBase {
 public:
  std::string_view help() const override {
    return "(Vision (Flag (id I) (pol d theta phi)) ... (Ball (pol d theta phi)) "
           "(Player (team T) (id N) (pol d theta phi)) ...): what the camera shows";
  }

  // Script methods, degrees. Values out of range are refused (false).
  bool set_view_cones(int horizontal, int vertical);  ///< half angles, 0 … 180
  /// −360 … 360. If min > max, the camera may point anywhere except between them.
  bool set_pan_range(int min, int max) { return player().pan_range.set(min, max); }
  bool set_tilt_range(int min, int max) { return player().tilt_range.set(min, max); }

 protected:
  void linked() override;
  void unlinking() override;
  Polar look(const spark::Vec3& v, double distance) const override;
  bool sees(const Polar& place) const override;
  Blind blind(double noise) override;

 private:
  double horizontal_cone_ = 90.0;
  double vertical_cone_ = 90.0;
  double reach_ = 360.0;  ///< the largest angle to the axis, degrees, at which an object may be visible
  double limit_ = -2.0;   ///< the cosine of `reach_`
};

}  // namespace soccer
