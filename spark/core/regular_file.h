// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace spark {

/// Reads a whole file that an untrusted peer may have put there. It has to be a regular file of at most `max_bytes`,
/// and no link, which could lead to any file of this machine. Nothing is waited for, as a pipe would be. Throws
/// `std::runtime_error` with one line that names the file.
std::string read_regular_file(const std::filesystem::path& file, std::size_t max_bytes);

}  // namespace spark
