// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace spark {

/// Reads a whole file that an untrusted peer may have written. It must be a regular file of at most `max_bytes`, and
/// not a link, which could lead to any file of this machine. Never waits, as reading a pipe would. Throws
/// `std::runtime_error` with one line that names the file.
std::string read_regular_file(const std::filesystem::path& file, std::size_t max_bytes);

}  // namespace spark
