// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "gateways/sigverse/tools/commands.h"

namespace sigverse::tools {

/// The options on the command line of sigctl.
struct Options {
  wire::Address server{"127.0.0.1", wire::kServerPort};
  double timeout_s = 10.0;
  Command command;
};

/// Parses the arguments of `main` into `options`; returns a text to print instead (help, version), if any.
/// `environment` is the value of SIGVERSE_SERVER, or null; it provides host and port if the command line omits them.
/// Throws `spark::WrongUsage` with a one-line message.
std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options);

}  // namespace sigverse::tools
