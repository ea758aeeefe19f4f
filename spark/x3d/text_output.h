// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace x3d {

// Used by both writers.

/// Appends the shortest decimal that gives the same number; 0 if it is not finite.
void append_number(std::string& out, float value);
void append_number(std::string& out, double value);
void append_number(std::string& out, std::int32_t value);
/// Appends a pixel of an SFImage: "0xFF0080".
void append_pixel(std::string& out, std::int32_t value);
/// Appends the text in quotes, with `\` in front of each `"` and `\`. Characters that XML cannot have become U+FFFD.
void append_quoted(std::string& out, std::string_view text);

}  // namespace x3d
