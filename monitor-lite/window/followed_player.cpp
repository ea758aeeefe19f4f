// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/followed_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

constexpr float kClickReach = 22;        // units around a click
constexpr double kSpeedOver = 0.5;       // s over which a speed is measured, or two frames
constexpr double kFastestRun = 15.0;     // m/s; a faster player was placed there
constexpr double kLongestStep = 3.0;     // s between two frames
constexpr std::size_t kMaxPlaces = 200;  // if half a second has more pictures, the oldest places are not needed

}  // namespace

const Player* FollowedPlayer::at(const Screen& screen, const Snapshot& shown, float x, float y) {
  const Player* nearest = nullptr;
  float best = kClickReach * screen.unit();
  for (const Player& player : shown.players) {
    glm::vec2 pixel;
    const Point& place = player.position;
    if (!player.created || player.side == Side::none || !screen.painter.project({place.x, place.y, place.z}, pixel))
      continue;
    const float distance = glm::distance(pixel, glm::vec2(x, y));
    if (distance >= best) continue;
    best = distance;
    nearest = &player;
  }
  return nearest;
}

void FollowedPlayer::choose(const Player& player, const Snapshot& shown) {
  who_.emplace(began_on(player.side, shown.sides_changed), player.number);
  places_.clear();
}

const Player* FollowedPlayer::in(const Snapshot& shown) const {
  return who_ ? shown.player(began_on(who_->first, shown.sides_changed), who_->second) : nullptr;
}

void FollowedPlayer::see(const Snapshot& shown) {
  const Player* player = in(shown);
  if (!player) return places_.clear();
  if (!places_.empty()) {
    const double passed = shown.time - places_.back().time;
    const double way = ground_distance(places_.back().position, player->position);
    if (passed == 0 && way == 0) return;
    if (!(passed > 0 && passed < kLongestStep) || way > kFastestRun * passed) places_.clear();
  }
  places_.push_back({shown.time, player->position});
  while (places_.size() > 2 && (places_[1].time <= shown.time - kSpeedOver || places_.size() > kMaxPlaces))
    places_.pop_front();
}

std::optional<double> FollowedPlayer::speed() const {
  if (places_.size() < 2) return std::nullopt;
  double way = 0;
  for (std::size_t i = 1; i < places_.size(); ++i) way += ground_distance(places_[i - 1].position, places_[i].position);
  return way / (places_.back().time - places_.front().time);
}

void FollowedPlayer::draw(const Screen& screen, const Palette& palette, const Snapshot& shown, float bottom) const {
  if (!who_) return;
  const Player* player = in(shown);
  const Side side = began_on(who_->first, shown.sides_changed);
  const float unit = screen.unit(), height = 30 * unit, gap = 14 * unit, chip = 7 * unit;
  const std::string name = fmt::format("{} {}", team_label(shown, side), who_->second);
  const std::string words = screen.fitted(name, 16, screen.width * 0.4F);
  const auto speed = player ? this->speed() : std::nullopt;
  const std::string fast = !player ? "not on the field" : speed ? fmt::format("{:.1f} m/s", *speed) : "";
  const float first = screen.text_width(words, 16), second = std::max(screen.text_width(fast, 15), 66 * unit);
  const float width = chip + gap + first + gap + second + gap;
  const Area area{screen.width - width - 12 * unit, screen.height - bottom - height - 13 * unit, width, height};
  screen.panel(area, colours::kDark);
  screen.chip({area.x, area.y, chip, height}, palette.of(who_->first));
  screen.text(words, area.x + chip + gap, area.middle(), 16, colours::kBright);
  screen.text(fast, area.x + width - gap, area.middle() + unit, 15, colours::kDim, 1);
}

}  // namespace monitor
