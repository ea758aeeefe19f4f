// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "monitor-lite/client/agent_drawings.h"
#include "spark/command_line/option_values.h"

namespace monitor {

/// Option values that only this program has.

/// In seconds, from 0 on.
spark::OptionValue game_time(std::optional<double>& kept);
/// One of `kCameraNames`.
spark::OptionValue camera(std::string& kept);
/// The drawings to show: `all`, `left`, `right`, or a player such as `left:7`.
spark::OptionValue drawings_of(DrawingChoice& kept);
/// A name or colour of a team; `check` throws `std::invalid_argument` with the expected format.
spark::OptionValue look(std::string& kept, std::string placeholder, std::function<void(const std::string&)> check);

}  // namespace monitor
