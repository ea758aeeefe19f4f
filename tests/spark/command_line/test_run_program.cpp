// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/run_program.h"

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "spark/command_line/option_values.h"
#include "spark/core/signal_dispositions.h"

using namespace spark;

TEST_CASE("a program exits with the status of its work, or of its failure") {
  const auto reads = [] { return std::optional<std::string>(); };
  const auto works = [] { return 5; };
  CHECK(run_program("program", reads, works) == 5);
  CHECK(run_program("program", reads, []() -> int { throw std::runtime_error("it cannot"); }) == EXIT_FAILURE);
  CHECK(run_program("program", reads, []() -> int { throw WrongUsage("--a: no"); }) == kWrongUsageStatus);
  bool has_worked = false;
  const auto notes = [&] {
    has_worked = true;
    return 5;
  };
  CHECK(run_program(
            "program", []() -> std::optional<std::string> { throw WrongUsage("--a: no"); }, notes) ==
        kWrongUsageStatus);
  CHECK(run_program(
            "program", [] { return std::optional<std::string>(""); }, notes) == EXIT_SUCCESS);
  CHECK_FALSE(has_worked);
}

TEST_CASE("a program ignores SIGPIPE and SIGXFSZ, so that a failed write does not kill it") {
  const SignalDispositions restored({});
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);
  const auto reads = [] { return std::optional<std::string>(); };
  CHECK(run_program("program", reads, [] { return is_ignored(SIGPIPE) && is_ignored(SIGXFSZ) ? 5 : 6; }) == 5);
}
