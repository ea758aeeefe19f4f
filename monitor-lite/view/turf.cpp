// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/turf.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace monitor {
namespace {

/// A pseudo-random number, uniformly distributed from -1 to 1.
double chance(std::uint32_t x, std::uint32_t y, std::uint32_t octave) {
  std::uint32_t hash = x * 0x8da6b343U ^ y * 0xd8163841U ^ octave * 0xcb1ab31fU;
  hash = (hash ^ hash >> 15) * 0x2c1b3c6dU;
  hash = (hash ^ hash >> 12) * 0x297a2d39U;
  return static_cast<double>(hash ^ hash >> 15) / 2147483647.5 - 1.0;
}

/// Smooth noise on a grid of `cells` x `cells` that wraps around.
double noise(double x, double y, std::uint32_t cells) {
  const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
  const double u = x - column, v = y - row, s = u * u * (3 - 2 * u), t = v * v * (3 - 2 * v);
  const auto at = [&](std::uint32_t dx, std::uint32_t dy) {
    return chance((column + dx) % cells, (row + dy) % cells, cells);
  };
  return std::lerp(std::lerp(at(0, 0), at(1, 0), s), std::lerp(at(0, 1), at(1, 1), s), t);
}

}  // namespace

std::vector<unsigned char> Turf::pixels() {
  struct Octave {
    std::uint32_t cells;
    double strength;
  };
  constexpr Octave kOctaves[] = {{8, 0.16}, {24, 0.14}, {64, 0.22}, {256, 0.48}};
  std::vector<unsigned char> pixels;
  pixels.reserve(static_cast<std::size_t>(kSide) * kSide);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      double value = 0;
      for (const auto& [cells, strength] : kOctaves)
        value +=
            strength * noise(x * static_cast<double>(cells) / kSide, y * static_cast<double>(cells) / kSide, cells);
      pixels.push_back(static_cast<unsigned char>(std::clamp(127.5 + 127.5 * value, 0.0, 255.0)));
    }
  return pixels;
}

}  // namespace monitor
