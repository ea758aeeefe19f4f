// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/options.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spark/command_line/command_line.h"
#include "spark/command_line/option_values.h"
#include "spark/core/number_text.h"
#include "spark/http/origin.h"

namespace monitor {
namespace {

using spark::OptionTable;

constexpr std::uint16_t kMonitorPort = 12001;
constexpr int kMaxViewers = 100'000;
constexpr double kLongest = 1e7;  // s

OptionTable::Program program() {
  return {"rcssmonitor3D-web", RCSS_VERSION,
          "Shows matches in web browsers: live ones and logs. With --export it writes a log as one file that every "
          "browser opens, without a server.",
          "Exit status: 0, 1 if the port cannot be opened or there is no log that can be read, 2 for wrong usage.\n"};
}

void add_match_options(OptionTable& table, WebOptions& options) {
  table.begin_section("The matches");
  table.add({.names = {"server"},
             .value = spark::words(options.servers, "HOST[:PORT]"),
             .help = "watch a server, with its monitor port; can be given several times",
             .usual = "127.0.0.1:12001, without logs and league",
             .with = {spark::kUsualWork}});
  table.add(
      {.names = {"logfile"},
       .value = spark::shown_as(spark::in_a_row(spark::files(options.log_files)), "LOG ..."),
       .help =
           "show a monitor.log, plain or compressed, or the one in a log folder or pack (.zip, .tgz); several, too. "
           "The word --logfile may be left out",
       .is_operand = true});
  table.add({.names = {"logs"},
             .value = spark::shown_as(spark::in_a_row(spark::files(options.log_folders)), "DIR"),
             .help = "show all logs in this folder and the folders in it",
             .with = {spark::kUsualWork}});
  table.add({.names = {"league"},
             .value = spark::folder(options.league),
             .help = "show the table and the logs of the league in this folder, while it is played, too",
             .with = {spark::kUsualWork}});
}

void add_port_options(OptionTable& table, WebOptions& options) {
  table.begin_section("The pages", {spark::kUsualWork});
  table.add({.names = {"port"},
             .value = spark::port(options.port, 0),
             .help = "where browsers connect; 0: any free one, which is printed"});
  table.add({.names = {"address"},
             .value = spark::word(options.address, "ADDRESS"),
             .help = "the address of this machine on which they do; 0.0.0.0: all"});
  table.add({.names = {"max_viewers"},
             .value = spark::whole_number(options.max_viewers, 1, kMaxViewers),
             .help = "maximum number of connected pages"});
  table.add({.names = {"trusted_origin"},
             .value = spark::words(options.trusted_origins, "https://HOST[:PORT]"),
             .help = "origin of pages that come through a proxy with TLS on this machine; can be given several times"});
}

void add_trainer_options(OptionTable& table, WebOptions& options) {
  table.begin_section("Controlling matches", {spark::kUsualWork});
  table.add({.names = {"trainer"},
             .value = spark::flag(options.trainer),
             .help = "print an address with which a page controls the live matches, on this machine or from a "
                     "--trusted_origin"});
  table.add({.names = {"trainer_secret_file"},
             .value = spark::file(options.trainer_secret_file),
             .help = "the secret of the servers' --trainer_secret_file, for --trainer"});
}

void add_export_options(OptionTable& table, WebOptions& options) {
  table.begin_section("One file instead", {"export"});
  table.add({.names = {"export"},
             .value = spark::file(options.export_to),
             .help = "write the page with that log in it, and exit",
             .is_mode = true});
  table.add({.names = {"from"},
             .value = spark::number(options.from, 0, kLongest),
             .help = "game time of its first frame, s",
             .usual = "the beginning"});
  table.add({.names = {"to"},
             .value = spark::number(options.to, 0, kLongest),
             .help = "game time of its last frame, s",
             .usual = "the end"});
  table.add({.names = {"drawings"},
             .value = spark::flag(options.export_drawings),
             .help = "with what the agents have drawn, too (agentN-draw.log beside the log)"});
}

}  // namespace

ServerAddress server_address(const std::string& text) {
  ServerAddress address{{}, kMonitorPort};
  spark::host(address.host, address.port).read("--server", {text});
  return address;
}

std::optional<std::string> read_options(int argc, const char* const* argv, WebOptions& options) {
  OptionTable table(program());
  add_match_options(table, options);
  add_port_options(table, options);
  add_trainer_options(table, options);
  add_export_options(table, options);
  table.begin_section("Help");
  table.add_questions();
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (!options.export_to.empty() && options.log_files.size() != 1)
    throw spark::WrongUsage("--export: expected one log with it");
  if (options.from && options.to && *options.to < *options.from) throw spark::WrongUsage("--to is before --from");
  if (!options.trainer_secret_file.empty() && !options.trainer)
    throw spark::WrongUsage("--trainer_secret_file: expected --trainer with it");
  const bool has_logs = !(options.log_files.empty() && options.log_folders.empty() && options.league.empty());
  if (options.trainer && options.servers.empty() && has_logs)
    throw spark::WrongUsage("--trainer: has no effect on logs; expected --server with it");
  for (const std::string& server : options.servers) server_address(server);
  try {
    const spark::http::OriginRule rule(options.trusted_origins);
  } catch (const std::invalid_argument& error) {
    throw spark::WrongUsage(fmt::format("--trusted_origin: {}", error.what()));
  }
  return std::nullopt;
}

}  // namespace monitor
