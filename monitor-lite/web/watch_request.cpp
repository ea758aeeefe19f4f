// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/watch_request.h"

#include <nlohmann/json.hpp>

namespace monitor {

std::optional<WatchRequest> read_watch_request(std::string_view message) {
  const nlohmann::json said = nlohmann::json::parse(message, nullptr, false);
  if (!said.is_object()) return std::nullopt;
  const auto watch = said.find("watch");
  if (watch == said.end() || !watch->is_array()) return std::nullopt;
  WatchRequest request;
  for (const auto& id : *watch)
    if (id.is_string() && request.matches.size() < WatchRequest::kMaxMatches)
      request.matches.push_back(id.get<std::string>());
  const auto tiles = said.find("tiles");
  request.tiles = tiles != said.end() && *tiles == true;
  return request;
}

}  // namespace monitor
