// SPDX-License-Identifier: Apache-2.0
// Who has watched a match, who may lead it, and the record of who has.
#include <fmt/format.h>

#include "server/match.h"
#include "server/text_logs.h"
#include "spark/monitor/monitor_hub.h"

namespace server {

using namespace spark;

void Match::say_who_may_command() {
  if (!options_.competition) return;
  if (options_.trainer_secret_file.empty() || !options_.monitor_port ||
      options_.monitor_access == Options::MonitorAccess::watch)
    assembly_.core.log.normal("competition: no trainer can lead this match");
  else
    assembly_.core.log.normal("competition: trainers need the secret in {}", options_.trainer_secret_file.string());
}

/// Every one is in actions.log as it was, for whoever has to know afterwards who has led the match; server.log, which
/// others can fill as well, has the first thousand, and the beginning of long ones.
void Match::note_command(std::string_view peer, std::string_view command) {
  constexpr std::size_t kShown = 500;
  Core& core = assembly_.core;
  if (commands_noted_.next())
    core.log.debug(
        "trainer's command {}at {:.2f} s, {}: {}{}",
        commands_noted_.is_thinned() ? fmt::format("{} (actions.log has all) ", commands_noted_.count()) : "",
        assembly_.simulated_seconds(), peer, command.substr(0, kShown), command.size() > kShown ? "..." : "");
  if (text_logs_) text_logs_->note_command(core.clock.now(), peer, command);
}

/// Empty if there were none.
std::string Match::commands_of_trainers() const {
  const auto [carried_out, refused] = hub_->command_counts();
  if (carried_out == 0 && refused == 0) return {};
  return fmt::format("{} commands carried out, {} refused", carried_out, refused);
}

/// Empty if there were none; else how many, and what they did that they should not, as far as they did.
std::string Match::monitors_seen() const {
  const MonitorHub::MonitorCounts counts = hub_->monitor_counts();
  if (counts.connected == 0 && counts.refused == 0) return {};
  std::string text = fmt::format("{} connected", counts.connected);
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(counts.refused, "refused");
  add(counts.bad_messages, "messages that are no commands");
  add(counts.missed_frames, "frames missed");
  add(counts.disconnected, "disconnected");
  return text;
}

}  // namespace server
