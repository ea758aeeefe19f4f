// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "spark/core/last_words.h"

using namespace spark;

TEST_CASE("last words: the latest first, each once, though one of them fails or begins anew") {
  std::vector<std::string> said;
  const auto say = [&](const char* name) {
    return [&said, name](std::string_view why) { said.push_back(name + (": " + std::string(why))); };
  };
  const LastWords first(say("first"));
  { const LastWords gone(say("gone")); }
  const LastWords second([](std::string_view why) {
    speak_last_words(why);
    throw std::runtime_error("too late");
  });
  const LastWords third(say("third"));
  std::thread([] { speak_last_words("somewhere else"); }).join();
  CHECK(said.empty());
  speak_last_words("the end");
  CHECK(said == std::vector<std::string>{"third: the end", "first: the end"});
  speak_last_words("again");
  CHECK(said.size() == 2);
}
