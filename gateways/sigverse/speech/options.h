// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gateways/sigverse/speech/julius.h"
#include "gateways/sigverse/speech/pocketsphinx.h"
#include "gateways/sigverse/wire/connect.h"

namespace sigverse::speech {

/// The options on the command line of sigjsp.
struct Options {
  std::string backend;  ///< "julius" or "pocketsphinx"
  PocketsphinxSettings pocketsphinx;
  Julius::Settings julius;
  double timeout_s = 10.0;
  wire::Address server{"127.0.0.1", wire::kServerPort};
  std::string name = "sigjsp";
  std::string service_host;
  std::uint16_t service_port = 0;
};

/// Parses the arguments of `main` into `options`; returns a text to print instead (help, version), if any.
/// `environment` is the value of SIGVERSE_SERVER, or null; it provides host and port if the command line omits them.
/// Throws `spark::WrongUsage` with a one-line message.
std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options);

/// Makes the chosen recogniser and waits until it is ready. Throws `std::runtime_error`. Borrows the clock.
std::unique_ptr<Recogniser> make_recogniser(const Options& options, spark::RealClock& clock, const Say& say);

}  // namespace sigverse::speech
