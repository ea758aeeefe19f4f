// SPDX-License-Identifier: Apache-2.0
// Who may lead a match, and the record of who has.
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

/// Every one, for whoever has to know afterwards who has led the match.
void Match::note_command(std::string_view peer, std::string_view command) {
  Core& core = assembly_.core;
  core.log.debug("trainer's command at {:.2f} s, {}: {}", assembly_.simulated_seconds(), peer, command);
  if (text_logs_) text_logs_->note_command(core.clock.now(), peer, command);
}

/// Empty if there were none.
std::string Match::commands_of_trainers() const {
  const auto [carried_out, refused] = hub_->command_counts();
  if (carried_out == 0 && refused == 0) return {};
  return fmt::format("{} commands carried out, {} refused", carried_out, refused);
}

}  // namespace server
