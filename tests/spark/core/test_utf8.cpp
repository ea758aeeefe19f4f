// SPDX-License-Identifier: Apache-2.0
#include "spark/core/utf8.h"

#include <catch2/catch.hpp>
#include <string>

using spark::is_utf8;
using spark::utf8_beginning;
using spark::utf8_length;

TEST_CASE("characters of UTF-8 have the right length at both ends of each range") {
  struct Row {
    const char* text;
    std::size_t length;
  };
  for (const auto& [text, length] :
       {Row{"\x7F", 1}, Row{"\xC2\x80", 2}, Row{"\xDF\xBF", 2}, Row{"\xE0\xA0\x80", 3}, Row{"\xED\x9F\xBF", 3},
        Row{"\xEE\x80\x80", 3}, Row{"\xEF\xBF\xBF", 3}, Row{"\xF0\x90\x80\x80", 4}, Row{"\xF4\x8F\xBF\xBF", 4}}) {
    CAPTURE(text);
    CHECK(utf8_length(text) == length);
    CHECK(utf8_length(text + std::string("more")) == length);
  }
}

TEST_CASE("the beginning of a text has whole characters") {
  const std::string euros = "\xe2\x82\xac\xe2\x82\xac";
  for (const std::size_t limit : {6, 7}) CHECK(utf8_beginning(euros, limit) == euros);
  for (const std::size_t limit : {3, 4, 5}) CHECK(utf8_beginning(euros, limit) == "\xe2\x82\xac");
  for (const std::size_t limit : {0, 1, 2}) CHECK(utf8_beginning(euros, limit).empty());
}

TEST_CASE("valid UTF-8 is accepted") {
  for (const char* good : {"", "abc", "\x7f", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xe2\x82\xac", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    CAPTURE(good);
    CHECK(is_utf8(good));
  }
}

TEST_CASE("overlong forms, surrogates, values beyond the last character and cut characters are not UTF-8") {
  for (const char* bad : {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf",
                          "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82",
                          "\xf0\x90\x80", "\xc3z", "\xe2\x28\xa1", "\xe2\x82z"}) {
    CAPTURE(bad);
    CHECK(utf8_length(bad) == 0);
    CHECK_FALSE(is_utf8(bad));
    CHECK_FALSE(is_utf8(std::string("A") + bad));
  }
}
