// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/replay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "monitor-lite/client/motion.h"
#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

constexpr std::array kSpeeds{0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0};

/// The marks that the bar shows for a log: goals, halves, restarts.
std::vector<Playback::Mark> marks_of(const LogFile& log) {
  using Kind = Playback::Mark::Kind;
  std::vector<Playback::Mark> marks;
  for (const LogFile::Mark& mark : log.marks()) {
    switch (mark.event.kind) {
      case Event::Kind::goal:
        marks.push_back({mark.frame, began_on(mark.event) == Side::left ? Kind::left : Kind::right});
        break;
      case Event::Kind::half:
        marks.push_back({mark.frame, Kind::part});
        break;
      case Event::Kind::restart:
      case Event::Kind::offside:
      case Event::Kind::kick_off:
        marks.push_back({mark.frame, Kind::minor});
        break;
      default:
        break;
    }
  }
  return marks;
}

}  // namespace

Replay::Replay(const std::filesystem::path& file, TeamNames names) : Playback(kSpeeds), log_(file, std::move(names)) {
  if (log_.size() == 0) throw std::runtime_error(file.string() + ": " + log_.problem());
  marks_ = marks_of(log_);
  seconds_per_frame_ = log_.seconds_per_frame();
  report_events(0, 0);
  show();
}

void Replay::on_seek() {
  speech_.forget();
  heard_ = ~std::size_t{0};
}

void Replay::advance(double now) {
  const std::size_t before = frame();
  played_ += pass(now);
  if (frame() > before) report_events(before + 1, frame());
  changed_ = take_moved();
  if (changed_) show();
}

void Replay::show() {
  const std::size_t index = frame();
  shown_ = log_.at(index);
  if (index != heard_) {
    // Frames may be skipped at high speeds; that is acceptable, because messages are rare.
    speech_.hear(shown_, played_);
    trail_.look_around(log_, index);
    heard_ = index;
  }
  if (const double share = place() - std::floor(place()); share > 0 && index + 1 < log_.size())
    shown_ = moved(shown_, log_.at(index + 1), share);
  trail_.show(shown_);
  speech_.show(shown_, played_);
}

void Replay::report_events(std::size_t from, std::size_t to) {
  for (const LogFile::Mark& mark : log_.marks())
    if (mark.frame >= from && mark.frame <= to) events_.push_back(mark.event);
}

std::vector<Event> Replay::take_events() {
  return std::exchange(events_, {});
}

std::vector<Event> Replay::goals() const {
  std::vector<Event> goals;
  for (const LogFile::Mark& mark : log_.marks())
    if (mark.frame <= frame()) goals.push_back(mark.event);
  return goals_of_match(goals, shown_);
}

Status Replay::status() const {
  if (is_playing()) return {};
  if (place() >= last_place()) return {Status::Kind::over, log_.is_complete() ? "" : "the log ends here"};
  return {Status::Kind::paused, {}};
}

}  // namespace monitor
