// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/play_mode.h"

#include <algorithm>

#include "spark/core/check.h"

namespace soccer {

std::size_t number_of(PlayMode mode) {
  const auto found = std::ranges::find(kPlayModes, mode, &NamedPlayMode::mode);
  SPARK_DEMAND(found != kPlayModes.end());
  return static_cast<std::size_t>(found - kPlayModes.begin());
}

std::string_view name_of(PlayMode mode) {
  return kPlayModes[number_of(mode)].name;
}

std::optional<PlayMode> parse_play_mode(std::string_view name) {
  const auto found = std::ranges::find(kPlayModes, name, &NamedPlayMode::name);
  if (found == kPlayModes.end()) return std::nullopt;
  return found->mode;
}

}  // namespace soccer
