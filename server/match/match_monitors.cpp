// SPDX-License-Identifier: Apache-2.0
#include "server/match/match_monitors.h"

#include <fmt/format.h>

#include "server/engine/assembly.h"
#include "server/match/text_logs.h"
#include "server/options/options.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_system.h"
#include "spark/net/secret.h"

namespace server {

using namespace spark;
namespace {

/// More commands than people send in a match by hand. actions.log has all others, too.
constexpr std::uint64_t kCommandsInServerLog = 1000;

}  // namespace

MatchMonitors::MatchMonitors(const Options& options, Assembly& assembly)
    : options_(options),
      assembly_(assembly),
      commands_noted_(kCommandsInServerLog),
      drawings_(options.log_folder.empty() ? options.log_folder : options.log_folder / "trainer-draw.log",
                options.guard.limits.log_size, assembly.core.log) {
  MonitorHub::Options chosen;
  chosen.port = options.monitor_port;
  if (options.monitor_access == Options::MonitorAccess::watch) chosen.access = MonitorHub::Access::watch;
  chosen.watch_port = options.watch_port;
  if (!options.trainer_secret_file.empty())
    chosen.trainer_secret = std::make_shared<const Secret>(Secret::load(options.trainer_secret_file));
  chosen.only_proven = options.competition;
  chosen.on_command = [this](std::string_view peer, std::string_view command, MonitorHub::CommandKind kind) {
    note_command(peer, command, kind);
  };
  chosen.shows_drawings = !options.competition;
  chosen.on_drawing = [this](std::string_view time, std::string_view parts) {
    drawings_.add(assembly_.core.clock.now(), fmt::format("{}{}", time, parts));
  };
  chosen.address = options.monitor_address;
  chosen.log_file = options.monitor_log_file();
  chosen.limits = options.monitors;
  chosen.command_bytes = options.limits.command_bytes;
  chosen.nesting = options.limits.nesting;
  hub_ = std::make_unique<MonitorHub>(chosen, assembly.monitor_system(), assembly.commands, assembly.run_control,
                                      assembly.loop.clock(), assembly.core.log);
}

MatchMonitors::~MatchMonitors() = default;

void MatchMonitors::report_access() const {
  Log& log = assembly_.core.log;
  if (options_.monitor_port == 0) log.normal("monitor port {}", hub_->port());
  if (options_.watch_port == 0) log.normal("watch port {}", hub_->watch_port());
  if (!options_.competition) return;
  if (options_.trainer_secret_file.empty() || !options_.monitor_port ||
      options_.monitor_access == Options::MonitorAccess::watch)
    log.normal("competition: no trainer can control this match");
  else
    log.normal("competition: trainers need the secret in {}", options_.trainer_secret_file.string());
}

/// actions.log gets every command (above a certain rate the number and a checksum of several, `CommandLines`), so that
/// anyone can check afterwards who controlled the match. server.log, which trainers could fill, gets the first
/// thousand, and only the beginning of long ones.
void MatchMonitors::note_command(std::string_view peer, std::string_view command, MonitorHub::CommandKind kind) {
  constexpr std::size_t kShown = 500;
  Core& core = assembly_.core;
  if (commands_noted_.next())
    core.log.debug(
        "trainer's command {}at {:.2f} s, {}: {}{}",
        commands_noted_.is_thinned()
            ? fmt::format("{} (actions.log has the others, or their number and checksum) ", commands_noted_.count())
            : "",
        assembly_.simulated_seconds(), peer, command.substr(0, kShown), command.size() > kShown ? "..." : "");
  if (text_logs_) text_logs_->note_command({core.clock.now(), assembly_.loop.clock().now()}, peer, command, kind);
}

std::string MatchMonitors::commands_of_trainers() const {
  const auto [carried_out, refused] = hub_->command_counts();
  if (carried_out == 0 && refused == 0) return {};
  return fmt::format("{} commands carried out, {} refused", carried_out, refused);
}

std::string MatchMonitors::monitors_seen() const {
  const MonitorHub::MonitorCounts counts = hub_->monitor_counts();
  if (counts.connected == 0 && counts.refused == 0) return {};
  std::string text = fmt::format("{} connected", counts.connected);
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(counts.refused, "refused");
  add(counts.bad_messages, "messages that are not commands");
  add(counts.missed_frames, "frames missed");
  add(counts.disconnected, "disconnected");
  return text;
}

}  // namespace server
