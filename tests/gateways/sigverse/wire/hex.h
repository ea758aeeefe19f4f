// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cctype>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sigverse_test {

/// The octets that a text of hexadecimal digits shows; white space between them does not count.
inline std::string octets(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c))) continue;
    if (!std::isxdigit(static_cast<unsigned char>(c))) throw std::invalid_argument(fmt::format("'{}' is no digit", c));
    digits += c;
  }
  std::string made;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    made += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  if (digits.size() % 2 != 0) throw std::invalid_argument("half an octet");
  return made;
}

inline std::string shown(std::string_view octets) {
  std::string text;
  for (const char octet : octets) text += fmt::format("{:02x}", static_cast<unsigned char>(octet));
  return text;
}

}  // namespace sigverse_test
