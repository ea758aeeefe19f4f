// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/report.h"

namespace monitor {

/// The report for users, a string per line: score, goals, teams, players.
std::vector<std::string> table_of(const Report& report);

}  // namespace monitor
