// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commserver/host/places.h"
#include "server/options/options.h"

namespace server {

/// The last lines that a match prints: commands that show its log, and the next match live. They can be pasted into the
/// shell that started this server; without a screen they show text. If the log or the monitor port is off, the line
/// says so instead.
std::vector<std::string> watch_lines(const Options& options, const commserver::Places& places);

}  // namespace server
