// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/web/page_frame.h"

namespace monitor {

/// A log for pages, in one piece that needs no server: the description of the match, and all frames. Each number is
/// stored as its difference from the extrapolation of the two previous frames, column by column, and all of it is
/// compressed by gzip: a fortieth of the log. docs/play/web.md specifies the format.
struct PackedLog {
  nlohmann::ordered_json about;   ///< game, modes, teams, events, words, the report; looks of a world without a game
  std::vector<PageFrame> frames;  ///< at least one
};

/// The part of a log from the first frame at or after `from` to the last one at or before `to`, s of game time; the
/// report is of that part, and null for a world without a game. Throws `std::runtime_error` with one line if there is
/// no frame. For worlds with many bodies only every second frame is used, or every fourth …, so that pages have to
/// store at most `kMaxPoses` places of bodies.
struct LogPart {
  double from = 0.0;
  double to = std::numeric_limits<double>::infinity();
  std::size_t max_poses = 4'000'000;  ///< maximum number of places of bodies in a world without a game, in all frames
};
/// With `drawings` it includes those of a match.
PackedLog packed_log(LogFile& log, const LogPart& part = {}, AgentDrawings* drawings = nullptr);

std::string pack(const PackedLog& log);
/// Unpacks untrusted data: throws `std::runtime_error` with one line if it is invalid. At most `kMaxUnpacked` octets
/// and `kMaxFrames` frames are unpacked.
PackedLog unpack(std::string_view octets);
constexpr std::size_t kMaxUnpacked = 1U << 28;
constexpr std::size_t kMaxFrames = LogFile::kMaxLines;

}  // namespace monitor
