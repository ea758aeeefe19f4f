// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "monitor-lite/broadcast/channel.h"
#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/view/match_view.h"

namespace monitor {

/// Pictures of a log, drawn without a window.
struct PictureOptions {
  int width = 1280;
  int height = 720;
  std::string camera = "side";  ///< one of kCameraNames
  Palette palette;
  DrawingChoice drawings;
};

/// Writes the match at that game time, s, as a PNG file, with the `drawings` of agents that the options select. Throws
/// `std::runtime_error` with one line.
void write_screenshot(LogFile& log, AgentDrawings& drawings, double time, const PictureOptions& options,
                      const std::filesystem::path& file);
/// Writes pictures at regular times, `frame-00001.png` … in `folder`, which is created; returns their number.
int write_frames(LogFile& log, AgentDrawings& drawings, double from, double to, double per_second,
                 const PictureOptions& options, const std::filesystem::path& folder);

/// Writes a broadcast as such files, from the first match to the card after the last; `on_event` gets the events as
/// they are shown. The same logs and options give the same pictures.
int write_broadcast(Channel& channel, double per_second, const PictureOptions& options,
                    const std::filesystem::path& folder, const std::function<void(const Event&)>& on_event);

}  // namespace monitor
