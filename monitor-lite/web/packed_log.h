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

/// A log as pages get it, in one piece that needs no server any more: what is to be said of the match, and all frames.
/// Each number is stored as its difference from what the two frames before let expect, column by column, and all of it
/// is compressed by gzip: a fortieth of the log. docs/play/web.md has the format to the octet.
struct PackedLog {
  nlohmann::ordered_json about;   ///< game, modes, teams, events, words, the report; looks of a world without a game
  std::vector<PageFrame> frames;  ///< one at least
};

/// The part of a log from the first frame at or after `from` to the last one at or before `to`, s of game time; the
/// report is of the whole log, and null of a world without a game. Throws `std::runtime_error` with one line if there
/// is no frame. Of worlds with many bodies only every second frame is taken, or every fourth …, so that pages have no
/// more than `kMaxPoses` places of bodies to keep.
struct LogPart {
  double from = 0.0;
  double to = std::numeric_limits<double>::infinity();
  std::size_t max_poses = 4'000'000;  ///< of bodies in a world without a game, in all frames: what a page can keep
};
/// With `drawings` it has those, too, of a match.
PackedLog packed_log(LogFile& log, const LogPart& part = {}, AgentDrawings* drawings = nullptr);

std::string pack(const PackedLog& log);
/// The other way round, for whatever somebody sends: throws `std::runtime_error` with one line if it is none. At most
/// `kMaxUnpacked` octets and `kMaxFrames` frames are unpacked.
PackedLog unpack(std::string_view octets);
constexpr std::size_t kMaxUnpacked = 1U << 28;
constexpr std::size_t kMaxFrames = LogFile::kMaxLines;

}  // namespace monitor
