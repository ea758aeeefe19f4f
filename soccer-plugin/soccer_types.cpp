// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/soccer_types.h"

namespace soccer {

std::optional<PlayMode> parse_play_mode(std::string_view text) {
  for (std::size_t i = 0; i < kPlayModeTexts.size(); ++i)
    if (kPlayModeTexts[i] == text) return static_cast<PlayMode>(i);
  return std::nullopt;
}

}  // namespace soccer
