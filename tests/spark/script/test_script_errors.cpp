// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <memory>
#include <string_view>
#include <thread>

#include "tests/support/script_stage.h"

using namespace script_test;
using spark::ScriptEngine;
using spark::ScriptError;
using spark::Value;

TEST_CASE("an exception of a script ends it with file, line, message and class") {
  Stage stage;
  CHECK(stage.run("\n\nraise 'no such league'\n") == "s.rb:3: no such league (RuntimeError)");
  CHECK(stage.run("x = 1\nnoSuchFunction(x)\n") ==
        "s.rb:2: undefined method `noSuchFunction' for main (NoMethodError)");
  CHECK(stage.run("noSuchName\n") == "s.rb:1: undefined local variable or method `noSuchName' for main (NameError)");
  CHECK(stage.run("def f\n  Integer('x')\nend\n\nf\n") == "s.rb:2: invalid value for Integer(): \"x\" (ArgumentError)");
  CHECK(stage.run("raise \"two\\nlines\"") == "s.rb:1: two lines (RuntimeError)");
  CHECK(stage.run("raise \"\\xff\".b") == "s.rb:1: ? (RuntimeError)");
  CHECK(stage.run("class OwnError < StandardError; end\nraise OwnError\n") == "s.rb:2: OwnError (OwnError)");
}

TEST_CASE("a syntax error, exit and a missing file are script errors too") {
  Stage stage;
  const std::string error = stage.run("a = 1\nb = (2\n");
  CHECK(error.starts_with("s.rb:2: syntax error"));
  CHECK(error.ends_with("(SyntaxError)"));
  CHECK(error.find('\n') == error.npos);
  CHECK(stage.run("\nexit") == "s.rb:2: exit (SystemExit)");
  CHECK(stage.run("Thread.exit").ends_with("(SystemExit)"));
  CHECK_THROWS_WITH(stage.engine.run_file("none.rb"), "there is no script 'none.rb'");
  CHECK_THROWS_WITH(stage.engine.run_file(stage.folder), Catch::Contains("there is no script"));
  CHECK(stage.run("throw :up") == "s.rb:1: uncaught throw :up (UncaughtThrowError)");
}

TEST_CASE("runaway recursion is a script error, in Ruby and through the server") {
  Stage stage;
  CHECK(stage.run("def f\n  f\nend\nf\n").ends_with("stack level too deep (SystemStackError)"));
  // Here Ruby's own functions use up the stack, which is noticed only by a fault.
  CHECK(stage.run("a = []\n100000.times { a = [a] }\na.inspect\n").ends_with("(SystemStackError)"));
  CHECK(stage.run("def g(x)\n  [x].each { |y| g(y) }\nend\ng(1)\n").ends_with("(SystemStackError)"));
  CHECK(stage.run("def h(x)\n  thisCall(x.objPointer, 'getName', [h(x)])\nend\nh(get('/sys'))\n")
            .ends_with("(SystemStackError)"));
  CHECK(stage.run("puts = 1").empty());
}

TEST_CASE("an error whose own methods fail is still one line") {
  Stage stage;
  CHECK(stage.run("class Bad < StandardError; def message; raise 'again'; end; end\nraise Bad") ==
        "a script error that cannot be shown");
  CHECK(stage.run("class Odd < StandardError; def backtrace; 5; end; end\nraise Odd") ==
        "a script error that cannot be shown");
  CHECK(stage.run("raise 'x' * 10_000").size() < 500);
}

TEST_CASE("an error in a function of another script names its caller") {
  Stage stage;
  stage.file("functions.rb", "def half(x)\n  x / 2\nend\n");
  CHECK(stage.run("run 'functions.rb'\n\nhalf(nil)\n") ==
        "functions.rb:2: undefined method `/' for nil (NoMethodError), from s.rb:3");
  stage.file("broken.rb", "\nraise 'broken'");
  CHECK(stage.run("run 'broken.rb'") == "broken.rb:2: broken (RuntimeError), from s.rb:1");
  CHECK(stage.run("\nrun 'nowhere.rb'") == "s.rb:2: there is no script 'nowhere.rb' (RuntimeError)");
}

TEST_CASE("a C++ exception is a Ruby error that a script can rescue") {
  Stage stage;
  CHECK(stage.run("p = new('oxygen/Probe', '/p')\n\np.explode\n") == "s.rb:3: the probe has exploded (RuntimeError)");
  CHECK(stage.run("begin\n  get('/p').explode\nrescue RuntimeError => e\n  get('/p').setWord(e.message)\nend").empty());
  CHECK(stage.at<Probe>("/p").word == "the probe has exploded");
}

TEST_CASE("an expression that is evaluated again sees changes, and fails in the same way") {
  Stage stage;
  auto& engine = stage.engine;
  REQUIRE(stage.run("createVariable('Game.Length', 10)\n$half = 2\nHEIGHT = 7") == "");
  const std::string length = "Game.Length / $half + 0x1f - 1.5e0 * 2";
  CHECK(engine.evaluate(length) == Value(33.0));
  CHECK(engine.evaluate(length) == Value(33.0));
  REQUIRE(stage.run("Game.Length = 20\n$half = 4") == "");
  CHECK(engine.evaluate(length) == Value(33.0));
  REQUIRE(stage.run("$half = 5\nObject.send(:remove_const, :HEIGHT)") == "");
  CHECK(engine.evaluate(length) == Value(32.0));
  for (int i = 0; i < 2; ++i) {
    CHECK_THROWS_WITH(engine.evaluate("HEIGHT"), "uninitialized constant HEIGHT (NameError)");
    CHECK_THROWS_WITH(engine.evaluate("1 + (2"), Catch::StartsWith("syntax error") && Catch::EndsWith("(SyntaxError)"));
    CHECK_THROWS_WITH(engine.evaluate("1 / 0"), "divided by 0 (ZeroDivisionError)");
  }
  // All expressions share local variables and the last match.
  CHECK(engine.evaluate("(half = 3) * 2") == Value(std::int64_t{6}));
  CHECK(engine.evaluate("half + 1") == Value(std::int64_t{4}));
  CHECK(engine.evaluate("half = 5; half + 1") == Value(std::int64_t{6}));
  CHECK(engine.evaluate("half + 1") == Value(std::int64_t{6}));
  for (const char* word : {"ball", "goal"}) {
    CHECK(engine.evaluate(std::string("'") + word + "' =~ /(...)/") == Value(std::int64_t{0}));
    CHECK(engine.evaluate("$1 + $&") == Value(std::string(word).substr(0, 3) + std::string(word).substr(0, 3)));
  }
  CHECK(engine.evaluate("(half = 3) && 5.clamp(1..half)") == Value(std::int64_t{3}));
  CHECK(engine.evaluate("5.clamp 1..half") == Value(std::int64_t{3}));
  REQUIRE(stage.run("$word = 'goal'\n$name = /(o.)/\n$code = 'half + 1'") == "");
  CHECK(engine.evaluate("$word.match($name) ? 1 : 0") == Value(std::int64_t{1}));
  CHECK(engine.evaluate("$1") == Value(std::string("oa")));
  CHECK(engine.evaluate("Kernel.local_variables.size") == Value(std::int64_t{1}));
  CHECK(engine.evaluate("eval $code") == Value(std::int64_t{4}));
  for (const char* true_one :
       {"$_ == nil", "/A/ == /A/", "!/A/ == true", "$half > 4 && !(Game.Length <= 2 ** 3)", "?A == 'A'", "%(A) == 'A'",
        "-$half + -1 == -(6)", "Math.sqrt(9.0) == 3.0", "Math::PI > 3"})
    CHECK(engine.evaluate(std::string(true_one) + " ? 'yes' : 'no'") == Value(std::string("yes")));
  CHECK(engine.evaluate("7 # Gr\xf6\xdf"
                        "e") == Value(std::int64_t{7}));
}

TEST_CASE("expressions are evaluated and functions called, with errors if that fails") {
  Stage stage;
  auto& engine = stage.engine;
  CHECK(engine.evaluate("1 + 2") == Value(std::int64_t{3}));
  CHECK(engine.evaluate("nil") == Value());
  CHECK_THROWS_WITH(engine.evaluate("[1]"), "'[1]' gives neither number, string, truth value nor nil");
  CHECK_THROWS_WITH(engine.evaluate("2 ** 70"), "'2 ** 70' gives an integer of more than 64 bits");
  CHECK_THROWS_WITH(engine.evaluate("1 +"), Catch::StartsWith("syntax error") && Catch::EndsWith("(SyntaxError)"));
  CHECK_THROWS_WITH(engine.evaluate("NoSuchNamespace.X"), "uninitialized constant NoSuchNamespace (NameError)");
  CHECK_THROWS_AS(engine.evaluate("break"), ScriptError);
  CHECK_THROWS_AS(engine.evaluate("exit"), ScriptError);

  REQUIRE(stage.run("def twice(x)\n  x * 2\nend\ndef odd\n  [1]\nend\ndef bad\n  raise 'bad'\nend\n").empty());
  CHECK(engine.is_defined("twice"));
  CHECK_FALSE(engine.is_defined("thrice"));
  CHECK(engine.call("twice", {2.5}) == Value(5.0));
  CHECK(engine.call("twice", {std::string("ab")}) == Value(std::string("abab")));
  CHECK(engine.call("odd", {}) == Value());
  CHECK_THROWS_WITH(engine.call("thrice", {}), "no script defines the function 'thrice'");
  CHECK_THROWS_WITH(engine.call("bad", {}), Catch::EndsWith("s.rb:8: bad (RuntimeError)"));
  CHECK_THROWS_WITH(engine.call("twice", {}), Catch::Contains("s.rb:1: wrong number of arguments"));
}

TEST_CASE("there is one engine at a time, which is found through its server") {
  Stage stage;
  CHECK(&ScriptEngine::of(stage.core) == &stage.engine);
  spark::Core other(2);
  CHECK_THROWS_WITH(ScriptEngine::of(other), "this server has no script engine");
  CHECK_THROWS_WITH(ScriptEngine(other), "a script engine already exists");
}

TEST_CASE("the engine belongs to the thread that started Ruby") {
  { Stage stage; }
  std::string message;
  std::thread([&] {
    spark::Core core(1);
    try {
      ScriptEngine engine(core);
    } catch (const ScriptError& error) {
      message = error.what();
    }
  }).join();
  CHECK(message == "scripts run only on the thread that started Ruby");
}

TEST_CASE("Ruby's garbage collector keeps the objects that C++ holds") {
  Stage stage;
  REQUIRE(stage
              .run("GC.stress = true\nbegin\n  p = new('oxygen/Probe', '/p')\n  p.take('a' * 50, 1.25, 2 ** 40)\n"
                   "  p.setWord(p.getFullPath + 'x' * 30)\nensure\n  GC.stress = false\nend\n")
              .empty());
  CHECK(stage.at<Probe>("/p").taken == std::vector<spark::Values>{{std::string(50, 'a'), 1.25, std::int64_t{1} << 40}});
  CHECK(stage.at<Probe>("/p").word == "/p" + std::string(30, 'x'));
}

namespace {

/// Creates a stage at the bottom of a deep stack.
[[gnu::noinline]] std::unique_ptr<Stage> stage_far_down(int depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  auto stage = depth > 0 ? stage_far_down(depth - 1) : std::make_unique<Stage>();
  room[1] = room[0];
  return stage;
}

}  // namespace

TEST_CASE("Ruby may be started deeper in the stack than it is used") {
  const auto stage = stage_far_down(100);
  REQUIRE(stage
              ->run("GC.stress = true\nbegin\n  def joined(a, b)\n    a * 20 + b * 20\n  end\n"
                    "ensure\n  GC.stress = false\nend\n")
              .empty());
  REQUIRE(stage->run("GC.stress = true").empty());
  const Value joined = stage->engine.call("joined", {std::string("left "), std::string("right ")});
  REQUIRE(stage->run("GC.stress = false").empty());
  std::string expected;
  for (const char* word : {"left ", "right "})
    for (int i = 0; i < 20; ++i) expected += word;
  CHECK(joined == Value(expected));
}

TEST_CASE("RubyGems is not loaded") {
  Stage stage;
  CHECK(stage.engine.evaluate("defined?(Gem).nil?") == Value(true));
}

TEST_CASE("Ruby has no signal handlers, and scripts can run programs and threads") {
  Stage stage;
  for (const int signal : {SIGHUP, SIGTERM, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGSEGV, SIGBUS, SIGILL, SIGPIPE}) {
    CAPTURE(signal);
    // Catch has its own handlers for some signals; Ruby's are in libruby.
    struct sigaction action {};
    REQUIRE(::sigaction(signal, nullptr, &action) == 0);
    Dl_info place{};
    const bool known = action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN &&
                       ::dladdr(reinterpret_cast<void*>(action.sa_handler), &place) != 0;
    CHECK_FALSE((known && std::string_view(place.dli_fname).find("ruby") != std::string_view::npos));
  }
  // Neither of these signals has an effect.
  for (const int signal : {SIGCHLD, SIGVTALRM}) ::raise(signal);
  CHECK(stage.run("raise 'no' unless `echo out` == \"out\\n\"\n") == "");
  CHECK(stage.run("Thread.new { sleep 0.01 }.join\n") == "");
}
