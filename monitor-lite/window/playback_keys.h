// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "monitor-lite/window/input.h"
#include "monitor-lite/window/key_help.h"
#include "monitor-lite/window/playback.h"

namespace monitor {

/// Handles the keys of a replay: Space, arrows, Home, End and letters. Returns nothing for any other input, otherwise a
/// message for the user, which is usually empty.
std::optional<std::string> press_playback_key(Playback& playback, const Input& input);

/// The help for these keys.
std::vector<KeyHelp> playback_key_help(const Playback& playback);

}  // namespace monitor
