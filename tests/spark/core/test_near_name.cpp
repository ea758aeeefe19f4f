// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "spark/core/near_name.h"

using namespace spark;

namespace {

const std::vector<std::string> kNames{"seed", "speed", "script", "Soccer.RuleHalfTime", "Soccer.RuleGoalPauseTime"};

}  // namespace

TEST_CASE("the name nearest to the typed text is found, in upper and lower case alike") {
  CHECK(near_name("sede", kNames) == "seed");
  CHECK(near_name("sed", kNames) == "seed");
  CHECK(near_name("SEED", kNames) == "seed");
  CHECK(near_name("spede", kNames) == "speed");
  CHECK(near_name("Soccer.RuleHalfTme", kNames) == "Soccer.RuleHalfTime");
  CHECK(near_name("soccer.rulehalftime", kNames) == "Soccer.RuleHalfTime");
  CHECK(near_name("Soccer.RuleGoalPauseTimes", kNames) == "Soccer.RuleGoalPauseTime");
}

TEST_CASE("a text that resembles no name has no nearest name") {
  CHECK(near_name("", kNames).empty());
  CHECK(near_name("no_such_option", kNames).empty());
  CHECK(near_name("xy", kNames).empty());
  CHECK(near_name(std::string(100'000, 's'), kNames).empty());
  CHECK(near_name("seed", {}).empty());
  CHECK(did_you_mean("sede", kNames) == "; did you mean --seed?");
  CHECK(did_you_mean("no_such_option", kNames).empty());
}

TEST_CASE("near names: the first of several is taken, within a third of the letters, and a swap counts once") {
  CHECK(near_name("cat", {"bat", "rat"}) == "bat");
  CHECK(near_name("cat", {"bag"}).empty());
  CHECK(near_name("cta", {"cat"}) == "cat");
  CHECK(near_name("aaxb", {"aaby"}).empty());  // a swap exchanges two equal letters
  CHECK(near_name("number", {"nmuebr"}) == "nmuebr");
  CHECK(near_name("number", {"nmuebx"}).empty());
}
