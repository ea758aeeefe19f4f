// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace x3d {

// A document can be written in either encoding, so the characters of XML 1.0 are all that any of its texts may have.

/// Whether the character that `text` begins with, `length` octets of UTF-8, may stand in XML 1.0: it is no control but
/// tab, line feed and carriage return, and not U+FFFE or U+FFFF.
bool is_xml_character(std::string_view text, std::size_t length);

/// Where the first octets are that are no UTF-8 or no character of XML; `npos` if there are none.
std::size_t find_bad_character(std::string_view text);
/// The text with U+FFFD in place of each octet that `find_bad_character` finds.
std::string without_bad_characters(std::string_view text);

/// How many octets a character of another encoding takes that `text` begins with, which is no UTF-8: 2 if both may be
/// one in Shift_JIS (or EUC-JP), else 1. The second one may be a `\`, a brace or a letter, which means nothing then.
std::size_t foreign_length(std::string_view text);
/// The text with U+FFFD in place of each such character and each octet that XML cannot have.
std::string without_foreign_characters(std::string_view text);

/// The beginning of a text that may be long and hold anything, for one line of an error.
std::string shortened(std::string_view text);

}  // namespace x3d
