// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/wire/service_provider.h"

namespace sigverse::provider {

/// Reads the options with which providers are started like the other programs of SIGVerse:
///
///     -h, --host HOST      the server's name or address
///     -p, --port PORT      the server's port
///     --name NAME          of the provider
///     --service_host HOST  where the server and controllers reach it (`Options::host`)
///     --service_port PORT  where it listens (`Options::port`)
///     --help               prints `about`, one or two sentences, and the options
///
/// `options` is what holds without them, and gets what they say. The environment's SIGVERSE_SERVER, HOST:PORT or HOST,
/// stands for a host and a port that are not given.
///
/// Returns the words that are no options, in their order; `operands` names them for people ("[REACH]"), and without it
/// there may be none. Nothing is returned when help has been printed: the program ends then. Throws
/// `std::invalid_argument`, whose text is a line: "-p 0: expected a port from 1 to 65535 (--help shows the options)".
/// To be called on one thread, from `main`; it may change the order of `argv`.
std::optional<std::vector<std::string>> read_command_line(int argc, char* const* argv, const std::string& about,
                                                          const std::string& operands,
                                                          wire::SigServiceProvider::Options& options);

}  // namespace sigverse::provider
