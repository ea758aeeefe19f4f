// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>

#include "server/match/command_lines.h"
#include "server/match/log_file.h"
#include "spark/core/clock.h"
#include "spark/core/log.h"

namespace spark {
struct Core;
}

namespace server {

/// The text logs of a match. server.log has everything; actions.log has warnings, errors and trainers' commands in the
/// format of the SPADES engine's actions.log, with the simulated time.
struct TextLogs {
  TextLogs(const std::filesystem::path& folder, Console& console);
  /// Writes a command to actions.log.
  void note_command(const CommandLines::Moment& now, std::string_view peer, std::string_view command,
                    CommandLines::Kind kind);
  void note_complaint(spark::Step now, spark::LogLevel level, std::string_view line);
  /// From now on nothing is written to actions.log.
  void end_actions();

  LogFile server, actions;

 private:
  std::mutex mutex_;  ///< guards `commands_`
  CommandLines commands_;
};

/// Opens both logs in `folder` and writes to them as long as `core`'s log is used. The console must outlive that.
std::shared_ptr<TextLogs> attach_text_logs(spark::Core& core, const std::filesystem::path& folder, Console& console);

}  // namespace server
