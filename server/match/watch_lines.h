// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commserver/host/places.h"
#include "server/options/options.h"

namespace server {

/// The last lines that a match prints: commands that show its log, and the next match as it is played. They can be
/// pasted where this server was started; without a screen they show text. If log or monitor port is off, the line says
/// so instead.
std::vector<std::string> watch_lines(const Options& options, const commserver::Places& places);

}  // namespace server
