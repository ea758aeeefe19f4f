// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace spark::server {

/// Makes `folder` ready for a new match. If it holds the logs of an earlier one it is kept as `folder.1`, in place of
/// the one before that; a folder that holds other things is never moved or emptied, the logs are then written into it.
/// Throws `std::runtime_error` with one clear line.
void prepare_log_folder(const std::filesystem::path& folder);

}  // namespace spark::server
