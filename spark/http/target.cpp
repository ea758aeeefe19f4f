// SPDX-License-Identifier: Apache-2.0
#include "spark/http/target.h"

namespace spark::http {

namespace {

/// -1: no hexadecimal digit.
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

}  // namespace

std::string path_of(std::string_view target) {
  const std::string_view encoded = behind_host(target);
  std::string path;
  for (std::size_t i = 0; i < encoded.size() && encoded[i] != '?' && encoded[i] != '#'; ++i) {
    int value = static_cast<unsigned char>(encoded[i]);
    if (value == '%') {
      if (i + 2 >= encoded.size()) return {};
      const int high = digit_of(encoded[i + 1]), low = digit_of(encoded[i + 2]);
      if (high < 0 || low < 0) return {};
      value = 16 * high + low;
      i += 2;
    }
    if (value < 0x20 || value == 0x7f) return {};
    path += static_cast<char>(value);
  }
  return path;
}

}  // namespace spark::http
