// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/utf8.h"

#include <catch2/catch.hpp>

TEST_CASE("characters are as long as UTF-8 has them, at both ends of each length") {
  struct Row {
    const char* text;
    std::size_t length;
  };
  for (const auto& [text, length] :
       {Row{"\x7F", 1}, Row{"\xC2\x80", 2}, Row{"\xDF\xBF", 2}, Row{"\xE0\xA0\x80", 3}, Row{"\xED\x9F\xBF", 3},
        Row{"\xEE\x80\x80", 3}, Row{"\xEF\xBF\xBF", 3}, Row{"\xF0\x90\x80\x80", 4}, Row{"\xF4\x8F\xBF\xBF", 4}})
    CHECK(x3d::utf8_length(text) == length);
}

TEST_CASE("forms that are longer than needed, halves of pairs and what is beyond the last character are none") {
  for (const char* text : {"\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
                           "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xE2\x28\xA1"})
    CHECK(x3d::utf8_length(text) == 0);
  CHECK(x3d::without_bad_characters("a\xED\xBF\xBF"
                                    "b") ==
        "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
        "b");
}
