// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "tests/support/script_stage.h"

using namespace script_test;
using spark::Value;
using spark::Values;

namespace {

/// The value that a method got for a Ruby expression.
Value received(Stage& stage, const std::string& expression) {
  if (!stage.has("/p")) stage.core.create("oxygen/Probe", "/p");
  auto& taken = stage.at<Probe>("/p").taken;
  taken.clear();
  const std::string error = stage.run("get('/p').take(" + expression + ")");
  if (!error.empty()) return error;
  return taken.at(0).at(0);
}

}  // namespace

TEST_CASE("values cross from Ruby to methods and back (behaviour 11.3)") {
  Stage stage;
  CHECK(received(stage, "true") == Value(true));
  CHECK(received(stage, "false") == Value(false));
  CHECK(received(stage, "-7") == Value(std::int64_t{-7}));
  CHECK(received(stage, "2.5") == Value(2.5));
  CHECK(received(stage, "1e300") == Value(1e300));
  CHECK(received(stage, "\"w\\0x\"") == Value(std::string("w\0x", 3)));
  CHECK(received(stage, "2**63 - 1") == Value(std::numeric_limits<std::int64_t>::max()));
  CHECK(received(stage, "-(2**63)") == Value(std::numeric_limits<std::int64_t>::min()));
  for (const char* other : {"nil", ":symbol", "[1, 2]", "{}", "1..2", "1r", "get('/p')"}) {
    INFO(other);
    CHECK(received(stage, other) == Value());
  }
  for (const char* large : {"2**63", "2**64 - 1", "2**64", "-(2**63) - 1", "2**200"}) {
    INFO(large);
    CHECK(received(stage, large) == Value(std::string("s.rb:1: an integer of more than 64 bits (RuntimeError)")));
  }
  for (const char* value : {"nil", "true", "false", "12", "-0.5", "'text'", "2**40", "-(2**63)"}) {
    INFO(value);
    CHECK(stage.run(std::string("raise 'changed' unless get('/p').echo(") + value + ") == " + value).empty());
  }
}

TEST_CASE("parameters accept values that fit their type") {
  Stage stage;
  stage.core.create("oxygen/Probe", "/p");
  auto& probe = stage.at<Probe>("/p");
  const auto gives = [&](const std::string& call, const std::string& result) {
    INFO(call);
    CHECK(stage.run("r = get('/p')." + call + "\nraise r.inspect unless r.inspect == '" + result + "'") == "");
  };
  gives("echoReal(2)", "2.0");
  gives("echoReal(\"2.5 m\")", "2.5");
  gives("echoReal(true)", "false");
  gives("echoReal(0.0 / 0.0)", "false");
  gives("echoReal(1.0 / 0.0)", "false");
  gives("setCount(\"12\")", "true");
  CHECK(probe.count == 12);
  gives("setCount(3.0)", "false");
  gives("setFlag(1)", "true");
  CHECK(probe.flag);
  gives("setFlag(\"false\")", "true");
  CHECK_FALSE(probe.flag);
  gives("setFlag(\"no\")", "false");
  gives("setWord(2.5)", "true");
  CHECK(probe.word == "2.5");
  gives("setPlace(1, \"2\", 3.5)", "true");
  CHECK(probe.place == spark::Vec3{1, 2, 3.5});
  gives("setPlace(1, 2)", "false");
  gives("setPlace(1, 2, 3, 4)", "false");
}

TEST_CASE("a refused call is no error, but is logged with its place") {
  Stage stage;
  REQUIRE(
      stage.run("p = new('oxygen/Probe', '/p')\np.setCount(2.5, 'x')\np.setPositive(-1)\np.setPositive(1)\n").empty());
  CHECK(stage.log ==
        std::vector<std::string>{"warning: s.rb:2: /p: setCount(2.5, \"x\") refused, it takes (count)",
                                 "warning: s.rb:3: /p: setPositive(-1) refused, the value is out of range"});
}

TEST_CASE("script variables are the server's variables") {
  Stage stage;
  REQUIRE(stage
              .run("createVariable('Game.Length', 10.0)\ncreateVariable('Game', 'Name', 'x')\n"
                   "Game.Length = Game.Length * 2\n")
              .empty());
  CHECK(*stage.core.variables.find("Game.Length") == Value(20.0));
  CHECK(*stage.core.variables.find("Game.Name") == Value(std::string("x")));
  stage.core.variables.set("Game.Length", std::int64_t{3});
  CHECK(stage.engine.evaluate("Game.Length + 1") == Value(std::int64_t{4}));
  try {
    stage.engine.evaluate("Game.Lenght");
    FAIL("there is no such variable");
  } catch (const spark::ScriptError& error) {
    CHECK(in_new_words(error.what()) == "undefined method `Lenght' for class Game (NoMethodError)");
  }
  CHECK(stage.run("\nGame.Lenght = 3") == "s.rb:2: undefined method `Lenght=' for class Game (NoMethodError)");
}

TEST_CASE("names of variables may begin with a small letter, as in old scripts") {
  Stage stage;
  stage.core.variables.override_value("Game.teamSize", "7");
  REQUIRE(stage
              .run("createVariable('Game.myVar', 3)\nGame.myVar = Game.myVar * 2\n"
                   "createVariable('Game', 'teamSize', 5)\ncreateVariable('Game.sum', Game.myVar + Game.teamSize)\n")
              .empty());
  CHECK(stage.engine.evaluate("Game.sum") == Value(std::int64_t{13}));
  CHECK(stage.core.variables.unused_overrides().empty());
}

TEST_CASE("a variable that the program declares is visible in Ruby from then on") {
  Stage stage;
  CHECK(stage.run("\nEngine.Pace = 2.0") == "s.rb:2: uninitialized constant Engine (NameError)");
  stage.core.variables.declare("Engine.Pace", 1.0);
  REQUIRE(stage.run("Engine.Pace = Engine.Pace + 1.0\ncreateVariable('Engine.Own', 4)") == "");
  CHECK(*stage.core.variables.find("Engine.Pace") == Value(2.0));
  stage.core.variables.declare("Engine.Own", 1.0);
  CHECK(*stage.core.variables.find("Engine.Own") == Value(std::int64_t{4}));
}

TEST_CASE("variables that are declared before the engine exists are visible in Ruby") {
  spark::Core core(1);
  core.variables.declare("Engine.Pace", 1.5);
  spark::ScriptEngine engine(core);
  CHECK(engine.evaluate("Engine.Pace") == Value(1.5));
}

TEST_CASE("assignments during set-up do not replace values of the command line") {
  Stage stage;
  stage.core.variables.override_value("Game.Length", "55");
  REQUIRE(stage.run("createVariable('Game.Length', 10.0)\nGame.Length = 20.0\n") == "");
  CHECK(stage.engine.evaluate("Game.Length") == Value(55.0));
  stage.core.variables.end_set_up();
  REQUIRE(stage.run("Game.Length = 30.0\n") == "");
  CHECK(stage.engine.evaluate("Game.Length") == Value(30.0));
}

TEST_CASE("a value of the command line wins when a variable is created") {
  Stage stage;
  stage.core.variables.override_value("Game.Length", "55");
  stage.core.variables.override_value("Game.Quick", "true");
  REQUIRE(stage
              .run("raise 'not the value in force' unless createVariable('Game.Length', 10.0) == 55.0\n"
                   "createVariable('Game.Quick', false)\ncreateVariable('Game.Half', Game.Length / 2)\n")
              .empty());
  CHECK(*stage.core.variables.find("Game.Half") == Value(27.5));
  CHECK(stage.engine.evaluate("Game.Quick") == Value(true));
}

TEST_CASE("defaultVariable keeps a value that exists") {
  Stage stage;
  stage.core.variables.override_value("Game.Width", "5");
  REQUIRE(stage
              .run("createVariable('Game.Length', 10.0)\ndefaultVariable('Game.Length', 20.0)\n"
                   "defaultVariable('Game', 'Height', 30.0)\ndefaultVariable('Game.Width', 40.0)\n")
              .empty());
  CHECK(stage.engine.evaluate("[Game.Length, Game.Height, Game.Width].join(' ')") ==
        Value(std::string("10.0 30.0 5.0")));
}

TEST_CASE("bad names and values of variables are refused") {
  Stage stage;
  const std::string prefix = "s.rb:1: ";
  CHECK(stage.run("createVariable('game.Length', 1)") ==
        prefix + "'game.Length' is not a variable name (Namespace.Name) (RuntimeError)");
  CHECK(stage.run("createVariable('Game', 1)") ==
        prefix + "'Game' is not a variable name (Namespace.Name) (RuntimeError)");
  CHECK(stage.run("createVariable('ARGV.Name', 1)") ==
        prefix + "ARGV is not a class that can hold variables (RuntimeError)");
  CHECK(stage.run("createVariable('Game.Length', [1])") ==
        prefix + "Game.Length must be a number, a truth value or a string (RuntimeError)");
  CHECK(stage.run("createVariable('Game.Length', 0.0 / 0.0)") ==
        prefix + "Game.Length must be a finite number (RuntimeError)");
  CHECK(stage.run("createVariable('Game.Length', 1)\nGame.Length = nil") ==
        "s.rb:2: Game.Length must be a number, a truth value or a string (RuntimeError)");
}

TEST_CASE("a variable of an earlier server is unknown to the next") {
  {
    Stage stage;
    REQUIRE(stage.run("createVariable('Earlier.Value', 1)").empty());
  }
  Stage stage;
  CHECK_THROWS_WITH(stage.engine.evaluate("Earlier.Value"), "uninitialized constant Earlier (NameError)");
}
