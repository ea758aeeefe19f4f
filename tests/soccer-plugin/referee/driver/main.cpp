// SPDX-License-Identifier: Apache-2.0
// referee_scenarios FILE...: plays scenarios and says which ones the referee decided otherwise
// (tests/soccer-plugin/referee/README.md).
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "tests/soccer-plugin/referee/scenario_runner.h"

namespace {

bool holds(const char* file) {
  try {
    const auto failure = soccer::test::run_scenario(soccer::test::read_scenario(file));
    if (!failure) {
      fmt::print("ok    {}\n", file);
      return true;
    }
    fmt::print("FAIL  {}\n{}:{}: {}\n      instead: {}\n", file, file, failure->line, failure->text, failure->instead);
  } catch (const soccer::test::ScenarioError& error) {
    fmt::print("FAIL  {}\n{}\n", file, error.what());
  } catch (const std::exception& error) {
    fmt::print("FAIL  {}\n{}: cannot be played: {}\n", file, file, error.what());
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: referee_scenarios FILE...\n");
    return 2;
  }
  bool all_hold = true;
  for (int i = 1; i < argc; ++i) {
    if (!holds(argv[i])) all_hold = false;
    std::fflush(stdout);
  }
  return all_hold ? 0 : 1;
}
