// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "monitor-lite/broadcast/channel.h"

namespace monitor {
namespace {

/// Matches that wait while an earlier one is still shown; if servers come and go faster, some matches are skipped.
constexpr std::size_t kMaxMatches = 4;

}  // namespace

LiveChannel::LiveChannel(std::string host, std::uint16_t port, TeamNames names)
    : live_(std::move(host), port, std::move(names)) {
  live_.listen([this](const Game& game, const Snapshot& now, const std::vector<Event>& events, bool is_new) {
    if (is_new || matches_.empty()) {
      if (!matches_.empty()) matches_.back()->complete();
      if (matches_.size() >= kMaxMatches) matches_.erase(matches_.begin() + 1);
      matches_.push_back(std::make_unique<LiveFootage>());
    }
    matches_.back()->take(game, now, events, now_);
  });
}

void LiveChannel::advance(double now) {
  now_ = now;
  live_.advance(now);
  live_.take_events();
  if (!matches_.empty() && live_.status().kind == Status::Kind::over) matches_.back()->complete();
}

void LiveChannel::next() {
  if (has_next()) matches_.pop_front();
}

}  // namespace monitor
