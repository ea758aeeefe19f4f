// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/monitor/pause_item.h"

namespace spark {

/// The last lines for a monitor that has missed frames: the complete last state, as if it had just connected, and the
/// lines after the last frame. `Source`: a `MonitorSystem` or a `MonitorFeed`.
template <typename Source>
std::string whole_end(Source& source, bool is_paused) {
  std::string lines;
  source.header(lines);
  add_pause_item(lines, is_paused);
  lines += '\n';
  source.frame(lines);
  if (!lines.ends_with('\n')) lines += '\n';
  source.farewell(lines);
  if (!lines.ends_with('\n')) lines += '\n';
  return lines;
}

}  // namespace spark
