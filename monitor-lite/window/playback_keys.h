// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "monitor-lite/window/input.h"
#include "monitor-lite/window/key_help.h"
#include "monitor-lite/window/playback.h"

namespace monitor {

/// Carries out the keys of a replay: Space, arrows, Home, End and letters. Nothing if the input is none of them, else
/// what is to be said to the person, mostly an empty text.
std::optional<std::string> press_playback_key(Playback& playback, const Input& input);

/// What these keys are, for the help.
std::vector<KeyHelp> playback_key_help(const Playback& playback);

}  // namespace monitor
