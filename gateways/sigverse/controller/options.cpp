// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/options.h"

#include <fmt/format.h>
#include <getopt.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse {
namespace {

// This uses getopt and not the option table of the other programs: runac exports its symbols to controllers of other
// people, so it is not linked with the engine.
constexpr const char* kHelp = R"(Usage: runac -n AGENT -l LIBRARY [-h HOST] [-p PORT] [options]

Loads a controller, a shared library with the function createController, and attaches it to an agent of a SIGVerse
world. Ends when the server does.

  -h, --host HOST[:PORT]
                   the server's name or address [127.0.0.1]
  -p, --port PORT  the server's port, 1 to 65535 [9000]
  -n AGENT         the agent's name in the world
  -l LIBRARY       the shared library
  -s               silent: nothing of the controller's standard output
  --fds IN,OUT     talk over these descriptors instead of a connection
  --real-clock     sleep and read clocks in real time, even if the world waits for the controller
  --help           print this
  --version        print the version

Environment:
  SIGVERSE_SERVER  HOST:PORT, for a host and a port that are not given
  SIGVERSE_SEED    the number on which the random numbers and the simulated date depend [0]
)";

template <typename Number>
Number number(std::string_view option, std::string_view text, Number least, Number most) {
  Number value{};
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size() || value < least || value > most)
    throw std::runtime_error(fmt::format("{} {}: expected a number from {} to {}", option, text, least, most));
  return value;
}

std::pair<int, int> descriptors(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos)
    throw std::runtime_error(fmt::format("--fds {}: expected two descriptors, as in 3,4", text));
  return {number("--fds", text.substr(0, comma), 0, 65535), number("--fds", text.substr(comma + 1), 0, 65535)};
}

/// The server named by SIGVERSE_SERVER, otherwise the default.
wire::Address usual_server() {
  const char* const text = std::getenv("SIGVERSE_SERVER");
  if (!text || *text == '\0') return {.host = "127.0.0.1"};
  const auto server = wire::read_address(text);
  if (!server) throw std::runtime_error(fmt::format("SIGVERSE_SERVER {}: expected HOST:PORT", text));
  return *server;
}

/// The host may be followed by the port.
void read_host(const char* text, RunacOptions& options) {
  const auto server = wire::read_address(text, options.port);
  if (!server) throw std::runtime_error(fmt::format("-h {}: expected HOST or HOST:PORT", text));
  options.host = server->host;
  options.port = server->port;
}

void complete(RunacOptions& options) {
  if (options.agent.empty()) throw std::runtime_error("-n AGENT is missing; --help explains");
  if (options.library.empty()) throw std::runtime_error("-l LIBRARY is missing; --help explains");
  if (options.descriptors) return;
  const wire::Address usual = usual_server();
  if (options.host.empty()) options.host = usual.host;
  if (options.port == 0) options.port = usual.port;
}

}  // namespace

std::optional<RunacOptions> read_runac_options(int argc, char** argv) {
  enum { kFds = 256, kRealClock, kHelpWanted, kVersionWanted };
  static constexpr std::array<option, 7> kLong{{{"host", required_argument, nullptr, 'h'},
                                                {"port", required_argument, nullptr, 'p'},
                                                {"fds", required_argument, nullptr, kFds},
                                                {"real-clock", no_argument, nullptr, kRealClock},
                                                {"help", no_argument, nullptr, kHelpWanted},
                                                {"version", no_argument, nullptr, kVersionWanted},
                                                {nullptr, 0, nullptr, 0}}};
  RunacOptions options;
  if (const char* const seed = std::getenv("SIGVERSE_SEED"))
    options.seed = number("SIGVERSE_SEED", seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
  opterr = 0;
  for (;;) {
    const int found = ::getopt_long(argc, argv, ":h:p:n:l:s", kLong.data(), nullptr);
    switch (found) {
      case -1:
        if (optind < argc) throw std::runtime_error(fmt::format("unexpected: {}; --help explains", argv[optind]));
        complete(options);
        return options;
      case 'h':
        read_host(optarg, options);
        break;
      case 'p':
        options.port = number<std::uint16_t>("-p", optarg, 1, 65535);
        break;
      case 'n':
        options.agent = optarg;
        break;
      case 'l':
        options.library = optarg;
        break;
      case 's':
        options.silent = true;
        break;
      case kFds:
        options.descriptors = descriptors(optarg);
        break;
      case kRealClock:
        options.real_clock = true;
        break;
      case kHelpWanted:
        std::fputs(kHelp, stdout);
        return {};
      case kVersionWanted:
        std::puts("runac " RCSS_VERSION);
        return {};
      case ':':
        throw std::runtime_error(fmt::format("{} needs a value; --help explains", argv[optind - 1]));
      default:
        throw std::runtime_error(fmt::format("unknown option {}; --help explains", argv[optind - 1]));
    }
  }
}

}  // namespace sigverse
