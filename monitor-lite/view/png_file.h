// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace monitor {

/// Writes a picture of red, green and blue bytes, row by row from the top, as `spark::replace_file` writes: what was
/// there stays if it cannot be written, and a device or pipe stays anyway. Throws `std::runtime_error` with one line if
/// that fails.
void write_png(const std::filesystem::path& file, int width, int height, const unsigned char* pixels);

}  // namespace monitor
