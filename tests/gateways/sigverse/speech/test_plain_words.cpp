// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/speech/plain_words.h"

using sigverse::speech::plain_words;

TEST_CASE("words are separated by one blank, without control characters", "[speech]") {
  CHECK(plain_words("bring me the can").compare("bring me the can") == 0);
  CHECK(plain_words("  go \t to\r\nthe\x01table ") == "go to the table");
  CHECK(plain_words("").empty());
  CHECK(plain_words(" \n ").empty());
  CHECK(plain_words("\x7f\x1b[2J") == "[2J");
}

TEST_CASE("the encodings of Japanese dictionaries become UTF-8", "[speech]") {
  const std::string can = "缶 を 取って";
  CHECK(plain_words(can) == can);
  CHECK(plain_words("\xb4\xcc \xa4\xf2 \xbc\xe8\xa4\xc3\xa4\xc6") == can);  // EUC-JP
  CHECK(plain_words("\x8a\xca \x82\xf0 \x8e\xe6\x82\xc1\x82\xc4") == can);  // Shift-JIS
  CHECK(plain_words("caf\xc3\xa9") == "café");
}

TEST_CASE("octets that are no text in any encoding become question marks", "[speech]") {
  CHECK(plain_words("a \xff\xff b") == "a ?? b");
}
