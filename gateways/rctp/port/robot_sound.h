// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rctp {

/// The sound of a robot, sample by sample: its motors hum, the higher and louder the faster they turn, and each touch
/// is a knock. It stands for what a microphone on the robot would hear; nothing of it is recorded.
class RobotSound {
 public:
  static constexpr int kRate = 16000;  ///< samples per second

  /// What is to be heard from now on.
  ///   speed: of the motors, in parts of their greatest one; 0 is silence, more than 1 counts as 1
  void set_speed(double speed);
  /// Something has touched it.
  void knock();
  /// The next samples.
  void fill(std::span<std::int16_t> samples);

 private:
  double next();

  double wanted_ = 0.0;  ///< speed
  double speed_ = 0.0;   ///< follows it, as motors do
  double phase_ = 0.0;   ///< of the hum, in turns
  double knock_ = 0.0;   ///< amplitude of the knock that dies away
  double knock_phase_ = 0.0;
};

}  // namespace rctp
