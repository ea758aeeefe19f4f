// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/text.h"

#include <catch2/catch.hpp>
#include <string>

using namespace rtm;

TEST_CASE("UTF-8 has each character once, no halves of pairs, and an end") {
  for (const char* good : {"", "abc", "\x7f", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa9z"}) {
    CAPTURE(good);
    CHECK(is_utf8(good));
  }
  for (const char* bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe2\x82", "\xc3z", "\xe2\x82z"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_utf8(bad));
  }
}

TEST_CASE("beginnings end with a character") {
  const std::string euros = "\xe2\x82\xac\xe2\x82\xac";
  CHECK(beginning(euros, 6) == euros);
  for (const std::size_t limit : {3, 4, 5}) CHECK(beginning(euros, limit) == "\xe2\x82\xac ...");
  for (const std::size_t limit : {0, 1, 2}) CHECK(beginning(euros, limit) == " ...");
}

TEST_CASE("what is shown has no control characters, and keeps its letters") {
  CHECK(shown("a\x1b[2J\n\x7f\xc3\xa9") == "a?[2J??\xc3\xa9");
  CHECK(shown("0123456789", 4) == "0123...");
  CHECK(shown("a\xff").find('\xff') == std::string::npos);
}
