// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/body_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spark/core/log.h"

namespace monitor {

void BodyTable::add(const Snapshot& snapshot) {
  const double seconds = snapshot.time - time_;
  ++frames_;
  time_ = snapshot.time;
  for (const Body& body : snapshot.bodies) {
    const auto [found, is_new] = ways_.try_emplace(body.name);
    Way& way = found->second;
    if (is_new) way.number = ways_.size();
    // A body that was absent in between has not moved there.
    if (!is_new && way.frame + 1 == frames_) {
      const double moved =
          std::hypot(body.position.x - way.last.x, body.position.y - way.last.y, body.position.z - way.last.z);
      way.distance += moved;
      if (seconds > 0.0) way.fastest = std::max(way.fastest, moved / seconds);
    }
    way.frame = frames_;
    way.last = body.position;
  }
}

std::vector<std::string> BodyTable::lines() const {
  std::vector<const std::pair<const std::string, Way>*> bodies;
  std::size_t width = 4;
  for (const auto& body : ways_) {
    bodies.push_back(&body);
    width = std::max(width, std::min<std::size_t>(body.first.size(), 48));
  }
  std::ranges::sort(bodies, {}, [](const auto* body) { return body->second.number; });
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} {} in {:g} s", bodies.size(), bodies.size() == 1 ? "body" : "bodies", time_));
  lines.emplace_back();
  lines.push_back(fmt::format("{:<{}} {:>9} {:>9} {:>9} {:>9} {:>9}", "body", width, "dist. m", "top m/s", "last x",
                              "last y", "last z"));
  for (const auto* body : bodies) {
    const Way& way = body->second;
    lines.push_back(fmt::format("{:<{}} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f}{}",
                                spark::printable(body->first, width), width, way.distance, way.fastest, way.last.x,
                                way.last.y, way.last.z, way.frame == frames_ ? "" : "  gone"));
  }
  return lines;
}

}  // namespace monitor
