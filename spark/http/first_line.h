// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace spark::http {

/// How many octets of it are empty lines, which some clients leave behind a request.
std::size_t empty_lines(std::string_view input);

enum class FirstLine {
  unfinished,  ///< may still become one of HTTP
  http,        ///< its last word begins with "HTTP/"; the rest of it may be wrong
  foreign,     ///< none of HTTP, or never will be: there is a control character in it
  too_long,
};
/// What begins where a request could begin. `max`: octets of a line.
FirstLine first_line(std::string_view input, std::size_t max);

}  // namespace spark::http
