// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "spark/command_line/command_line.h"
#include "spark/command_line/near_name.h"
#include "spark/command_line/option_values.h"

using namespace spark;

namespace {

const std::vector<std::string> kNames{"seed", "speed", "script", "Soccer.RuleHalfTime", "Soccer.RuleGoalPauseTime"};

/// What is said to these arguments; empty if they are understood.
std::string answer(const std::vector<std::string>& arguments) {
  CLI::App app;
  std::string seed;
  int port = 0;
  bool quiet = false;
  app.add_option("--random_seed,--seed", seed);
  app.add_option("--port", port);
  app.add_flag("--quiet", quiet);
  try {
    parse_command_line(app, arguments, "; ask somebody");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("the name nearest to what was typed is found, upper and lower case alike") {
  CHECK(near_name("sede", kNames) == "seed");
  CHECK(near_name("sed", kNames) == "seed");
  CHECK(near_name("SEED", kNames) == "seed");
  CHECK(near_name("spede", kNames) == "speed");
  CHECK(near_name("Soccer.RuleHalfTme", kNames) == "Soccer.RuleHalfTime");
  CHECK(near_name("soccer.rulehalftime", kNames) == "Soccer.RuleHalfTime");
  CHECK(near_name("Soccer.RuleGoalPauseTimes", kNames) == "Soccer.RuleGoalPauseTime");
}

TEST_CASE("what resembles nothing has no nearest name") {
  CHECK(near_name("", kNames).empty());
  CHECK(near_name("no_such_option", kNames).empty());
  CHECK(near_name("xy", kNames).empty());
  CHECK(near_name(std::string(100'000, 's'), kNames).empty());
  CHECK(near_name("seed", {}).empty());
  CHECK(did_you_mean("sede", kNames) == "; did you mean --seed?");
  CHECK(did_you_mean("no_such_option", kNames).empty());
}

TEST_CASE("mistakes in a command line are named in one line") {
  CHECK(answer({"--seed", "1", "--port", "3", "--quiet"}).empty());
  CHECK(answer({"--sede", "1"}) == "--sede: there is no such option; did you mean --seed?");
  CHECK(answer({"--sede=1"}) == "--sede: there is no such option; did you mean --seed?");
  CHECK(answer({"-seed", "1"}) == "-seed: there is no such option; did you mean --seed?");
  CHECK(answer({"--weather", "rain"}) == "--weather: there is no such option; ask somebody");
  CHECK(answer({"seed"}) == "'seed': expected an option, like --help");
  CHECK(answer({"--seed"}) == "--seed: a value is missing");
  CHECK(answer({"--random_seed"}) == "--random_seed: a value is missing");
  CHECK(answer({"--port", "first"}) == "--port first: expected a number");
}

TEST_CASE("values are refused with name, value and range") {
  CHECK(read_whole_number("--n", "7", 1, 9) == 7);
  CHECK_THROWS_WITH(read_whole_number("--n", "10", 1, 9), "--n 10: expected a whole number from 1 to 9");
  CHECK_THROWS_WITH(read_whole_number("--n", "1.5", 1, 9, "; 0: none"),
                    "--n 1.5: expected a whole number from 1 to 9; 0: none");
  CHECK_THROWS_WITH(read_whole_number("--n", "", 1, 9), "--n '': expected a whole number from 1 to 9");
  CHECK(read_number("--x", "0.5", 0, 1) == 0.5);
  for (const char* bad : {"nan", "inf", "2", "-1", "half"})
    CHECK_THROWS_WITH(read_number("--x", bad, 0, 1), std::string("--x ") + bad + ": expected a number from 0 to 1");
  CHECK_THROWS_WITH(read_positive_number("--speed", "0", ", or 'max'"),
                    "--speed 0: expected a number above 0, at most 1000000, or 'max'");
  CHECK(read_port("--port", "65535", 1) == 65535);
  CHECK_THROWS_WITH(read_port("--port", "0", 1), "--port 0: expected a whole number from 1 to 65535");
  CHECK(read_choice("--log", "zst", {"plain", "zst", "none"}) == 1);
  CHECK_THROWS_WITH(read_choice("--log", "gz", {"plain", "zst", "none"}), "--log gz: expected plain, zst or none");
}
