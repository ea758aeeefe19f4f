// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/wire/service_provider.h"

namespace sigverse::provider {

/// Parses the options of providers, which are those of the other SIGVerse programs:
///
///     -h, --host HOST      the server's name or address
///     -p, --port PORT      the server's port
///     --name NAME          of the provider
///     --service_host HOST  where the server and controllers reach it (`Options::host`)
///     --service_port PORT  where it listens (`Options::port`)
///     --help               prints `about`, one or two sentences, and the options
///
/// `options` contains the defaults and gets the values of the options. If no host and port are given, the environment
/// variable SIGVERSE_SERVER, HOST:PORT or HOST, provides them.
///
/// Returns the words that are not options, in order. `operands` names them for users ("[REACH]"); if it is empty, there
/// may be none. Returns nullopt if help has been printed, after which the program should end. Throws
/// `std::invalid_argument` with a line: "-p 0: expected a port from 1 to 65535 (--help shows the options)". Called on
/// one thread, from `main`; it may reorder `argv`.
std::optional<std::vector<std::string>> read_command_line(int argc, char* const* argv, const std::string& about,
                                                          const std::string& operands,
                                                          wire::SigServiceProvider::Options& options);

}  // namespace sigverse::provider
