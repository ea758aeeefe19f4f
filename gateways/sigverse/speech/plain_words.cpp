// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/plain_words.h"

#include <iconv.h>

#include <cstdint>
#include <optional>

#include "spark/core/log.h"
#include "spark/core/utf8.h"

namespace sigverse::speech {
namespace {

/// Returns nullopt if the octets are not valid in that encoding.
std::optional<std::string> converted(std::string_view text, const char* encoding) {
  const iconv_t converter = ::iconv_open("UTF-8", encoding);
  if (reinterpret_cast<std::intptr_t>(converter) == -1) return std::nullopt;
  // Converting these encodings to UTF-8 never needs more than three times as many octets.
  std::string from(text), to(3 * text.size(), '\0');
  char *in = from.data(), *out = to.data();
  std::size_t in_left = from.size(), out_left = to.size();
  const std::size_t failed = ::iconv(converter, &in, &in_left, &out, &out_left);
  ::iconv_close(converter);
  if (failed == static_cast<std::size_t>(-1)) return std::nullopt;
  to.resize(to.size() - out_left);
  return to;
}

std::string as_utf_8(std::string_view text) {
  if (spark::is_utf8(text)) return std::string(text);
  // CP932 is Shift-JIS with the characters that vendors have added.
  for (const char* const encoding : {"EUC-JP", "CP932"})
    if (auto found = converted(text, encoding)) return *found;
  return std::string(text);
}

}  // namespace

std::string plain_words(std::string_view text) {
  std::string clean = as_utf_8(text);
  for (char& octet : clean)
    if (static_cast<unsigned char>(octet) < 0x20 || octet == 0x7f) octet = ' ';
  std::string words;
  for (const char octet : spark::printable(clean, clean.size())) {
    if (octet == ' ' && (words.empty() || words.back() == ' ')) continue;
    words += octet;
  }
  if (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

}  // namespace sigverse::speech
