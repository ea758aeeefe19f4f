// SPDX-License-Identifier: Apache-2.0
// commserver: starts agents on this machine for an engine that runs elsewhere. See docs/run/commservers.md.
#include "commserver/program/options.h"
#include "commserver/program/service.h"
#include "commserver/program/stop_signal.h"
#include "spark/command_line/run_program.h"

int main(int argc, char** argv) {
  commserver::ProgramOptions options;
  return spark::run_program(
      "commserver",
      [&] {
        commserver::end_by_signals();
        return commserver::read_options(argc, argv, options);
      },
      [&] { return commserver::serve_matches(options); });
}
