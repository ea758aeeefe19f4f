// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "monitor-lite/client/agent_drawings.h"
#include "spark/command_line/option_values.h"

namespace monitor {

/// What only this program's options take.

/// In seconds, from 0 on.
spark::OptionValue game_time(std::optional<double>& kept);
/// One of `kCameraNames`.
spark::OptionValue camera(std::string& kept);
/// Whose drawings are shown: `all`, `left`, `right`, or a player such as `left:7`.
spark::OptionValue drawings_of(DrawingChoice& kept);
/// A word about how a team looks; `check` throws `std::invalid_argument` with what is expected.
spark::OptionValue look(std::string& kept, std::string placeholder, std::function<void(const std::string&)> check);

}  // namespace monitor
