// SPDX-License-Identifier: Apache-2.0
// sigctl: steers a SIGVerse server from the command line.
#include <chrono>
#include <cstdlib>

#include "gateways/sigverse/tools/options.h"
#include "spark/command_line/run_program.h"

int main(int argc, char** argv) {
  sigverse::tools::Options options;
  return spark::run_program(
      "sigctl", [&] { return sigverse::tools::read_options(argc, argv, std::getenv("SIGVERSE_SERVER"), options); },
      [&] {
        const auto timeout = std::chrono::milliseconds(static_cast<int>(options.timeout_s * 1000.0) + 1);
        return spark::print_answer(sigverse::tools::carry_out(options.command, options.server, timeout));
      });
}
