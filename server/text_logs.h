// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "server/log_file.h"

namespace spark {
struct Core;
}

namespace server {

/// The logs of a match in words. server.log has everything; actions.log has warnings and errors in the form in which
/// the SPADES engine kept its diary, with the simulated time.
struct TextLogs {
  TextLogs(const std::filesystem::path& folder, Console& console);
  LogFile server, actions;
};

/// Opens both in `folder` and has them written from now on, as long as `core`'s log is used. Throws
/// `std::runtime_error` with one line. The console must outlive that.
std::shared_ptr<const TextLogs> attach_text_logs(spark::Core& core, const std::filesystem::path& folder,
                                                 Console& console);

}  // namespace server
