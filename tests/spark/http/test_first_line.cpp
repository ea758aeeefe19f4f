// SPDX-License-Identifier: Apache-2.0
#include "spark/http/first_line.h"

#include <catch2/catch.hpp>
#include <string>

using namespace spark::http;

TEST_CASE("only complete empty lines are counted, with their line ends") {
  CHECK(empty_lines("") == 0);
  CHECK(empty_lines("\r") == 0);
  CHECK(empty_lines("\r\n\n\r\n\rGET") == 5);
  CHECK(empty_lines(" \n") == 0);
  CHECK(empty_lines("GET\r\n\r\n") == 0);
}

TEST_CASE("the last word of a first line tells HTTP from other protocols") {
  const auto of = [](std::string_view input) { return first_line(input, 20); };
  for (const char* input : {"", "G", "GET / HTTP/1.1", "GO OLD/1", "GO OLD/1\r", "\r", "GET /\xc3\xa4 HTTP/1.1"})
    CHECK(of(input) == FirstLine::unfinished);
  for (const char* input : {"GET / HTTP/1.1\r\n", "GET / HTTP/1.1\n", "GO HTTP/1.0\nmore", "HTTP/\n", "A HTTP/x \r\n"})
    CHECK(of(input) == FirstLine::http);
  for (const char* input : {"GO OLD/1\n", "GO OLD/1\r\nHost: HTTP/1.1", "GO\n", "GO xHTTP/1.1\n", "HTTP/1.1 GO\n", "\n",
                            "\x16\x03", "GET\t/ HTTP/1.1\n", "G\rET / HTTP/1.1\n", "G\x7f"})
    CHECK(of(input) == FirstLine::foreign);
  CHECK(of(std::string("\0", 1)) == FirstLine::foreign);
  CHECK(of(std::string(19, 'x')) == FirstLine::unfinished);
  CHECK(of(std::string(20, 'x')) == FirstLine::too_long);
  CHECK(of(std::string(20, 'x') + "\n") == FirstLine::too_long);
}
