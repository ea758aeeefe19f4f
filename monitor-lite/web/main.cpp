// SPDX-License-Identifier: Apache-2.0
// rcssmonitor3D-web: matches in web browsers.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/web/exported_page.h"
#include "monitor-lite/web/options.h"
#include "monitor-lite/web/packed_log.h"
#include "monitor-lite/web/web_service.h"
#include "spark/command_line/run_program.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"
#include "spark/http/server.h"
#include "spark/net/loop.h"
#include "spark/net/secret.h"

namespace {

using namespace monitor;

constexpr const char* kName = "rcssmonitor3D-web";
constexpr int kSpareConnections = 64;  // beyond viewers: for documents in transit
constexpr int kOtherDescriptors = 64;
constexpr std::size_t kMaxUnsent = 64 * 1024;

template <typename... Args>
void complain(fmt::format_string<Args...> format, Args&&... args) {
  spark::print(STDERR_FILENO, "{}: {}\n", kName, fmt::format(format, std::forward<Args>(args)...));
}

int export_page(const WebOptions& options) {
  LogFile log(options.log_files.front());
  if (const std::string problem = log.problem(); !problem.empty())
    complain("{}: {}", options.log_files.front(), problem);
  LogPart part;
  part.from = options.from.value_or(part.from);
  part.to = options.to.value_or(part.to);
  std::optional<AgentDrawings> drawings;
  if (options.export_drawings) {
    drawings.emplace(options.log_files.front(), log);
    if (drawings->is_empty())
      throw std::runtime_error(
          fmt::format("--drawings: there is no agentN-draw.log with drawings beside {}", options.log_files.front()));
  }
  const std::string page = exported_page(pack(packed_log(log, part, drawings ? &*drawings : nullptr)));
  std::ofstream file(options.export_to, std::ios::binary);
  file << page;
  file.close();
  if (!file)
    throw std::runtime_error(
        fmt::format("{}: cannot be written: {}", options.export_to.string(), std::strerror(errno)));
  spark::print(STDOUT_FILENO, "{}: {} KB, opens in every browser\n", options.export_to.string(), page.size() / 1000);
  return EXIT_SUCCESS;
}

/// Raises the limit of open files as far as necessary and allowed; returns the number of viewers that fit.
int raise_open_files(int viewers) {
  rlimit limit{};
  const rlim_t wanted = static_cast<rlim_t>(viewers) + kSpareConnections + kOtherDescriptors;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return viewers;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur >= wanted
             ? viewers
             : std::max(1, static_cast<int>(limit.rlim_cur) - kSpareConnections - kOtherDescriptors);
}

std::string address_for_people(const std::string& address, std::uint16_t port) {
  if (address == "0.0.0.0" || address == "::") return fmt::format("http://localhost:{}/", port);
  return address.find(':') == address.npos ? fmt::format("http://{}:{}/", address, port)
                                           : fmt::format("http://[{}]:{}/", address, port);
}

/// A random token of 128 bits, different at each start.
std::string drawn_token() {
  const spark::Secret::Bytes bytes = spark::Secret::nonce();
  std::string token;
  for (std::size_t i = 0; i < 16; ++i) token += fmt::format("{:02x}", bytes[i]);
  return token;
}

/// A descriptor that becomes readable when the program has to end.
spark::Descriptor ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  return spark::Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

/// Adds the logs to show, prints the errors of those that cannot be shown, and returns whether there are any.
bool add_logs(const WebOptions& options, PackedLogs& logs) {
  std::vector<std::string> places = options.log_files;
  bool has_any = false;
  for (const std::string& folder : options.log_folders) {
    if (!std::filesystem::is_directory(folder)) {
      places.push_back(folder);
      continue;
    }
    logs.add_folder(folder);
    has_any = true;  // if not now, then later
  }
  for (const std::string& place : places) {
    const std::string problem = why_not_shown(place);
    if (!problem.empty()) complain("{}", problem);
    has_any = has_any || problem.empty();
    // A folder without a log, or with a log without a frame, may have one later.
    if (!std::filesystem::is_directory(place) || problem.empty()) logs.add_file(log_in(place));
  }
  return has_any;
}

int serve(const WebOptions& options) {
  spark::Log log;
  log.add_sink(spark::LogLevel::normal, [](spark::LogLevel level, std::string_view line) {
    spark::print(STDERR_FILENO, "{}: {}{}\n", kName, level == spark::LogLevel::normal ? "" : "warning: ", line);
  });
  const int viewers = raise_open_files(options.max_viewers);
  if (viewers < options.max_viewers)
    log.warning("the limit of open files allows only {} of {} viewers", viewers, options.max_viewers);
  const spark::Descriptor signals = ending_signals();
  spark::net::Loop loop;
  WebService::Trainers trainers;
  if (options.trainer) trainers.token = drawn_token();
  trainers.origins = options.trusted_origins;
  if (!options.trainer_secret_file.empty())
    trainers.secret = std::make_shared<const spark::Secret>(spark::Secret::load(options.trainer_secret_file));
  WebService service(loop, log, trainers);
  const bool wants_logs = !options.log_files.empty() || !options.log_folders.empty();
  if (!add_logs(options, service.logs()) && wants_logs && options.servers.empty() && options.league.empty())
    return EXIT_FAILURE;  // the reason has been printed
  if (!options.league.empty()) {
    if (!std::filesystem::exists(options.league / "league.json"))
      throw std::runtime_error(fmt::format("--league {}: there is no league in it", options.league.string()));
    const std::filesystem::path matches = options.league / "matches";
    if (std::filesystem::is_symlink(matches))
      throw std::runtime_error(fmt::format("--league {}: {} is a link", options.league.string(), matches.string()));
    service.show_league(options.league);
    // Drawings are not shown, because they were meant for the teams themselves, which will meet again.
    service.logs().add_folder(matches, false);
  }
  std::vector<std::string> servers = options.servers;
  if (servers.empty() && !wants_logs && options.league.empty()) servers.emplace_back("127.0.0.1");
  for (const std::string& server : servers) {
    const ServerAddress address = server_address(server);
    service.add_server(address.host, address.port);
  }
  spark::http::Server::Options limits;
  limits.peer = "viewer";
  limits.max_connections = limits.max_per_address = static_cast<std::size_t>(viewers + kSpareConnections);
  limits.makes_room = true;
  limits.trusted_origins = options.trusted_origins;
  limits.max_message = WebService::kMaxMessage;
  limits.max_unsent = kMaxUnsent;
  limits.slow_request = std::chrono::seconds(10);
  spark::http::Server server(loop, options.address, options.port, {"page port", "a viewer"}, limits, service, log);
  server.start();
  const std::string address = address_for_people(options.address, server.port());
  spark::print(STDOUT_FILENO, "{}\n", address);
  if (options.trainer) {
    spark::print(STDOUT_FILENO, "{}#trainer={}\n", address, trainers.token);
    for (const std::string& origin : options.trusted_origins)
      spark::print(STDOUT_FILENO, "{}/#trainer={}\n", origin, trainers.token);
  }
  if (!server.is_loopback()) log.warning("anyone who can reach this machine can watch; nothing is encrypted");
  const auto watch = loop.watch(signals.get());
  signalfd_siginfo signal{};
  while (::read(signals.get(), &signal, sizeof signal) < 0) loop.wait(std::chrono::seconds(1));
  server.close();
  loop.poll();
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  WebOptions options;
  return spark::run_program(
      kName, [&] { return read_options(argc, argv, options); },
      [&] { return options.export_to.empty() ? serve(options) : export_page(options); });
}
