// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sigverse::speech {

/// What a recogniser has written as plain words: UTF-8, one blank between words, none around them, no controls.
/// Octets that are no UTF-8 are read as EUC-JP, else as Shift-JIS, the encodings of Japanese dictionaries; which of the
/// two it is can be seen of nearly all texts. What is neither becomes '?'.
std::string plain_words(std::string_view text);

}  // namespace sigverse::speech
