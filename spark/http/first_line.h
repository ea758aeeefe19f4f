// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace spark::http {

/// The number of octets of leading empty lines, which some clients send after a request.
std::size_t empty_lines(std::string_view input);

enum class FirstLine {
  unfinished,  ///< may still become one of HTTP
  http,        ///< its last word begins with "HTTP/"; the rest of it may be wrong
  foreign,     ///< not HTTP, and never will be: a control character, or no "HTTP/" in the last word
  too_long,
};
/// Classifies input at the place where a request could begin. `max`: octets of a line.
FirstLine first_line(std::string_view input, std::size_t max);

}  // namespace spark::http
