// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/client/log_source.h"

namespace monitor {

/// Why no frame of a log, or of the one in a log folder, can be shown: one line with its name; empty if it has a frame
/// of a match, at which reading stops.
std::string why_not_shown(const std::filesystem::path& place);

/// A monitor log in any form that `LogSource` opens, with random access to its frames.
///
/// It is read once from beginning to end when it is opened, which takes a fraction of a second for a match; the place
/// of each frame and the state of the stream there are stored. Invalid lines are omitted and counted; the intact parts
/// of a truncated or damaged file are available.
class LogFile {
 public:
  /// Further lines are not read; this is forty hours of a match.
  static constexpr std::size_t kMaxLines = 1'000'000;

  /// A file, or the folder it is in. Throws `std::runtime_error` with one line if it cannot be read at all.
  explicit LogFile(const std::filesystem::path& place, TeamNames names = {});

  const Game& game() const { return game_; }
  std::size_t size() const { return frames_.size(); }
  /// Frame `index` < `size()`, complete. The reference is valid until the next call.
  const Snapshot& at(std::size_t index);
  /// Game time of a frame, without reading it.
  double time_of(std::size_t index) const { return frames_[index].time; }
  /// The usual interval between frames while time runs, s.
  double seconds_per_frame() const;
  /// All events, with the frame in which each first shows.
  struct Mark {
    std::size_t frame;
    Event event;
  };
  const std::vector<Mark>& marks() const { return marks_; }
  /// Whether the log contains the end of the match.
  bool is_complete() const { return complete_; }
  /// Describes the unreadable part, one line; empty if there is none.
  std::string problem() const;

 private:
  struct Frame {
    double time;
    Point ball;
    std::uint32_t piece;    ///< of the source
    std::uint32_t offset;   ///< in it
    std::uint32_t state;    ///< index into `states_`
    std::uint32_t players;  ///< frame whose line contains them: frames without players have those
    std::uint32_t markers;  ///< likewise
  };
  const Snapshot& read(std::size_t frame);
  void take(std::string_view line, std::uint32_t piece, std::uint32_t offset);

  std::unique_ptr<LogSource> source_;
  LineReader reader_;
  Game game_;
  std::vector<Frame> frames_;
  std::vector<Standing> states_;  ///< a new one when something changes
  std::vector<Marker> markers_;
  std::size_t markers_of_ = ~std::size_t{0};  ///< the frame whose line contains them
  std::vector<Mark> marks_;
  EventFinder finder_;
  std::size_t lines_ = 0;
  std::size_t bad_lines_ = 0;
  std::string first_problem_;
  bool complete_ = false;
  bool fresh_ = true;  ///< no state from before the next frame is used
};

}  // namespace monitor
