// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace x3d {

// A document can be written in either encoding, so its texts may only have characters of XML 1.0.

/// Whether the first character of `text`, `length` octets of UTF-8, is allowed in XML 1.0: it is not a control
/// character except tab, line feed and carriage return, and not U+FFFE or U+FFFF.
bool is_xml_character(std::string_view text, std::size_t length);

/// The position of the first invalid UTF-8 or character not allowed in XML; `npos` if there is none.
std::size_t find_bad_character(std::string_view text);
/// The text with U+FFFD in place of each octet that `find_bad_character` finds.
std::string without_bad_characters(std::string_view text);

/// For a `text` that does not begin with UTF-8: the number of octets of its first character in another encoding, 2 if
/// the first two can be a character of Shift_JIS (or EUC-JP), else 1. The second one may be a `\`, a brace or a letter,
/// which has no meaning then.
std::size_t foreign_length(std::string_view text);
/// The text with U+FFFD in place of each such character and each octet that XML does not allow.
std::string without_foreign_characters(std::string_view text);

/// The beginning of a text of any length and content, for one line of an error.
std::string shortened(std::string_view text);

}  // namespace x3d
