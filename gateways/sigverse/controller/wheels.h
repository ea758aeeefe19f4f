// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sigverse {

/// The two driven wheels of Controller::setWheelProperty. cm, rad/s, kg cm2/s2.
struct Wheels {
  struct Wheel {
    std::string joint;
    double radius = 0.0, max_speed = 0.0, max_torque = 0.0, slip_noise = 0.0, encoder_noise = 0.0;
  };
  std::string object;  ///< empty: there are none yet
  Wheel left, right;
  double axle_length = 0.0, speed_unit = 1.0;
};

}  // namespace sigverse
