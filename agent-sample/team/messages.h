// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// The messages between players of the team: place and velocity of the ball, in the team's frame. Each player hears
/// only the first message in two sensations, so only the player nearest to the ball speaks, and only if the players do
/// not see all around. As text: `b` and four whole numbers, dm and dm/s, separated by commas: `b-123,45,0,-7`.
struct BallMessage {
  Vector position, velocity;  // m, m/s

  static constexpr std::size_t kLongest = 32;

  /// The text, in the buffer.
  std::string_view pack(std::array<char, kLongest>& buffer) const;

  /// Returns nothing if the text is not such a message, or if its values are impossible: opponents speak, too, and may
  /// send any text.
  static std::optional<BallMessage> unpack(std::string_view text);
};

}  // namespace rcss3d::agent
