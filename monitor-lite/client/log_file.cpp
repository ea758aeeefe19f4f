// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/log_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace monitor {

std::string why_not_shown(const std::filesystem::path& place) {
  try {
    const auto source = LogSource::open(place);
    LineReader reader;
    bool has_frame = false;
    for_each_line(*source, [&](std::string_view line, std::size_t, std::size_t) {
      has_frame = reader.read(line) == LineReader::Kind::info;
      return !has_frame;
    });
    return has_frame ? std::string() : fmt::format("{}: {}", place.string(), source->why_no_frame());
  } catch (const std::exception& error) {
    return error.what();
  }
}

LogFile::LogFile(const std::filesystem::path& place, TeamNames names)
    : source_(LogSource::open(place)), reader_(std::move(names)) {
  for_each_line(*source_, [this](std::string_view line, std::size_t piece, std::size_t offset) {
    take(line, static_cast<std::uint32_t>(piece), static_cast<std::uint32_t>(offset));
    return lines_ <= kMaxLines;
  });
}

void LogFile::take(std::string_view line, std::uint32_t piece, std::uint32_t offset) {
  if (++lines_ > kMaxLines) return;
  const LineReader::Kind kind = reader_.read(line);
  if (!reader_.problem().empty()) {
    ++bad_lines_;
    if (first_problem_.empty()) first_problem_ = reader_.problem();
  }
  if (kind == LineReader::Kind::init) {
    game_ = reader_.game();
    fresh_ = true;
  }
  if (kind == LineReader::Kind::die) complete_ = true;
  if (kind != LineReader::Kind::info) return;

  game_.has_bodies = reader_.game().has_bodies;
  const Snapshot& now = reader_.snapshot();
  if (states_.empty() || states_.back() != now) states_.push_back(now);
  const auto index = static_cast<std::uint32_t>(frames_.size());
  const bool fresh = std::exchange(fresh_, false);
  frames_.push_back({now.time, now.ball, piece, offset, static_cast<std::uint32_t>(states_.size() - 1),
                     fresh || reader_.has_players() ? index : frames_.back().players,
                     fresh || reader_.has_markers() ? index : frames_.back().markers});
  for (Event& event : finder_.next(game_, now)) {
    complete_ = complete_ || event.kind == Event::Kind::game_over;
    marks_.push_back({index, std::move(event)});
  }
}

/// Reads the line of a frame, continuing from the reader's state.
const Snapshot& LogFile::read(std::size_t frame) {
  reader_.read(line_at(source_->piece(frames_[frame].piece), frames_[frame].offset));
  return reader_.snapshot();
}

const Snapshot& LogFile::at(std::size_t index) {
  const Frame& frame = frames_[index];
  Snapshot before;
  before.time = frame.time;  // a line may have neither
  before.ball = frame.ball;
  static_cast<Standing&>(before) = states_[frame.state];
  reader_.resume_from({});
  if (frame.players != index) before.players = read(frame.players).players;
  if (frame.markers != index) {
    // All frames of a match share the markers of one frame.
    if (markers_of_ != frame.markers) {
      reader_.resume_from({});
      markers_ = read(frame.markers).markers;
      markers_of_ = frame.markers;
    }
    before.markers = markers_;
  }
  reader_.resume_from(before);
  return read(index);
}

double LogFile::seconds_per_frame() const {
  constexpr std::size_t kLooked = 4000;
  std::vector<double> distances;
  for (std::size_t i = 1; i < std::min(size(), kLooked); ++i)
    if (const double distance = time_of(i) - time_of(i - 1); distance > 0.001 && distance < 2.0)
      distances.push_back(distance);
  if (distances.empty()) return 0.15;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

std::string LogFile::problem() const {
  std::string text = source_->problem();
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  // Lines of pictures and programs are useless to users.
  const bool is_any_log = !frames_.empty() || source_->is_text();
  if (bad_lines_ > 0 && is_any_log)
    add(fmt::format("{} {} could not be read completely, first: {}", bad_lines_, bad_lines_ == 1 ? "line" : "lines",
                    first_problem_));
  if (lines_ > kMaxLines) add(fmt::format("only the first {} lines are read", kMaxLines));
  if (frames_.empty()) add(source_->why_no_frame());
  return text;
}

}  // namespace monitor
