// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/log_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace monitor {
namespace {

bool same_state(const Snapshot& a, const Snapshot& b) {
  return a.half == b.half && a.score_left == b.score_left && a.score_right == b.score_right &&
         a.play_mode == b.play_mode && a.team_left == b.team_left && a.team_right == b.team_right &&
         a.markers.size() == b.markers.size();
}

std::string_view line_at(std::string_view piece, std::size_t offset) {
  const std::string_view rest = piece.substr(std::min(offset, piece.size()));
  return rest.substr(0, rest.find('\n'));
}

}  // namespace

LogFile::LogFile(const std::filesystem::path& file) : source_(LogSource::open(file)) {
  for (std::size_t index = 0; index < source_->pieces(); ++index) {
    const std::string_view piece = source_->piece(index);
    for (std::size_t offset = 0; offset < piece.size();) {
      const std::string_view line = line_at(piece, offset);
      if (!line.empty()) take(line, static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(offset));
      offset += line.size() + 1;
    }
  }
}

void LogFile::take(std::string_view line, std::uint32_t piece, std::uint32_t offset) {
  const LineReader::Kind kind = reader_.read(line);
  if (!reader_.problem().empty()) {
    ++bad_lines_;
    if (first_problem_.empty()) first_problem_ = reader_.problem();
  }
  if (kind == LineReader::Kind::init) game_ = reader_.game();
  if (kind == LineReader::Kind::die) complete_ = true;
  if (kind != LineReader::Kind::info) return;

  const Snapshot& now = reader_.snapshot();
  if (states_.empty() || !same_state(states_.back(), now)) {
    states_.push_back(now);
    states_.back().players.clear();
  }
  const auto index = static_cast<std::uint32_t>(frames_.size());
  const bool has_players = line.find("(P") != std::string_view::npos;
  const std::uint32_t players = has_players || frames_.empty() ? index : frames_.back().players;
  frames_.push_back({now.time, now.ball, piece, offset, static_cast<std::uint32_t>(states_.size() - 1), players});
  for (Event& event : finder_.next(game_, now)) {
    complete_ = complete_ || event.kind == Event::Kind::game_over;
    marks_.push_back({index, std::move(event)});
  }
}

const Snapshot& LogFile::at(std::size_t index) {
  const Frame& frame = frames_[index];
  Snapshot before = states_[frame.state];
  before.time = frame.time;  // a line may tell neither
  before.ball = frame.ball;
  if (frame.players != index) {
    const Frame& earlier = frames_[frame.players];
    reader_.read(line_at(source_->piece(earlier.piece), earlier.offset));
    before.players = reader_.snapshot().players;
  }
  reader_.go_on_from(before);
  reader_.read(line_at(source_->piece(frame.piece), frame.offset));
  return reader_.snapshot();
}

std::string LogFile::problem() const {
  std::string text = source_->problem();
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (bad_lines_ > 0)
    add(fmt::format("{} {} could not be read completely, first: {}", bad_lines_, bad_lines_ == 1 ? "line" : "lines",
                    first_problem_));
  if (frames_.empty()) add("there is no frame of a match in it");
  return text;
}

}  // namespace monitor
