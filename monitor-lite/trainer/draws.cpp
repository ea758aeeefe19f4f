// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/draws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "spark/core/number_text.h"

namespace monitor {

Draws::Draws(std::uint64_t seed, std::uint64_t attempt) : state_(seed) {
  state_ = bits() + attempt;
}

std::uint64_t Draws::bits() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double Draws::unit() {
  return static_cast<double>(bits() >> 11) * 0x1p-53;
}

double Draws::normal(double mean, double deviation) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - unit()));
  return mean + deviation * (radius * std::cos(2.0 * std::numbers::pi * unit()));
}

double Drawn::drawn(Draws& draws) const {
  switch (kind) {
    case Kind::uniform:
      return draws.uniform(numbers[0], numbers[1]);
    case Kind::normal:
      return draws.normal(numbers[0], numbers[1]);
    case Kind::choice:
      return numbers[static_cast<std::size_t>(draws.unit() * static_cast<double>(numbers.size()))];
    case Kind::fixed:
      break;
  }
  return numbers[0];
}

double Drawn::value(Draws& draws) const {
  return rounded(std::clamp(drawn(draws), least, most), 6);
}

double rounded(double number, int decimals) {
  double near = 0;
  spark::whole_number(fmt::format("{:.{}f}", number, decimals), near);
  return near == 0 ? 0.0 : near;  // no -0
}

}  // namespace monitor
