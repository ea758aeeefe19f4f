// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/watch_request.h"

#include <nlohmann/json.hpp>

namespace monitor {

std::optional<WatchRequest> read_watch_request(std::string_view message) {
  const nlohmann::json json = nlohmann::json::parse(message, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto watch = json.find("watch");
  if (watch == json.end() || !watch->is_array()) return std::nullopt;
  WatchRequest request;
  for (const auto& id : *watch)
    if (id.is_string() && request.matches.size() < WatchRequest::kMaxMatches)
      request.matches.push_back(id.get<std::string>());
  const auto tiles = json.find("tiles");
  request.tiles = tiles != json.end() && *tiles == true;
  return request;
}

}  // namespace monitor
