// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/messages.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rcss3d::agent {
namespace {

constexpr double kPerMetre = 10;
constexpr int kFarthest = 2000;  // dm
constexpr int kFastest = 300;    // dm/s

int in_units(double value, int limit) {
  const double scaled = std::isfinite(value) ? value * kPerMetre : 0;
  return static_cast<int>(std::lround(std::clamp(scaled, -1.0 * limit, 1.0 * limit)));
}

}  // namespace

std::string_view BallMessage::pack(std::array<char, kLongest>& buffer) const {
  char* at = buffer.data();
  *at++ = 'b';
  for (const int value : {in_units(position.x, kFarthest), in_units(position.y, kFarthest),
                          in_units(velocity.x, kFastest), in_units(velocity.y, kFastest)}) {
    at = std::to_chars(at, buffer.data() + buffer.size() - 1, value).ptr;
    *at++ = ',';
  }
  return {buffer.data(), static_cast<std::size_t>(at - buffer.data()) - 1};
}

std::optional<BallMessage> BallMessage::unpack(std::string_view text) {
  if (!text.starts_with('b')) return {};
  const char* at = text.data() + 1;
  const char* const end = text.data() + text.size();
  std::array<int, 4> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [next, error] = std::from_chars(at, end, values[i]);
    const bool last = i + 1 == values.size();
    if (error != std::errc() || (last ? next != end : next == end || *next != ',')) return {};
    if (std::abs(static_cast<double>(values[i])) > (i < 2 ? kFarthest : kFastest)) return {};
    at = next + 1;
  }
  return BallMessage{{values[0] / kPerMetre, values[1] / kPerMetre}, {values[2] / kPerMetre, values[3] / kPerMetre}};
}

}  // namespace rcss3d::agent
