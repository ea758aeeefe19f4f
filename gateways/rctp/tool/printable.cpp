// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/tool/printable.h"

namespace rcml {

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto octet = static_cast<unsigned char>(text[i]);
    const auto behind = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (octet < 0x20 || octet == 0x7F) {
      out += '?';
    } else if (octet == 0xC2 && behind < 0xA0) {
      out += '?';
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace rcml
