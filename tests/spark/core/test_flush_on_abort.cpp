// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "spark/core/flush_on_abort.h"

using namespace spark;

TEST_CASE("registered flushes run on abort, the latest first and each once, even if one fails or starts them again") {
  std::vector<std::string> said;
  const auto say = [&](const char* name) {
    return [&said, name](std::string_view why) { said.push_back(name + (": " + std::string(why))); };
  };
  const FlushOnAbort first(say("first"));
  { const FlushOnAbort gone(say("gone")); }
  const FlushOnAbort second([](std::string_view why) {
    flush_before_abort(why);
    throw std::runtime_error("too late");
  });
  const FlushOnAbort third(say("third"));
  std::thread([] { flush_before_abort("somewhere else"); }).join();
  CHECK(said.empty());
  flush_before_abort("the end");
  CHECK(said == std::vector<std::string>{"third: the end", "first: the end"});
  flush_before_abort("again");
  CHECK(said.size() == 2);
}
