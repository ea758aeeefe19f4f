// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rctp {

/// Synthesises the sound that a microphone on a robot would hear; nothing is recorded. The motors hum, the higher and
/// louder the faster they are set to turn (set points, not measured speeds), and each touch is a knock.
class RobotSound {
 public:
  static constexpr int kRate = 16000;  ///< samples per second

  /// Sets the sound from now on.
  ///   speed: the set point of the motors, relative to their maximum; 0 is silence, more than 1 counts as 1
  void set_speed(double speed);
  /// Adds a knock: something has touched the robot.
  void knock();
  /// Fills in the next samples.
  void fill(std::span<std::int16_t> samples);

 private:
  double next();

  double wanted_ = 0.0;  ///< speed that was set
  double speed_ = 0.0;   ///< follows it gradually, as motors do
  double phase_ = 0.0;   ///< of the hum, in turns
  double knock_ = 0.0;   ///< amplitude of the decaying knock
  double knock_phase_ = 0.0;
};

}  // namespace rctp
