// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace x3d {

/// How many octets the character has that `text` begins with; 0 if that is no UTF-8, or nothing.
std::size_t utf8_length(std::string_view text);

/// Whether all of the character that `text` begins with, of that length, can stand in XML 1.0: no control but tab, line
/// feed and carriage return, and not U+FFFE and U+FFFF.
bool can_be_in_xml(std::string_view text, std::size_t length);

/// Where the first character is that is no UTF-8 or cannot be in XML; `npos` if there is none. Both encodings of a
/// document carry the same, so neither has such characters.
std::size_t find_bad_character(std::string_view text);
/// With U+FFFD for each octet that is one.
std::string without_bad_characters(std::string_view text);

}  // namespace x3d
