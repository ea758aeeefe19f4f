// SPDX-License-Identifier: Apache-2.0
// commserver: starts agents on this machine for an engine that runs elsewhere. See docs/running.md.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "commserver/program/options.h"
#include "commserver/program/service.h"
#include "commserver/program/stop_signal.h"
#include "spark/core/standard_streams.h"

namespace {

int complain(std::string_view what, int status) {
  spark::print(STDERR_FILENO, "commserver: {}\n", what);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  spark::open_standard_streams();
  commserver::end_by_signals();
  try {
    const auto command_line = commserver::read_command_line(argc, argv);
    if (!command_line.exit_status) return commserver::serve_matches(command_line.options);
    if (*command_line.exit_status != EXIT_SUCCESS) return complain(command_line.text, *command_line.exit_status);
    // Here it is all that was asked for.
    const int error = spark::write_text(STDOUT_FILENO, command_line.text);
    return error == 0 || error == EPIPE ? EXIT_SUCCESS : complain(std::strerror(error), EXIT_FAILURE);
  } catch (const std::exception& error) {
    return complain(error.what(), EXIT_FAILURE);
  }
}
