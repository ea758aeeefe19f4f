// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace monitor {

/// Writes a picture of red, green and blue bytes, row by row from the top, like `spark::replace_file`: an existing file
/// stays if writing fails, and a device or pipe is never replaced. Throws `std::runtime_error` with one line if that
/// fails.
void write_png(const std::filesystem::path& file, int width, int height, const unsigned char* pixels);

}  // namespace monitor
