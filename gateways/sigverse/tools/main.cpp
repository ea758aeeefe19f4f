// SPDX-License-Identifier: Apache-2.0
// sigctl: steers a SIGVerse server from the command line.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "gateways/sigverse/tools/options.h"
#include "spark/command_line/option_values.h"
#include "spark/core/standard_streams.h"

int main(int argc, char** argv) {
  spark::open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  sigverse::tools::Options options;
  try {
    if (const auto answer = sigverse::tools::read_options(argc, argv, std::getenv("SIGVERSE_SERVER"), options)) {
      spark::write_text(STDOUT_FILENO, *answer);
      return EXIT_SUCCESS;
    }
    const auto patience = std::chrono::milliseconds(static_cast<int>(options.patience_s * 1000.0) + 1);
    const int error =
        spark::write_text(STDOUT_FILENO, sigverse::tools::carry_out(options.order, options.server, patience));
    // A reader that has gone, like head, has seen what it wanted.
    if (error == 0 || error == EPIPE) return EXIT_SUCCESS;
    spark::print(STDERR_FILENO, "sigctl: cannot write to standard output: {}\n", std::strerror(error));
  } catch (const spark::WrongUsage& error) {
    spark::print(STDERR_FILENO, "sigctl: {} (--help shows the options)\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    spark::print(STDERR_FILENO, "sigctl: {}\n", error.what());
  }
  return EXIT_FAILURE;
}
