// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// What players of the team tell each other: where the ball is and how it moves, in the team's frame. Each ear takes in
/// one message in two sensations, the first one, so only the one nearest to the ball speaks, and only where players
/// do not see all around. As text: `b` and four whole numbers, dm and dm/s, with commas between them: `b-123,45,0,-7`.
struct BallMessage {
  Vector position, velocity;  // m, m/s

  static constexpr std::size_t kLongest = 32;

  /// The text, in the buffer.
  std::string_view pack(std::array<char, kLongest>& buffer) const;

  /// Nothing if the text is not one of those, or says what cannot be: opponents speak, too, and anyone may say
  /// anything.
  static std::optional<BallMessage> unpack(std::string_view text);
};

}  // namespace rcss3d::agent
