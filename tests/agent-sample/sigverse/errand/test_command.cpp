// SPDX-License-Identifier: Apache-2.0
// How the robot of an errand understands a sentence.
#include <catch2/catch.hpp>
#include <string>

#include "agent-sample/sigverse/errand/command.h"

using errand::Command;
using errand::is_called;
using errand::understand;

TEST_CASE("a verb followed by a thing is a command to bring the thing") {
  const auto [sentence, thing] = GENERATE(table<std::string, std::string>({
      {"bring me the can", "can"},
      {"Bring me the CAN, please!", "can"},
      {"can you bring me a cup", "cup"},
      {"could you please fetch that mug", "cup"},
      {"get the toy house", "house"},
      {"i want the bottle", "bottle"},
      {"robot give me a tin please", "can"},
  }));
  CAPTURE(sentence);
  const Command command = understand(sentence);
  CHECK(command.what == Command::What::bring);
  CHECK(command.thing == thing);
}

TEST_CASE("a sentence without a verb or without a thing is no command") {
  for (const char* sentence :
       {"", "the can", "can you", "the cup is here, bring it", "bring me the moon", "candy", "..."}) {
    CAPTURE(sentence);
    CHECK(understand(sentence).what == Command::What::none);
  }
  CHECK(understand("please come here").what == Command::What::come);
}

TEST_CASE("an object is called by the words of its name") {
  CHECK(is_called("can", "can"));
  CHECK(is_called("green_can_2", "can"));
  CHECK(is_called("toy_house", "house"));
  CHECK_FALSE(is_called("candle", "can"));
  CHECK_FALSE(is_called("cup", "can"));
  CHECK_FALSE(is_called("can", ""));
}
