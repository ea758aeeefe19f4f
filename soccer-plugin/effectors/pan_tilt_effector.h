// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/effectors/player_effector.h"

namespace soccer {

/// `(pantilt dpan dtilt)`: turns the camera of the restricted vision perceptor (behaviour 3.8). Ignored if there is
/// none.
class PanTiltEffector : public PlayerEffector {
 public:
  std::string_view predicate() const override { return "pantilt"; }
  std::span<const spark::Parameter> parameters() const override;
  std::string_view help() const override {
    return "Turns the camera by two angles, with a little noise; several commands in one act add up.";
  }
  void realise(const spark::Arguments& arguments) override;
  spark::Range range(std::size_t parameter) const override;
  std::optional<spark::Travel> travel(std::size_t parameter) const override;

  // Script methods; negative values are refused (false).
  bool set_sigma(double sigma);          ///< degrees, of both axes
  bool set_max_pan_delta(int degrees);   ///< per command
  bool set_max_tilt_delta(int degrees);  ///< per command

 protected:
  void linked() override;

 private:
  double sigma_ = 0.25;
  int max_pan_delta_ = 90;
  int max_tilt_delta_ = 10;
  spark::RandomStream* noise_ = nullptr;
};

}  // namespace soccer
