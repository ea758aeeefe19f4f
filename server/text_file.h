// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace server {

/// Puts the text in place of what the file may have contained. Throws `std::runtime_error` with one line that names it
/// if it cannot be written whole.
void write_text_file(const std::filesystem::path& file, std::string_view text);
/// The same by way of a file FILE.new, so that there is never half of either text. That is removed again if it fails.
void replace_text_file(const std::filesystem::path& file, std::string_view text);

}  // namespace server
