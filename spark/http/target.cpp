// SPDX-License-Identifier: Apache-2.0
#include "spark/http/target.h"

#include <algorithm>

namespace spark::http {

namespace {

/// -1 if it is not a hexadecimal digit.
int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view behind_host(std::string_view target) {
  const auto scheme = target.find("://");
  // In "/go?back=http://host/" it is part of something else.
  if (scheme == std::string_view::npos || scheme == 0 || target.find_first_of("/?#") < scheme) return target;
  const auto end = target.find_first_of("/?#", scheme + 3);
  if (end == std::string_view::npos || target[end] != '/') return "/";
  return target.substr(end);
}

/// `nullopt` if the text cannot be decoded, or yields a control character.
std::optional<std::string> decoded(std::string_view encoded) {
  std::string text;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    int value = static_cast<unsigned char>(encoded[i]);
    if (value == '%') {
      if (i + 2 >= encoded.size()) return std::nullopt;
      const int high = digit_of(encoded[i + 1]), low = digit_of(encoded[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      value = 16 * high + low;
      i += 2;
    }
    if (value < 0x20 || value == 0x7f) return std::nullopt;
    text += static_cast<char>(value);
  }
  return text;
}

}  // namespace

std::string path_of(std::string_view target) {
  const std::string_view behind = behind_host(target);
  return decoded(behind.substr(0, behind.find_first_of("?#"))).value_or(std::string());
}

std::optional<std::string> query_value(std::string_view target, std::string_view name) {
  target = target.substr(0, target.find('#'));
  const auto mark = target.find('?');
  if (mark == target.npos) return std::nullopt;
  for (std::string_view rest = target.substr(mark + 1); !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const auto equals = std::min(one.find('='), one.size());
    if (one.substr(0, equals) == name) return decoded(one.substr(std::min(equals + 1, one.size())));
  }
  return std::nullopt;
}

}  // namespace spark::http
