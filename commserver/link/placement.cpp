// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace commserver {

std::size_t Placement::next(const std::string& type, std::string_view wanted) {
  const auto has = [&](const Place& place) {
    return std::find(place.types.begin(), place.types.end(), type) != place.types.end();
  };
  std::string names;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t place = wanted.empty() ? (turn_ + i) % places_.size() : i;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", places_[place].name);
    if (!wanted.empty() && places_[place].name != wanted) continue;
    if (!has(places_[place])) continue;
    if (wanted.empty()) turn_ = place + 1;
    return place;
  }
  throw std::runtime_error(
      wanted.empty() ? fmt::format("no commserver has the agent type '{}' (connected: {})", type, names)
                     : fmt::format("agent type '{}' requires the commserver '{}', which is not connected or does not "
                                   "have it (connected: {})",
                                   type, wanted, names));
}

}  // namespace commserver
