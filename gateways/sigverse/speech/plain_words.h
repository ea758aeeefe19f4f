// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sigverse::speech {

/// Converts the output of a recogniser to plain words: UTF-8, one blank between words, none around them, no control
/// characters. Text that is not UTF-8 is read as EUC-JP, or else as Shift-JIS, the encodings of Japanese dictionaries;
/// nearly all texts are valid in only one of the two. Octets that are valid in none become '?'.
std::string plain_words(std::string_view text);

}  // namespace sigverse::speech
