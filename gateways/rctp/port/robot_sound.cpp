// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/robot_sound.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rctp {
namespace {

constexpr double kLowest = 60.0, kHighest = 240.0;  ///< Hz, of motors that barely turn and of those at full speed
constexpr double kLoudest = 0.25;                   ///< amplitude of the hum, as a share of the largest sample
constexpr double kQuietBelow = 0.01;                ///< speed below which motors count as stopped
constexpr double kFollow = 0.05;                    ///< s, time constant with which the hum follows the speed
constexpr double kKnock = 0.6, kKnockFrequency = 180.0, kKnockDecay = 0.03;  ///< part, Hz, s

double wave(double turns) {
  return std::sin(2 * std::numbers::pi * turns);
}

}  // namespace

void RobotSound::set_speed(double speed) {
  wanted_ = std::isfinite(speed) ? std::clamp(speed, 0.0, 1.0) : 0.0;
}

void RobotSound::knock() {
  knock_ = kKnock;
  knock_phase_ = 0.0;
}

/// A gear sounds like a tone with its octave and twelfth; their weights 1, 1/2 and 1/4 add up to 1.75. A knock is a
/// decaying tone.
double RobotSound::next() {
  constexpr double kStep = 1.0 / kRate;
  speed_ += (wanted_ - speed_) * kStep / kFollow;
  double value = 0.0;
  if (speed_ > kQuietBelow) {
    phase_ += (kLowest + (kHighest - kLowest) * speed_) * kStep;
    phase_ -= std::floor(phase_);
    const double hum = (wave(phase_) + 0.5 * wave(2 * phase_) + 0.25 * wave(3 * phase_)) / 1.75;
    value = kLoudest * std::sqrt(speed_) * hum;
  }
  if (knock_ > 1e-4) {
    knock_phase_ += kKnockFrequency * kStep;
    value += knock_ * wave(knock_phase_);
    knock_ *= 1.0 - kStep / kKnockDecay;
  }
  return value;
}

void RobotSound::fill(std::span<std::int16_t> samples) {
  constexpr double kFull = 32767.0;
  for (std::int16_t& sample : samples) sample = static_cast<std::int16_t>(std::lround(kFull * next()));
}

}  // namespace rctp
