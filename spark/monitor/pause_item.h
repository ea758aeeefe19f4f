// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

/// Appends `(paused 1)` or `(paused 0)` to a line for monitors, which need not guess from silence whether the clock is
/// stopped. Monitors of 0.5.2 skip items with unknown names. The log has no such items, because a pause does not change
/// a match.
inline void add_pause_item(std::string& line, bool is_paused) {
  if (line.ends_with(')')) line.insert(line.size() - 1, is_paused ? "(paused 1)" : "(paused 0)");
}

}  // namespace spark
