// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monitor {

/// A message of a page with the matches that it wants to watch.
struct WatchRequest {
  std::vector<std::string> matches;  ///< their ids, known or not
  bool tiles = false;                ///< five frames per second are enough
  static constexpr std::size_t kMaxMatches = 64;
};

/// Parses a message, {"watch": ["live-1"], "tiles": false}; nothing if it is invalid. Matches beyond the limit, and
/// entries that are not texts, are omitted.
std::optional<WatchRequest> read_watch_request(std::string_view message);

}  // namespace monitor
