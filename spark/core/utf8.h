// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace spark {

/// The length in bytes of the first character of `text`: 1 to 4, or 0 if `text` is empty or does not begin with
/// well-formed UTF-8 (overlong forms, surrogates and values beyond U+10FFFF are not).
std::size_t utf8_length(std::string_view text);

/// The beginning of `text`, at most `limit` bytes, without an incomplete character at its end.
std::string_view utf8_beginning(std::string_view text, std::size_t limit);

/// Whether all of `text` is well-formed UTF-8, by the same rules.
bool is_utf8(std::string_view text);

}  // namespace spark
