// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/sight/turns.h"

#include <algorithm>

namespace sigverse::sight {
namespace {

constexpr double kNoLength = 1e-9;

/// Normalises without overflow; returns false if the length is near 0 or not finite.
template <typename Numbers>
bool normalize(Numbers& numbers) {
  double largest = 0.0;
  for (const double x : numbers) {
    if (!std::isfinite(x)) return false;
    largest = std::max(largest, std::abs(x));
  }
  if (largest < kNoLength) return false;
  double sum = 0.0;
  for (double& x : numbers) {
    x /= largest;
    sum += x * x;
  }
  for (double& x : numbers) x /= std::sqrt(sum);
  return true;
}

}  // namespace

std::optional<Axes> axes_of(const Quaternion& turn) {
  Quaternion q = turn;
  if (!normalize(q)) return std::nullopt;
  const auto& [w, x, y, z] = q;
  return Axes{{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)},
              {2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)},
              {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)}};
}

std::optional<Axes> axes_towards(const Vector& direction) {
  Vector ahead = direction;
  if (!normalize(ahead)) return std::nullopt;
  Vector left = cross({0.0, 1.0, 0.0}, ahead);
  if (!normalize(left)) left = {1.0, 0.0, 0.0};
  return Axes{left, cross(ahead, left), ahead};
}

}  // namespace sigverse::sight
