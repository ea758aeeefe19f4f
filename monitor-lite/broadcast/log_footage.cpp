// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/broadcast/log_footage.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "monitor-lite/client/motion.h"

namespace monitor {

LogFootage::LogFootage(const std::filesystem::path& file, TeamNames names)
    : log_(file, std::move(names)), per_frame_(log_.seconds_per_frame()) {
  if (log_.size() == 0) throw std::runtime_error(file.string() + ": " + log_.problem());
  for (const LogFile::Mark& mark : log_.marks())
    moments_.push_back({static_cast<double>(mark.frame) * per_frame_, mark.event});
}

double LogFootage::frame_at(double place) const {
  // A tiny bit more, so that the place of a frame shows that frame despite rounding.
  return std::clamp(place, 0.0, end()) / per_frame_ + 1e-9;
}

Snapshot LogFootage::at(double place) {
  const double frame = frame_at(place);
  const std::size_t index = std::min(static_cast<std::size_t>(frame), log_.size() - 1);
  Snapshot now = log_.at(index);
  const double share = frame - std::floor(frame);
  return index + 1 < log_.size() ? moved(now, log_.at(index + 1), share) : now;
}

void LogFootage::add_trail(double place, Snapshot& shown) {
  const std::size_t index = std::min(static_cast<std::size_t>(frame_at(place)), log_.size() - 1);
  if (trailed_ != index) trail_.look_around(log_, index);
  trailed_ = index;
  trail_.show(shown);
}

}  // namespace monitor
