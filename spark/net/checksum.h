// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace spark {

/// The SHA-256 of a file's content in hexadecimal digits, as `sha256sum` prints it. Empty if it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace spark
