// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Value;

namespace {

constexpr double kShortLimit = 0.1;  // s

}  // namespace

TEST_CASE("a script that does not end is stopped, with its place") {
  const std::string endless = GENERATE(as<std::string>(), "loop {}", "while true; end", "sleep",
                                       "begin; loop {}; rescue; end", "/^(a+)+\\1$/ =~ 'a' * 60 + 'b'");
  CAPTURE(endless);
  Stage stage;
  stage.engine.limit_time(kShortLimit, "--limit");
  CHECK(stage.run("x = 1\n\n" + endless + "\n") == "s.rb:3: the script did not end within 0.1 s (--limit)");
  // The next script has its own time.
  stage.engine.limit_time(60, "");
  CHECK(stage.run("$x = 0\n1000.times { $x += 1 }\nraise 'no' unless $x == 1000") == "");
}

TEST_CASE("expressions and functions that do not end are stopped") {
  Stage stage;
  REQUIRE(stage.run("def f\n  loop {}\nend\ndef g\n  5\nend\n") == "");
  stage.engine.limit_time(kShortLimit, "");
  CHECK_THROWS_WITH(stage.engine.evaluate("loop {}"), "the script did not end within 0.1 s");
  CHECK_THROWS_WITH(stage.engine.call("f", {}), Catch::EndsWith("s.rb:2: the script did not end within 0.1 s"));
  CHECK(stage.engine.call("g", {}) == Value(std::int64_t{5}));
  CHECK(stage.engine.evaluate("1 + 1") == Value(std::int64_t{2}));
}

TEST_CASE("an expression in a scene has the time limit of the script that imports the scene") {
  Stage stage;
  stage.engine.limit_time(kShortLimit, "");
  stage.file("endless.rsg", "(RubySceneGraph 0 1)\n(\n(node Transform (setLocalPos (eval loop {}) 0 0))\n)\n");
  stage.target();
  // The import fails with the file's line; the script has also used up its time.
  CHECK(stage.run("get('/t').importScene('endless.rsg')\n\nloop {}\n").starts_with("s.rb:"));
  REQUIRE_FALSE(stage.log.empty());
  CHECK(stage.log.front() == "error: endless.rsg:3: (eval loop {}): s.rb:1: the script did not end within 0.1 s");
}

TEST_CASE("without a limit a script may take any time, and a quick script leaves no watcher behind") {
  Stage stage;
  stage.engine.limit_time(kShortLimit, "");
  CHECK(stage.run("$watchers = Thread.list.size") == "");
  stage.engine.limit_time(0, "");
  CHECK(stage.run("sleep 0.3") == "");
  stage.engine.limit_time(kShortLimit, "");
  for (int i = 0; i < 100; ++i) REQUIRE(stage.run("raise 'another watcher' if Thread.list.size > $watchers") == "");
  CHECK(stage.engine.evaluate("Thread.main.pending_interrupt?") == Value(false));
}

TEST_CASE("a script is watched even if the script before it has ended its watcher") {
  Stage stage;
  stage.engine.limit_time(kShortLimit, "");
  const std::string ending = GENERATE(as<std::string>(), "other.kill", "other.kill.join");
  CHECK(stage.run("(Thread.list - [Thread.current]).each { |other| " + ending + " }") == "");
  CHECK(stage.run("loop {}") == "s.rb:1: the script did not end within 0.1 s");
}
