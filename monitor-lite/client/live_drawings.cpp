// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/live_drawings.h"

#include <algorithm>
#include <map>

namespace monitor {
namespace {

constexpr double kTimeError = 1e-6;  // s

template <typename Thing>
void insert_once(std::vector<Thing>& sorted, const Thing& thing, std::size_t most) {
  const auto place = std::ranges::lower_bound(sorted, thing);
  if ((place == sorted.end() || *place != thing) && sorted.size() < most) sorted.insert(place, thing);
}

}  // namespace

void LiveDrawings::take(const LiveDrawing& drawing, double time) {
  if (kept_.size() >= kMaxKept) kept_.erase(kept_.begin(), kept_.begin() + kMaxKept / 10);
  kept_.push_back({time, drawing});
  insert_once(players_, drawing.by, kMaxKept);
  for (const DrawnShape& drawn : drawing.shapes) insert_once(layers_, drawn.layer, AgentDrawings::kMaxLayers);
}

std::vector<DrawnShape> LiveDrawings::at(double place) {
  std::map<PlayerName, const Kept*> last;  // the last drawing of each author
  for (const Kept& kept : kept_)
    if (kept.time <= place + kTimeError) last[kept.drawing.by] = &kept;
  std::vector<DrawnShape> drawn;
  for (const auto& [by, kept] : last)
    if (place < kept->time + kept->drawing.seconds)
      drawn.insert(drawn.end(), kept->drawing.shapes.begin(), kept->drawing.shapes.end());
  if (drawn.size() > AgentDrawings::kMaxShapesOfAll) drawn.resize(AgentDrawings::kMaxShapesOfAll);
  return drawn;
}

}  // namespace monitor
