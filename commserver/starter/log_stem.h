// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace commserver {

/// Whether `text` is a valid stem for the logs of a program: "agentN", or "program-NAME" with up to 100 letters,
/// digits, '_', '-' and '.'. A match recognises the logs of an earlier one by such names (log_folder.h).
bool is_log_stem(std::string_view text);

}  // namespace commserver
