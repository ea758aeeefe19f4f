// SPDX-License-Identifier: Apache-2.0
// Texts that many pages request repeatedly.
#include <catch2/catch.hpp>

#include "monitor-lite/web/asked_again.h"
#include "monitor-lite/web/gzip.h"

using monitor::AskedAgain;
using namespace std::chrono_literals;

TEST_CASE("a text is old after a fixed time, and not before") {
  AskedAgain list;
  spark::RealClock::Time now{1h};
  CHECK(list.is_old(now));
  list.set("[]", now);
  CHECK(*list.text() == "[]");
  CHECK_FALSE(list.is_old(now + AskedAgain::kFresh - 1ns));
  CHECK(list.is_old(now + AskedAgain::kFresh));
  list.keep(now += 10s);
  CHECK_FALSE(list.is_old(now));
  CHECK(list.is_old(now + AskedAgain::kFresh));
}

TEST_CASE("the tag of a text changes exactly when the text changes") {
  AskedAgain list;
  const spark::RealClock::Time now{1h};
  list.set("[1]", now);
  const std::string first = list.tagged().tag;
  CHECK(first.size() == 2 + 32);
  CHECK(first.front() == '"');
  const auto text = list.text();
  list.set("[1]", now + 1s);
  CHECK(list.tagged().tag == first);
  CHECK(list.text() == text);
  CHECK_FALSE(list.is_old(now + 1s));
  list.set("[2]", now + 2s);
  CHECK(list.tagged().tag != first);
  CHECK(*list.text() == "[2]");
  list.set("[1]", now + 3s);
  CHECK(list.tagged().tag == first);
}

TEST_CASE("a long text also has a compressed form with its own tag") {
  const monitor::TaggedText brief = monitor::tagged_text("brief");
  CHECK_FALSE(brief.packed);
  const std::string words(5000, 'x');
  const monitor::TaggedText text = monitor::tagged_text(words);
  REQUIRE(text.packed);
  CHECK(monitor::gunzip(*text.packed, 6000) == words);
  CHECK(text.packed_tag() != text.tag);
  CHECK(text.is_known_as(text.tag));
  CHECK(text.is_known_as("\"other\", W/" + text.packed_tag()));
  CHECK_FALSE(text.is_known_as(brief.tag));
  CHECK_FALSE(text.is_known_as(""));
}
