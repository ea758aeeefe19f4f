// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "monitor-lite/pictures.h"
#include "spark/command_line/option_values.h"

namespace monitor {

/// What only this program's options take.

/// "1280x720".
spark::OptionValue size(PictureOptions& picture);
/// In seconds, from 0 on.
spark::OptionValue game_time(std::optional<double>& kept);
/// The name of a picture to be written.
spark::OptionValue picture_file(std::string& kept);
/// One of `kCameraNames`.
spark::OptionValue camera(std::string& kept);
/// A word about how a team looks; `check` throws `std::invalid_argument` with what is expected.
spark::OptionValue look(std::string& kept, std::string placeholder, std::function<void(const std::string&)> check);

}  // namespace monitor
