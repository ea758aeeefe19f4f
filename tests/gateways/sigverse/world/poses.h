// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "gateways/sigverse/world/frames.h"

/// cm.
inline double distance(const sigverse::SigVector& a, const sigverse::SigVector& b) {
  return sigverse::magnitude(sigverse::difference(a, b));
}

/// How far two poses are apart: the distance in cm, or the greatest difference of the quaternions' numbers if that is
/// more. Quaternions that differ by their sign are the same turn.
inline double difference_of(const sigverse::SigPose& a, const sigverse::SigPose& b) {
  double plus = 0.0, minus = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    plus = std::max(plus, std::abs(a.turn[i] + b.turn[i]));
    minus = std::max(minus, std::abs(a.turn[i] - b.turn[i]));
  }
  return std::max(distance(a.place, b.place), std::min(plus, minus));
}
