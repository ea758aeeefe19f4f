// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "agent-sample/team/messages.h"

using rcss3d::agent::BallMessage;

TEST_CASE("messages: a packed message is unpacked to the same values, to a decimetre") {
  std::array<char, BallMessage::kLongest> buffer;
  const BallMessage message{{-12.34, 4.5}, {0.04, -0.7}};
  const std::string_view text = message.pack(buffer);
  CHECK(text == "b-123,45,0,-7");
  const auto back = BallMessage::unpack(text);
  REQUIRE(back);
  CHECK(back->position.x == Approx(-12.3));
  CHECK(back->position.y == Approx(4.5));
  CHECK(back->velocity.x == Approx(0));
  CHECK(back->velocity.y == Approx(-0.7));
}

TEST_CASE("messages: numbers that are too large or not finite are limited") {
  std::array<char, BallMessage::kLongest> buffer;
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(BallMessage{{1e9, -1e9}, {1e9, -1e9}}.pack(buffer) == "b2000,-2000,300,-300");
  CHECK(BallMessage{{infinite, std::nan("")}, {0, 0}}.pack(buffer) == "b0,0,0,0");
}

TEST_CASE("messages: other texts are not unpacked") {
  for (const char* text : {"", "b", "c1,2,3,4", "b1,2,3", "b1,2,3,4,5", "b1,2,3,4x", "b1,,3,4", "b1 2 3 4", "b1,2,3,",
                           "b99999999999,0,0,0", "b2001,0,0,0", "b0,0,301,0", "b-2147483648,0,0,0"}) {
    INFO(text);
    CHECK_FALSE(BallMessage::unpack(text));
  }
}
