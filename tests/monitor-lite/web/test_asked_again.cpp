// SPDX-License-Identifier: Apache-2.0
// Texts that many pages ask for again and again.
#include <catch2/catch.hpp>

#include "monitor-lite/web/asked_again.h"

using monitor::AskedAgain;
using namespace std::chrono_literals;

TEST_CASE("a text is made anew when it is old, and not before") {
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

TEST_CASE("the tag of a text changes with it, and only with it") {
  AskedAgain list;
  const spark::RealClock::Time now{1h};
  list.set("[1]", now);
  const std::string first = list.tag();
  CHECK(first.size() == 2 + 32);
  CHECK(first.front() == '"');
  const auto text = list.text();
  list.set("[1]", now + 1s);
  CHECK(list.tag() == first);
  CHECK(list.text() == text);
  CHECK_FALSE(list.is_old(now + 1s));
  list.set("[2]", now + 2s);
  CHECK(list.tag() != first);
  CHECK(*list.text() == "[2]");
  list.set("[1]", now + 3s);
  CHECK(list.tag() == first);
}
