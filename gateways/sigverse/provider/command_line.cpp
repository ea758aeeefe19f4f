// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/provider/command_line.h"

#include <getopt.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::provider {
namespace {

using Options = wire::SigServiceProvider::Options;

[[noreturn]] void refuse(const std::string& line) {
  throw std::invalid_argument(line + " (--help shows the options)");
}

std::uint16_t read_port(const std::string& option, std::string_view text, std::uint16_t least) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port < least)
    refuse(option + " " + std::string(text) + ": expected a port from " + std::to_string(least) + " to 65535");
  return port;
}

void print_help(std::string_view program, const std::string& about, const std::string& operands,
                const Options& options) {
  const std::string line = std::string(program.substr(program.rfind('/') + 1)) + " [options]";
  const std::string server_port = std::to_string(options.server_port);
  std::printf(
      "Usage: %s%s%s\n\n%s\n\n"
      "  -h, --host HOST[:PORT]\n"
      "                       the server's name or address [%s]\n"
      "  -p, --port PORT      the server's port [%s]\n"
      "  --name NAME          the name of this provider, which no other program at the server has [%s]\n"
      "  --service_host HOST  where the server and controllers reach it; it then listens on all addresses of this\n"
      "                       machine [the address from which it connects to the server]\n"
      "  --service_port PORT  where it listens; 0: any free port [%d]\n"
      "  --help               print this\n\n"
      "SIGVERSE_SERVER, HOST:PORT, stands for a host and a port that are not given.\n",
      line.c_str(), operands.empty() ? "" : " ", operands.c_str(), about.c_str(), options.server_host.c_str(),
      server_port.c_str(), options.name.c_str(), options.port);
}

/// The server's address: `usual` unless SIGVERSE_SERVER names another one.
wire::Address find_server(const Options& usual) {
  const char* const text = std::getenv("SIGVERSE_SERVER");
  if (!text || *text == '\0') return {usual.server_host, usual.server_port};
  const std::optional<wire::Address> server = wire::read_address(text);
  if (!server) refuse(std::string("SIGVERSE_SERVER ") + text + ": expected HOST:PORT");
  return *server;
}

enum Option { kName = 256, kServiceHost, kServicePort, kHelp };
constexpr std::array<option, 7> kOptions{{{"host", required_argument, nullptr, 'h'},
                                          {"port", required_argument, nullptr, 'p'},
                                          {"name", required_argument, nullptr, kName},
                                          {"service_host", required_argument, nullptr, kServiceHost},
                                          {"service_port", required_argument, nullptr, kServicePort},
                                          {"help", no_argument, nullptr, kHelp},
                                          {nullptr, 0, nullptr, 0}}};

/// Returns false for `kHelp`, and for unknown options.
bool take(int found, const std::string& value, Options& options) {
  switch (found) {
    case 'h': {
      const auto server = wire::read_address(value, options.server_port);
      if (!server) refuse("-h " + value + ": expected HOST or HOST:PORT");
      options.server_host = server->host;
      options.server_port = server->port;
      return true;
    }
    case 'p':
      options.server_port = read_port("-p", value, 1);
      return true;
    case kName:
      options.name = value;
      return true;
    case kServiceHost:
      options.host = value;
      return true;
    case kServicePort:
      options.port = read_port("--service_port", value, 0);
      return true;
    default:
      return false;
  }
}

}  // namespace

std::optional<std::vector<std::string>> read_command_line(int argc, char* const* argv, const std::string& about,
                                                          const std::string& operands, Options& options) {
  Options read = options;
  read.server_host.clear();
  read.server_port = 0;
  ::optind = 1;
  ::opterr = 0;
  for (int found = 0; (found = ::getopt_long(argc, argv, ":h:p:", kOptions.data(), nullptr)) != -1;) {
    if (found == kHelp) {
      print_help(argv[0], about, operands, options);
      return std::nullopt;
    }
    if (found == ':') refuse(std::string(argv[::optind - 1]) + " needs a value");
    if (!take(found, ::optarg ? ::optarg : "", read)) refuse(std::string("unknown option ") + argv[::optind - 1]);
  }
  std::vector<std::string> words(argv + ::optind, argv + argc);
  if (operands.empty() && !words.empty()) refuse("unexpected: " + words.front());
  const wire::Address server = find_server(options);
  if (read.server_host.empty()) read.server_host = server.host;
  if (read.server_port == 0) read.server_port = server.port;
  options = std::move(read);
  return words;
}

}  // namespace sigverse::provider
