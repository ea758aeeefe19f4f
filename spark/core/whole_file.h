// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace spark {

// Files that are written at once. Both functions throw `std::runtime_error` with one line that names the file if not
// all of it can be written. Neither removes anything that was there before.

/// Writes into whatever has that name: a file, which loses its content, or a device, pipe or link. If there is none, a
/// file is made. A pipe is waited for until it has a reader.
void write_whole_file(const std::filesystem::path& file, std::string_view octets);
/// The same, but a file is first written as FILE.new and then renamed, so that there is never half of either content,
/// and the earlier one stays if that fails.
void replace_file(const std::filesystem::path& file, std::string_view octets);

}  // namespace spark
