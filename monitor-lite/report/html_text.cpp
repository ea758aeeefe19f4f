// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/html_text.h"

#include "spark/core/utf8.h"

namespace monitor {

std::string html_text(std::string_view text) {
  constexpr std::string_view kNone = "\xef\xbf\xbd";  // U+FFFD
  std::string out;
  while (!text.empty()) {
    const std::size_t length = spark::utf8_length(text);
    const char c = text.front();
    if (length == 0 || (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)))
      out += kNone;
    else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace monitor
