// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "server/match/log_file.h"
#include "spark/core/clock.h"

namespace spark {
struct Core;
}

namespace server {

/// The logs of a match in words. server.log has everything; actions.log has warnings, errors and trainers' commands in
/// the form in which the SPADES engine kept its diary, with the simulated time.
struct TextLogs {
  TextLogs(const std::filesystem::path& folder, Console& console);
  /// Into actions.log.
  void note_command(spark::Step now, std::string_view peer, std::string_view command);

  LogFile server, actions;
};

/// Opens both in `folder` and has them written from now on, as long as `core`'s log is used. The console must outlive
/// that.
std::shared_ptr<TextLogs> attach_text_logs(spark::Core& core, const std::filesystem::path& folder, Console& console);

}  // namespace server
