// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/wish.h"

#include <nlohmann/json.hpp>

namespace monitor {

std::optional<Wish> read_wish(std::string_view message) {
  const nlohmann::json said = nlohmann::json::parse(message, nullptr, false);
  if (!said.is_object()) return std::nullopt;
  const auto watch = said.find("watch");
  if (watch == said.end() || !watch->is_array()) return std::nullopt;
  Wish wish;
  for (const auto& id : *watch)
    if (id.is_string() && wish.matches.size() < Wish::kMostMatches) wish.matches.push_back(id.get<std::string>());
  const auto tiles = said.find("tiles");
  wish.tiles = tiles != said.end() && *tiles == true;
  return wish;
}

}  // namespace monitor
