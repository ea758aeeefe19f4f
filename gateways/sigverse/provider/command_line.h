// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/wire/service_provider.h"

namespace sigverse::provider {

/// Reads the options of providers, which are those of the other programs of SIGVerse:
///
///     -h, --host HOST      the server's name or address
///     -p, --port PORT      the server's port
///     --name NAME          of the provider
///     --service_host HOST  where the server and controllers reach it (`Options::host`)
///     --service_port PORT  where it listens (`Options::port`)
///     --help               prints `about`, one or two sentences, and the options
///
/// `options` has the defaults, and gets the values of the options. SIGVERSE_SERVER in the environment, HOST:PORT or
/// HOST, replaces a host and a port that are not given.
///
/// Returns the words that are not options, in their order; `operands` names them for users ("[REACH]"), and without it
/// there may be none. Returns nothing when help has been printed, after which the program ends. Throws
/// `std::invalid_argument` with a line: "-p 0: expected a port from 1 to 65535 (--help shows the options)". Called on
/// one thread, from `main`; it may change the order of `argv`.
std::optional<std::vector<std::string>> read_command_line(int argc, char* const* argv, const std::string& about,
                                                          const std::string& operands,
                                                          wire::SigServiceProvider::Options& options);

}  // namespace sigverse::provider
