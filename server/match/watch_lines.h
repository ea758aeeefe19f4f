// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commserver/host/places.h"
#include "server/options/options.h"

namespace server {

/// The last lines that a match prints: the commands that show its log, and the next match live. Users can paste them
/// into the shell that started this server; without a display they show text. If the log or the monitor port is off,
/// its line says so.
std::vector<std::string> watch_lines(const Options& options, const commserver::Places& places);

}  // namespace server
