// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

/// Makes `(paused 1)` or `(paused 0)` the last item of a line for monitors, so that none has to guess from silence
/// whether the clock is stopped. Monitors of 0.5.2 skip items whose names they do not know. The log has no such items,
/// because a pause changes nothing in a match.
inline void add_pause_item(std::string& line, bool is_paused) {
  if (line.ends_with(')')) line.insert(line.size() - 1, is_paused ? "(paused 1)" : "(paused 0)");
}

}  // namespace spark
