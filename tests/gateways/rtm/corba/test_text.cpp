// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/text.h"

#include <catch2/catch.hpp>
#include <string>

using namespace rtm;

TEST_CASE("beginning() cuts a text between characters") {
  const std::string euros = "\xe2\x82\xac\xe2\x82\xac";
  CHECK(beginning(euros, 6) == euros);
  for (const std::size_t limit : {3, 4, 5}) CHECK(beginning(euros, limit) == "\xe2\x82\xac ...");
  for (const std::size_t limit : {0, 1, 2}) CHECK(beginning(euros, limit) == " ...");
}

TEST_CASE("shown() replaces control characters and keeps UTF-8 letters") {
  CHECK(shown("a\x1b[2J\n\x7f\xc3\xa9") == "a?[2J??\xc3\xa9");
  CHECK(shown("0123456789", 4) == "0123...");
  CHECK(shown("a\xff").find('\xff') == std::string::npos);
}
