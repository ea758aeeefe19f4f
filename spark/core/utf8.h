// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace spark {

/// How many bytes the character has that `text` begins with: 1 to 4, or 0 if `text` is empty or does not begin with
/// well-formed UTF-8 (overlong forms, surrogates and values beyond U+10FFFF are not).
std::size_t utf8_length(std::string_view text);

}  // namespace spark
