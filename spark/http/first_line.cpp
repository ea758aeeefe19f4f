// SPDX-License-Identifier: Apache-2.0
#include "spark/http/first_line.h"

#include <algorithm>

namespace spark::http {

namespace {

constexpr std::string_view kVersion = "HTTP/";

bool has_control(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return std::any_of(line.begin(), line.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

std::size_t empty_lines(std::string_view input) {
  std::size_t size = 0;
  while (true) {
    const std::string_view rest = input.substr(size);
    if (rest.substr(0, 1) == "\n")
      size += 1;
    else if (rest.substr(0, 2) == "\r\n")
      size += 2;
    else
      return size;
  }
}

FirstLine first_line(std::string_view input, std::size_t max) {
  const std::size_t end = input.find('\n');
  std::string_view line = input.substr(0, end);
  if (has_control(line)) return FirstLine::foreign;
  if (line.size() >= max) return FirstLine::too_long;
  if (end == std::string_view::npos) return FirstLine::unfinished;
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  const std::string_view last = line.substr(line.rfind(' ') + 1);
  return last.substr(0, kVersion.size()) == kVersion ? FirstLine::http : FirstLine::foreign;
}

}  // namespace spark::http
