// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "commserver/guardian.h"
#include "spark/server/match.h"
#include "spark/server/options.h"

int main(int argc, char** argv) {
  using namespace spark::server;
  const CommandLine command_line = read_command_line(argc, argv);
  if (command_line.exit_status) {
    const int status = *command_line.exit_status;
    if (status == EXIT_SUCCESS)
      fmt::print("{}", command_line.text);
    else
      fmt::print(stderr, "rcssserver3D: {}\n", command_line.text);
    return status;
  }
  try {
    // Forked before there is any thread, file or script: it has to outlive whatever becomes of this process.
    const auto guardian = commserver::Guardian::start();
    return play_match(command_line.options, *guardian);
  } catch (const std::exception& error) {
    fmt::print(stderr, "rcssserver3D: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
