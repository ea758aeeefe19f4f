// SPDX-License-Identifier: Apache-2.0
// agenttest: one player of the sample team. The server starts it with two pipes, 3 to read from and 4 to write to, or
// it connects to the server by TCP.
#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "agent-sample/lib/play_loop.h"
#include "agent-sample/team/files.h"
#include "agent-sample/team/player.h"

namespace {

using rcss3d::agent::Acts;
using rcss3d::agent::Connection;
using rcss3d::agent::Drawing;
using rcss3d::agent::World;

constexpr const char* kUsage =
    "agenttest plays one player of the sample team. The server starts it from its agent database; with --port it\n"
    "connects to a running server (--agent_port of rcssserver3D).\n"
    "  --teamname NAME   the team to join (default: sample)\n"
    "  --unum N          uniform number, 1 is the goalkeeper; 0 (default): the server chooses\n"
    "  --style NAME      how it plays: a file of settings, or one of those that come with it (lobber, flat, wall, "
    "press)\n"
    "  --formation NAME  where it plays: a file, or one of those that come with it, instead of that for the team's "
    "size\n"
    "  --host HOST[:PORT]\n"
    "                    connect by TCP to this host (default: 127.0.0.1, if there is a --port)\n"
    "  --port N          connect by TCP to this port; tries again for 10 s until the server listens\n"
    "  --draw            send what it thinks as drawings, which the server writes into agentN-draw.log\n"
    "  --think MS        use at least so much CPU time for each sensation, in ms, as other teams do\n"
    "  --version         print the version\n"
    "  --help            print this text\n";
constexpr double kConnectTimeout = 10;  // s
constexpr int kMaxPort = 65535;

struct Options {
  rcss3d::agent::Entry entry;
  rcss3d::agent::TeamFiles files;
  std::string host;
  int port = 0;
  bool draw = false;
  bool help = false, version = false;
};

bool read_number(std::string_view text, int least, int most, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= least && number <= most;
}

/// The address may have a zone: fe80::1%eth0.
bool is_ipv6(std::string_view address) {
  in6_addr octets{};
  return inet_pton(AF_INET6, std::string(address.substr(0, address.find('%'))).c_str(), &octets) == 1;
}

/// Reads HOST, HOST:PORT, [ADDRESS], [ADDRESS]:PORT or a bare IPv6 address, like the server's other programs; a port in
/// the text replaces `port`.
bool read_host(std::string_view text, std::string& host, int& port) {
  const bool is_bracketed = !text.empty() && text.front() == '[';
  const std::size_t end = is_bracketed ? text.find(']') : is_ipv6(text) ? text.npos : text.find(':');
  if (is_bracketed && (end == text.npos || !is_ipv6(text.substr(1, end - 1)))) return false;
  const std::string_view name = is_bracketed ? text.substr(1, end - 1) : text.substr(0, end);
  const std::string_view rest = end == text.npos ? std::string_view() : text.substr(is_bracketed ? end + 1 : end);
  host = name;
  return !name.empty() && (rest.empty() || (rest.front() == ':' && read_number(rest.substr(1), 1, kMaxPort, port)));
}

/// Whether a team's name can be sent and will be accepted by the server.
bool is_team_name(std::string_view name) {
  constexpr std::size_t kMaxLength = 64;
  if (name.empty() || name.size() > kMaxLength) return false;
  for (const char c : name)
    if (c <= ' ' || c > '~' || std::string_view("()\"';\\").find(c) != std::string_view::npos) return false;
  return true;
}

bool has_value(std::string_view name) {
  constexpr std::array<std::string_view, 7> kNames = {"--teamname", "--unum", "--style", "--formation",
                                                      "--host",     "--port", "--think"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// Reads an option that has a value. Returns an error in one line, or nothing.
std::string read_option(std::string_view name, std::string_view value, Options& options) {
  constexpr int kMaxNumber = 11, kMaxThinking = 10000;
  bool good = true;
  std::string_view wanted;
  if (name == "--teamname") {
    good = is_team_name(value);
    wanted = "1 to 64 printable characters without blanks, brackets, quotes, ; and \\";
    options.entry.team_name = value;
  } else if (name == "--unum") {
    good = read_number(value, 0, kMaxNumber, options.entry.number);
    wanted = "a number from 0 to 11";
  } else if (name == "--think") {
    good = read_number(value, 0, kMaxThinking, options.entry.think_ms);
    wanted = "0 to 10000 ms";
  } else if (name == "--port") {
    good = read_number(value, 1, kMaxPort, options.port);
    wanted = "a port from 1 to 65535";
  } else if (name == "--host") {
    good = read_host(value, options.host, options.port);
    wanted = "HOST or HOST:PORT, with a port from 1 to 65535";
  } else if (name == "--style") {
    options.files.style = value;
  } else if (name == "--formation") {
    options.files.formation = value;
  } else {
    return "there is no option " + std::string(name);
  }
  return good ? std::string() : std::string(name) + " " + std::string(value) + ": expects " + std::string(wanted);
}

/// Reads the command line. Returns an error in one line, or nothing.
std::string read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help")
      options.help = true;
    else if (name == "--version")
      options.version = true;
    else if (name == "--draw")
      options.draw = true;
    else if (i + 1 == argc)
      return has_value(name) ? std::string(name) + " lacks its value" : "there is no option " + std::string(name);
    else if (std::string error = read_option(name, argv[++i], options); !error.empty())
      return error;
  }
  if (!options.host.empty() && options.port == 0) return "--host needs a port: HOST:PORT, or --port";
  return {};
}

int fail(const std::string& error, int status) {
  std::fprintf(stderr, "agenttest: %s\n", error.c_str());
  return status;
}

/// Returns the connection to the server; null, with the reason, if there is none.
std::unique_ptr<Connection> connect(const Options& options, std::string& error) {
  if (options.port != 0)
    return Connection::connect(options.host.empty() ? "127.0.0.1" : options.host, options.port, kConnectTimeout, error);
  auto pipes = std::make_unique<Connection>();
  if (pipes->is_open()) return pipes;
  error = std::string(Connection::kNoPipes) + ", or use --port (see --help)";
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (const std::string error = read_options(argc, argv, options); !error.empty())
    return fail(error + " (see --help)", 2);
  if (options.help || options.version) {
    std::fputs(options.help ? kUsage : "agenttest " RCSS_VERSION "\n", stdout);
    return 0;
  }
  rcss3d::agent::Settings settings;
  rcss3d::agent::Formations formations;
  if (const std::string error = rcss3d::agent::read_team_files(options.files, settings, formations); !error.empty())
    return fail(error, 2);
  std::signal(SIGPIPE, SIG_IGN);  // write() to a closed pipe shall fail instead of ending the program
  std::string error;
  const std::unique_ptr<Connection> server = connect(options, error);
  if (!server) return fail(error, 1);
  rcss3d::agent::Player player(std::move(settings), std::move(formations));
  Drawing drawing;
  drawing.switch_on(options.draw);
  rcss3d::agent::play(
      *server, options.entry, [&](const World& world, Acts& acts, Drawing& into) { player.decide(world, acts, into); },
      drawing);
}
