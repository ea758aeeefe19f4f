// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace commserver {

/// Whether the logs of a program may be named by this: "agentN", or "program-NAME" with up to 100 letters, digits, '_',
/// '-' and '.'. By such names a match knows the logs of an earlier one (log_folder.h).
bool is_log_stem(std::string_view text);

}  // namespace commserver
