// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "gateways/sigverse/tools/orders.h"

namespace sigverse::tools {

/// The options on the command line of sigctl.
struct Options {
  wire::Address server{"127.0.0.1", wire::kServerPort};
  double timeout_s = 10.0;
  Order order;
};

/// Reads the arguments of `main` into `options`; returns a text to be printed instead (help, version). `environment` is
/// the value of SIGVERSE_SERVER, null if there is none; it replaces host and port that the command line omits. Throws
/// `spark::WrongUsage` with one line.
std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options);

}  // namespace sigverse::tools
