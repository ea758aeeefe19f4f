// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/say.h"

#include <chrono>

#include "gateways/sigverse/tools/commands.h"
#include "spark/command_line/run_program.h"

namespace sigverse::viewer {

int say_file(const Options& options) {
  constexpr std::chrono::seconds kTimeout(10);
  return spark::print_answer(tools::carry_out({.words = {"say", options.say.string()}, .to = options.to},
                                              options.server, kTimeout, "sigviewer"));
}

}  // namespace sigverse::viewer
